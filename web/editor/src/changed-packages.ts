// The packages with unsaved changes. A file may contain many packages, so its documents are compared.
import { ask } from "./command-worker.js";
import { type CatalogDocument, documentsOf } from "./documents.js";
import { catalogOf, changedFiles, isBundleFile, state } from "./store.js";

const PAUSE = 250; // milliseconds: while the user types, nothing is compared

/** The documents of the saved texts of changed files, by path. */
let saved = new Map<string, { text: string; documents: CatalogDocument[] }>();
let asked = 0;

/** The packages of the shown catalog with a document that differs from those of its saved file. */
export async function changedPackages(): Promise<string[]> {
  asked += 1;
  const own = asked;
  if (!changesHere().length) return [];
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  if (own !== asked) return []; // a later call answers
  const changes = changesHere();
  const after = await documentsOf(changes.map(({ path }) => path));
  await readSaved(changes);
  const changed = changes.flatMap(({ path, before, after: text }) => {
    const [old, now] = [textsOf(saved.get(path)?.documents ?? [], before), textsOf(after.get(path) ?? [], text)];
    return [...difference(old, now), ...difference(now, old)];
  });
  return [...new Set(changed)];
}

const changesHere = () => changedFiles().filter(({ path }) => !isBundleFile(path) && catalogOf(path) === state().catalog);

/** Reads the saved texts that are not known yet. */
async function readSaved(changes: { path: string; before: string }[]): Promise<void> {
  const stale = changes.filter(({ path, before }) => saved.get(path)?.text !== before);
  const found = stale.length
    ? await ask(
        "documents",
        stale.map(({ path, before }) => ({ path, text: before })),
      )
    : [];
  const paths = new Set(changes.map(({ path }) => path));
  saved = new Map([...saved].filter(([path]) => paths.has(path)));
  for (const [at, { path, before }] of stale.entries()) saved.set(path, { text: before, documents: found[at] ?? [] });
}

/** The package of each document, by its text. Equal documents are numbered. */
function textsOf(documents: CatalogDocument[], text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const { schema, package: owner, name, range } of documents) {
    const own = text.slice(...range).trim();
    let key = own;
    for (let at = 2; found.has(key); at += 1) key = `${at} ${own}`;
    found.set(key, schema === "olm.package" ? name : owner);
  }
  return found;
}

/** The packages of the documents that only `one` has. */
const difference = (one: Map<string, string>, other: Map<string, string>) => [...one].filter(([text]) => !other.has(text)).map(([, owner]) => owner);
