// After Trunk's release build: optimizes the page's wasm, and updates its hash in index.html.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { optimised } from "../../scripts/wasm-opt.mjs";

const folder = process.env.TRUNK_STAGING_DIR;
const hash = (bytes) => `sha384-${createHash("sha384").update(bytes).digest("base64")}`;

async function shrink(name) {
  const path = join(folder, name);
  const before = readFileSync(path);
  const after = await optimised(before);
  const page = join(folder, "index.html");
  const html = readFileSync(page, "utf8");
  if (!html.includes(hash(before))) throw new Error(`index.html does not have the hash of ${name}`);
  writeFileSync(page, html.replaceAll(hash(before), hash(after)));
  writeFileSync(path, after);
}

if (process.env.TRUNK_PROFILE === "release") {
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".wasm"))) await shrink(name);
}
