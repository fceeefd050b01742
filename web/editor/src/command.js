// The command line, run in the page on files `{ path, content }`: the same wasm as on npm, in the worker of the bundles.
import { ask } from "./bundle.js";

/** What it prints and writes, and its exit code: `{ out, err, code, written }`. */
export const runOn = (files, args) => ask("runOn", files.map(({ path, content }) => ({ path, bytes: content })), args);

const CATALOG = "catalog.yaml";

/** Documents of a catalog as opm writes them, in `json` or `yaml`: the text, or what is wrong. */
export async function renderText(text, format) {
  const { out, err } = await runOn([{ path: CATALOG, content: new TextEncoder().encode(text) }], ["render", CATALOG, "-o", format]);
  return { out: new TextDecoder().decode(out), err };
}
