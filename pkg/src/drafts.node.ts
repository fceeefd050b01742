// Drafts: files that are being written, in the folders of their targets. This file names them, and removes those of
// killed processes. crates/disk does the same for the native program.
import { randomBytes } from "node:crypto";
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

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
export function hold(): void {
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

export const newName = () => `${PREFIX}${process.pid}-${randomBytes(6).toString("hex")}`;

const hasEnded = (number: number): boolean => {
  try {
    process.kill(number, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
};

/** Removes the drafts of killed processes in a folder. Each folder is checked once. */
export function sweep(folder: string): void {
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
