// After Trunk: builds the service worker, with the files of this build and their hash.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ENGINE = [
  "client.js",
  "errors.js",
  "guard.js",
  "engine.js",
  "joined.js",
  "splice.js",
  "answering.js",
  "worker.js",
  "warm.js",
  "index.js",
  "rules.js",
  "rules_text.js",
  "core.js",
  "core_bg.wasm",
].map((name) => `olmkit/${name}`);

/** Loaded with the first bundle, and kept from then on. */
const LATER = ["bundle-worker.js", "command.js", "run.js", "cli.js", "packed.js", "cli_packed.js"].map((name) => `olmkit/${name}`);

/** What the page loads; the rest of the npm package is not for it. */
const wanted = (path) => path !== "sw.js" && path !== "NOTICES.html" && (!path.startsWith("olmkit/") || ENGINE.includes(path));

const folder = process.env.TRUNK_STAGING_DIR;
const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const files = entries
  .map((entry) =>
    relative(folder, join(entry.parentPath ?? entry.path, entry.name))
      .split(sep)
      .join("/"),
  )
  .filter(wanted)
  .sort();
const missing = ENGINE.filter((path) => !files.includes(path));
if (missing.length) throw new Error(`the engine is not built: ${missing.join(", ")}`);

const source = join(dirname(fileURLToPath(import.meta.url)), "service-worker", "sw.ts");
const hash = createHash("sha256").update(readFileSync(source));
for (const path of [...files, ...LATER]) hash.update(path).update(readFileSync(join(folder, path)));
const list = ["./", ...files.filter((path) => path !== "index.html")];
const values = { VERSION: hash.digest("hex").slice(0, 16), FILES: list, LATER };
await build({
  entryPoints: [source],
  outfile: join(folder, "sw.js"),
  bundle: true,
  format: "iife",
  minify: true,
  target: "es2022",
  define: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)])),
});
