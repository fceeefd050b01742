// The page of `olmkit open`: opens the served folder and follows changes on disk.
import { followDisk } from "./disk.js";
import type { Opened } from "./files.js";
import { readFolder } from "./files.js";
import { type DiskChange, servedFile, servedFolder, watchServed } from "./local.js";
import { pagePath } from "./page-path.js";
import type { Emit } from "./store/events.js";
import * as store from "./store.js";

/** Whether another editor owns the texts. In a page of another editor, `hosted/served.ts` replaces this file. */
export const isHosted = () => false;

/** Opens the folder that the server provides, and follows its changes from then on. */
export async function openServed(request: (read: () => Promise<Opened>) => Promise<void>, emit: Emit): Promise<void> {
  const handle = await servedFolder();
  const compared = ({ path, modified }: DiskChange) => ({ path: pagePath(path), handle: servedFile(path), isDeleted: modified === null });
  watchServed(
    (changes) => followDisk(handle, changes.map(compared), emit),
    (isReachable) => store.reached(handle, isReachable),
  );
  await request(() => readFolder(handle));
}
