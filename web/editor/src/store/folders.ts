// The catalogs among the files that are open: several folders of one, such as those of the versions of OpenShift, or all
// files as one catalog.

/** A catalog: what the paths of its files begin with, and its name. */
export type CatalogTab = { root: string; name: string };

export class Folders {
  #roots: string[] = [];
  /** What the paths of the catalog that is shown begin with; empty where all files are one catalog. */
  current = "";

  /** Takes the folders; the one of this name is shown, else the last one, which is the newest version. */
  set(paths: string[], name = ""): void {
    this.#roots = paths.map((path) => (path === "" ? "" : `${path}/`)).sort(byVersion);
    this.current = this.#roots.find((root) => nameOf(root) === name) ?? this.#roots.at(-1) ?? "";
  }

  /** The catalogs; none where all files are one. */
  get all(): CatalogTab[] {
    return this.#roots.map((root) => ({ root, name: nameOf(root) }));
  }

  /** The catalog of a file, or `undefined` for one outside of all. */
  rootOf(path: string): string | undefined {
    if (this.#roots.length === 0) return "";
    const found = this.#roots.filter((root) => path.startsWith(root));
    return found.sort((a, b) => b.length - a.length)[0];
  }

  isShown = (path: string) => this.rootOf(path) === this.current;
}

const nameOf = (root: string) => root.replace(/\/$/, "");
/** v4.9 comes before v4.14. */
const byVersion = (a: string, b: string) => a.localeCompare(b, "en", { numeric: true });
