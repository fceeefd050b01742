// The documents of the page: texts, undo history and drafts. All of it is plain JavaScript data, outside of any engine.
import { claim, dropDraft, saveDraft } from "./drafts.js";
import { configure, crash, engine, isStopped } from "./engine.js";
import { difference, merge } from "./merge.js";
import { withStrangers } from "./strangers.js";

const DRAFT_DELAY = 250;
const UNDO_STEPS = 1000;
const DRAFT_STEPS = 500;
const CONFIG_DELAY = 400;
const TYPING_PAUSE = 800;

/**
 * path -> { path, bytes, text, base, handle, stamp, opened }; text is null until somebody looks at or changes the file.
 * `opened` is the text as it was opened, once what is on disk is another one.
 */
const files = new Map();
let undoStack = [];
let redoStack = [];
let root = null; // FileSystemDirectoryHandle of the open folder
let apart = null; // { name, prefix, handle }: the bundle that is open; its files are not the catalog's
let title = "";
let listener = () => {};
let onText = () => {};
let onApart = () => {};
let draftTimer;
let draftState = "saved";
const NOTHING_TYPED = { path: "", at: 0, from: 0, to: 0 };
let lastTyped = NOTHING_TYPED; // where, and between which offsets it stands now
let busy = Promise.resolve();

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

export function listen(callback) {
  listener = callback;
}

export function onTextChange(callback) {
  onText = callback;
}

/** Calls back when the bundle, or what is in it, is another one. */
export function onBundleChange(callback) {
  onApart = callback;
}

const isApart = (path) => apart !== null && path.startsWith(apart.prefix);
const catalogFiles = () => [...files.values()].filter(({ path }) => !isApart(path));
const apartFiles = () => [...files.values()].filter(({ path }) => isApart(path));

export const isBundleFile = isApart;

/** Name, prefix of its paths here, and folder of the bundle that is open. */
export const bundlePlace = () => apart;
/** Its files, by path below its root. */
export const bundleFiles = () => apartFiles().map((file) => ({ ...snapshot(file), path: file.path.slice(apart.prefix.length) }));
export const hasCatalog = () => catalogFiles().length > 0;
export const hasUnsavedBundle = () => apartFiles().some(isChanged);

const emit = (kind, detail = {}) => listener(kind, detail);

configure({
  files: replay,
  onProgress: (progress) => emit("progress", progress),
  onRestart: (event) => {
    emit("restart", { ...event, left: event.ok ? left : "" });
    if (event.ok) engine().then(layBase).then(refresh);
  },
});

// A document that the engine dies of again and again is left out, so that the rest can be worked on.
let suspect = ""; // what was changed last
let left = ""; // what is left out
function replay(attempt) {
  const own = catalogFiles();
  left = attempt > 1 && own.length > 1 ? suspect : "";
  return own.filter(({ path }) => path !== left).map(snapshot);
}

// A copy goes to the engine: what the page holds must never be transferred away.
const snapshot = (file) => (file.text === null ? { path: file.path, bytes: file.bytes.slice() } : { path: file.path, text: file.text });

export async function openFiles(list, { name, handle = null } = {}) {
  const opened = list.map(({ path, bytes, handle, stamp }) => ({ path, bytes, handle, stamp, text: null, base: null }));
  await flush();
  const bundle = apartFiles(); // it stays beside the new catalog
  files.clear();
  for (const file of [...opened, ...bundle]) files.set(file.path, file);
  root = handle;
  await opening(name);
}

/** Opens a bundle beside the catalog, or alone; one that was open goes. */
export async function openBundle(list, { name, handle = null }) {
  await flush();
  dropBundle();
  const alone = files.size === 0;
  apart = { name, prefix: `bundle:${name}/`, handle };
  for (const file of list) files.set(apart.prefix + file.path, { ...file, path: apart.prefix + file.path, text: null, base: null });
  if (alone) await opening(name);
  else await refresh();
  onApart();
}

/** Closes the bundle; the catalog stays. */
export async function closeBundle() {
  await flush();
  dropBundle();
  onApart();
  await writeDraft();
}

