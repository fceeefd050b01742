// Drafts of the open documents: their content, and whether they belong to the opened files.
import { servedPlace } from "../local.js";
import { difference, merge } from "../merge.js";
import { type AppliedPart, type Documents, isNowhere, type OpenDocument, shownText } from "./documents.js";
import { NO_DOCUMENT } from "./edits.js";
import type { History, KeptSteps } from "./history.js";

/** The open bundle. Its files are not part of the catalog. */
export type OpenBundle = { id: number; name: string; prefix: string; handle: FileSystemDirectoryHandle | null };

type KeptVersions = { version?: number; lastVersion?: number };

/** An opened folder as a draft stores it. The handle of a served folder cannot be stored. */
type KeptFolder = FileSystemDirectoryHandle | { place: string } | null;

/** `directory`: missing in older drafts of files on disk. */
type KeptFile = KeptVersions & { directory?: KeptFolder; path: string; base: string; text: string; handle?: FileSystemFileHandle | null };

type ListedFile = { path: string; size: number };

/** What the browser stores of the documents with unsaved changes. */
export type Draft = Partial<KeptSteps> & {
  title: string;
  /** The time in milliseconds since 1970. */
  storedAt: number;
  files: KeptFile[];
  /** The files on disk, which tell whether a new file belongs to what is open. Missing in older drafts. */
  opened?: ListedFile[];
  /** The documents without unsaved changes that undo steps change. Those that are not open have no text. */
  unchanged?: (KeptVersions & { path: string; text: string })[];
  bundle?: { name: string; prefix: string; files: { path: string; bytes: Uint8Array<ArrayBuffer> }[] };
};

/**
 * The texts of the open files with the draft applied, by path. `conflicts`: the paths of files that were changed on disk
 * in the same lines. `isExact`: whether they are the draft's own texts, not merged ones.
 */
export type Fitting = { texts: Map<string, string>; conflicts: Set<string>; isExact: boolean };

/** The result of restoring when there are no drafts. */
export const NO_DRAFT = { restored: 0, merged: false, conflicts: 0, tabs: 0, left: 0 };

/** `placeOf`: the opened folder that a file belongs to, and its path there. */
type Open = { documents: Documents; history: History; bundle: OpenBundle | null; placeOf: (path: string) => { directory: FileSystemDirectoryHandle | null; inside: string } };

/**
 * The draft of the documents with unsaved changes. A changed bundle is stored completely, because it may not be opened
 * next time.
 */
export function draftOf({ title, documents, history, bundle, placeOf }: Open & { title: string }): Draft | null {
  const all = documents.all();
  const changed = all.filter(documents.isChanged);
  const ofBundle = bundle ? all.filter(({ path }) => path.startsWith(bundle.prefix)) : [];
  const kept = bundle && ofBundle.some(documents.isChanged) ? { name: bundle.name, prefix: bundle.prefix, files: ofBundle.map(({ path, bytes }) => ({ path, bytes })) } : undefined;
  const file = (document: OpenDocument & { text: string }): KeptFile => ({
    path: document.path,
    base: document.mergeBase ?? documents.base(document),
    text: document.text,
    handle: document.handle,
    directory: keptFolder(placeOf(document.path).directory),
    ...versionsOf(document),
  });
  if (changed.length === 0) return null;
  const steps = history.forDraft();
  const parts = [...steps.undo, ...steps.redo].flatMap(({ groups }) => groups.flat());
  const stepped = new Set(parts.map(({ document }) => document));
  const unchanged = all.filter((one) => stepped.has(one.id) && !documents.isChanged(one)).map((one) => ({ path: one.path, text: documents.text(one), ...versionsOf(one) }));
  const gone = [...new Set(parts.map(({ path }) => path))].filter((path) => !documents.has(path)).map((path) => ({ path, text: "" }));
  return { title, ...(kept && { bundle: kept }), files: changed.map(file), unchanged: [...unchanged, ...gone], opened: listed(documents), ...steps, storedAt: Date.now() };
}

const listed = (documents: Documents): ListedFile[] =>
  documents
    .all()
    .filter((one) => !isNowhere(one))
    .map(({ path, bytes }) => ({ path, size: bytes.length }));

function keptFolder(handle: FileSystemDirectoryHandle | null): KeptFolder {
  const place = servedPlace(handle);
  return place === undefined ? handle : { place };
}

const versionsOf = ({ version, lastVersion }: OpenDocument): KeptVersions => ({ version, lastVersion });

/**
 * The texts of the open files with the draft applied. Null if the draft does not fit. A base that has changed meanwhile
 * is accepted only if the file is known to be the same one on disk: another file of the same name is never merged. If
 * both changed the same lines, or the file was deleted, the draft's text is kept, and saving asks what to keep. A file that
 * is not on disk is accepted only in its folder, or among the same files if that cannot be determined.
 */
