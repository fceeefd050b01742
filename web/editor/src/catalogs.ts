// Several catalogs of one folder: which folders are catalogs, one package in all of them, comparing two of them, and
// applying a change to others. The wasm of the command line computes the answers.
import { ask } from "./command-worker.js";
import { contentsOf, searched } from "./folder-contents.js";
import type { ChangedFile, Comparison, CatalogState as ListedState, OtherCatalogChange } from "./generated/page.js";
import { isReadable, type OpenedFile, shownText } from "./store/documents.js";
import { planned } from "./store/edits.js";
import * as store from "./store.js";

/** The folders that are separate catalogs. Empty if all files are one catalog, or if the paths do not suggest several. */
export const catalogFolders = async (list: OpenedFile[]) => foldersIn(await contentsOf(list));

/**
 * The same for files that opm rejects, whatever their paths: for example, `stable` and `next` may contain the same
 * packages.
 */
export async function rejectedFolders(list: OpenedFile[]): Promise<string[]> {
  const isFlat = list.every(({ path }) => !path.includes("/"));
  return isFlat || (await store.ask("report")).opm.accepted ? [] : foldersIn(await searched(list));
}

const foldersIn = ({ catalogs }: Awaited<ReturnType<typeof searched>>) => catalogs.map(({ path }) => path);

/** The versions of a package in every open catalog. */
export const across = (packageName: string) => {
  const catalogs = store.catalogs().map(({ root, name }) => ({ name, files: store.currentFiles(root).filter(isReadable) }));
  return ask("packageAcross", catalogs, packageName);
};

/**
 * Plans the last change of the shown catalog for each of the other catalogs. If the last change is not known, plans
 * everything that was changed in it. Applies nothing.
 */
export async function otherCatalogChanges(): Promise<OtherCatalogChange[]> {
  const { catalog: root } = store.state();
  const made = store.lastMade();
  const now = store.currentFiles(root);
  const source = made ? now.map((file) => (made.before.has(file.path) ? { path: file.path, text: made.before.get(file.path) ?? "" } : file)) : store.loadedFiles(root);
  const found: OtherCatalogChange[] = [];
  for (const other of store.catalogs().filter((one) => one.root !== root)) {
    const snapshot = store.snapshot();
    const target = store.currentFiles(other.root);
    const intentions = made?.intentions ?? [];
    const query = intentions.length ? ask("applyToOther", intentions, source, target, store.settings()) : ask("applyStateToOther", source, now, target, store.settings());
    const { plan, clusters } = await query;
    const stamped = planned(plan, snapshot);
    const nothing = { name: other.name, edits: [], files: [], clusters };
    if (stamped.ok) found.push({ ...nothing, reason: "", edits: stamped.edits, files: store.preview(stamped.edits) });
    else found.push({ ...nothing, reason: stamped.reason });
  }
  return found;
}

/** A state of an open catalog: as it is now, or as it was loaded or saved last. The page has it as an id. */
type CatalogState = { time: "now" | "saved"; root: string };

const idOf = ({ time, root }: CatalogState) => `${time}:${root}`;

function stateOf(id: string): CatalogState {
  const end = id.indexOf(":");
  return { time: id.slice(0, end) === "now" ? "now" : "saved", root: id.slice(end + 1) };
}

/** The states that can be compared: each catalog as it is now, and without its unsaved changes if there are any. */
export function states(): ListedState[] {
  const all = store.catalogs().length ? store.catalogs() : [{ root: "", name: store.state().title }];
  return all.flatMap(({ root, name }) => {
    const now = { id: idOf({ time: "now", root }), name, isShown: root === store.state().catalog };
    const saved = { id: idOf({ time: "saved", root }), name: `${name}, as saved`, isShown: false };
    return store.changedSinceLoaded(root).size ? [now, saved] : [now];
  });
}

const filesOf = (id: string) => {
  const { time, root } = stateOf(id);
  const files = time === "now" ? store.currentFiles(root) : store.loadedFiles(root);
  return files.map((file) => ({ ...file, path: file.path.slice(root.length) }));
};

/** Compares two states: their impact first, then the texts of the files that differ. */
export async function compareStates(from: string, to: string): Promise<Comparison> {
  const [before, after] = [filesOf(from), filesOf(to)];
  const texts = (files: typeof before) => new Map(files.map(({ path, text, bytes }) => [path, text ?? shownText(bytes)]));
  const [old, now] = [texts(before), texts(after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])].filter((path) => old.get(path) !== now.get(path)).sort();
  const files: ChangedFile[] = paths.map((path) => ({ path, before: old.get(path) ?? "", after: now.get(path) ?? "" }));
  return { found: await ask("compareCatalogs", before, after, store.settings()), files };
}
