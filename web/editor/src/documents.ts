// The documents of the catalog's files and their positions. The wasm of the command line reads them. Results are cached
// for each file until it changes.
import type { BundleMethods } from "olmkit/bundle-worker";
import { ask } from "./command-worker.js";
import { type Content, isReadable } from "./store/documents.js";
import { currentFiles } from "./store.js";

/** A document. `range`: its first UTF-16 unit and the unit after its last. */
export type CatalogDocument = ReturnType<BundleMethods["documents"]>[number][number];

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The documents of files, by path, until a file changes or is not among the kept paths. */
export class DocumentCache {
  #known = new Map<string, { content: string | Uint8Array; documents: CatalogDocument[] }>();

  /** The documents of these files. Those of other files are kept only if `kept` has their path. */
  async of(files: Content[], kept: Iterable<string> = files.map(({ path }) => path)): Promise<Map<string, CatalogDocument[]>> {
    const stale = files.filter(({ path, text, bytes }) => this.#known.get(path)?.content !== (text ?? bytes));
    const found = stale.length ? await ask("documents", stale) : [];
    const paths = new Set(kept);
    this.#known = new Map([...this.#known].filter(([path]) => paths.has(path)));
    for (const [at, { path, text, bytes }] of stale.entries()) this.#known.set(path, { content: text ?? bytes ?? "", documents: found[at] ?? [] });
    return new Map(files.map(({ path }) => [path, this.#known.get(path)?.documents ?? []]));
  }

  /** The content of a file, in which its documents were found. */
  content(path: string): string | Uint8Array {
    return this.#known.get(path)?.content ?? "";
  }
}

const open = new DocumentCache();

/** The documents of these files by path, or of all files of the catalog. */
export function documentsOf(paths?: string[]): Promise<Map<string, CatalogDocument[]>> {
  const files = currentFiles().filter(isReadable);
  const asked = paths && new Set(paths);
  return open.of(
    files.filter(({ path }) => !asked || asked.has(path)),
    files.map(({ path }) => path),
  );
}

/** The document at an offset of a file, with its text. */
export async function documentAt(path: string, utf16: number): Promise<(CatalogDocument & { text: string }) | undefined> {
  const found = (await documentsOf([path])).get(path) ?? [];
  const document = found.findLast(({ range: [from] }) => from <= utf16);
  return document && { ...document, text: textOf(path).slice(...document.range) };
}

/** The text of a file, in which its documents were found. */
function textOf(path: string): string {
  const content = open.content(path);
  return typeof content === "string" ? content : decoder.decode(content);
}
