// Writes files of the command line, as the native program does (crates/disk).
import { accessSync, constants, existsSync, fstatSync, lstatSync, mkdirSync, realpathSync, type Stats, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Draft } from "./drafts.node.js";

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
  const draft = isReplaced ? draftOf(place, content, old) : undefined;
  if (draft === undefined || !take(draft, old)) writeFileSync(place, content);
}

const isOneOf = (error: unknown, codes: string[]) => codes.includes((error as NodeJS.ErrnoException).code ?? "");

/** The draft that takes the path. Undefined if an old file must be overwritten: the folder or the owner does not permit it. */
function draftOf(place: string, content: Uint8Array, old: Stats | undefined): Draft | undefined {
  try {
    const draft = new Draft(place, content, old);
    if (!old || draft.hasOwnerOf(old)) return draft;
    draft.remove();
    return undefined;
  } catch (error) {
    if (old && isOneOf(error, ["EACCES", "EPERM", "EROFS"])) return undefined;
    throw error;
  }
}

/**
 * Moves the draft to its path. Returns false if no file can be renamed to it, such as a mounted one, which is then
 * overwritten. A new file does not wait for the disk: a crash cannot destroy existing content.
 */
function take(draft: Draft, old: Stats | undefined): boolean {
  try {
    if (old) draft.replace();
    else draft.takePlace();
    return true;
  } catch (error) {
    if (isOneOf(error, ["EBUSY", "EXDEV", "EACCES", "EPERM"])) return false;
    throw error;
  } finally {
    draft.remove();
  }
}
