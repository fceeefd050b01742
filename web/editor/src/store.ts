// The document store: what is open, its changes, undo history and drafts, and the engine's session on it. All of it is
// plain JavaScript data outside of any engine. Every change names the document and the version that it was made for.

import type { Change, Intention, Options } from "olmkit";
import type { EngineClient } from "olmkit/client";
import { claim, discardDraft, heldKey, labelOf, type Source, titleOf } from "./drafts.js";
import { sentenceOf } from "./engine.js";
import type { ChangedFile, PageState, Take } from "./generated/page.js";
import { difference, merge } from "./merge.js";
import { queue } from "./queue.js";
import { Autosave } from "./store/autosave.js";
import { bundlePrefix } from "./store/bundle-paths.js";
import { contentsOf, copyOf, Documents, type HeldFile, heldOf, isReadable, type Link, longestFirst, type OnDisk, type OpenDocument, type OpenedFile, placesOf } from "./store/documents.js";
import { type Draft, draftOf, type Fitting, fit, NO_DRAFT, type OpenBundle, restore } from "./store/draft.js";
import { editAt as editOf, type Held, type MadeChange, NO_DOCUMENT, type Origin, originOf, type Part, partsOf, RefusedEdit, StaleEdit, type StampedEdit, type StampedPlan } from "./store/edits.js";
import type { Emit } from "./store/events.js";
import { Folders } from "./store/folders.js";
import { History, type Step, stepped } from "./store/history.js";
import { intended } from "./store/intended.js";
import { type ChangeSource, listeners } from "./store/listeners.js";
import { Making } from "./store/making.js";
import { OwnedTexts } from "./store/owned-texts.js";
import { plansOf } from "./store/plans.js";
import { askRemoved, type Removed } from "./store/removed.js";
import { withOrigins } from "./store/report.js";
import { crash, isStopped, type Query, Session } from "./store/session.js";
import { CONFIG, type Profile, type ReadConfig, Settings } from "./store/settings.js";

const CONFIG_DELAY = 400;
const documents = new Documents();
const history = new History();
const folders = new Folders();
const options = new Settings();
export const owned = new OwnedTexts({ documents, change: (parts) => void change(parts, "form"), changed, sendBase: () => session.sendBase() });
let made: MadeChange | null = null; // the last change, until something else is changed
let source: Source = { title: "", list: [], handle: null }; // what was opened
let bundle: OpenBundle | null = null;
let bundles = 0; // number of bundles opened so far
let title = "";
export const hasUnsaved = () => documents.all().some(documents.isChanged);
const autosave = new Autosave({ draft: () => draftOf({ title, documents, history, bundle, placeOf }), hasUnsaved, onChange: () => emit("state", state()) });
const emit: Emit = (kind, detail) => listeners.emit(kind, detail);
export const isBundleFile = (path: string) => bundle !== null && path.startsWith(bundle.prefix);
const filesBesideBundle = () => documents.all().filter(({ path }) => !isBundleFile(path));
const filesBelow = (root: string) => filesBesideBundle().filter(({ path }) => folders.rootOf(path) === root);
const catalogFiles = () => filesBelow(folders.current);
const filesOfBundle = () => documents.all().filter(({ path }) => isBundleFile(path));

/** The path below the root of the bundle. */
const insideOf = (path: string) => path.slice(bundle?.prefix.length);

/** The id, name, path prefix and folder of the open bundle. */
export const bundlePlace = () => bundle;
/** The files of the bundle, by path below its root. */
export const bundleFiles = () =>
  filesOfBundle()
    .map(copyOf)
    .filter(isReadable)
    .map((file) => ({ ...file, path: insideOf(file.path) }));
export const hasUnsavedBundle = () => filesOfBundle().some(documents.isChanged);

/** The files of a catalog as they were loaded or saved last. */
export const loadedFiles = (root = folders.current): HeldFile[] =>
  filesBelow(root)
    .map((file) => (file.bytes.length > 0 || file.unreadable !== undefined ? heldOf({ ...file, text: null }) : { path: file.path, text: documents.loadedText(file) }))
    .filter(({ text }) => text !== "");
/** The texts that differ from those that were loaded or saved last, by path. */
export const changedSinceLoaded = (root = folders.current) =>
  new Map(
    filesBelow(root)
      .filter(documents.isOther)
      .map(({ path, text }) => [path, text]),
  );

