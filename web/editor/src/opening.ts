// Opens what was requested: catalogs in place of what is open or beside it, and bundles. Reading takes a different time for
// each request, so the requests are numbered, and one that arrives after a later one is ignored.
import { ARCHIVE } from "./archives.js";
import * as bundle from "./bundle.js";
import { catalogFolders, rejectedFolders } from "./catalogs.js";
import { leaveField } from "./fields.js";
import { type Opened, refuseBinary } from "./files.js";
import { forgetLink, linkedCatalog } from "./linked.js";
import { isServed } from "./local.js";
import * as recent from "./recent.js";
import type { OpenedFile } from "./store/documents.js";
import type { Emit } from "./store/events.js";
import * as store from "./store.js";

export const EMPTY = "There are no files in it";

let report: Emit = () => {};
let onRemembered: () => Promise<void> = async () => {};
let requests = 0; // number of requests so far
let readings = 0; // number of requests that are being answered
/** The numbers of the requests that were opened last. A bundle is beside the catalog. */
const last = { catalog: 0, bundle: 0 };

/** `remembered`: called when the recently opened folders have changed. */
export function listen(callback: Emit, remembered: typeof onRemembered): void {
  report = callback;
  onRemembered = remembered;
}

/** Opens what was read. `number`: that of the request. */
type Open = (opened: Opened, number: number) => Promise<void>;

/** Reads something and opens it, unless a later request is open by then. Shows that it is being read. */
export async function request(read: () => Opened | Promise<Opened>, place: Open = open): Promise<void> {
  requests += 1;
  const number = requests;
  readings += 1;
  report("progress", { done: 0, total: 1, label: "files" });
  try {
    await place(await read(), number);
  } catch (error) {
    if (last.catalog <= number) throw error;
  } finally {
    readings -= 1;
    if (readings === 0) report("progress", { done: 1, total: 1, label: "" });
  }
}

/** Records that a request is opened now. Returns false if a later one is open, or if the user does not want to go on. */
function isNext(what: keyof typeof last, number: number, query: string): boolean {
  if (last[what] > number || (query && !confirm(query))) return false;
  last[what] = number;
  return true;
}

/** Opened files that contain several bundles, until one is chosen. */
let several: { list: OpenedFile[]; name: string; roots: string[] } | null = null;

/** Opens one of several bundles by its root folder. */
export async function chooseBundle(root: string): Promise<void> {
  if (!several?.roots.includes(root)) return;
  const { list, name } = several;
  await request(
    () => ({ list: bundle.below(list, root), name: root.replace(/\/$/, "") || name, handle: null }),
    (opened, number) => openBundle(opened.list, opened, number),
  );
  several = null;
}

const open: Open = (opened, number) => openInPlace(opened, number, false);
/** Opens what the address of the page asks for. */
export const openLinked: Open = (opened, number) => openInPlace(opened, number, true);

async function openInPlace({ list, name, handle, draft, next }: Opened, number: number, isLinked: boolean): Promise<void> {
  if (list.length === 0) throw new Error(EMPTY);
  const found = await bundle.find(list);
  if (found?.roots) {
    several = { list, name, roots: found.roots };
    return report("bundles-found", { name, roots: found.roots });
  }
  if (found) return openBundle(found.files, { name: name.replace(ARCHIVE, ""), handle: found.isRoot ? handle : null }, number);
  refuseBinary(list);
  const catalogs = await catalogFolders(list);
  await commitField();
  if (!isNext("catalog", number, store.hasUnsaved() ? "Open something else? Unsaved changes are kept as a draft in this browser." : "")) return;
  if (!isLinked) forgetLink();
  const opening = { name, handle, draft, shown: linkedCatalog() };
  const [isOpen] = await Promise.all([store.openFiles(list, { ...opening, catalogs }), remember(handle)]);
  if (next) return openNext(next, number);
  const separate = catalogs.length > 0 ? [] : await rejectedFolders(list);
  if (separate.length > 0 && last.catalog === number && isOpen() && !store.hasUnsaved()) await store.openFiles(list, { ...opening, catalogs: separate });
}

/** Opens files beside what is open. A bundle is always opened beside the catalog. */
export async function openNext({ list, name, handle, draft, next }: Opened, number: number): Promise<void> {
  if (list.length === 0) throw new Error(EMPTY);
  if (await bundle.find(list)) return open({ list, name, handle }, number);
  refuseBinary(list);
  const catalogs = await catalogFolders(list);
  await commitField();
  if (!isNext("catalog", number, "")) return;
  await Promise.all([store.openBeside(list, { name, handle, draft, catalogs }), remember(handle)]);
  if (next) await openNext(next, number);
}

/** Opens files only if they are a bundle, so that a wrong choice does not replace the catalog. */
export async function openOnlyBundle({ list, name }: Opened, number: number): Promise<void> {
  const found = await bundle.find(list);
  if (!found || found.roots) throw new Error(bundle.NO_BUNDLE);
  await openBundle(found.files, { name: name.replace(ARCHIVE, ""), handle: null }, number);
}

async function openBundle(list: OpenedFile[], { name, handle }: Pick<Opened, "name" | "handle">, number: number): Promise<void> {
  if (isNext("bundle", number, store.hasUnsavedBundle() ? "Open another bundle? Unsaved changes to the open bundle are lost." : "")) await store.openBundle(list, { name, handle });
}

async function remember(handle: FileSystemDirectoryHandle | null): Promise<void> {
  if (handle && !isServed()) await recent.remember(handle).then(onRemembered, () => {});
}

/**
 * Commits a field that is being edited before something else is opened, because its value belongs to what is open now.
 */
export async function commitField(): Promise<void> {
  leaveField();
  await new Promise((resolve) => setTimeout(resolve));
}
