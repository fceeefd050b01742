// A folder that a page may read and write. Files outside of the folder are not accessible: symbolic links are not
// followed. A file is replaced as a whole or not at all.
import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { lstat, opendir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Draft, PREFIX } from "./drafts.node.js";

/** The reason for refusing a request, with the HTTP status. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * A file: its path relative to the folder, with `/`; its size in bytes; its modification time in milliseconds since
 * 1970.
 */
export type Listed = { path: string; size: number; modified: number };

/** A changed file. `modified` is null if the file was removed. */
export type Change = { path: string; modified: number | null };

const PAUSE = 500; // milliseconds between two polls
const MAX = 100_000; // files
/** Files and folders that are not listed, read or written, including everything below them. */
const SKIPPED = new Set([".git", "node_modules"]);
/** Symbolic links are not followed, and opening a pipe does not block. Windows does not have these flags. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const versionOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const linked = (path: string) => new Refused(403, `${path} is a symbolic link or below one. Links are not followed.`);

/** Converts an error of the system about a path to a message for the page. */
function refusal(error: unknown, path: string): Refused {
  if (error instanceof Refused) return error;
  const { code = "", message: text } = error as NodeJS.ErrnoException;
  const message = /^[A-Z\d]+: ([^,]+)/.exec(text)?.[1] ?? text; // without the error code and the absolute path
  if (code === "ENOENT" || code === "ENOTDIR") return new Refused(404, `${path} does not exist.`);
  if (code === "ELOOP") return linked(path);
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") return new Refused(403, `${path} cannot be read or written: ${message}`);
  if (code === "ENOSPC" || code === "EDQUOT") return new Refused(507, `Not enough space for ${path}. The file on disk is unchanged.`);
  return new Refused(500, `${path}: ${message}`);
}

/** Splits a path relative to the folder into its parts. */
function partsOf(path: string): string[] {
  const parts = path.split("/");
  const isBad = (part: string) => part === "" || part === "." || part === ".." || part.includes("\0") || (process.platform === "win32" && /[\\:]/.test(part));
  if (parts.some(isBad)) throw new Refused(403, "The path is outside the folder.");
  return parts;
}

export class Folder {
  readonly root: string;
  #only: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #known: Map<string, string> | undefined;

  /** `only` is the only file that may be read and written, if a single file was opened. */
  constructor(root: string, only?: string) {
    this.root = root;
    this.#only = only;
  }

  /** Lists all files that the page may read, ordered by path. */
  async list(): Promise<Listed[]> {
    const out: Listed[] = [];
    await this.#walk("", out);
    // Without this check, if the folder itself is removed, even during the walk, the page would treat its files as
    // removed.
    const root = await opendir(this.root).catch((error) => Promise.reject(refusal(error, this.root)));
    await root.close();
    return out.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async #walk(prefix: string, out: Listed[]): Promise<void> {
    // A subfolder that cannot be read is skipped.
    const entries = await readdir(join(this.root, prefix), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = prefix + entry.name;
      if (!this.#isWanted(entry.name) || (this.#only !== undefined && path !== this.#only)) continue;
      if (entry.isDirectory()) await this.#walk(`${path}/`, out);
      if (!entry.isFile()) continue;
      const found = await lstat(join(this.root, path)).catch(() => undefined);
      if (found) out.push({ path, size: found.size, modified: found.mtimeMs });
      if (out.length > MAX) throw new Refused(413, `The folder has more than ${MAX} files. Open a subfolder.`);
    }
  }

  /**
   * Whether a file or folder of this name is listed, read and written. Always true for a single file that was opened.
   */
  #isWanted(name: string): boolean {
    const lower = name.toLowerCase(); // some file systems are case-insensitive
    return name === this.#only || !(SKIPPED.has(lower) || lower.startsWith(PREFIX));
  }

