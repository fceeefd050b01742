// Files of the open folder that differ on disk: those that changed there, and those whose changes here have ended.
import { sentenceOf } from "./engine.js";
import { diskOf, isGone } from "./files.js";
import { queue } from "./queue.js";
import type { OnDisk, OpenedFile } from "./store/documents.js";
import type { Emit } from "./store/events.js";
import * as store from "./store.js";

/** A file to compare with the disk. `handle`: of a file that is not open. `isDeleted`: whether it is known to be deleted. */
export type Compared = { path: string; handle?: FileSystemFileHandle; isDeleted?: boolean };

/** What the disk means for the page, by path. `files`: the files that are opened again as a whole. */
type Noted = Record<"taken" | "conflicts" | "added" | "gone" | "failed", string[]> & { files: OpenedFile[] };

const inTurn = queue();

/**
 * Makes the page follow the disk, one set of files after the other: a file may change while another one is being read.
 * Returns the paths of files that could not be read.
 */
export function followDisk(folder: FileSystemDirectoryHandle | null, files: Compared[], emit: Emit, apply = store.follow): Promise<string[]> {
  return inTurn(() => take(folder, files, emit, apply));
}

/** Makes files whose changes here have ended follow the disk. The text of a deleted file is kept, because Undo has restored it. */
export function followUnchanged(paths: string[], emit: Emit): Promise<string[]> {
  const folder = store.folder();
  const files = paths.map((path) => ({ path }));
  return followDisk(folder, files, emit, async (found, gone) => {
    await store.lose(gone);
    if (store.folder() === folder) await store.follow(found, []);
  });
}

async function take(folder: FileSystemDirectoryHandle | null, compared: Compared[], emit: Emit, apply: typeof store.follow): Promise<string[]> {
  const noted: Noted = { taken: [], conflicts: [], added: [], gone: [], failed: [], files: [] };
  const unread: string[] = [];
  const fail = (path: string, error: unknown) => {
    unread.push(path);
    noted.failed.push(sentenceOf(error));
  };
  for (const each of compared) {
    await takeFile(folder, each, noted).catch((error) => fail(each.path, error));
    if (store.folder() !== folder) return []; // something else is open
  }
  const { files, conflicts, failed } = noted;
  if (failed.length) emit("failed", { message: failed.join(" ") });
  const gone = noted.gone.filter((path) => store.onDisk(path)?.handle);
  if (files.length || gone.length) await apply(files, gone).catch((error) => emit("failed", { message: sentenceOf(error) }));
  if (conflicts.length) store.diskChanged();
  const message = sentence({ ...noted, gone: gone.filter((path) => !store.isOpen(path)), kept: gone.filter(store.isOpen) });
  if (message) emit("message", { message });
  return unread;
}

async function takeFile(folder: FileSystemDirectoryHandle | null, { path, handle, isDeleted }: Compared, noted: Noted): Promise<void> {
  const place = store.onDisk(path)?.handle ?? handle;
  const found = isDeleted || !place ? null : await read(place);
  if (store.folder() !== folder) return;
  if (!found) return void noted.gone.push(path);
  const file = store.onDisk(path);
  if (file?.isHeld(found.bytes)) return; // saved by this page
  if (file?.isChanged && found.text === store.textOf(path)) return void (await store.rebase(file.document, found, "disk")); // the same change
  if (file?.isChanged && found.text !== file.mergeBase) return void noted.conflicts.push(path);
  if (file?.isText && found.text !== null) {
    // A file with changes is back on disk as it was before.
    if (await store.rebase(file.document, found, file.isChanged ? "merge" : "disk")) noted[file.isChanged ? "added" : "taken"].push(path);
    return;
  }
  noted.files.push({ path, ...found });
  noted[file ? "taken" : "added"].push(path);
}

/** The content of a file. Null if it does not exist: temporary files of other programs soon disappear. */
async function read(handle: FileSystemFileHandle): Promise<OnDisk | null> {
  try {
    return await diskOf(await handle.getFile(), handle);
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** Summarizes the changes on disk in one notice. */
function sentence({ taken, conflicts, added, gone, kept }: Record<"taken" | "conflicts" | "added" | "gone" | "kept", string[]>): string {
  const notes = [
    taken.length && `${names(taken)} changed on disk and ${taken.length > 1 ? "were" : "was"} loaded again.`,
    conflicts.length && `${names(conflicts)} changed on disk and here. You are asked what to keep when you save.`,
    added.length && `${names(added)} added to the folder.`,
    gone.length && `${names(gone)} ${gone.length > 1 ? "were" : "was"} deleted on disk.`,
    kept.length && `${names(kept)} ${kept.length > 1 ? "were" : "was"} deleted on disk, and kept here. You are asked what to keep when you save.`,
  ];
  return notes.filter(Boolean).join(" ");
}

const MAX_NAMES = 3;
/** The first paths, and the number of the others. */
function names(paths: string[]): string {
  const more = paths.length - MAX_NAMES;
  return more > 0 ? `${paths.slice(0, MAX_NAMES).join(", ")} and ${more} more ${more === 1 ? "file" : "files"}` : paths.join(", ");
}
