// Replaces files as a whole, as the native program does (crates/disk). The new content takes the name when all of it is
// written, so a failure or a crash leaves the old file or the new file.
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { hold, newName, sweep } from "./drafts.node.js";

const attempt = <T>(call: () => T): T | undefined => {
  try {
    return call();
  } catch {
    return undefined;
  }
};

const isSame = (one: Stats | undefined, other: Stats | undefined) => one?.dev === other?.dev && one?.ino === other?.ino;

/**
 * Returns the path without symbolic links, if there is a file. The target of `/dev/stdout` has no path if it is a pipe.
 */
function placeOf(path: string): string {
  const real = attempt(() => realpathSync(path));
  return real !== undefined && existsSync(real) ? real : path;
}

/** Writes a file and creates its parent folders. Symbolic links are followed; mode and owner are kept. */
export function write(path: string, content: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const place = placeOf(path);
  const old = statSync(place, { throwIfNoEntry: false });
  if (old) accessSync(place, constants.W_OK);
  // A file that is the target of standard output or standard error, like /dev/stdout, is appended to.
  const isOld = (stream: number) =>
    isSame(
      attempt(() => fstatSync(stream)),
      old,
    );
  const stream = old?.isFile() ? [1, 2].find(isOld) : undefined;
  if (stream !== undefined) {
    writeFileSync(stream, content);
    return;
  }
  const named = attempt(() => lstatSync(place));
  // A device, a file with several hard links or without a name, and the missing target of a link are written in place.
  const isReplaced = old ? old.isFile() && old.nlink === 1 && isSame(named, old) : !named;
  const draft = isReplaced ? fill(place, content, old) : undefined;
  if (draft === undefined || !take(draft, place)) writeFileSync(place, content);
}

/**
 * Writes the draft next to the target. Returns undefined if the folder cannot be written or the owner cannot be kept.
 */
function fill(place: string, content: Uint8Array, old: Stats | undefined): string | undefined {
  sweep(dirname(place));
  hold();
  const draft = join(dirname(place), newName());
  try {
    const file = openSync(draft, "wx", 0o666);
    try {
      writeFileSync(file, content);
      if (old) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (!old) return draft;
    const own = statSync(draft);
    if (own.uid !== old.uid || own.gid !== old.gid) chownSync(draft, old.uid, old.gid);
    chmodSync(draft, old.mode & 0o7777);
    return draft;
  } catch (error) {
    rmSync(draft, { force: true });
    if (old && ["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

/**
 * Renames the draft to the target. Returns false if a file cannot be renamed to the target, such as a mounted one, which is
 * then overwritten.
 */
function take(draft: string, place: string): boolean {
  try {
    renameSync(draft, place);
    return true;
  } catch (error) {
    rmSync(draft, { force: true });
    if (["EBUSY", "EXDEV", "EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}
