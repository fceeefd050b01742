// The page's documents: what is open, how it changes, its undo history, drafts and the engine's session on it. All of it is
// plain JavaScript data, outside of any engine. Every change names the document and the version that it was made for.
import { claim, dropDraft, saveDraft } from "./drafts.js";
import { difference, merge } from "./merge.js";
import { Documents, isBinary, textIn } from "./store/documents.js";
import { draftOf, fit, restore } from "./store/draft.js";
import { RefusedEdit, StaleEdit, editAt as editOf, originOf, partsOf, planned, splice, stamped, withStampedFixes } from "./store/edits.js";
import { History } from "./store/history.js";
import { Session, Superseded, crash, isStopped } from "./store/session.js";
import { withUnrelatedFiles } from "./unrelated-files.js";

const DRAFT_DELAY = 250;
const CONFIG_DELAY = 400;
const PATIENCE = 2000; // milliseconds that another catalog waits for a change that is being made
const PEEK = 1 << 20; // bytes: what a file is shows at its start

const documents = new Documents();
const history = new History();
let root = null; // FileSystemDirectoryHandle of the open folder
let bundle = null; // { id, name, prefix, handle }: the bundle that is open; its files are not the catalog's
let bundles = 0; // that were opened
let title = "";
let draftTimer;
let draftState = "saved";
let listener = () => {};
let onText = () => {};
let onEdited = () => {};
let onBundle = () => {};

export function listen(callback) {
  listener = callback;
}

/** Calls back when a document is changed, `({ path, document, version, changes, source })`, and without one when others are open. */
export function onTextChange(callback) {
  onText = callback;
}

/** Calls back after changes that were not typed, `([{ path, from, to }])`: where they are in the texts now. */
export function onEdit(callback) {
  onEdited = callback;
}

/** Calls back when the bundle, or what is in it, is another one. */
export function onBundleChange(callback) {
  onBundle = callback;
}

const emit = (kind, detail = {}) => listener(kind, detail);
const isOfBundle = (path) => bundle !== null && path.startsWith(bundle.prefix);
const catalogFiles = () => documents.all().filter(({ path }) => !isOfBundle(path));
const filesOfBundle = () => documents.all().filter(({ path }) => isOfBundle(path));
// A copy goes to the engine: what the page holds must never be transferred away.
const copyOf = ({ path, text, bytes }) => (text === null ? { path, bytes: bytes.slice() } : { path, text });

export const isBundleFile = isOfBundle;
/** Id, name, prefix of its paths here, and folder of the bundle that is open. */
export const bundlePlace = () => bundle;
/** Its files, by path below its root. */
export const bundleFiles = () => filesOfBundle().map((file) => ({ ...copyOf(file), path: file.path.slice(bundle.prefix.length) }));
export const hasCatalog = () => catalogFiles().length > 0;
export const hasUnsavedBundle = () => filesOfBundle().some(documents.isChanged);

const openedText = (file) => file.opened ?? documents.base(file);
const isOther = (file) => file.text !== null && file.text !== openedText(file);
/** The files as they were opened. */
export const openedFiles = () => catalogFiles().filter((file) => openedText(file) !== "" || file.bytes.length > 0).map((file) => (file.opened === undefined ? { path: file.path, bytes: file.bytes.slice() } : { path: file.path, text: file.opened }));
/** Texts of the files that are others than when they were opened, by path. */
export const changedSinceOpened = () => new Map(catalogFiles().filter(isOther).map(({ path, text }) => [path, text]));

const session = new Session({
  documents,
  emit,
  emitState: () => emit("state", state()),
  files: () => catalogFiles().map(copyOf),
  opened: () => catalogFiles().filter(isOther).map((file) => ({ path: file.path, text: file.text, opened: openedText(file) })),
  readOptions,
  finish: (report, outline, held) => withConfig(withOrigins(withUnrelatedFiles(report, outline.files, (path) => textIn(held, path, PEEK)), held)),
});

/** The report with the documents that its fixes are for. */
function withOrigins(report, held) {
  const { unrelated } = report;
  const fix = unrelated?.fix && { ...unrelated.fix, edits: stamped(unrelated.fix.edits, held) };
  return { ...report, diagnostics: withStampedFixes(report.diagnostics, held), unrelated: fix ? { ...unrelated, fix } : unrelated };
}

let opening = Promise.resolve();
/** One after the other: the draft of one catalog must not meet the files of another. */
function inTurn(work) {
  const done = opening.then(work);
  opening = done.catch(() => {});
  return done;
}

