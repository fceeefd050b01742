// The catalogs among the open files: several folders of one folder, such as one for each version of OpenShift; folders
// that were opened beside each other; or all files as one catalog.

import { pagePath } from "../page-path.js";

/** A catalog: the path prefix of its files, and its name. */
export type CatalogTab = { root: string; name: string };

type Handle = FileSystemDirectoryHandle | null;

/** Compares two names. Negative if the first one is before the second one. */
export type Order = (a: string, b: string) => number;

let order: Order = () => 0;
const byName = (a: CatalogTab, b: CatalogTab) => order(a.name, b.name);

/** Sets the order of catalogs by their names, which the page's wasm defines: v4.9 is before v4.14. */
export function orderedBy(own: Order): void {
  order = own;
}

export class Folders {
  #tabs: CatalogTab[] = [];
  #opened = new Map<string, Handle>(); // the opened folders, by the path prefix of their files
  /** The path prefix of the shown catalog. Empty if all files are one catalog. */
  current = "";
  /** The folder whose files cannot be read or written now, because its `olmkit open` has ended. */
  unreachable: Handle = null;

  /**
   * Sets the catalogs of an opened folder. Shows the one of this name, otherwise the last one, which is the newest
   * version.
   */
  set(handle: Handle, paths: string[], name = ""): void {
    this.#opened = new Map([["", handle]]);
    this.#tabs = paths.map((path) => tab("", path)).sort(byName);
    this.current = this.#tabs.find((one) => one.name === name)?.root ?? this.#tabs.at(-1)?.root ?? "";
  }

  /**
   * Adds a folder beside those that are open, and shows it. `own`: the name of the open files if they were one catalog.
   * `isTaken`: whether a path prefix is in use. Returns the path prefix of the folder's files.
   */
  add(handle: Handle, name: string, paths: string[], own: string, isTaken: (prefix: string) => boolean): string {
    const shown = pagePath(name);
    let prefix = `${shown}/`;
    for (let number = 2; this.#opened.has(prefix) || isTaken(prefix); number += 1) prefix = `${shown} ${number}/`;
    this.#opened.set(prefix, handle);
    const added = paths.length ? paths.map((path) => tab(prefix, path)).sort(byName) : [tab("", prefix.slice(0, -1))];
    if (this.#tabs.length === 0) this.#tabs = [{ root: "", name: own }];
    this.current = added.at(-1)?.root ?? "";
    this.#tabs = [...this.#tabs, ...added].sort(byName);
    return prefix;
  }

  /** The catalogs. Empty if all files are one catalog. */
  get all(): CatalogTab[] {
    return this.#tabs;
  }

  /** The catalog of a file, or `undefined` if the file is in none. */
  rootOf(path: string): string | undefined {
    if (this.#tabs.length === 0) return "";
    return longest(
      this.#tabs.map(({ root }) => root),
      path,
    );
  }

  /** The folder that a file belongs in, and its path there. */
  placeOf(path: string): { directory: Handle; inside: string } {
    const prefix = this.prefixOf(path);
    return { directory: this.#opened.get(prefix) ?? null, inside: path.slice(prefix.length) };
  }

  /** The path prefix of the opened folder that contains this path. */
  prefixOf = (path: string) => longest([...this.#opened.keys()], path) ?? "";

  /** Whether files can be read and written. */
  get isReachable(): boolean {
    return this.unreachable === null || this.first !== this.unreachable;
  }

  /** The folder that was opened first. */
  get first(): Handle {
    return this.#opened.get("") ?? null;
  }

  isShown = (path: string) => this.rootOf(path) === this.current;

  /** Whether a file belongs to a catalog that is not shown. */
  isOfOther = (path: string) => ![undefined, this.current].includes(this.rootOf(path));
}

/** The longest of these prefixes that a path begins with. */
const longest = (prefixes: string[], path: string) => prefixes.filter((prefix) => path.startsWith(prefix)).sort((a, b) => b.length - a.length)[0];
const tab = (prefix: string, path: string): CatalogTab => ({ root: path === "" ? prefix : `${prefix}${path}/`, name: `${prefix}${path}`.replace(/\/$/, "") });
