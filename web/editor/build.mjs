// Bundles the page's JavaScript (document store, CodeMirror), and its workers. Writes only when something changed: cargo watches the file's time.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const BUNDLES = { "editor.js": "index.ts", "fetch-worker.js": "fetch-worker.ts", "zip-worker.js": "zip-worker.ts" };

for (const [name, entry] of Object.entries(BUNDLES)) {
  const result = await build({
    entryPoints: [join(here, "src", entry)],
    bundle: true,
    format: "esm",
    target: "es2022",
    minify: true,
    legalComments: "none",
    write: false,
  });
  const out = join(here, "dist", name);
  const bytes = Buffer.from(result.outputFiles[0].contents);
  if (existsSync(out) && readFileSync(out).equals(bytes)) continue;
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, bytes);
}
