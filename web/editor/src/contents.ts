// The contents of a bundle of the catalog.
import { rendered } from "./command.js";
import { ask } from "./command-worker.js";
import { documentAt } from "./documents.js";

/** Reads a bundle of the catalog as opm renders it, by the position of its document. */
export async function catalogBundle(bundleName: string, path: string, utf16: number) {
  const document = await documentAt(path, utf16);
  const documents = await rendered(document?.text ?? "");
  const found = documents.find(({ schema, name }) => schema === "olm.bundle" && name === bundleName);
  const contents = found && (await ask("bundleContents", found.json));
  if (!contents) throw new Error("The document of this bundle cannot be found in its file");
  return contents;
}
