// Drafts: files that are written in the folders of their final paths, and take these paths when they are complete. A failure
// or a crash leaves the old file or the new one. crates/disk does the same for the native program.
import { randomBytes } from "node:crypto";
import { closeSync, fchmodSync, fchownSync, fstatSync, fsyncSync, linkSync, lstatSync, openSync, readdirSync, renameSync, rmSync, type Stats, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const PREFIX = ".olmkit-";
/** Milliseconds. Processes of other machines and containers can write to the same folder, but not for so long. */
const OLD = 10 * 60 * 1000;
const SIGNALS: NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];
const swept = new Set<string>();
let isHeld = false;

/**
 * Delays signals until Node handles events again, so that no draft is left: after the write, and after everything else that
 * the command does without waiting. `release` ends this earlier.
 */
function hold(): void {
  if (isHeld) return;
  isHeld = true;
  for (const signal of SIGNALS) process.on(signal, end);
  // Node delivers pending signals between timers and immediates.
  setTimeout(() => setImmediate(release));
}

/** Signals take effect again. */
export function release(): void {
  isHeld = false;
  for (const signal of SIGNALS) process.off(signal, end);
}

function end(signal: NodeJS.Signals): void {
  release();
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

const newName = () => `${PREFIX}${process.pid}-${randomBytes(6).toString("hex")}`;

const hasEnded = (number: number): boolean => {
  try {
    process.kill(number, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
};

/**
 * A file that is written before it takes its final path. `remove` it at the end in any case. Signals are delayed until the
 * work that creates it has ended, so that none leaves a draft behind.
 */
export class Draft {
  readonly #place: string;
  readonly #name: string;
  readonly #file: number;
  #isOpen = true;

  /** With `old`, it has the mode and, if permitted, the owner of the file that it replaces. */
  constructor(place: string, content: Uint8Array, old?: Stats) {
    sweep(dirname(place));
    hold();
    this.#place = place;
    this.#name = join(dirname(place), newName());
    this.#file = openSync(this.#name, "wx", 0o666);
    try {
      if (old) this.#keep(old);
      writeFileSync(this.#file, content);
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  #keep(old: Stats): void {
    try {
      if (!this.hasOwnerOf(old)) fchownSync(this.#file, old.uid, old.gid);
    } catch {
      // Only the superuser can change the owner of a file.
    }
    fchmodSync(this.#file, old.mode & 0o7777);
  }

  hasOwnerOf({ uid, gid }: Stats): boolean {
    const own = fstatSync(this.#file);
    return own.uid === uid && own.gid === gid;
  }

  /** Moves it to its path. Fails with EEXIST if a file exists there. */
  create(): void {
    fsyncSync(this.#file);
    this.#close();
    linkSync(this.#name, this.#place);
  }

  /** Replaces the file at its path. */
  replace(): void {
    fsyncSync(this.#file);
    this.takePlace();
  }

  /** The same without waiting for the disk. */
  takePlace(): void {
    this.#close();
    renameSync(this.#name, this.#place);
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }

  remove(): void {
    this.#close();
    rmSync(this.#name, { force: true });
  }
}

/** Removes the drafts of killed processes in a folder. Each folder is checked once. */
function sweep(folder: string): void {
  if (swept.has(folder)) return;
  swept.add(folder);
  for (const name of listed(folder)) {
    const [, number] = /^\.olmkit-(\d+)-/.exec(name) ?? [];
    if (number !== undefined && hasEnded(Number(number))) removeOld(join(folder, name));
  }
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function removeOld(path: string): void {
  try {
    const found = lstatSync(path);
    if (found.isFile() && Date.now() - found.mtimeMs > OLD) rmSync(path);
  } catch {
    // The next process tries again.
  }
}
