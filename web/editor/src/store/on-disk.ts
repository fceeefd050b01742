// The open documents and their files on disk: what was saved, and what other programs have changed, added or deleted.
import type { Take } from "../generated/page.js";
import { merge } from "../merge.js";
import { changeTo, edit, revert } from "./changes.js";
import { changed, feed, session } from "./checks.js";
import type { OnDisk, OpenedFile } from "./documents.js";
import { listeners } from "./listeners.js";
import { close, documents, folders, history } from "./open.js";
import { autosave, emitState, hasUnsaved } from "./page-state.js";

/** Records a save: what is on disk is the new base. `saved`: documents, written texts, time stamps and handles. */
export async function markSaved(saved: { document: number; text: string; stamp?: number; handle?: FileSystemFileHandle }[]): Promise<void> {
  for (const { document, text, stamp, handle } of saved) {
    const file = documents.byId(document);
    if (file) documents.setBase(file, text, { stamp, handle });
  }
  if (!hasUnsaved()) history.markSaved();
  await autosave.now();
  await session.sendBase();
  session.refresh();
}

/**
 * Merges a document's text onto its changed file, or replaces the text by the file's, as one undo step. A file that is not
 * text now or was not text before replaces the document.
 */
export async function rebase(document: number, { bytes, text: onDisk, ...place }: OnDisk, take: Take): Promise<boolean> {
  const file = documents.byId(document);
  if (!file) return false;
  if (onDisk === null || !documents.isText(file)) {
    if (take === "disk") await replace([{ path: file.path, bytes, ...place }]);
    return take === "disk";
  }
  const [text, isChanged] = [documents.text(file), documents.isChanged(file)]; // undo of a reload leaves a change to save
  const next = take === "disk" ? onDisk : merge(file.mergeBase ?? documents.base(file), text, onDisk);
  if (next === null) return false;
  const rebased = documents.rebase(file, { text: onDisk, ...place });
  const sent = session.sendBase();
  const label = take === "disk" ? `Use version on disk: ${file.path}` : `Merge ${file.path} with the version on disk`;
  if (next === text && !hasUnsaved()) history.markSaved();
  await (next === text ? changed() : edit(label, [changeTo(file.path, next)], isChanged ? { rebase: rebased } : {}, !isChanged));
  await sent;
  return true;
}

export const { onDisk } = documents;

/**
 * Applies files of the open folder that were added, replaced or deleted. A document with changes stays open, and saving
 * asks what to keep.
 */
export async function follow(found: OpenedFile[], gone: string[]): Promise<void> {
  const isUnchanged = (path: string) => {
    const file = documents.get(path);
    return !file || !documents.isChanged(file);
  };
  const { generation } = documents;
  const [closed, lost] = [gone.filter(isUnchanged), gone.filter((path) => !isUnchanged(path))];
  closePaths(closed);
  await lose(lost);
  if (documents.generation !== generation) return; // something else is open
  const replaced = found.filter(({ path }) => isUnchanged(path));
  if (closed.length + replaced.length) await replace(replaced);
}

/** Keeps the texts of files that were deleted on disk, as changes. Saving asks whether to write them again. */
export async function lose(paths: string[]): Promise<void> {
  const lost = paths.map(documents.get).filter((file) => file !== undefined);
  for (const file of lost) documents.lose(file);
  if (lost.length === 0) return;
  await session.sendBase();
  await changed();
}

/** Accepts that the file of a document was deleted, as one undo step. */
export async function acceptDeletion(path: string): Promise<void> {
  await lose([path]);
  await revert(path);
}

/** Opens files in place of the documents of their paths. */
async function replace(list: OpenedFile[]): Promise<void> {
  closePaths(list.map(({ path }) => path));
  for (const file of list) documents.add(file);
  listeners.text();
  autosave.later();
  await feed();
}

const closePaths = (paths: string[]) => close(paths.map((path) => documents.get(path)).filter((file) => file !== undefined));

export const folder = () => folders.first;
/** Records that files with unsaved changes have changed on disk. */
export function diskChanged(): void {
  documents.revision += 1;
  emitState();
}
/** Records whether the files of a folder on disk can be reached. */
export function reached(handle: FileSystemDirectoryHandle, isReachable: boolean): void {
  if ((folders.unreachable === null) === isReachable) return;
  folders.unreachable = isReachable ? null : handle;
  if (isReachable) diskChanged();
  else emitState(); // what is known of the changes stays
}
