// The documents of the catalog's files and their positions. The wasm of the command line reads them. Results are cached
// for each file until it changes.
import type { BundleMethods } from "olmkit/bundle-worker";
import { ask } from "./command-worker.js";
import { isReadable } from "./store/documents.js";
import { heldFiles } from "./store.js";

/** A document. `range`: its first UTF-16 unit and the unit after its last. */
export type CatalogDocument = ReturnType<BundleMethods["documents"]>[number][number];

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

let known = new Map<string, { content: string | Uint8Array<ArrayBuffer>; documents: CatalogDocument[] }>();

/** The documents of these files by path, or of all files of the catalog. */
export async function documentsOf(paths?: string[]): Promise<Map<string, CatalogDocument[]>> {
  const files = heldFiles().filter(isReadable);
  const asked = paths && new Set(paths);
  const wanted = files.filter(({ path }) => !asked || asked.has(path));
  const stale = wanted.filter(({ path, text, bytes }) => known.get(path)?.content !== (text ?? bytes));
  const found = stale.length ? await ask("documents", stale) : [];
  const open = new Set(files.map(({ path }) => path));
  known = new Map([...known].filter(([path]) => open.has(path)));
  for (const [at, { path, text, bytes }] of stale.entries()) known.set(path, { content: text ?? bytes, documents: found[at] ?? [] });
  return new Map(wanted.map(({ path }) => [path, known.get(path)?.documents ?? []]));
}

/** The document at an offset of a file, with its text. */
export async function documentAt(path: string, utf16: number): Promise<(CatalogDocument & { text: string }) | undefined> {
  const found = (await documentsOf([path])).get(path) ?? [];
  const document = found.findLast(({ range: [from] }) => from <= utf16);
  return document && { ...document, text: textOf(path).slice(...document.range) };
}

/** The text of a file, in which its documents were found. */
function textOf(path: string): string {
  const { content = "" } = known.get(path) ?? {};
  return typeof content === "string" ? content : decoder.decode(content);
}
