// The page of `olmkit open`: opens the served folder and follows changes on disk.
import { followDisk } from "./disk.js";
import { sentenceOf } from "./engine.js";
import { type Opened, readFolder } from "./files.js";
import { changedBetween, type DiskChange, INTERRUPTION, type Listed, listServed, servedFile, servedFolder, watchServed } from "./local.js";
import { pagePath } from "./page-path.js";
import type { Emit } from "./store/events.js";
import * as store from "./store.js";

/** Whether another editor owns the texts. In a page of another editor, `hosted/served.ts` replaces this file. */
export const isHosted = () => false;

/** Opens the folder that the server provides, and follows its changes from then on. */
export async function openServed(request: (read: () => Promise<Opened>) => Promise<void>, emit: Emit): Promise<void> {
  let known = await listServed();
  const handle = servedFolder(known);
  const compared = ({ path, isGone }: DiskChange) => ({ path: pagePath(path), handle: servedFile(path), isDeleted: isGone });
  const follow = async () => {
    const now = await listServed();
    const changes = changedBetween(known, now);
    const unread = new Set(await followDisk(handle, changes.map(compared), emit));
    // What could not be read is compared again.
    const isRead = ({ path }: Listed) => !unread.has(pagePath(path));
    known = [...now.filter(isRead), ...known.filter((file) => !isRead(file))];
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