const session = new Session({
  documents,
  emit,
  emitState: () => emit("state", state()),
  files: () => catalogFiles().map(copyOf),
  earlier: () =>
    catalogFiles()
      .filter(documents.isOther)
      .map((file) => ({ path: file.path, text: file.text, loaded: documents.loadedText(file) })),
  readOptions,
  finish: (report, unrelated, held) => withOrigins(options.withProblem(report, documents.has), unrelated, held),
});

/** Opens one thing after the other: the draft of one catalog must not be combined with the files of another. */
const inTurn = queue();

export const making = new Making();

/** `draft`: the key of the draft to continue. `catalogs`: the folders of several catalogs. `shown`: the one to show. */
type Opening = { name: string; handle?: FileSystemDirectoryHandle | null; draft?: string; catalogs?: string[]; shown?: string };

/** Opens files in place of the open catalog. Returns a function that tells whether they are still open. */
export async function openFiles(list: OpenedFile[], { name, handle = null, draft = "", catalogs = [], shown }: Opening): Promise<() => boolean> {
  const found = await inTurn(async () => {
    await making.settled();
    await autosave.settled();
    for (const file of filesBesideBundle()) documents.close(file); // a bundle stays open beside the new catalog
    folders.set(handle, catalogs, shown);
    made = null;
    for (const file of list) documents.open(file);
    return beginAnew({ title: name, list, handle }, draft);
  });
  await show(found);
  return () => documents.generation === found.generation;
}

/** Opens a folder beside what is open, as further catalogs of one workspace with one history and one draft. */
export async function openBeside(list: OpenedFile[], { name, handle = null, draft = "", catalogs = [] }: Opening): Promise<void> {
  const found = await inTurn(async () => {
    await making.settled();
    const prefix = folders.add(handle, name, catalogs, title, (prefix) => allPaths().some((path) => path.startsWith(prefix)));
    for (const file of list) documents.open({ ...file, path: prefix + file.path });
    await autosave.settled();
    const { beside = [] } = source;
    const previous = heldKey();
    const begun = await begin({ ...source, beside: [...beside, { title: name, list, handle }] }, draft);
    if (previous !== undefined && begun.isKept) await discardDraft(previous).catch(() => {}); // the draft of both has its changes
    return begun;
  });
  await show(found);
}