export async function fit(draft: Pick<Draft, "files" | "bundle" | "opened">, { documents, bundle, placeOf }: Omit<Open, "history">): Promise<Fitting | null> {
  const kept = new Map((bundle ? [] : (draft.bundle?.files ?? [])).map(({ path, bytes }) => [path, bytes]));
  const texts = new Map<string, string>();
  const conflicts = new Set<string>();
  let isExact = true;
  for (const file of draft.files) {
    const { path, base, text, handle } = file;
    const document = documents.get(path);
    if (document && (!documents.isText(document) || documents.isChanged(document))) return null;
    const isThere = document !== undefined || kept.has(path);
    const now = document ? documents.text(document) : shownText(kept.get(path));
    const isSame = await (isThere ? isSameEntry(handle, document?.handle) : isPlaceOf(file, draft.opened, { documents, placeOf }));
    if (isSame === false || (now !== base && !isSame)) return null;
    const merged = isThere || base === "" ? merge(base, text, now) : null;
    texts.set(path, merged ?? text);
    if (merged === null) conflicts.add(path);
    else isExact &&= now === base && merged === text;
  }
  return { texts, conflicts, isExact };
}

/** Whether a file of a draft that is not on disk belongs to what is open. `opened`: see `Draft`. */
async function isPlaceOf({ path, directory, base }: KeptFile, opened: ListedFile[] | undefined, { documents, placeOf }: Pick<Open, "documents" | "placeOf">): Promise<boolean> {
  if (!opened) return base === "";
  const place = placeOf(path);
  const isSame = await isSameEntry(directory, place.directory);
  const prefix = path.slice(0, path.length - place.inside.length);
  const isThere = (file: ListedFile) => prefix + placeOf(file.path).inside === file.path;
  const names = (files: ListedFile[]) =>
    files
      .filter(isThere)
      .map(({ path, size }) => `${path} ${size}`)
      .sort()
      .join("\n");
  return isSame ?? names(opened) === names(listed(documents));
}

/** Whether two handles refer to the same file or folder on disk. Undefined if that cannot be determined. */
async function isSameEntry(one: KeptFolder | FileSystemHandle | undefined, other: FileSystemHandle | null | undefined): Promise<boolean | undefined> {
  const places = [servedPlace(one), servedPlace(other)];
  if (!places.includes(undefined)) return places[0] === places[1];
  return one && "isSameEntry" in one && other?.isSameEntry ? one.isSameEntry(other) : undefined;
}

/** Applies a draft that fits to the documents. */
export function restore(draft: Draft, { texts, conflicts, isExact }: Fitting, { documents, history }: Pick<Open, "documents" | "history">): void {
  for (const { path, bytes } of draft.bundle?.files ?? []) if (!documents.has(path)) documents.add({ path, bytes });
  const versions = new Map(draft.files.map((file) => [file.path, file]));
  const applied: AppliedPart[] = [];
  for (const [path, text] of texts) {
    const isNew = !documents.has(path);
    const document = documents.get(path) ?? documents.add({ path, text: "", base: "" });
    const [before, onDisk] = [document.version, documents.text(document)];
    if (conflicts.has(path)) document.mergeBase = versions.get(path)?.base;
    document.text = text;
    setVersion(document, versions.get(path), isExact);
    applied.push({ path, document: document.id, isNew, before, after: document.version, forward: [difference(onDisk, text)], inverse: [difference(text, onDisk)] });
  }
  const restored = new Set([...texts.keys()].map((path) => documents.get(path)?.id));
  history.forget((id) => restored.has(id));
  // The steps contain offsets, which are valid only for the texts that they were made on. For merged
  // texts, one step leads to them from the texts on disk.
  if (!isExact) return void history.push({ label: "Restore unsaved changes", groups: [applied] });
  const same = new Set(texts.keys());
  for (const { path, text, ...kept } of draft.unchanged ?? []) {
    const document = documents.get(path);
    if ((document ? documents.text(document) : "") !== text) continue; // an undone new file is not open
    if (document && history.changes(document.id)) continue;
    same.add(path);
    if (document) setVersion(document, kept, true);
  }
  history.restore({ ...draft, ...(conflicts.size && { saved: -1 }) }, (path) => (same.has(path) ? (documents.get(path)?.id ?? NO_DOCUMENT.document) : undefined));
}

function setVersion(document: OpenDocument, { version, lastVersion = 0 }: KeptVersions = {}, isKept: boolean): void {
  document.lastVersion = Math.max(document.lastVersion, lastVersion) + 1;
  document.version = (isKept && version) || document.lastVersion;
}
