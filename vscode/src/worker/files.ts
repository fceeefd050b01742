// The files of a client, for a server that reads them as if they were on disk. A file that is not known yet counts as
// missing and is recorded. The worker fetches it, and reports to the server that it changed.
import type { Kind } from "olmkit/cli";
import type { Listed } from "./protocol";

/** Folders that cannot contain catalogs. */
const SKIPPED = [".git", "node_modules"];

const missing = () => Object.assign(new Error("ENOENT"), { code: "ENOENT" });

const split = (path: string): [folder: string, name: string] => {
  const at = path.lastIndexOf("/");
  return [path.slice(0, at), path.slice(at + 1)];
};

export class ClientFiles {
  /** By path; null for a folder that does not exist. */
  readonly #folders = new Map<string, Map<string, Kind> | null>();
  readonly #contents = new Map<string, Uint8Array | null>();
  readonly #wanted = new Map<string, "list" | "read">();

  kind(path: string): Kind {
    if (this.#folders.get(path)) return "directory";
    const [folder, name] = split(path);
    // Paths above the root of a file system are folders without files.
    if (!isInside(path)) return "directory";
    const kind = this.#names(folder).get(name);
    if (!kind) throw missing();
    return kind;
  }

  list(path: string): Listed {
    if (SKIPPED.includes(split(path)[1])) return [];
    return [...this.#names(path)];
  }

  read(path: string): Uint8Array {
    const known = this.#contents.get(path);
    if (known) return known;
    const [folder, name] = split(path);
    const names = this.#folders.get(folder);
    const isThere = names === undefined || names?.get(name) === "file";
    if (known === undefined && isThere) this.#wanted.set(path, "read");
    throw missing();
  }

  /** Returns the requests for unknown files and folders since the last call, each once. */
  takeWanted(): [path: string, how: "list" | "read"][] {
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    return wanted;
  }

  listed(path: string, names: Listed | null): void {
    this.#folders.set(path, names && new Map(names));
  }

  hasRead(path: string, content: Uint8Array | null): void {
    this.#contents.set(path, content);
  }

  /** Discards what is known about a file or folder that was changed, created or removed. */
  forget(path: string): void {
    const below = `${path}/`;
    const isBelow = (known: string) => known === path || known.startsWith(below);
    for (const known of [...this.#contents.keys()].filter(isBelow)) this.#contents.delete(known);
    for (const known of [...this.#folders.keys()].filter(isBelow)) this.#folders.delete(known);
    this.#folders.delete(split(path)[0]);
  }

  #names(folder: string): Map<string, Kind> {
    const known = this.#folders.get(folder);
    if (known) return known;
    if (known === undefined && isInside(folder)) this.#wanted.set(folder, "list");
    throw missing();
  }
}

/** Whether a path is the root of a file system, `/scheme:/@authority`, or below it. */
const isInside = (path: string) => /^\/[^/]+:\/@/.test(path) && !path.startsWith("/untitled:");
