// Resolves the requirements of a package against the open catalog and other catalogs that a cluster may have.
import { ask } from "./command-worker.js";
import type { OpenedFile } from "./store/documents.js";
import { allFiles, state } from "./store.js";

/** Catalogs in addition to the open one. */
let others: { name: string; priority: number; files: { path: string; bytes: Uint8Array<ArrayBuffer> }[] }[] = [];

/** The resolver's report on one package. A requirement that another catalog may satisfy is not an error. */
export function dependencies(packageName: string) {
  const own = { name: state().title || "catalog", files: allFiles().map(({ path, content }) => ({ path, bytes: content })) };
  return ask("dependencies", [own, ...others], { package: packageName, partial: true });
}

/** Adds the files as one more catalog, under a name that is not used yet. */
export function addCatalog(name: string, list: OpenedFile[]): void {
  const taken = new Set([state().title || "catalog", ...others.map((other) => other.name)]);
  let free = name;
  for (let at = 2; taken.has(free); at += 1) free = `${name} (${at})`;
  others.push({ name: free, priority: 0, files: list.map(({ path, bytes }) => ({ path, bytes })) });
}

export const removeCatalog = (name: string) => {
  others = others.filter((other) => other.name !== name);
};

export function setPriority(name: string, priority: number): void {
  const other = others.find((one) => one.name === name);
  if (other) other.priority = Number.isFinite(priority) ? Math.trunc(priority) : 0;
}
