// Opens and closes catalogs and bundles, with the drafts of their unsaved changes.
import { claim, discardDraft, heldKey, type Source, titleOf } from "../drafts.js";
import { queue } from "../queue.js";
import { bundlePrefix } from "./bundle-paths.js";
import { cancelFeed, feed, session } from "./checks.js";
import type { OpenedFile } from "./documents.js";
import { type Draft, type Fitting, fit, NO_DRAFT, type OpenBundle, restore } from "./draft.js";
import { allPaths, filesBesideBundle, filesOfBundle, isBundleFile, placeOf } from "./files.js";
import { listeners } from "./listeners.js";
import { close, documents, folders, history, open, options, pending } from "./open.js";
import { autosave, emit, hasUnsaved } from "./page-state.js";

let bundles = 0; // number of bundles opened so far

/** Opens one thing after the other: the draft of one catalog must not be combined with the files of another. */
const inTurn = queue();

/** `draft`: the key of the draft to continue. `catalogs`: the folders of several catalogs. `shown`: the one to show. */
type Opening = { name: string; handle?: FileSystemDirectoryHandle | null; draft?: string; catalogs?: string[]; shown?: string };

/** Opens files in place of the open catalog. Returns a function that tells whether they are still open. */
export async function openFiles(list: OpenedFile[], { name, handle = null, draft = "", catalogs = [], shown }: Opening): Promise<() => boolean> {
  const found = await inTurn(async () => {
    await pending.settled();
    await autosave.settled();
    for (const file of filesBesideBundle()) documents.close(file); // a bundle stays open beside the new catalog
    folders.set(handle, catalogs, shown);
    open.lastChange = null;
    for (const file of list) documents.open(file);
    return beginAnew({ title: name, list, handle }, draft);
  });
  await show(found);
  return () => documents.generation === found.generation;
}

/** Opens a folder beside what is open, as further catalogs of one workspace with one history and one draft. */
export async function openBeside(list: OpenedFile[], { name, handle = null, draft = "", catalogs = [] }: Opening): Promise<void> {
  const found = await inTurn(async () => {
    await pending.settled();
    const prefix = folders.add(handle, name, catalogs, open.title, (prefix) => allPaths().some((path) => path.startsWith(prefix)));
    for (const file of list) documents.open({ ...file, path: prefix + file.path });
    await autosave.settled();
    const { beside = [] } = open.source;
    const previous = heldKey();
    const begun = await begin({ ...open.source, beside: [...beside, { title: name, list, handle }] }, draft);
    if (previous !== undefined && begun.isKept) await discardDraft(previous).catch(() => {}); // the draft of both has its changes
    return begun;
  });
  await show(found);
}

/** Shows another of the open catalogs. All catalogs share documents, history and draft. `waits`: for changes that are being made. */
export async function showCatalog(root: string, waits = true): Promise<void> {
  const generation = await inTurn(async () => {
    if (root === folders.current || !folders.all.some((one) => one.root === root)) return 0;
    if (waits) await pending.settled();
    folders.current = root;
    documents.generation += 1;
    session.close();
    emit("opening", null);
    return documents.generation;
  });
  if (generation) await show({ generation, drafts: NO_DRAFT });
}

/** Opens a bundle beside the catalog, or alone. Closes the bundle that was open. */
export async function openBundle(list: OpenedFile[], { name, handle = null }: { name: string; handle?: FileSystemDirectoryHandle | null }): Promise<void> {
  const found = await inTurn(async () => {
    await pending.settled();
    await autosave.settled();
    dropBundle();
    await autosave.now(); // the draft no longer has the changes to the closed bundle
    const isAlone = documents.size === 0;
    const prefix = bundlePrefix(name);
    open.bundle = placed({ name, prefix, handle });
    for (const file of list) documents.add({ ...file, path: prefix + file.path });
    return isAlone ? beginAnew({ title: name, list, handle }) : undefined;
  });
  if (found) await show(found);
  emit("bundle-opened", null); // before the checks, so that it does not override what the user requests while they run
  if (!found) await session.refresh();
  listeners.bundle();
}

function placed(place: Omit<OpenBundle, "id">): OpenBundle {
  bundles += 1;
  return { id: bundles, ...place };
}

/** Closes the bundle. The catalog stays open. */
export async function closeBundle(): Promise<void> {
  await inTurn(async () => {
    await autosave.settled();
    dropBundle();
  });
  listeners.bundle();
  await autosave.now();
}

function dropBundle(): void {
  close(filesOfBundle());
  open.bundle = null;
  listeners.text();
}

/** Starts a session with the open documents and restores their drafts. `isKept`: whether unsaved changes are stored. */
async function begin(opened: Source, preferred = "") {
  documents.generation += 1;
  session.close();
  cancelFeed();
  open.source = opened;
  open.title = titleOf(opened);
  autosave.reset();
  listeners.text();
  emit("opening", null);
  const drafts = await takeDraft(opened, preferred);
  const isKept = drafts.merged || hasUnsaved() ? await autosave.now() : true;
  return { generation: documents.generation, drafts, isKept };
}

/** The same for newly opened documents: resets everything that is known of the previous ones. */
function beginAnew(opened: Source, preferred = "") {
  const known = new Set(documents.all().map(({ id }) => id));
  history.forget((id) => !known.has(id));
  options.chosen = "";
  return begin(opened, preferred);
}

async function show({ generation, drafts }: { generation: number; drafts: typeof NO_DRAFT }): Promise<void> {
  await feed();
  if (generation === documents.generation) emit("opened", drafts);
}

async function takeDraft(source: Source, preferred: string): Promise<typeof NO_DRAFT> {
  if (!autosave.isOn) return NO_DRAFT;
  try {
    let fitting = null as Fitting | null;
    const isChanged = filesBesideBundle().some(documents.isChanged); // unsaved changes take precedence over a draft
    const fits = async (draft: Draft) => {
      fitting = isChanged ? null : await fit(draft, { documents, bundle: open.bundle, placeOf });
      return fitting !== null;
    };
    const { draft, tabs, left } = await claim(source, fits, preferred);
    if (!draft || !fitting) return { ...NO_DRAFT, tabs, left };
    if (!open.bundle && draft.bundle) open.bundle = placed({ name: draft.bundle.name, prefix: draft.bundle.prefix, handle: null });
    restore(draft, fitting, { documents, history });
    if (draft.bundle) listeners.bundle();
    return { restored: fitting.texts.size, merged: !fitting.isExact, conflicts: fitting.conflicts.size, tabs, left };
  } catch (error) {
    autosave.failed(error);
    return NO_DRAFT;
  }
}

/** Shows the catalog of changed files, unless the shown one contains any of them. */
export async function showCatalogOf(paths: string[]): Promise<void> {
  const [first] = paths;
  if (first === undefined || paths.some(folders.isShown) || isBundleFile(first)) return;
  await showCatalog(folders.rootOf(first) ?? folders.current, false);
}
