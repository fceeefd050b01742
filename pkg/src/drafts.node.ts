// Files that are being written, beside their places: their names, and what processes left that were killed. crates/disk and
// pkg/bin/replace.mjs do the same.
import { randomBytes } from "node:crypto";
import { lstat, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";

export const PREFIX = ".olmkit-";
/** Milliseconds: processes of other machines and containers may write to the same folder, but not for so long. */
const OLD = 10 * 60 * 1000;
const swept = new Set<string>();

export const newName = () => `${PREFIX}${process.pid}-${randomBytes(6).toString("hex")}`;

function isDead(number: number): boolean {
  try {
    process.kill(number, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

/** Removes the drafts in a folder whose processes were killed. A folder is looked at once. */
export async function sweep(folder: string): Promise<void> {
  if (swept.has(folder)) return;
  swept.add(folder);
  for (const name of await readdir(folder).catch(() => [])) {
    const [, number] = /^\.olmkit-(\d+)-/.exec(name) ?? [];
    if (number === undefined || !isDead(Number(number))) continue;
    const path = join(folder, name);
    const found = await lstat(path).catch(() => undefined);
    if (found?.isFile() && Date.now() - found.mtimeMs > OLD) await unlink(path).catch(() => {}); // the next process tries again
  }
}