const making = new Set(); // changes that are being worked out
/** Ends when the changes that are being made have been made. */
const settled = () => Promise.race([Promise.allSettled([...making]), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);

function tracked(work) {
  making.add(work);
  const done = () => making.delete(work);
  work.then(done, done);
  return work;
}

/** Opens files in place of the catalog that is open. `draft`: the key of the draft to continue with. */
export async function openFiles(list, { name, handle = null, draft = "" } = {}) {
  const found = await inTurn(async () => {
    await settled();
    await flush();
    for (const file of catalogFiles()) documents.close(file); // a bundle stays beside the new catalog
    for (const file of list) documents.add(file);
    root = handle;
    return begin({ title: name ?? "", list, handle }, draft);
  });
  await show(found);
}

/** Opens a bundle beside the catalog, or alone; one that was open is closed. */
export async function openBundle(list, { name, handle = null }) {
  const found = await inTurn(async () => {
    await settled();
    await flush();
    dropBundle();
    const isAlone = documents.size === 0;
    bundle = placed({ name, prefix: `bundle:${name}/`, handle });
    for (const file of list) documents.add({ ...file, path: bundle.prefix + file.path });
    return isAlone ? begin({ title: name, list, handle }) : undefined;
  });
  await (found ? show(found) : session.refresh());
  onBundle();
}

const placed = (place) => ({ id: (bundles += 1), ...place });

/** Closes the bundle; the catalog stays. */
export async function closeBundle() {
  await inTurn(async () => {
    await flush();
    dropBundle();
  });
  onBundle();
  await writeDraft();
}

function dropBundle() {
  const closed = new Set(filesOfBundle().map(({ id }) => id));
  history.forget((id) => closed.has(id));
  for (const file of filesOfBundle()) documents.close(file);
  bundle = null;
  onText();
}

/** Begins with the documents that are open now: nothing of those before is known any more, and their drafts come back. */
async function begin(source, preferred) {
  documents.generation += 1;
  session.close();
  history.clear();
  clearTimeout(configTimer);
  chosen = "";
  title = source.title;
  draftState = "saved";
  onText();
  emit("opening", { files: documents.size, bytes: documents.all().reduce((sum, file) => sum + file.bytes.length, 0) });
  const drafts = await takeDraft(source, preferred);
  if (drafts.merged) await writeDraft();
  return { generation: documents.generation, drafts };
}

async function show({ generation, drafts }) {
  await feed();
  if (generation === documents.generation) emit("opened", { title, files: documents.size, ...drafts });
}

async function feed() {
  try {
    await session.feed();
  } finally {
    await session.refresh();
  }
}

/** Reads the configuration among the files; the page gives it, so that only who has one loads what reads it. */
let configOf = async () => null;
let findingOf = () => {};
export function configuredBy(read, finding) {
  configOf = read;
  findingOf = finding;
}
let config = null; // { files, options } or { files, problem }
let chosen = ""; // a profile that was chosen by hand is stronger, as on the command line
let options = {};
let configTimer;

async function readOptions(isCurrent) {
  const broken = (error) => ({ files: [], problem: { path: "olmkit.yaml", line: 1, column: 1, message: String(error.message ?? error) } });
  const found = await configOf(allFiles()).catch(broken);
  if (!isCurrent()) return options;
  config = found;
  options = { ...config?.options, ...(chosen && { profile: chosen }) };
  emit("config", { files: config?.files ?? [], profile: options.profile ?? "default", broken: Boolean(config?.problem) });
  return options;
}

/** A broken configuration is a finding too. */
function withConfig(report) {
  const problem = config?.problem;
  if (!problem || !documents.has(problem.path)) return report;
  return { ...report, summary: { ...report.summary, errors: report.summary.errors + 1 }, diagnostics: [findingOf(problem, textOf(problem.path)), ...report.diagnostics] };
}

export const settings = () => options;
export async function setProfile(profile) {
  chosen = profile;
  await feed();
}

let keepsDrafts = true;
export function keepNoDrafts() {
  keepsDrafts = false;
}

const NO_DRAFT = { restored: 0, merged: false, tabs: 0, left: 0 };

async function takeDraft(source, preferred) {
  if (!keepsDrafts) return NO_DRAFT;
  try {
    let fitting;
    const { draft, tabs, left } = await claim(source, async (draft) => (fitting = await fit(draft, { documents, bundle })) !== null, preferred);
    if (!draft) return { ...NO_DRAFT, tabs, left };
    if (!bundle && draft.bundle) bundle = placed({ name: draft.bundle.name, prefix: draft.bundle.prefix, handle: null });
    restore(draft, fitting, { documents, history });
    if (draft.bundle) onBundle();
    return { restored: fitting.texts.size, merged: !fitting.isExact, tabs, left };
  } catch (error) {
    draftState = `not kept: ${reason(error)}`;
    return NO_DRAFT;
  }
}

async function writeDraft() {
  clearTimeout(draftTimer);
  draftTimer = undefined;
  if (!keepsDrafts) return;
  const draft = draftOf({ title, documents, history, bundle });
  try {
    await (draft ? saveDraft(draft) : dropDraft());
    draftState = "saved";
  } catch (error) {
    draftState = `not kept: ${reason(error)}`;
  }
  emit("state", state());
}

/** Writes a draft that waits for its time. */
const flush = async () => draftTimer !== undefined && writeDraft();

const reason = (error) => (error?.name === "QuotaExceededError" ? "this browser has no room left" : (error?.message || "this browser keeps no data"));

export function textOf(path) {
  const document = documents.get(path);
  return document ? documents.text(document) : "";
}

/** The document of a path and its version, `{ document, version }`; document 0 is none. */
export function documentOf(path) {
  const found = documents.get(path);
  return found ? { document: found.id, version: found.version } : { document: 0, version: 0 };
}

/** Why a file is not shown as text; nothing for a text. */
export function unreadable(path) {
  const document = documents.get(path);
  if (!document || documents.isText(document)) return "";
  const size = `${Math.ceil(document.bytes.length / 1000)} kB`;
  if (isBinary(document.bytes)) return `${path} is a binary file (${size}). It is not shown here.`;
  return `${path} is not valid UTF-8 (${size}). It is not shown or edited here, so that none of its bytes change. Convert it to UTF-8 first.`;
}

export const isOpen = (path) => documents.has(path);
const folderOf = (path) => (isOfBundle(path) ? bundle.handle : root);
/** The folder that a new file goes into, and its path there. */
const placeOf = (path) => ({ directory: folderOf(path), inside: isOfBundle(path) ? path.slice(bundle.prefix.length) : path });

/** The documents that are not saved: texts, where they are on disk, and where a new file belongs. */
export const changedFiles = () => documents.all().filter(documents.isChanged).map((file) => ({ path: file.path, document: file.id, before: documents.base(file), after: file.text, handle: file.handle, stamp: file.stamp, place: placeOf(file.path) }));
const canSave = () => {
  const all = documents.all();
  const wanted = all.some(documents.isChanged) ? all.filter(documents.isChanged) : all;
  return wanted.length > 0 && wanted.every(({ path, handle }) => handle || folderOf(path));
};
export const state = () => ({
  title,
  files: documents.size,
  changed: documents.all().filter(documents.isChanged).length,
  ...history.labels,
  draft: draftState,
  folder: canSave(),
});

/** Makes changes of documents, all or none, and tells who shows or checks them. */
function change(parts, source) {
  const links = documents.apply(parts);
  for (const link of links) {
    const { path, document, after, forward } = link;
    onText({ path, document, version: after, changes: forward, source });
    if (isOfBundle(path)) onBundle();
    else sendChange(link);
  }
  return links;
}

function sendChange(link) {
  session.send(link);
  if (link.path !== "olmkit.yaml" && !config?.files.includes(link.path)) return;
  clearTimeout(configTimer);
  configTimer = setTimeout(() => feed().catch((error) => emit("failed", { message: String(error.message ?? error) })), CONFIG_DELAY);
}

/** Makes changes as one undo step. `parts`: see `Documents.apply`. */
export async function edit(label, parts) {
  const links = change(parts, "form");
  if (links.length) history.push({ label, groups: [links] });
  onEdited(placesOf(links));
  await changed();
}

/** Where changes are in the texts as they are now: the inverse changes begin there. */
const placesOf = (links) => links.filter(({ inverse }) => inverse.length).map(({ path, inverse: [{ from, to }] }) => ({ path, from, to }));

const changeTo = (path, text) => ({ path, ...documentOf(path), changes: [difference(textOf(path), text)] });
/** Gives a file another text, as one undo step. */
export const setText = (path, text) => edit(`Change ${path}`, [changeTo(path, text)]);

/** What was typed into a document: offsets of the text before. Returns the version that it has now. */
export function typed({ path, document, version, changes }) {
  const [link] = change([{ path, document, version, changes }], "typing");
  history.type(link);
  changed();
  return link.after;
}

export const undo = () => step("undo");
export const redo = () => step("redo");

/** Goes one step back or forth, goes to what that changes, and says what it is. */
async function step(direction) {
  let places = [];
  const done = history[direction]((parts) => { places = placesOf(change(parts, direction)); });
  if (!done) return;
  onEdited(places);
  emit("stepped", { label: done.label, redo: direction === "redo", isTyping: Boolean(done.isTyping), ...places[0] });
  await changed();
}

async function changed() {
  draftState = "pending";
  clearTimeout(draftTimer);
  draftTimer = setTimeout(writeDraft, DRAFT_DELAY);
  await session.refresh();
}

export const ask = (method, ...params) => session.ask(method, ...params);

/** All fixes that are safe together, with edits of the texts as they are. */
export async function planFixes() {
  const { answer, held } = await session.asked("planFixes");
  return { ...answer, edits: stamped(answer.edits, held) };
}

/** Who is stranded, with fixes of the texts as they are. */
export async function stranded(question) {
  const { answer, held } = await session.asked("stranded", question);
  return withStampedFixes(answer.stranded, held);
}

/** What an intention would do, as edits of the texts as they are. Nothing is changed. */
export async function consider(intention) {
  const { answer, held } = await session.asked("plan", intention);
  return planned(answer, held);
}

/** Asks for the edits of an intention and makes them as one undo step. Returns the plan. */
export const intend = (intention) => tracked(intended(intention));

async function intended(intention) {
  const { generation } = documents;
  try {
    const plan = await consider(intention);
    if (plan.ok) await edit(plan.label, partsOf(plan.edits));
    return plan;
  } catch (error) {
    if (documents.generation === generation && error instanceof StaleEdit) return intended(intention); // for the text as it is now
    if (error instanceof Superseded) throw new Error("Not changed: another catalog was opened before the change was ready.");
    throw error;
  }
}

/** An edit of the text as it is now, or as it was in a snapshot. */
export const editAt = (path, change, held) => editOf(path, change, held ? originOf(held, path) : documentOf(path));
/** The texts as they are now: what an answer that is asked for now is about. */
export const snapshot = () => documents.snapshot();

export const applyFix = (label, edits) => edit(label, partsOf(edits));

/** What edits would make of the files: texts before and after. Nothing is changed. */
export function preview(edits) {
  const parts = partsOf(edits);
  documents.check(parts);
  return parts.map(({ path, changes }) => ({ path, before: textOf(path), after: splice(textOf(path), changes).text }));
}

/** After saving: what is on disk now is the new base. `saved`: documents, what was written, time stamps and handles. */
export async function markSaved(saved) {
  for (const { document, text, stamp, handle } of saved) {
    const file = documents.byId(document);
    if (file) documents.setBase(file, text, { stamp, handle });
  }
  await writeDraft();
}

/** The file on disk is another one now. Ours is merged onto it, or replaced by it; either is one undo step. */
export async function rebase(document, disk, stamp, take) {
  const file = documents.byId(document);
  if (!file) return false;
  const text = documents.text(file);
  const next = take === "disk" ? disk : merge(documents.base(file), text, disk);
  if (next === null) return false;
  documents.setBase(file, disk, { stamp });
  const label = take === "disk" ? `Take ${file.path} from disk` : `Merge ${file.path} with what is on disk`;
  if (next === text) await changed();
  else await edit(label, [changeTo(file.path, next)]);
  return true;
}

export const folder = () => root;
export const hasUnsaved = () => documents.all().some(documents.isChanged);
export const allPaths = () => documents.all().map(({ path }) => path);
/** The files of the catalog as they are held, without a copy: `{ path, text }`, or `{ path, bytes }` of one that nobody looked at. */
export const heldFiles = () => catalogFiles().map(({ path, text, bytes }) => (text === null ? { path, bytes } : { path, text }));
const encoder = new TextEncoder();
/** The files of the catalog. */
export const allFiles = () => catalogFiles().map((file) => ({ path: file.path, content: file.text === null ? file.bytes : encoder.encode(file.text) }));
/** Asks for a fresh report. */
export const refresh = () => session.refresh();

let reloading = false;
/** The draft is written, so the page may be loaded anew without a question. */
export async function beforeReload() {
  await flush();
  reloading = draftState === "saved";
}

/** Keeps what is not saved when the page is left. */
export function watchLeaving() {
  addEventListener("beforeunload", (event) => {
    if (!hasUnsaved() || reloading || !keepsDrafts) return;
    writeDraft();
    event.preventDefault();
  });
  addEventListener("visibilitychange", () => document.visibilityState === "hidden" && flush());
}

export { RefusedEdit, crash, isStopped, partsOf };