  /** Returns the path of a file on disk. Refuses a path with a symbolic link in any part. */
  #place(path: string): string {
    if (this.#only !== undefined && path !== this.#only) throw new Refused(403, `Only ${this.#only} is open.`);
    const parts = partsOf(path);
    if (!parts.every((part) => this.#isWanted(part))) throw new Refused(403, `${path} is not served: .git, node_modules and files whose names begin with .olmkit- are not read or written.`);
    let place = this.root;
    for (const part of parts) {
      place = join(place, part);
      if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) throw linked(path);
    }
    return place;
  }

  read(path: string): Content {
    return reported(path, () => contentOf(path, this.#place(path)));
  }

  /** The content of a file. Undefined if there is none. */
  find(path: string): Content | undefined {
    try {
      return this.read(path);
    } catch (error) {
      if (error instanceof Refused && error.status === 404) return undefined;
      throw error;
    }
  }

  /**
   * Replaces the file whose version is `expected`. If `expected` is undefined, creates a new file. Synchronous, so that of
   * two pages that replace the same version, one is refused.
   */
  write(path: string, bytes: Uint8Array, expected: string | undefined): Omit<Content, "bytes"> {
    return reported(path, () => {
      const place = this.#place(path);
      if (expected === undefined) create(path, place, bytes);
      else replace(path, place, bytes, expected);
      return { modified: lstatSync(place).mtimeMs, version: versionOf(bytes) };
    });
  }

  /** Calls back with changes on disk. Does not poll while there are no listeners; these changes are reported later. */
  watch(tell: (changes: Change[]) => void, isHeard: () => boolean): void {
    const look = async () => {
      const isDue = !this.#known || isHeard();
      // If the folder cannot be read, the known files are kept.
      const files = isDue ? await this.list().catch(() => undefined) : undefined;
      if (files) this.#compare(files, tell);
      if (this.#timer) this.#timer = setTimeout(look, PAUSE);
    };
    this.#timer = setTimeout(look, 0);
  }

  #compare(files: Listed[], tell: (changes: Change[]) => void): void {
    const now = new Map(files.map(({ path, size, modified }) => [path, `${size} ${modified}`]));
    const before = this.#known;
    this.#known = now;
    if (!before) return;
    const changes: Change[] = files.filter(({ path }) => now.get(path) !== before.get(path)).map(({ path, modified }) => ({ path, modified }));
    for (const path of before.keys()) if (!now.has(path)) changes.push({ path, modified: null });
    if (changes.length) tell(changes);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** The content of a file, its modification time, and its version: the SHA-256 of its bytes, in hexadecimal. */
type Content = { bytes: Buffer; modified: number; version: string };

/** Returns the result of `work`. Errors of the system become messages about the path. */
function reported<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw refusal(error, path);
  }
}

function contentOf(path: string, place: string): Content {
  const file = openSync(place, READ);
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw new Refused(403, `${path} is not a file.`);
    const bytes = readFileSync(file);
    return { bytes, modified: found.mtimeMs, version: versionOf(bytes) };
  } finally {
    closeSync(file);
  }
}

/** Creates a new file and its parent folders. */
function create(path: string, place: string, bytes: Uint8Array): void {
  mkdirSync(dirname(place), { recursive: true });
  const draft = new Draft(place, bytes);
  try {
    draft.create();
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "EEXIST" ? new Refused(412, `${path} already exists.`) : error;
  } finally {
    draft.remove();
  }
}

const WRITABLE = 0o222;

/**
 * Replaces a file that still has the version that the page read, unless it is read-only: replacing it would only need a
 * writable folder.
 */
function replace(path: string, place: string, bytes: Uint8Array, expected: string): void {
  const old = lstatSync(place);
  if ((old.mode & WRITABLE) === 0) throw new Refused(403, `${path} is read-only on disk. Make it writable and save again, or download it.`);
  const draft = new Draft(place, bytes, old);
  try {
    if (contentOf(path, place).version !== expected) throw new Refused(412, `${path} was changed on disk in the meantime.`);
    draft.replace();
  } finally {
    draft.remove();
  }
}
