// Adds the editor to the npm package, for `olmkit open`: compresses `dist` to `pkg/page`. Run `node
// scripts/package-page.mjs` after building both. The page uses the engine of the package; pkg/src/open.node.ts serves
// the other files.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { isMain, root } from "./folders.mjs";

const ENGINE = /^olmkit[/\\]/;
const START = "index.html"; // exists if the package contains the editor
const WORTH_IT = 0.95; // fonts and images are already compressed

/** Returns the name and the content of a file in the package. */
export function stored(name, bytes) {
  if (name === START) return [name, bytes];
  const compressed = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  return compressed.length < bytes.length * WORTH_IT ? [`${name}.br`, compressed] : [name, bytes];
}

/** Packages the page of the folder `from` into the folder `to`. Replaces `to`. */
export function packagePage(from, to) {
  rmSync(to, { recursive: true, force: true });
  const names = readdirSync(from, { recursive: true }).filter((name) => !ENGINE.test(name) && statSync(join(from, name)).isFile());
  for (const name of names) {
    const [as, content] = stored(name, readFileSync(join(from, name)));
    mkdirSync(dirname(join(to, as)), { recursive: true });
    writeFileSync(join(to, as), content);
  }
}

if (isMain(import.meta.url)) packagePage(join(root, "dist"), join(root, "pkg", "page"));
