// The documents of files with unsaved changes, as saved and as they are now. The page compares them.
import { type CatalogDocument, DocumentCache, documentsOf } from "./documents.js";
import type { ChangedDocuments, NumberedDocument } from "./generated/page.js";
import { catalogOf, changedFiles, isBundleFile, state } from "./store.js";

const PAUSE = 250; // milliseconds: while the user types, nothing is compared

/** The documents of the saved texts of changed files. */
const saved = new DocumentCache();
let asked = 0;

/** The documents of the changed files of the shown catalog. */
export async function changedDocuments(): Promise<ChangedDocuments[]> {
  asked += 1;
  const own = asked;
  if (!changesHere().length) return [];
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  if (own !== asked) return []; // a later call answers
  const changes = changesHere();
  const now = await documentsOf(changes.map(({ path }) => path));
  const earlier = await saved.of(changes.map(({ path, before }) => ({ path, text: before })));
  const numbered = numbering();
  return changes.map(({ path, before, after }) => ({
    before: numbered(earlier.get(path) ?? [], before),
    after: numbered(now.get(path) ?? [], after),
  }));
}

const changesHere = () => changedFiles().filter(({ path }) => !isBundleFile(path) && catalogOf(path) === state().catalog);

/** Numbers the texts of documents. */
function numbering(): (documents: CatalogDocument[], text: string) => NumberedDocument[] {
  const numbers = new Map<string, number>();
  const number = (text: string) => numbers.get(text) ?? numbers.set(text, numbers.size).size - 1;
  return (documents, text) => documents.map(({ schema, package: owner, name, range }) => ({ schema, package: owner, name, text: number(text.slice(...range).trim()) }));
}
