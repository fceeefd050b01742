// Bundles the page's JavaScript (document store, CodeMirror). Writes only when something changed: cargo watches the file's time.
import { build } from "esbuild";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const result = await build({
  entryPoints: [join(here, "src", "index.js")],
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  write: false,
});
const out = join(here, "dist", "editor.js");
const bytes = Buffer.from(result.outputFiles[0].contents);
if (!existsSync(out) || !readFileSync(out).equals(bytes)) {
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, bytes);
}
