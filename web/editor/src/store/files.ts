// The open files: those of the bundle, of each catalog, and of commands, with and without their unsaved changes.
import { contentOf, contentsOf, copyOf, type FileContent, isReadable } from "./documents.js";
import { NO_DOCUMENT, type Origin } from "./edits.js";
import { documents, folders, open, options } from "./open.js";

export const isBundleFile = (path: string) => open.bundle !== null && path.startsWith(open.bundle.prefix);
export const filesBesideBundle = () => documents.all().filter(({ path }) => !isBundleFile(path));
export const filesBelow = (root: string) => filesBesideBundle().filter(({ path }) => folders.rootOf(path) === root);
export const catalogFiles = () => filesBelow(folders.current);
export const filesOfBundle = () => documents.all().filter(({ path }) => isBundleFile(path));

/** The path below the root of the bundle. */
const insideOf = (path: string) => path.slice(open.bundle?.prefix.length);

/** The id, name, path prefix and folder of the open bundle. */
export const bundlePlace = () => open.bundle;
/** The files of the bundle, by path below its root. */
export const bundleFiles = () =>
  filesOfBundle()
    .map(copyOf)
    .filter(isReadable)
    .map((file) => ({ ...file, path: insideOf(file.path) }));
export const hasUnsavedBundle = () => filesOfBundle().some(documents.isChanged);

/** The files of a catalog as they were loaded or saved last. */
export const loadedFiles = (root = folders.current): FileContent[] =>
  filesBelow(root)
    .map((file) => (file.bytes.length > 0 || file.unreadable !== undefined ? contentOf({ ...file, text: null }) : { path: file.path, text: documents.loadedText(file) }))
    .filter(({ text }) => text !== "");
/** The texts that differ from those that were loaded or saved last, by path. */
export const changedSinceLoaded = (root = folders.current) =>
  new Map(
    filesBelow(root)
      .filter(documents.isOther)
      .map(({ path, text }) => [path, text]),
  );

export function textOf(path: string): string {
  const document = documents.get(path);
  return document ? documents.text(document) : "";
}

/** The document of a path and its version, `{ document, version }`. Document 0 means that there is none. */
export function documentOf(path: string): Origin {
  const found = documents.get(path);
  return found ? { document: found.id, version: found.version } : NO_DOCUMENT;
}

/** The reason why a file is not shown as text. Empty for a text file. */
export const unreadable = (path: string) => documents.unreadable(path);
export const isOpen = (path: string) => documents.has(path);
/** The folder that a new file belongs in, and its path there. */
export const placeOf = (path: string) => (open.bundle && isBundleFile(path) ? { directory: open.bundle.handle, inside: insideOf(path) } : folders.placeOf(path));

/** The documents with unsaved changes: their texts, where they are on disk, and where a new file belongs. */
export const changedFiles = () =>
  documents
    .all()
    .filter(documents.isChanged)
    .map((file) => ({ ...file, document: file.id, before: documents.base(file), after: file.text, place: placeOf(file.path) }));
export const allPaths = () => documents.all().map(({ path }) => path);
/** The files of the catalog, not copied. */
export const currentFiles = (root = folders.current): FileContent[] => filesBelow(root).map(contentOf);
/** The open catalogs. Empty if all files are one catalog. */
export const catalogs = () => folders.all;
/** The name of the shown catalog. Empty if all files are one catalog. */
export const shownCatalog = () => folders.all.find(({ root }) => root === folders.current)?.name ?? "";
/** The path prefix of the catalog that contains a file. */
export const catalogOf = (path: string) => folders.rootOf(path);
/**
 * The files that commands on the shown catalog need: those of the opened folder, without the documents of other catalogs.
 * The configuration and a baseline may be above the catalog.
 */
export function commandFiles() {
  const prefix = folders.prefixOf(folders.current);
  return contentsOf(filesBesideBundle().filter(({ path }) => folders.prefixOf(path) === prefix && (!folders.isOfOther(path) || options.isRead(path))));
}

/** The files of the shown catalog, or of another one. */
export const allFiles = (root = folders.current) => contentsOf(filesBelow(root));