/** Shows another of the open catalogs. All catalogs share documents, history and draft. `waits`: for changes that are being made. */
export async function showCatalog(root: string, waits = true): Promise<void> {
  const generation = await inTurn(async () => {
    if (root === folders.current || !folders.all.some((one) => one.root === root)) return 0;
    if (waits) await making.settled();
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
    await making.settled();
    await autosave.settled();
    dropBundle();
    await autosave.now(); // the draft no longer has the changes to the closed bundle
    const isAlone = documents.size === 0;
    const prefix = bundlePrefix(name);
    bundle = placed({ name, prefix, handle });
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

/** Closes documents. The steps that change them can no longer be undone. */
function close(closed: OpenDocument[]): void {
  const ids = new Set(closed.map(({ id }) => id));
  history.forget((id) => ids.has(id));
  for (const file of closed) documents.close(file);
}

function dropBundle(): void {
  close(filesOfBundle());
  bundle = null;
  listeners.text();
}

/** Starts a session with the open documents and restores their drafts. `isKept`: whether unsaved changes are stored. */
async function begin(opened: Source, preferred = "") {
  documents.generation += 1;
  session.close();
  clearTimeout(configTimer);
  source = opened;
  title = titleOf(opened);
  autosave.reset();
  listeners.text();
  emit("opening", null);
  const drafts = await takeDraft(opened, preferred);
  const isKept = drafts.merged || hasUnsaved() ? await autosave.now() : true;
  return { generation: documents.generation, drafts, isKept };
}

/** The same for newly opened documents: resets everything that is known of the previous ones. */
function beginAnew(opened: Source, preferred = "") {
  const open = new Set(documents.all().map(({ id }) => id));
  history.forget((id) => !open.has(id));
  options.chosen = "";
  return begin(opened, preferred);
}

async function show({ generation, drafts }: { generation: number; drafts: typeof NO_DRAFT }): Promise<void> {
  await feed();
  if (generation === documents.generation) emit("opened", drafts);
}

async function feed(): Promise<void> {
  try {
    await session.feed();
  } finally {
    await session.refresh();
  }
}

let configTimer: ReturnType<typeof setTimeout> | undefined;
export const configuredBy = (read: ReadConfig) => options.configuredBy(read);

async function readOptions(isCurrent: () => boolean): Promise<Options> {
  const [folder, prefix] = [folders.current, folders.prefixOf(folders.current)];
  const own = filesBesideBundle().filter(({ path }) => folders.prefixOf(path) === prefix);
  const failed = (message: string) => emit("failed", { message: `${CONFIG} cannot be read: ${message}.` });
  if (await options.read(contentsOf(own), { prefix, folder }, isCurrent, failed)) emit("config", options.shown);
  return options.options;
}
/** The path of the configuration, which may not exist yet, and whether its folder is a catalog. */
export const configPlace = (prefix = folders.prefixOf(folders.current)) => ({
  path: options.shown.files[0] ?? prefix + CONFIG,
  isCatalog: folders.current === prefix,
});

export const settings = () => options.options;
export async function setProfile(profile: Profile | ""): Promise<void> {
  options.chosen = profile;
  await feed();
}

export const keepNoDrafts = () => autosave.turnOff();

async function takeDraft(source: Source, preferred: string): Promise<typeof NO_DRAFT> {
  if (!autosave.isOn) return NO_DRAFT;
  try {
    let fitting = null as Fitting | null;
    const isChanged = filesBesideBundle().some(documents.isChanged); // unsaved changes take precedence over a draft
    const fits = async (draft: Draft) => {
      fitting = isChanged ? null : await fit(draft, { documents, bundle, placeOf });
      return fitting !== null;
    };
    const { draft, tabs, left } = await claim(source, fits, preferred);
    if (!draft || !fitting) return { ...NO_DRAFT, tabs, left };
    if (!bundle && draft.bundle) bundle = placed({ name: draft.bundle.name, prefix: draft.bundle.prefix, handle: null });
    restore(draft, fitting, { documents, history });
    if (draft.bundle) listeners.bundle();
    return { restored: fitting.texts.size, merged: !fitting.isExact, conflicts: fitting.conflicts.size, tabs, left };
  } catch (error) {
    autosave.failed(error);
    return NO_DRAFT;
  }
}

export function textOf(path: string): string {
  const document = documents.get(path);
  return document ? documents.text(document) : "";
}

/** The document of a path and its version, `{ document, version }`. Document 0 means that there is none. */
export function documentOf(path: string): Origin {
  const found = documents.get(path);
  return found ? { document: found.id, version: found.version } : NO_DOCUMENT;
}

/** The reason why a file is not shown as text. Empty for a text file. */
export const unreadable = (path: string) => documents.unreadable(path);
export const isOpen = (path: string) => documents.has(path);
/** The folder that a new file belongs in, and its path there. */
const placeOf = (path: string) => (bundle && isBundleFile(path) ? { directory: bundle.handle, inside: insideOf(path) } : folders.placeOf(path));

/** The documents with unsaved changes: their texts, where they are on disk, and where a new file belongs. */
export const changedFiles = () =>
  documents
    .all()
    .filter(documents.isChanged)
    .map((file) => ({ ...file, document: file.id, before: documents.base(file), after: file.text, place: placeOf(file.path) }));
const canSave = () => {
  const all = documents.all();
  const wanted = all.some(documents.isChanged) ? all.filter(documents.isChanged) : all;
  return wanted.length > 0 && wanted.every(({ path, handle }) => handle || placeOf(path).directory);
};
export const state = (): PageState => ({
  title: labelOf(source),
  changed: documents.all().filter(documents.isChanged).length,
  revision: documents.revision,
  ...history.labels,
  draft: autosave.state,
  folder: folders.isReachable && canSave(),
  ended: !folders.isReachable,
  catalogs: folders.all.map((one) => ({ ...one, changed: filesBelow(one.root).filter(documents.isChanged).length })),
  catalog: folders.current,
  carry: carriable(),
  changedPaths: changedFiles().map(({ path }) => path),
});

/** Applies changes of documents, all or none, and notifies the views and the session. */
function change(parts: Part[], source: ChangeSource): Link[] {
  const links = documents.apply(parts);
  made = null;
  for (const link of links) {
    const { path, document, after, forward } = link;
    listeners.text(link.isGone ? undefined : { path, document, version: after, changes: forward, source });
    if (isBundleFile(path)) listeners.bundle();
    else sendChange(link);
  }
  const ended = links.map(({ path }) => documents.get(path)).filter((file) => file?.handle && !documents.isChanged(file));
  if (ended.length) listeners.unchanged(ended.flatMap((file) => file?.path ?? []));
  return links;
}

function sendChange(link: Link): void {
  if (folders.isShown(link.path)) session.send(link);
  if (!options.isRead(link.path)) return;
  clearTimeout(configTimer);
  configTimer = setTimeout(() => feed().catch((error) => emit("failed", { message: sentenceOf(error) })), CONFIG_DELAY);
}

const hasEffect = ({ document, changes }: Part) => document === 0 || changes.some(({ from, to, text }) => to > from || text !== "");

/**
 * Applies changes as one undo step. `parts`: see `Documents.apply`; `keepsUndone`: see `History.push`.
 */
export async function edit(label: string, parts: Part[], more: Pick<Step, "rebase"> = {}, keepsUndone = false): Promise<void> {
  await apply(label, parts, more, keepsUndone);
  await changed();
}

/** Does the same without waiting until the page shows the result. */
async function apply(label: string, parts: Part[], more: Pick<Step, "rebase"> = {}, keepsUndone = false, own: MadeChange | null = null): Promise<void> {
  if (owned.send && !parts.some(({ path }) => isBundleFile(path))) {
    owned.check(parts);
    await owned.send(label, parts);
    made = own;
    return;
  }
  const links = change(more.rebase ? parts : parts.filter(hasEffect), "form");
  made = own;
  if (links.length) history.push({ label, groups: [links], ...more }, keepsUndone);
  listeners.edited(placesOf(links.filter(({ path }) => documents.has(path) && (isBundleFile(path) || !folders.isOfOther(path)))));
}

const changeTo = (path: string, text: string): Part => ({ path, ...documentOf(path), changes: [difference(textOf(path), text)] });
/** Replaces the text of a file, as one undo step. */
export const setText = (path: string, text: string) => edit(`Change ${path}`, [changeTo(path, text)]);

/** Reverts a file to its text on disk, as one undo step. A draft's conflict with that text ends; a new or deleted file is closed. */
export async function revert(path: string): Promise<void> {
  const document = documents.get(path);
  if (!document) return;
  const { mergeBase, stamp } = document;
  const text = documents.base(document);
  const parts = [{ ...changeTo(path, text), removes: document.pasted === undefined }];
  await edit(`Revert ${path}`, parts, mergeBase === undefined ? {} : { rebase: documents.rebase(document, { text, stamp }) });
}

/** Applies what was typed into a document, in offsets of the text before. Returns the new version of the document. */
export function typed(part: Part): number {
  const [link] = change([part], "typing");
  if (!link) return part.version;
  history.type(link);
  changed();
  return link.after;
}

export const undo = () => stepBy(() => go("undo", 1));
export const redo = () => stepBy(() => go("redo", 1));

/** The undo and redo steps. `position`: how many are applied. `saved`: how many are on disk. */
export const steps = () => ({ steps: history.steps, position: history.position, saved: history.saved });
/** Undoes or redoes until `position` steps are applied, all or none. */
export const goToStep = (position: number) => stepBy(() => go(position < history.position ? "undo" : "redo", Math.abs(position - history.position)));

/** Takes steps after the changes that were requested before. */
const stepBy = (steps: () => Promise<void>) => making.inTurn(steps).then(changed);

/** Makes `count` steps in one direction, shows what they change, and reports them. */
async function go(direction: "undo" | "redo", count: number): Promise<void> {
  if (count === 0) return;
  const { position } = history;
  const { revision } = documents;
  await showCatalogOf(history.pathsOf(direction, count)).catch(() => {}); // the steps need no engine
  if (history.position !== position || documents.revision !== revision) return; // something was changed meanwhile
  let links: Link[] = [];
  let removed: Removed = new Map();
  const apply = (parts: Part[], isLast: boolean) => {
    if (isLast) removed = askRemoved((...place) => session.askNow("at", ...place), parts);
    links = change(parts, direction);
    return links;
  };
  const done: Step[] = [];
  try {
    for (let at = 0; at < count; at += 1) {
      const one = history[direction](apply);
      if (one) done.push(one);
    }
  } catch (error) {
    for (const _ of done) history[direction === "undo" ? "redo" : "undo"](apply);
    throw error;
  }
  if (done.length === 0) return emit("message", { message: `Nothing to ${direction}.` });
  if (documents.moveBases(done, direction)) await session.sendBase();
  await showCatalogOf(links.map(({ path }) => path));
  const here = links.filter(({ path }) => documents.has(path) && !folders.isOfOther(path));
  listeners.edited(placesOf(here));
  emit("stepped", stepped(done, direction, longestFirst(here, removed)));
}

/** Shows the catalog of changed files, unless the shown one contains any of them. */
async function showCatalogOf(paths: string[]): Promise<void> {
  const [first] = paths;
  if (first === undefined || paths.some(folders.isShown) || isBundleFile(first)) return;
  await showCatalog(folders.rootOf(first) ?? folders.current, false);
}

async function changed(): Promise<void> {
  autosave.later();
  await session.refresh();
}

export const ask = <Name extends Query>(method: Name, ...params: Parameters<EngineClient[Name]>) => session.ask(method, ...params);

export const { planFixes, suppress, fixAllStranded, stranded, consider, planAll } = plansOf(session, making);

/** Plans an intention on the result of earlier ones and applies its edits as one undo step. Returns the plan. */
export async function intend(intention: Intention): Promise<StampedPlan> {
  const { generation } = documents;
  const plan = await making.track(making.inTurn(() => intended(intention, generation, { documents, consider, apply: applyPlanned })));
  if (plan.ok) await changed();
  return plan;
}

/** An edit of the current text, or of the text in a snapshot. */
export const editAt = (path: string, change: Change, held?: Held) => editOf(path, change, held ? originOf(held, path) : documentOf(path));
/** A snapshot of the current texts, which the answer to a query sent now is about. */
export const snapshot = () => documents.snapshot();

/** Applies edits as one undo step. `intentions`: those that they were planned for. */
export async function make(label: string, edits: StampedEdit[], intentions: Intention[] = []): Promise<void> {
  await applyPlanned(label, edits, intentions);
  await changed();
}

async function applyPlanned(label: string, edits: StampedEdit[], intentions: Intention[]): Promise<void> {
  const parts = partsOf(edits);
  const before = new Map(parts.map(({ path }) => [path, textOf(path)]));
  const isShown = parts.every(({ path }) => !isBundleFile(path) && folders.isShown(path));
  await apply(label, parts, {}, false, isShown ? { label, intentions, root: folders.current, before } : null);
}

/** The last change in the shown catalog, until something else is changed. */
export const lastMade = () => (made?.root === folders.current ? made : null);

/** The label of the change to carry to other catalogs: the last one, or all unsaved ones. Empty if there is none. */
function carriable(): string {
  if (folders.all.length < 2) return "";
  return lastMade()?.label ?? (changedSinceLoaded().size ? `All changes in ${shownCatalog()}` : "");
}

/** The texts of the files before and after edits. Applies nothing. */
export const preview = (edits: StampedEdit[]): ChangedFile[] => documents.preview(partsOf(edits));

/** Records a save: what is on disk is the new base. `saved`: documents, written texts, time stamps and handles. */
export async function markSaved(saved: { document: number; text: string; stamp?: number; handle?: FileSystemFileHandle }[]): Promise<void> {
  for (const { document, text, stamp, handle } of saved) {
    const file = documents.byId(document);
    if (file) documents.setBase(file, text, { stamp, handle });
  }
  if (!hasUnsaved()) history.markSaved();
  await autosave.now();
  await session.sendBase();
  session.refresh();
}

/**
 * Merges a document's text onto its changed file, or replaces the text by the file's, as one undo step. A file that is not
 * text now or was not text before replaces the document.
 */
export async function rebase(document: number, { bytes, text: onDisk, ...place }: OnDisk, take: Take): Promise<boolean> {
  const file = documents.byId(document);
  if (!file) return false;
  if (onDisk === null || !documents.isText(file)) {
    if (take === "disk") await replace([{ path: file.path, bytes, ...place }]);
    return take === "disk";
  }
  const [text, isChanged] = [documents.text(file), documents.isChanged(file)]; // undo of a reload leaves a change to save
  const next = take === "disk" ? onDisk : merge(file.mergeBase ?? documents.base(file), text, onDisk);
  if (next === null) return false;
  const rebased = documents.rebase(file, { text: onDisk, ...place });
  const sent = session.sendBase();
  const label = take === "disk" ? `Use version on disk: ${file.path}` : `Merge ${file.path} with the version on disk`;
  if (next === text && !hasUnsaved()) history.markSaved();
  await (next === text ? changed() : edit(label, [changeTo(file.path, next)], isChanged ? { rebase: rebased } : {}, !isChanged));
  await sent;
  return true;
}

export const { onDisk } = documents;

/**
 * Applies files of the open folder that were added, replaced or deleted. A document with changes stays open, and saving
 * asks what to keep.
 */
export async function follow(found: OpenedFile[], gone: string[]): Promise<void> {
  const isUnchanged = (path: string) => {
    const file = documents.get(path);
    return !file || !documents.isChanged(file);
  };
  const { generation } = documents;
  const [closed, lost] = [gone.filter(isUnchanged), gone.filter((path) => !isUnchanged(path))];
  closePaths(closed);
  await lose(lost);
  if (documents.generation !== generation) return; // something else is open
  const replaced = found.filter(({ path }) => isUnchanged(path));
  if (closed.length + replaced.length) await replace(replaced);
}

/** Keeps the texts of files that were deleted on disk, as changes. Saving asks whether to write them again. */
export async function lose(paths: string[]): Promise<void> {
  const lost = paths.map(documents.get).filter((file) => file !== undefined);
  for (const file of lost) documents.lose(file);
  if (lost.length === 0) return;
  await session.sendBase();
  await changed();
}

/** Accepts that the file of a document was deleted, as one undo step. */
export async function acceptDeletion(path: string): Promise<void> {
  await lose([path]);
  await revert(path);
}

/** Opens files in place of the documents of their paths. */
async function replace(list: OpenedFile[]): Promise<void> {
  closePaths(list.map(({ path }) => path));
  for (const file of list) documents.add(file);
  listeners.text();
  autosave.later();
  await feed();
}

const closePaths = (paths: string[]) => close(paths.map((path) => documents.get(path)).filter((file) => file !== undefined));

export const folder = () => folders.first;
/** Records that files with unsaved changes have changed on disk. */
export function diskChanged(): void {
  documents.revision += 1;
  emit("state", state());
}
/** Records whether the files of a folder on disk can be reached. */
export function reached(handle: FileSystemDirectoryHandle, isReachable: boolean): void {
  if ((folders.unreachable === null) === isReachable) return;
  folders.unreachable = isReachable ? null : handle;
  if (isReachable) diskChanged();
  else emit("state", state()); // what is known of the changes stays
}
export const allPaths = () => documents.all().map(({ path }) => path);
/** The files of the catalog, not copied. */
export const heldFiles = (root = folders.current): HeldFile[] => filesBelow(root).map(heldOf);
/** The open catalogs. Empty if all files are one catalog. */
export const catalogs = () => folders.all;
/** The name of the shown catalog. Empty if all files are one catalog. */
export const shownCatalog = () => folders.all.find(({ root }) => root === folders.current)?.name ?? "";
/** The path prefix of the catalog that contains a file. */
export const catalogOf = (path: string) => folders.rootOf(path);
/**
 * The files that commands on the shown catalog need: those of the opened folder, without the documents of other catalogs.
 * The configuration and a baseline may be above the catalog.
 */
export function commandFiles() {
  const prefix = folders.prefixOf(folders.current);
  return contentsOf(filesBesideBundle().filter(({ path }) => folders.prefixOf(path) === prefix && (!folders.isOfOther(path) || options.isRead(path))));
}

/** The files of the shown catalog, or of another one. */
export const allFiles = (root = folders.current) => contentsOf(filesBelow(root));
/** Requests a new report. */
export const refresh = () => session.refresh();

export const beforeReload = () => autosave.beforeReload();
export const watchLeaving = () => autosave.watchLeaving();

export { listen, onBundleChange, onChangesEnd, onEdit, onTextChange, type TextChange } from "./store/listeners.js";
export { crash, isStopped, type Part, partsOf, RefusedEdit, StaleEdit };