function dropBundle() {
  const touches = ({ forward, chain }) => (chain ?? [{ forward }]).some((link) => link.forward.some(({ path }) => isApart(path)));
  undoStack = undoStack.filter((step) => !touches(step));
  redoStack = redoStack.filter((step) => !touches(step));
  for (const { path } of apartFiles()) files.delete(path);
  apart = null;
}

async function opening(name) {
  chosen = "";
  undoStack = [];
  redoStack = [];
  title = name ?? "";
  suspect = "";
  draftState = "saved";
  emit("opening", { files: files.size, bytes: [...files.values()].reduce((sum, file) => sum + file.bytes.length, 0) });
  const drafts = await takeDraft();
  if (drafts.merged) await writeDraft();
  await openAll();
  emit("opened", { title, files: files.size, ...drafts });
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
let configTimer;

async function readOptions() {
  config = await configOf(allFiles()).catch((error) => ({ files: [], problem: { path: "olmkit.yaml", line: 1, column: 1, message: String(error.message ?? error) } }));
  options = { ...config?.options, ...(chosen && { profile: chosen }) };
  emit("config", { files: config?.files ?? [], profile: options.profile ?? "default", broken: Boolean(config?.problem) });
}

/** A broken configuration is a finding too. */
function withConfig(report) {
  const problem = config?.problem;
  if (!problem || !files.has(problem.path)) return report;
  return { ...report, summary: { ...report.summary, errors: report.summary.errors + 1 }, diagnostics: [findingOf(problem, textOf(problem.path)), ...report.diagnostics] };
}

async function openAll() {
  await readOptions();
  const worker = await engine();
  try {
    await worker.reset(options);
    await worker.openMany(catalogFiles().map(snapshot));
    await layBase(worker);
  } catch (error) {
    if (!isStopped(error)) throw error; // else the restart opens them
  }
  await refresh();
}

const openedText = (file) => file.opened ?? baseOf(file);

/** The files as they were opened. */
export const openedFiles = () => catalogFiles().filter((file) => openedText(file) !== "" || file.bytes.length > 0).map((file) => (file.opened === undefined ? { path: file.path, bytes: file.bytes.slice() } : { path: file.path, text: file.opened }));

const isOther = (file) => file.text !== null && file.text !== openedText(file);
/** Texts of the files that are others than when they were opened, by path. */
export const changedSinceOpened = () => new Map(catalogFiles().filter(isOther).map(({ path, text }) => [path, text]));

/**
 * What was opened is what clusters may run: its versions must still upgrade. All is sent at once, so that a change which
 * is made meanwhile comes after it.
 */
async function layBase(worker) {
  const other = catalogFiles().filter((file) => file.path !== left && isOther(file));
  const was = ({ path, ...file }) => (openedText(file) === "" ? worker.close(path) : worker.open(path, openedText(file)));
  const sent = [...other.map(was), worker.keepBase(), ...other.map(({ path, text }) => worker.open(path, text))];
  await Promise.all(sent).catch((error) => isStopped(error) || Promise.reject(error));
}

let keepsDrafts = true;
export function keepNoDrafts() {
  keepsDrafts = false;
}

const NO_DRAFT = { restored: 0, merged: false };

async function takeDraft() {
  if (!keepsDrafts) return { ...NO_DRAFT, tabs: 0, left: 0 };
  try {
    const { draft, tabs, left } = await claim(title, (draft) => restored(draft) !== null);
    return { ...(draft ? restore(draft) : NO_DRAFT), tabs, left };
  } catch (error) {
    draftState = `not kept: ${reason(error)}`;
    return { ...NO_DRAFT, tabs: 0, left: 0 };
  }
}

let options = {};
export const settings = () => options;
export async function setProfile(profile) {
  chosen = profile;
  await openAll();
}

/** The texts that a draft makes of what is open; null when it does not fit. */
function restored(draft) {
  const out = new Map();
  const kept = new Map((apart ? [] : (draft.bundle?.files ?? [])).map(({ path, bytes }) => [path, bytes]));
  for (const { path, base, text } of draft.files) {
    const file = files.get(path);
    if (!file && base !== "" && !kept.has(path)) return null;
    const merged = merge(base, text, file ? textOf(path) : kept.has(path) ? decoder.decode(kept.get(path)) : "");
    if (merged === null) return null;
    out.set(path, merged);
  }
  return out;
}

function restore(draft) {
  const texts = restored(draft);
  if (!apart && draft.bundle) {
    apart = { name: draft.bundle.name, prefix: draft.bundle.prefix, handle: null };
    for (const { path, bytes } of draft.bundle.files) files.set(path, { path, bytes, handle: null, stamp: 0, text: null, base: null });
    onApart();
  }
  // The steps hold offsets: they are good only for the texts that they were made on.
  const exact = draft.files.every(({ path, base, text }) => texts.get(path) === text && (files.has(path) ? textOf(path) : "") === base);
  for (const [path, text] of texts) {
    if (files.has(path)) files.get(path).text = text;
    else files.set(path, { path, bytes: new Uint8Array(), handle: null, text, base: "" });
  }
  if (exact) {
    undoStack = draft.undo ?? [];
    redoStack = draft.redo ?? [];
  }
  return { restored: texts.size, merged: !exact };
}

export function textOf(path) {
  const file = files.get(path);
  if (!file) return "";
  if (file.text === null) {
    file.text = decoder.decode(file.bytes);
    file.base = file.text;
  }
  return file.text;
}

const PEEK = 1 << 20; // bytes: what a file is shows at its start
/** The text of a file, of one that nobody looked at its start. */
const peek = (path) => {
  const file = files.get(path);
  return file ? (file.text ?? decoder.decode(file.bytes.subarray(0, PEEK))) : "";
};

export const isOpen = (path) => files.has(path);
const baseOf = (file) => file.base ?? decoder.decode(file.bytes);
const isChanged = (file) => file.text !== null && file.text !== baseOf(file);
export const changedFiles = () => [...files.values()].filter(isChanged).map((file) => ({ path: file.path, before: baseOf(file), after: file.text, handle: file.handle, stamp: file.stamp }));
const folderOf = (path) => (isApart(path) ? apart.handle : root);
const canSave = () => {
  const all = [...files.values()];
  const wanted = all.some(isChanged) ? all.filter(isChanged) : all;
  return wanted.length > 0 && wanted.every(({ path, handle }) => handle || folderOf(path));
};
export const state = () => ({
  title,
  files: files.size,
  changed: [...files.values()].filter(isChanged).length,
  undo: undoStack.at(-1)?.label ?? "",
  redo: redoStack.at(-1)?.label ?? "",
  draft: draftState,
  folder: canSave(),
});

/** Changes of one file: sorted, not overlapping, offsets of the text before. Returns the text after and the way back. */
export function splice(text, changes) {
  const sorted = [...changes].sort((a, b) => a.from - b.from || a.to - b.to);
  let out = "";
  let at = 0;
  const inverse = [];
  for (const { from, to, text: insert } of sorted) {
    out += text.slice(at, from);
    inverse.push({ from: out.length, to: out.length + insert.length, text: text.slice(from, to) });
    out += insert;
    at = to;
  }
  return { text: out + text.slice(at), inverse, sorted };
}

async function apply(parts, source) {
  const inverse = [];
  for (const { path, changes } of parts) {
    if (!files.has(path)) files.set(path, { path, bytes: new Uint8Array(), handle: null, text: "", base: "" });
    const done = splice(textOf(path), changes);
    files.get(path).text = done.text;
    inverse.push({ path, changes: done.inverse });
    if (source !== "typing") onText(path, done.sorted);
    if (isApart(path)) {
      onApart();
      continue;
    }
    suspect = path;
    if (path === "olmkit.yaml" || config?.files.includes(path)) {
      clearTimeout(configTimer);
      configTimer = setTimeout(() => openAll().catch((error) => emit("failed", { message: String(error.message ?? error) })), CONFIG_DELAY);
    }
    const worker = await engine();
    // An engine that was started anew may not know the file; it then gets the text as it is by then.
    busy = worker.change(path, done.sorted).catch(() => worker.open(path, textOf(path))).catch(() => {});
  }
  return inverse;
}

export async function edit(label, parts) {
  const inverse = await apply(parts, "form");
  push({ label, forward: parts, inverse });
  await changed();
}

/** Gives a file another text, as one undo step. */
export const setText = (path, text) => edit(`Change ${path}`, [{ path, changes: [difference(textOf(path), text)] }]);

/** What was typed into the code pane: offsets of the text before. Typing on at one place without a pause is one undo step. */
export async function typed(path, changes) {
  const now = Date.now();
  const inverse = await apply([{ path, changes }], "typing");
  const [{ from, to, text }] = changes;
  const goesOn = lastTyped.path === path && now - lastTyped.at < TYPING_PAUSE && from <= lastTyped.to && to >= lastTyped.from;
  const joins = goesOn && undoStack.at(-1)?.typing;
  if (joins) {
    const step = undoStack.at(-1);
    step.chain.push({ forward: [{ path, changes }], inverse });
    redoStack = [];
  } else {
    push({ label: `Typing in ${path}`, typing: true, chain: [{ forward: [{ path, changes }], inverse }] });
  }
  lastTyped = { path, at: now, from, to: from + text.length };
  await changed();
}

function push(step) {
  undoStack.push(step);
  if (undoStack.length > UNDO_STEPS) undoStack.shift();
  redoStack = [];
  lastTyped = NOTHING_TYPED;
}

export async function undo() {
  const step = undoStack.pop();
  if (!step) return;
  const links = step.chain ?? [step];
  for (const link of [...links].reverse()) await apply(link.inverse, "undo");
  redoStack.push(step);
  lastTyped = NOTHING_TYPED;
  await changed();
}

export async function redo() {
  const step = redoStack.pop();
  if (!step) return;
  for (const link of step.chain ?? [step]) await apply(link.forward, "redo");
  undoStack.push(step);
  await changed();
}

async function changed() {
  draftState = "pending";
  clearTimeout(draftTimer);
  draftTimer = setTimeout(writeDraft, DRAFT_DELAY);
  await refresh();
}

async function writeDraft() {
  clearTimeout(draftTimer);
  draftTimer = undefined;
  if (!keepsDrafts) return;
  const texts = changedFiles().map(({ path, before, after }) => ({ path, base: before, text: after }));
  try {
    // A bundle that was changed is kept whole: next time it may not be opened beside the catalog.
    const bundle = apartFiles().some(isChanged) ? { ...apart, handle: null, files: apartFiles().map(({ path, bytes }) => ({ path, bytes })) } : undefined;
    if (texts.length) await saveDraft({ title, bundle, files: texts, undo: undoStack.slice(-DRAFT_STEPS), redo: redoStack.slice(-DRAFT_STEPS), saved: Date.now() });
    else await dropDraft();
    draftState = "saved";
  } catch (error) {
    draftState = `not kept: ${reason(error)}`;
  }
  emit("state", state());
}

/** Writes a draft that waits for its time. */
const flush = async () => draftTimer !== undefined && writeDraft();

const reason = (error) => (error?.name === "QuotaExceededError" ? "this browser has no room left" : (error?.message || "this browser keeps no data"));

let running = false;
let again = false;
/** Asks the engine for everything the page shows; calls during a run join into one more run. */
export async function refresh() {
  emit("state", state());
  if (running) {
    again = true;
    return;
  }
  running = true;
  try {
    do {
      again = false;
      await busy;
      const worker = await engine();
      const [report, outline] = await Promise.all([worker.report(), worker.outline()]);
      emit("checked", { report: withConfig(withStrangers(report, outline.files, peek)), outline });
    } while (again);
  } catch (error) {
    if (!isStopped(error)) emit("failed", { message: String(error.message ?? error) });
  } finally {
    running = false;
  }
}

/** Asks the engine; what is on its way to it comes first. */
export async function ask(method, ...params) {
  await busy;
  return (await engine())[method](...params);
}

/** Asks for the edits of an intention and makes them as one undo step. Returns the plan. */
export async function intend(intention) {
  await busy;
  const worker = await engine();
  const plan = await worker.plan(intention);
  if (plan.ok) await edit(plan.label, partsOf(plan.edits, plan.creates));
  return plan;
}

/** What an intention would do. Nothing is changed. */
export async function consider(intention) {
  const plan = await ask("plan", intention);
  return plan.ok ? { ...plan, edits: [...plan.edits, ...(plan.creates ?? []).map(({ path, text }) => editAt(path, { from: 0, to: 0, text }))] } : plan;
}

/** An edit as the engine writes it, from UTF-16 offsets. */
export function editAt(path, { from, to, text }) {
  const at = (utf16) => ({ line: 0, column: 0, offset: 0, utf16 });
  return { path, range: { start: at(from), end: at(to) }, text };
}

export async function applyFix(title, edits) {
  await edit(title, partsOf(edits, []));
}

/** What edits would make of the files: texts before and after. Nothing is changed. */
export const preview = (edits) => partsOf(edits, []).map(({ path, changes }) => ({ path, before: textOf(path), after: splice(textOf(path), changes).text }));

export function partsOf(edits, creates) {
  const parts = new Map();
  for (const { path, range, text } of edits) {
    if (!parts.has(path)) parts.set(path, []);
    parts.get(path).push({ from: range.start.utf16, to: range.end.utf16, text });
  }
  for (const { path, text } of creates ?? []) parts.set(path, [{ from: 0, to: 0, text }]);
  return [...parts].map(([path, changes]) => ({ path, changes }));
}

/** After saving: what is on disk now is the new base. `saved` maps a path to what was written and its time stamp. */
export async function markSaved(saved) {
  for (const [path, { text, stamp, handle }] of saved) {
    const file = files.get(path);
    if (!file) continue;
    file.opened ??= baseOf(file);
    file.base = text;
    file.bytes = encoder.encode(text);
    file.stamp = stamp ?? file.stamp;
    file.handle = handle ?? file.handle;
  }
  await writeDraft();
}

/** The file on disk is another one now. Ours is merged onto it, or replaced by it; either is one undo step. */
export async function rebase(path, disk, stamp, take) {
  const file = files.get(path);
  const next = take === "disk" ? disk : merge(baseOf(file), textOf(path), disk);
  if (next === null) return false;
  file.opened ??= baseOf(file);
  file.base = disk;
  file.bytes = encoder.encode(disk);
  file.stamp = stamp;
  const label = take === "disk" ? `Take ${path} from disk` : `Merge ${path} with what is on disk`;
  if (next === file.text) await changed();
  else await edit(label, [{ path, changes: [difference(file.text, next)] }]);
  return true;
}

export const folder = () => root;
/** The folder that a new file goes into, and its path there. */
export const placeOf = (path) => ({ directory: folderOf(path), inside: isApart(path) ? path.slice(apart.prefix.length) : path });
export const hasUnsaved = () => [...files.values()].some(isChanged);
export const allPaths = () => [...files.keys()];
/** The files of the catalog as they are held, without a copy: `{ path, text }`, or `{ path, bytes }` of one that nobody looked at. */
export const heldFiles = () => catalogFiles().map(({ path, text, bytes }) => (text === null ? { path, bytes } : { path, text }));
/** The files of the catalog. */
export const allFiles = () => catalogFiles().map((file) => ({ path: file.path, content: file.text === null ? file.bytes : encoder.encode(file.text) }));

let reloading = false;
/** The draft is written, so the page may be loaded anew without a question. */
export async function beforeReload() {
  await flush();
  reloading = draftState === "saved";
}

addEventListener("beforeunload", (event) => {
  if (!hasUnsaved() || reloading || !keepsDrafts) return;
  writeDraft();
  event.preventDefault();
});
addEventListener("visibilitychange", () => document.visibilityState === "hidden" && flush());

export { crash, isStopped };
