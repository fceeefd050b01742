// Runs the command line in the page on files `{ path, content }`: the same wasm as on npm, in the worker of the
// bundles.
import { ask } from "./command-worker.js";
import type { NamedContent } from "./store/settings.js";

/** Runs the command line. Returns `{ stdout, stderr, code, written }`. Messages do not have the program's name. */
export async function runOn(files: NamedContent[], args: string[]) {
  const given = files.map(({ path, content }) => ({ path, bytes: content }));
  const answer = await ask("run", args, given);
  return { ...answer, stderr: answer.stderr.replace(/^olmkit: /gm, "").trim() };
}

const CATALOG = "catalog.yaml";

/** The documents of a text as opm writes them in JSON: the kind and the text of each. Throws opm's error message. */
export async function rendered(text: string) {
  const { stdout, stderr } = await runOn([{ path: CATALOG, content: new TextEncoder().encode(text) }], ["render", CATALOG, "-o", "json"]);
  if (stdout.length === 0) throw new Error(stderr || "it contains no document");
  const json = new TextDecoder().decode(stdout);
  const [found] = await ask("documents", [{ path: CATALOG, text: json }]);
  return (found ?? []).map(({ range, ...document }) => ({ ...document, json: json.slice(...range) }));
}
