// The catalogs among the files that are open: several folders of one, such as those of the versions of OpenShift, folders
// that were opened beside each other, or all files as one catalog.

/** A catalog: what the paths of its files begin with, and its name. */
export type CatalogTab = { root: string; name: string };

type Handle = FileSystemDirectoryHandle | null;

export class Folders {
  #tabs: CatalogTab[] = [];
  #opened = new Map<string, Handle>(); // the folders that were opened, by what the paths of their files begin with here
  /** What the paths of the catalog that is shown begin with; empty where all files are one catalog. */
  current = "";

  /** Takes the catalogs of a folder that was opened; the one of this name is shown, else the last one, which is the newest version. */
  set(handle: Handle, paths: string[], name = ""): void {
    this.#opened = new Map([["", handle]]);
    this.#tabs = paths.map((path) => tab("", path)).sort(byVersion);
    this.current = this.#tabs.find((one) => one.name === name)?.root ?? this.#tabs.at(-1)?.root ?? "";
  }

  /**
   * Adds a folder beside those that are open, and shows it. `own`: the name of what was open as one catalog; `isTaken`:
   * whether paths begin so already. Answers with what the paths of its files begin with.
   */
  add(handle: Handle, name: string, paths: string[], own: string, isTaken: (prefix: string) => boolean): string {
    let prefix = `${name}/`;
    for (let number = 2; this.#opened.has(prefix) || isTaken(prefix); number += 1) prefix = `${name} ${number}/`;
    this.#opened.set(prefix, handle);
    const added = paths.length ? paths.map((path) => tab(prefix, path)).sort(byVersion) : [tab("", prefix.slice(0, -1))];
    if (this.#tabs.length === 0) this.#tabs = [{ root: "", name: own }];
    this.current = added.at(-1)?.root ?? "";
    this.#tabs = [...this.#tabs, ...added].sort(byVersion);
    return prefix;
  }

  /** The catalogs; none where all files are one. */
  get all(): CatalogTab[] {
    return this.#tabs;
  }

  /** The catalog of a file, or `undefined` for one outside of all. */
  rootOf(path: string): string | undefined {
    if (this.#tabs.length === 0) return "";
    return longest(
      this.#tabs.map(({ root }) => root),
      path,
    );
  }

  /** The folder that a file belongs into, and its path there. */
  placeOf(path: string): { directory: Handle; inside: string } {
    const prefix = this.prefixOf(path);
    return { directory: this.#opened.get(prefix) ?? null, inside: path.slice(prefix.length) };
  }

  /** What the paths of the opened folder begin with that has this path. */
  prefixOf = (path: string) => longest([...this.#opened.keys()], path) ?? "";

  /** The folder that was opened first. */
  get first(): Handle {
    return this.#opened.get("") ?? null;
  }

  isShown = (path: string) => this.rootOf(path) === this.current;
}

/** The longest of these that a path begins with. */
const longest = (prefixes: string[], path: string) => prefixes.filter((prefix) => path.startsWith(prefix)).sort((a, b) => b.length - a.length)[0];
const tab = (prefix: string, path: string): CatalogTab => ({ root: path === "" ? prefix : `${prefix}${path}/`, name: `${prefix}${path}`.replace(/\/$/, "") });
/** v4.9 comes before v4.14. */
const byVersion = (a: CatalogTab, b: CatalogTab) => a.name.localeCompare(b.name, "en", { numeric: true });
