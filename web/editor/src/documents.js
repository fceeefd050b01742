// The documents of the catalog's files: what they are, and where. The wasm of the command line reads them; what it said of a
// file is kept until the file is another one.
import { ask } from "./bundle.js";
import { heldFiles } from "./store.js";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

let known = new Map(); // path -> { content, documents }

/** The documents of these files, or of all of the catalog, by path. */
export async function documentsOf(paths) {
  const files = heldFiles();
  const wanted = files.filter(({ path }) => !paths || paths.includes(path));
  const stale = wanted.filter(({ path, text, bytes }) => known.get(path)?.content !== (text ?? bytes));
  const found = stale.length ? await ask("documents", stale) : [];
  known = new Map(files.filter(({ path }) => known.has(path)).map(({ path }) => [path, known.get(path)]));
  stale.forEach(({ path, text, bytes }, at) => known.set(path, { content: text ?? bytes, documents: found[at] }));
  return new Map(wanted.map(({ path }) => [path, known.get(path)?.documents ?? []]));
}

/** The document that a place of a file is in, with its text. */
export async function documentAt(path, utf16) {
  const found = (await documentsOf([path])).get(path) ?? [];
  const document = found.findLast(({ range: [from] }) => from <= utf16);
  return document && { ...document, text: textOf(path).slice(...document.range) };
}

/** The text that the documents of a file were found in. */
function textOf(path) {
  const { content = "" } = known.get(path) ?? {};
  return typeof content === "string" ? content : decoder.decode(content);
}

/** The document of a bundle, by its row in a channel's table. */
export const bundleAt = ({ bundlePath, bundleRange }) => documentAt(bundlePath, bundleRange.start.utf16);

/** The text of that document. */
export const textOfBundle = async (row) => (await bundleAt(row))?.text ?? "";
