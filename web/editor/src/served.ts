// The page of `olmkit open`: opens the served folder and follows changes on disk.
import { followDisk } from "./disk.js";
import { sentenceOf } from "./engine.js";
import { type Opened, readFolder } from "./files.js";
import { changedBetween, type DiskChange, INTERRUPTION, type Listed, listServed, servedFile, servedFolder, watchServed } from "./local.js";
import { pagePath } from "./page-path.js";
import { queue } from "./queue.js";
import type { Emit } from "./store/events.js";
import * as store from "./store.js";

/** Whether another editor owns the texts. In a page of another editor, `hosted/served.ts` replaces this file. */
export const isHosted = () => false;

/** Opens the folder that the server provides, and follows its changes from then on. */
export async function openServed(request: (read: () => Promise<Opened>) => Promise<void>, emit: Emit): Promise<void> {
  let known = await listServed();
  const handle = servedFolder(known);
  let reported = new Map<string, DiskChange>(); // by path: the last change that the server reported and that is not followed yet
  let isComplete = true; // whether all changes are reported
  const compared = ({ path, modified }: DiskChange) => ({ path: pagePath(path), handle: servedFile(path), isDeleted: modified === null });
  // For changes that have to be compared again. What was reported meanwhile is newer.
  const putBack = (changes: Iterable<DiskChange>) => {
    reported = new Map([...[...changes].map((change) => [change.path, change] as const), ...reported]);
  };
  const compare = async (taken: DiskChange[], isWhole: boolean) => {
    const now = isWhole ? after(known, taken) : await listServed();
    const changes = isWhole ? taken : changedBetween(known, now);
    const unread = new Set(await followDisk(handle, changes.map(compared), emit));
    const isRead = ({ path }: { path: string }) => !unread.has(pagePath(path));
    known = [...now.filter(isRead), ...known.filter((file) => !isRead(file))];
    putBack(changes.filter((change) => !isRead(change)));
  };
  const follow = async () => {
    const [taken, isWhole] = [[...reported.values()], isComplete];
    [reported, isComplete] = [new Map(), true];
    await compare(taken, isWhole).catch((error) => {
      putBack(taken);
      isComplete &&= isWhole;
      throw error;
    });
  };
  const opening = request(() => readFolder(handle));
  const again = repeated(follow, opening, emit);
  const look = (changes?: DiskChange[]) => {
    for (const change of changes ?? []) reported.set(change.path, change);
    isComplete &&= changes !== undefined;
    again();
  };
  watchServed(look, (isReachable) => store.reached(handle, isReachable));
  await opening;
}

/** The files after changes. Their sizes are not known, so the next listing compares them again. */
function after(files: Listed[], changes: DiskChange[]): Listed[] {
  const paths = new Set(changes.map(({ path }) => path));
  const changed = changes.flatMap(({ path, modified }) => (modified === null ? [] : { path, size: -1, modified }));
  return [...files.filter(({ path }) => !paths.has(path)), ...changed];
}

/**
 * Returns a function that runs `work` once more after the runs so far, the first time after `before`. A run that fails is
 * repeated until one succeeds. Only the first failure is reported.
 */
function repeated(work: () => Promise<void>, before: Promise<void>, emit: Emit): () => void {
  const inTurn = queue();
  inTurn(() => before).catch(() => {}); // the caller reports it
  let [isDue, isFailing] = [false, false];
  const again = () => {
    if (isDue) return;
    isDue = true;
    void inTurn(run);
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
