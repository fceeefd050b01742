// The command line, run in the page on files `{ path, content }`: the same wasm as on npm, in the worker of the bundles.
import { ask } from "./bundle.js";
import type { CatalogDocument } from "./documents.js";
import type { NamedContent } from "./store/settings.js";

/** What it prints and writes, and its exit code: `{ out, err, code, written }`. */
export const runOn = (files: NamedContent[], args: string[]) =>
  ask(
    "runOn",
    files.map(({ path, content }) => ({ path, bytes: content })),
    args,
  );

const CATALOG = "catalog.yaml";

/** The documents of a text as opm writes them, in JSON: what each is, and its text. Throws what opm would say. */
export async function rendered(text: string) {
  const { out, err } = await runOn([{ path: CATALOG, content: new TextEncoder().encode(text) }], ["render", CATALOG, "-o", "json"]);
  if (out.length === 0) throw new Error(err.trim() || "there is no document in it");
  const json = new TextDecoder().decode(out);
  const [found] = await ask("documents", [{ path: CATALOG, text: json }]);
  const documents: CatalogDocument[] = found ?? [];
  return documents.map(({ range, ...document }) => ({ ...document, json: json.slice(...range) }));
}
