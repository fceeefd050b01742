// The page of `olmkit open`: opens the served folder and follows changes on disk.
import { messageOf } from "./engine.js";
import type { Opened } from "./files.js";
import { isGone, readFolder } from "./files.js";
import { type DiskChange, servedFile, servedFolder, watchServed } from "./local.js";
import type { OpenedFile } from "./store/documents.js";
import type { Emit } from "./store/events.js";
import { pagePath } from "./store/folders.js";
import * as store from "./store.js";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Whether another editor owns the texts. In a page of another editor, `hosted/served.ts` replaces this file. */
export const isHosted = () => false;

/** Opens the folder that the server provides, and follows its changes from then on. */
export async function openServed(open: (opened: Opened) => Promise<void>, emit: Emit): Promise<void> {
  const handle = await servedFolder();
  let last: Promise<unknown> = Promise.resolve();
  const follow = (changes: DiskChange[]) => {
    last = last.then(() => take(handle, changes, emit)).catch((error) => emit("failed", { message: String(error.message) }));
  };
  watchServed(follow, (isReachable) => store.reached(handle, isReachable));
  await open(await readFolder(handle));
}

/**
 * Applies changes one after the other: a file may change while another one is being read. Checks after each read
 * whether the folder is still open.
 */
async function take(handle: FileSystemDirectoryHandle, changes: DiskChange[], emit: Emit): Promise<void> {
  const taken: string[] = [];
  const conflicts: string[] = [];
  const added: OpenedFile[] = [];
  const gone: string[] = [];
  const failed: string[] = [];
  for (const { path: onDisk, modified } of changes) {
    const path = pagePath(onDisk);
    const own = store.onDisk(path)?.handle ?? servedFile(onDisk);
    const found = modified === null ? null : await read(own).catch((error) => void failed.push(messageOf(error)));
    if (found === null) gone.push(path);
    if (!found) continue;
    const { bytes, stamp } = found;
    if (store.folder() !== handle) return; // something else is open
    const file = store.onDisk(path);
    const text = decoder.decode(bytes);
    if (!file?.isReadable) added.push({ path, bytes, handle: own, stamp });
    else if (text === file.base)
      continue; // saved by this page
    else if (file.isChanged) conflicts.push(path);
    else if (await store.rebase(file.document, { text, stamp, handle: own }, "disk")) taken.push(path);
  }
  if (store.folder() !== handle) return;
  if (failed.length) emit("failed", { message: failed.join(" ") });
  const left = gone.filter((path) => store.onDisk(path)?.handle);
  if (added.length || left.length) await store.follow(added, left);
  if (conflicts.length || left.length) store.diskChanged();
  const message = sentence({ taken, conflicts, added: added.map(({ path }) => path), gone: left });
  if (message) emit("message", { message });
}

/** The content of a file. Null if it does not exist: temporary files of other programs soon disappear. */
async function read(handle: FileSystemFileHandle): Promise<{ bytes: Uint8Array<ArrayBuffer>; stamp: number } | null> {
  try {
    const file = await handle.getFile();
    return { bytes: new Uint8Array(await file.arrayBuffer()), stamp: file.lastModified };
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** Summarizes the changes on disk in one notice. */
function sentence({ taken, conflicts, added, gone }: Record<"taken" | "conflicts" | "added" | "gone", string[]>): string {
  const notes = [
    taken.length && `${names(taken)} changed on disk and ${taken.length > 1 ? "were" : "was"} loaded again.`,
    conflicts.length && `${names(conflicts)} changed on disk and here. You are asked what to keep when you save.`,
    added.length && `${names(added)} added to the folder.`,
    gone.length && `${names(gone)} ${gone.length > 1 ? "are" : "is"} gone from the folder.`,
  ];
  return notes.filter(Boolean).join(" ");
}

const MOST_NAMES = 3;
const names = (paths: string[]) => (paths.length > MOST_NAMES ? `${paths.slice(0, MOST_NAMES).join(", ")} and ${paths.length - MOST_NAMES} more files` : paths.join(", "));
