// After Trunk: the content security policy names the page's inline scripts by their hash, so that no other can run.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const page = join(process.env.TRUNK_STAGING_DIR, "index.html");
const html = readFileSync(page, "utf8");
const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text);
const hashes = scripts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
if (!html.includes("'sha256-of-inline-scripts'")) throw new Error("index.html has no place for the hashes of its scripts");
writeFileSync(page, html.replace("'sha256-of-inline-scripts'", hashes.join(" ")));
