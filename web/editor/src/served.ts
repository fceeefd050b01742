// The page of `olmkit open`: opens the served folder and follows changes on disk.
import { sentenceOf } from "./engine.js";
import type { Opened } from "./files.js";
import { diskOf, isGone as isMissing, readFolder } from "./files.js";
import { changedBetween, type DiskChange, INTERRUPTION, listServed, servedFile, servedFolder, watchServed } from "./local.js";
import { pagePath } from "./page-path.js";
import type { OnDisk, OpenedFile } from "./store/documents.js";
import type { Emit } from "./store/events.js";
import * as store from "./store.js";

/** Whether another editor owns the texts. In a page of another editor, `hosted/served.ts` replaces this file. */
export const isHosted = () => false;

/** Opens the folder that the server provides, and follows its changes from then on. */
export async function openServed(request: (read: () => Promise<Opened>) => Promise<void>, emit: Emit): Promise<void> {
  let known = await listServed();
  const handle = servedFolder(known);
  const follow = async () => {
    const now = await listServed();
    const changes = changedBetween(known, now);
    known = now;
    await take(handle, changes, emit);
  };
  const opening = request(() => readFolder(handle));
  watchServed(repeated(follow, opening, emit), (isReachable) => store.reached(handle, isReachable));
  await opening;
}

/**
 * Returns a function that runs `work` once more after the runs so far, the first time after `before`. A run that fails is
 * repeated until one succeeds. Only the first failure is reported.
 */
function repeated(work: () => Promise<void>, before: Promise<void>, emit: Emit): () => void {
  let last = before.catch(() => {});
  let [isDue, isFailing] = [false, false];
  const again = () => {
    if (isDue) return;
    isDue = true;
    last = last.then(run);
  };
  const run = async () => {
    isDue = false;
    try {
      await work();
      isFailing = false;
    } catch (error) {
      if (!isFailing) emit("failed", { message: sentenceOf(error) });
      isFailing = true;
      setTimeout(again, INTERRUPTION);
    }
  };
  return again;
}

/** What changes on disk mean for the page, by path. `files`: the files that are opened again as a whole. */
type Noted = Record<"taken" | "conflicts" | "added" | "gone" | "failed", string[]> & { files: OpenedFile[] };

/** Applies changes one after the other: a file may change while another one is being read. */
async function take(handle: FileSystemDirectoryHandle, changes: DiskChange[], emit: Emit): Promise<void> {
  const noted: Noted = { taken: [], conflicts: [], added: [], gone: [], failed: [], files: [] };
  for (const change of changes) {
    await takeFile(handle, change, noted).catch((error) => noted.failed.push(sentenceOf(error)));
    if (store.folder() !== handle) return; // something else is open
  }
  const { files, conflicts, failed } = noted;
  if (failed.length) emit("failed", { message: failed.join(" ") });
  const gone = noted.gone.filter((path) => store.onDisk(path)?.handle);
  if (files.length || gone.length) await store.follow(files, gone);
  if (conflicts.length || gone.length) store.diskChanged();
  const message = sentence({ ...noted, gone });
  if (message) emit("message", { message });
}

async function takeFile(handle: FileSystemDirectoryHandle, { path: onDisk, isGone }: DiskChange, noted: Noted): Promise<void> {
  const path = pagePath(onDisk);
  const found = isGone ? null : await read(store.onDisk(path)?.handle ?? servedFile(onDisk));
  if (store.folder() !== handle) return;
  if (!found) return void noted.gone.push(path);
  const file = store.onDisk(path);
  if (file?.isHeld(found.bytes)) return; // saved by this page
  if (file?.isChanged) return void noted.conflicts.push(path);
  if (file?.isText && found.text !== null) {
    if (await store.rebase(file.document, found, "disk")) noted.taken.push(path);
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
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Summarizes the changes on disk in one notice. */
function sentence({ taken, conflicts, added, gone }: Record<"taken" | "conflicts" | "added" | "gone", string[]>): string {
  const notes = [
    taken.length && `${names(taken)} changed on disk and ${taken.length > 1 ? "were" : "was"} loaded again.`,
    conflicts.length && `${names(conflicts)} changed on disk and here. You are asked what to keep when you save.`,
    added.length && `${names(added)} added to the folder.`,
    gone.length && `${names(gone)} ${gone.length > 1 ? "were" : "was"} deleted on disk.`,
  ];
  return notes.filter(Boolean).join(" ");
}

const MOST_NAMES = 3;
const names = (paths: string[]) => (paths.length > MOST_NAMES ? `${paths.slice(0, MOST_NAMES).join(", ")} and ${paths.length - MOST_NAMES} more files` : paths.join(", "));
