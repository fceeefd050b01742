// Functions that the Rust part of the page calls.

import type { At, CandidatesQuery, Diagnostic, GraphQuery, Intention, OlmReport, PathQuery, Plan, RangeQuery, ReleaseQuery, RuleFile, Semantics } from "olmkit";
import type { BundleAddition, BundleIntention } from "olmkit/bundle";
import { aboutPackage, chosenIcon } from "./about.js";
import * as adding from "./add.js";
import * as bundle from "./bundle.js";
import { across, carried, compareStates, states } from "./catalogs.js";
import { changedDocuments as findChanged } from "./changed-documents.js";
import * as code from "./code.js";
import { ask as commandLine, prepareCommandLine } from "./command-worker.js";
import { ignoring, readConfig } from "./config.js";
import { bundlesOf, bundlesWith, entriesOf } from "./containing.js";
import { catalogBundle } from "./contents.js";
import { crashReport } from "./crash.js";
import { addCatalog, dependencies as needs, removeCatalog, setPriority } from "./dependencies.js";
import { followUnchanged } from "./disk.js";
import { discardDraft as discard, released } from "./drafts.js";
import { watchDrags } from "./drag.js";
import { isStopped, prepareEngine, reasonOf, restart, sentenceOf } from "./engine.js";
import * as exporting from "./export.js";
import { keepFields } from "./fields.js";
import * as files from "./files.js";
import { restoreFocus, rowsChange, watchFocus } from "./focus.js";
import { type Judge, judgedBy } from "./folder-contents.js";
import type { BundleContents, ChangedFile, ChannelView, Conflict, Considered, Done, FixSeries, GraphFormat, NotDone, Planned, ProposedChange, SafeFixes } from "./generated/page.js";
import { reviewed, showChange, showDiff, showDiffs } from "./hunks.js";
import { inside, type Shown } from "./inside.js";
import { forgetLink, isAsked, linkedCatalog, noteCatalog, readLinked } from "./linked.js";
import { isServed } from "./local.js";
import { compare } from "./meaning.js";
import { difference, differences } from "./merge.js";
import * as names from "./names.js";
import { keepOffline, takeUpdate as take } from "./offline.js";
import * as opening from "./opening.js";
import * as packageViews from "./package-views.js";
import { pageFailed } from "./page-failed.js";
import { preparePrint } from "./print.js";
import * as recent from "./recent.js";
import * as saving from "./save.js";
import { isHosted, openServed } from "./served.js";
import { shareLink as linkTo } from "./share.js";
import { exportedPath } from "./store/bundle-paths.js";
import type { ChangedPlace } from "./store/documents.js";
import type { StampedEdit, StampedPlan } from "./store/edits.js";
import type { Emit, HostEvent } from "./store/events.js";
import { type Order, orderedBy } from "./store/folders.js";
import * as store from "./store.js";

const PAINT = 50; // milliseconds until a closed dialog has disappeared

let report: Emit = () => {};

export { pageFailed };

/**
 * Starts the page's JavaScript. `callback` gets every event: an object with the event's kind as its only key and the
 * details as its value. `judge` decides which opened files are searched, `order` compares the names of catalogs.
 */
export function start(callback: (event: Record<string, unknown>) => void, judge: Judge, order: Order): void {
  judgedBy(judge);
  watchFocus();
  orderedBy(order);
  report = (kind, detail) => {
    callback({ [kind]: detail });
    afterEvent({ kind, detail } as HostEvent);
  };
  store.listen(report);
  bundle.listen(report);
  names.listen(report);
  packageViews.listen(report);
  opening.listen(report, tellRecent);
  store.configuredBy(readConfig);
  store.onChangesEnd((paths) => followUnchanged(paths, report));
  // Inside another page, the editor stores nothing in the browser of the reader.
  const { searchParams } = new URL(location.href);
  if (searchParams.has("gallery")) store.keepNoDrafts();
  if (searchParams.has("embed")) {
    document.documentElement.classList.add("is-embedded");
    store.keepNoDrafts();
  } else if (!isServed()) {
    keepOffline(() => report("update", null)).catch(() => {}); // without it the page works, but not offline
  }
  store.watchLeaving();
  keepFields();
  preparePrint();
  tellRecent();
  if (isServed()) guarded(() => openServed(opening.request, report));
  else openLinked();
  addEventListener("hashchange", openLinked);
  addEventListener("popstate", () => void showNamed(linkedCatalog()));
  watchDrags((detail) => report("dragged", detail));
  if (!isHosted()) watchFiles();
  addEventListener("focus", () => void saving.checkDisk());
}

/** Opens files that are dropped, pasted or handed over by the system. */
function watchFiles(): void {
  globalThis.launchQueue?.setConsumer(({ files: handles }) => handles?.length && guarded(() => opening.request(() => files.readHandles(handles))));
  const drop = document.documentElement;
  let depth = 0;
  const hint = (on: boolean) => drop.classList.toggle("is-dropping", on);
  drop.addEventListener("dragenter", (event) => {
    event.preventDefault();
    depth += 1;
    hint(true);
  });
  drop.addEventListener("dragover", (event) => event.preventDefault());
  drop.addEventListener("dragleave", () => {
    depth = Math.max(0, depth - 1);
    if (depth === 0) hint(false);
  });
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    hint(false);
    const { dataTransfer } = event;
    if (!dataTransfer) return;
    const dialog = document.querySelector("dialog[open]");
    const input = within(event, ".takes-drop")?.querySelector<HTMLInputElement>("input[type=file]");
    if (input) return fill(input, dataTransfer.files);
    if (within(event, ".takes-bundle")) return void guarded(async () => bundle.compareWith((await files.readDrop(dataTransfer)).list));
    guarded(() => (dialog ? dropInto(dialog, dataTransfer) : opening.request(() => files.readDrop(dataTransfer))));
  });
  document.addEventListener("paste", (event) => {
    if (within(event, "input, textarea, [contenteditable], dialog")) return;
    openPasted(event.clipboardData?.getData("text/plain") ?? "");
  });
}

/** What the host itself does after an event. */
function afterEvent(event: HostEvent): void {
  switch (event.kind) {
    case "checked":
      mark("catalog", event.detail.report);
      rowsChange();
      packageViews.refresh();
      prepareEngine();
      if (store.catalogs().length > 1) prepareCommandLine();
      break;
    case "bundle":
      mark("bundle", event.detail?.report);
      rowsChange();
      break;
    case "opening":
      mark("catalog");
      break;
    case "opened":
      if (isHosted()) break;
      if (isLinked) correctCatalog();
      isLinked = false;
      noteCatalog(store.shownCatalog());
      break;
    case "stepped":
      followStep(event.detail.places);
      break;
  }
}

/** The closest element around the target of an event that matches a selector. */
const within = ({ target }: Event, selector: string) => (target instanceof Element ? target.closest(selector) : null);

const openPasted = (text: string) => text.trim() && guarded(() => opening.request(() => ({ list: files.pasted(text), name: "pasted text", handle: null })));
export const openClipboard = () => guarded(async () => openPasted(await navigator.clipboard.readText()));

const marked: Record<"catalog" | "bundle", Diagnostic[]> = { catalog: [], bundle: [] };
/** Underlines the findings of the catalog or the bundle in the text. */
function mark(where: keyof typeof marked, found?: OlmReport): void {
  marked[where] = found?.diagnostics ?? [];
  code.mark([...marked.catalog, ...marked.bundle]);
}

/**
 * Whether an error is not reported here: the page shows that the engine has stopped, and ignores an answer about a
 * catalog that is no longer open.
 */
const isSilent = (error: unknown) => (error instanceof Error && error.name === "AbortError") || isStopped(error);

/**
 * Returns the result of some work, or its error, in the shape of Rust's `Result`. The calling part of the page shows
 * the error.
 */
async function answered<Answer>(work: () => Answer | Promise<Answer>): Promise<{ Ok: Answer } | { Err: string } | undefined> {
  try {
    return { Ok: await work() };
  } catch (error) {
    return isSilent(error) ? undefined : { Err: reasonOf(error) };
  }
}

/** The same for a plan, which may be refused. */
const planned = <Answer>(work: () => Promise<(Answer & { ok: true }) | { ok: false; reason: string }>) =>
  guarded<{ Ok: Answer } | { Err: string }>(async () => {
    const plan = await work();
    return plan.ok ? { Ok: plan } : { Err: plan.reason };
  });

async function guarded<Result>(work: () => Result | Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!isSilent(error)) report("failed", { message: sentenceOf(error), offersClipboard: offersClipboard(error) });
    return undefined;
  }
}

/** Whether to offer the clipboard beside the message of an error. */
const offersClipboard = (error: unknown) => error instanceof Error && "offersClipboard" in error;

/** Puts files into an input, as if the user had chosen them there. */
function fill(input: HTMLInputElement, list: globalThis.FileList): void {
  input.files = list;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Puts dropped bundle files into the bundle input of a dialog. What is open behind the dialog stays open. */
async function dropInto(dialog: Element, transfer: DataTransfer): Promise<void> {
  if (!dialog.querySelector(".missing-bundle")) return;
  const input = dialog.querySelector<HTMLInputElement>(".open-bundle");
  const isFolder = [...transfer.items].some((item) => item.webkitGetAsEntry?.()?.isDirectory);
  if (input && !isFolder) return fill(input, transfer.files);
  await opening.request(() => files.readDrop(transfer), opening.openOnlyBundle);
}

/** Opens one of several bundles by its root folder. */
export const chooseBundle = (root: string) => guarded(() => opening.chooseBundle(root));

/** Shows a catalog by its name. If none is open as that, the address gets the name of the shown one. */
const showNamed = (name: string) =>
  guarded(async () => {
    correctCatalog();
    await store.showCatalog(store.catalogs().find((one) => one.name === name)?.root ?? store.state().catalog);
  });
/** Reports a catalog in the address that is not open, and corrects the address. */
function correctCatalog(): void {
  const name = linkedCatalog();
  const isOpening = store.allPaths().length === 0;
  if (!name || isOpening || store.catalogs().some((one) => one.name === name)) return;
  report("message", { message: `No catalog ${name} is open.` });
  noteCatalog(store.shownCatalog());
}
let isLinked = true; // whether the address is the one that the page was opened with
export const showCatalog = (name: string) => void opening.commitField().then(() => showNamed(name));
export const packageAcross = (packageName: string) => answered(() => across(packageName));
export const carriedChanges = () => answered(carried);
export const comparable = () => states();
export const checkTemplates = () => answered(exporting.checkTemplates);
export const compareCatalogs = (from: string, to: string) => answered(() => compareStates(from, to));

const openLinked = () =>
  isAsked() &&
  guarded(async () => {
    const exampleOf = async (rule: string, number: number) => (await explain(rule))?.examples[number - 1]?.files;
    await opening.request(() => readLinked(exampleOf), opening.openLinked);
  });

export const listDrafts = () => void tellRecent();
async function tellRecent(): Promise<void> {
  const { folders, drafts } = await recent.stored(report);
  report("recent", folders);
  report("drafts", drafts);
  watchOthers(drafts.filter(({ isOpen }) => isOpen).map(({ key }) => key));
}

let watched = 0;
/** On the start page: updates drafts of other tabs, which can be continued once these tabs are closed. */
function watchOthers(keys: string[]): void {
  watched += 1;
  const own = watched;
  const isWanted = () => own === watched && store.allPaths().length === 0;
  if (keys.length) void released(keys, isWanted).then(() => (isWanted() ? tellRecent() : undefined));
}

/** Opens the source of a draft and continues the draft. */
export const continueDraft = (key: string) => guarded(() => opening.request(() => recent.continued(key)));
export const discardDraft = (key: string) =>
  guarded(async () => {
    await discard(key);
    await tellRecent();
  });
export const reopen = (key: string) => guarded(() => opening.request(() => recent.reopen(key).finally(tellRecent)));
export const forgetFolder = (key: string) =>
  guarded(async () => {
    await recent.forget(key);
    await tellRecent();
  });

/** The files of an input and a name for them. Resets the input, so that the same files can be chosen again. */
async function chosen(input: HTMLInputElement, unnamed = "files"): Promise<files.Opened> {
  const all = [...(input.files ?? [])];
  const [first] = all;
  input.value = "";
  const list = await files.readFiles(all);
  const folder = first?.webkitRelativePath.split("/")[0];
  return { list, name: folder || (all.length === 1 && first?.name) || list[0]?.path || unnamed, handle: null };
}

/** Opens files only if they are a bundle, so that a wrong choice does not replace the catalog. */
export const openBundleInput = (input: HTMLInputElement) =>
  answered(async () => {
    await opening.request(() => chosen(input), opening.openOnlyBundle);
    return null;
  });

/** Compares the open bundle with the bundle in the files of an input. */
export const choosePrevious = (input: HTMLInputElement) =>
  answered(async () => {
    const { list } = await chosen(input);
    await bundle.compareWith(list);
    return null;
  });
export const dropPrevious = () => guarded(bundle.compareWithNone);

export const closeBundle = () =>
  guarded(async () => {
    if (store.hasUnsavedBundle() && !confirm("Close the bundle? Unsaved changes to it are lost.")) return;
    await store.closeBundle();
  });
/** The alias that prevents a change, if its value can be copied. */
const aliasOf = ({ path, range, anchored, copy }: Plan & { ok: false }) => (path !== undefined && range && anchored && copy ? { path, range, value: anchored } : null);
/** The result of a plan in the shape that the page reads. */
const done = (plan: Plan | StampedPlan) => (plan.ok ? { ok: true as const, label: plan.label, notes: plan.notes, edits: plan.edits.length } : plan);
export const bundleIntend = (intention: BundleIntention) => planned<Done>(async () => done(await bundle.intend(intention)));
export const proposal = () => answered(adding.proposal);
export const addition = (wanted: BundleAddition) => planned<ProposedChange>(() => adding.addition(wanted));
export const dependencies = (packageName: string) => guarded(() => needs(packageName));
/** Adds a catalog that requirements may be resolved against. Returns whether a catalog was chosen. */
export const addDependencyCatalog = (input: HTMLInputElement) =>
  guarded(async () => {
    const { list, name } = await chosen(input, "catalog");
    if (list.length === 0) throw new Error(opening.EMPTY);
    addCatalog(name.replace(/\.(zip|tar|tar\.gz|tgz|yaml|yml|json)$/i, ""), list);
    return true;
  });
/** Reads a bundle of the catalog by its name and the position of its document. */
export const bundleContents = (name: string, path: string, utf16: number) => answered(() => catalogBundle(name, path, utf16));
/** The description and icon of a package by the position of its document. */
export const about = (path: string, utf16: number) => answered(() => aboutPackage(path, utf16));
export const readIcon = (input: HTMLInputElement) => answered(() => chosenIcon(input));
export const pasted = (text: string, channel: string) => planned<ProposedChange>(() => adding.addRendered(text, channel));
export const renderedBundles = (text: string) => answered(() => adding.renderedBundles(text));
export const newPackage = (name: string, channel: string, rendered: string) => planned<ProposedChange>(() => adding.addPackage(name, channel, rendered));
/** Plans a comment that suppresses a finding, as a fix; or returns why it cannot. */
export const suppress = ({ rule, path, range }: Diagnostic, reason: string) =>
  planned<ProposedChange>(async () => {
    const plan = await store.suppress({ rule, path, line: range.start.line, reason });
    return plan.ok ? { ...plan, title: plan.label, safety: "safe" as const } : plan;
  });
/** Plans the change of `olmkit.yaml` that turns a rule off. A new `olmkit.yaml` is not part of the catalog. */
export const suppressRule = (rule: string) =>
  planned<ProposedChange>(async () => {
    const changed = await ignoring(rule, store.configPlace(), store.commandFiles());
    const edits = changed.flatMap(({ path, text }) => {
      const now = store.textOf(path);
      return now === text ? [] : [store.editAt(path, difference(now, text))];
    });
    return { ok: true as const, title: `Suppress ${rule}`, safety: "safe" as const, edits, notes: [] };
  });
export const removeDependencyCatalog = (name: string) => removeCatalog(name);
export const setCatalogPriority = (name: string, priority: number) => setPriority(name, priority);
export const canPickFolder = () => files.canPickFolder();
const openPicked = (place?: typeof opening.openNext) =>
  guarded(async () => {
    const handle = await files.pickFolder();
    await opening.request(() => files.readFolder(handle), place);
  });
export const openFolder = () => openPicked();
export const openInput = (input: HTMLInputElement) => guarded(() => opening.request(() => chosen(input)));
export const openFolderBeside = () => openPicked(opening.openNext);
export const openInputBeside = (input: HTMLInputElement) => guarded(() => opening.request(() => chosen(input), opening.openNext));
export const shareLink = () => answered(() => linkTo(store.state().title, store.allFiles()));
export const exportCatalog = (kind: Parameters<typeof exporting.exportCatalog>[0]) => answered(() => exporting.exportCatalog(kind).then(() => null));
export const exportReport = (format: Parameters<typeof exporting.exportReport>[0]) => answered(() => exporting.exportReport(format).then(() => null));
/** The address of the page without `?embed`, including the changes made here if there are any. */
async function wholeAddress(): Promise<string> {
  const whole = new URL(location.href);
  whole.searchParams.delete("embed");
  if (store.hasUnsaved()) whole.hash = new URL((await linkTo(store.state().title, store.allFiles())).link).hash;
  return whole.href;
}
export const openWhole = () => void guarded(async () => window.open(await wholeAddress(), "_blank", "noopener"));
export const printPage = () => setTimeout(() => print(), PAINT);
/** Opens what an address asks for. The same address is opened again. */
export const openAddress = (address: string) => {
  forgetLink();
  location.hash = `url=${encodeURIComponent(address)}`;
};
export const openSample = (name: string) => guarded(() => opening.request(async () => ({ list: await files.sample(name), name: `sample: ${name}`, handle: null })));
export const setProfile = (profile: Parameters<typeof store.setProfile>[0]) => guarded(() => store.setProfile(profile));
export const undo = () => guarded(store.undo).finally(() => restoreFocus());
export const redo = () => guarded(store.redo).finally(() => restoreFocus());
/** Plans intentions as one step. With `copies`, aliases that prevent it are replaced by copies of their values. Applies nothing. */
export const consider = (intentions: Intention[], copies: boolean) =>
  planned<Considered>(async () => {
    const plan = await store.planAll(intentions, copies);
    return plan.ok ? { ...plan, files: store.preview(plan.edits) } : plan;
  });
export const release = (query: ReleaseQuery) => answered(() => store.ask("release", query));
/** Applies an intention, or returns why nothing changed. */
export const intend = (intention: Intention) =>
  guarded<{ Ok: Done } | { Err: NotDone }>(async () => {
    const plan = done(await store.intend(intention));
    return plan.ok ? { Ok: plan } : { Err: { reason: plan.reason, alias: aliasOf(plan) } };
  });
/** Applies the edits of a fix. Returns whether they were applied. */
export const applyFix = async (title: string, edits: StampedEdit[], intentions?: Intention[]) => (await guarded(() => store.make(title, edits, intentions).then(() => true))) ?? false;
export const fixAllStranded = (packageName: string, semantics?: Semantics) => planned<FixSeries>(() => store.fixAllStranded({ package: packageName, ...(semantics && { semantics }) }));
/** Plans all fixes that are safe together, or only those of `rule`. */
export const planFixes = (rule?: string) => guarded<SafeFixes>(() => store.planFixes(rule));
export const preview = (edits: StampedEdit[]): ChangedFile[] => {
  try {
    return store.preview(edits);
  } catch (error) {
    report("failed", { message: sentenceOf(error) });
    return [];
  }
};
/** The answer, or `none` if the package or channel has just been removed. */
const unlessGone = <T>(answer: Promise<T>, none: T): Promise<T> =>
  answer.catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "NO_ANSWER") return none;
    throw error;
  });
/** A channel for the page: its table unless its stamp is `known`, its stranded versions, and its graph if requested. */
export const channel = (packageName: string, name: string, known: string, semantics: Semantics, withGraph: boolean) =>
  guarded<ChannelView>(async () => {
    const query = { package: packageName, channel: name };
    shownChannel = query;
    const [update, { stranded, origins }, graph] = await Promise.all([
      store.ask("channelSince", packageName, name, known),
      unlessGone(store.stranded(query), { stranded: [], origins: [] }),
      withGraph ? unlessGone(store.ask("graph", { ...query, semantics }), undefined) : undefined,
    ]);
    return { stamp: "", table: null, places: [], ...update, stranded, graph: graph?.channels[0] ?? null, origins };
  });
export const upgradePath = (query: PathQuery) => answered(() => store.ask("path", query));
export const range = (query: RangeQuery) => guarded(() => store.ask("range", query));
export const candidates = (query: CandidatesQuery) => guarded(() => store.ask("candidates", query));
export const matrix = (packageName: string) => guarded(async () => (await store.ask("matrix", packageName)) ?? null);
export const watchPackages = (table: Element) => packageViews.watch(table);
export const exportGraph = (query: GraphQuery, format: GraphFormat) => guarded(async () => saving.saveDrawing(query, format, (drawing) => store.ask("draw", query, drawing)));
/** Sends a scroll event to the element when its size, or that of a part with the attribute `data-resizes`, changes. */
export function watchSize(element: Element) {
  const observer = new ResizeObserver(() => element.dispatchEvent(new Event("scroll")));
  for (const one of [element, ...element.querySelectorAll("[data-resizes]")]) observer.observe(one);
}
export const textScale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16; // 16 px: what browsers have unless the user changes it
export const panBy = (element: Element, x: number, y: number) => element.scrollBy(x, y);
export const explain = (rule: string) => guarded(async () => (await store.ask("explain", rule)) ?? null);
export const rules = () => guarded(() => store.ask("rules"));
export const openExample = (name: string, list: RuleFile[]) => guarded(() => opening.request(() => ({ list: list.map(({ path, text }) => files.fromText(path, text)), name, handle: null })));
/** For the gallery: adds rules that style `.as-hover` and `.as-focus` like `:hover` and `:focus`. */
export function showStates() {
  for (const { cssRules } of document.styleSheets)
    for (const rule of cssRules)
      if (rule instanceof CSSStyleRule && /:(hover|focus-visible)/.test(rule.selectorText))
        rule.selectorText += `, ${rule.selectorText.replaceAll(":hover", ".as-hover").replaceAll(":focus-visible", ".as-focus")}`;
}

export { clickOn, focusOn, focusRow, keepFocus, leavePart, moveFocus, showDialog, showRow } from "./focus.js";
export const search = (query: string, limit: number) => guarded(() => store.ask("search", query, limit));
export const packageBundles = (packageName: string) => answered(() => bundlesOf(packageName));
export const bundlesContaining = (kind: BundleContents, text: string, paths: string[]) => guarded(async () => (await bundlesWith(kind, text, paths)).map(({ entry }) => entry));
export const entriesContaining = (kind: BundleContents, text: string, limit: number) => guarded(async () => entriesOf((await bundlesWith(kind, text)).slice(0, limit)));
/**
 * Compares the meaning of the files before and after changes: of all changes since the last save, or of `texts` against
 * what is open.
 */
export const meaning = (texts?: ChangedFile[]) => answered(() => compare(texts));
export const changedDocuments = () => guarded(findChanged);
export { stepList } from "./steps.js";
export { isHosted, reviewed, showChange, showDiff };
export const goToStep = (position: number) => guarded(() => store.goToStep(position));
/** Reverts a file to its saved text, as one undo step. */
export const revert = (path: string) => guarded(() => store.revert(path));
/** Copies unsaved changes as a patch for `git apply`. */
export const copyPatch = () =>
  answered(async () => {
    const changes = store.changedFiles().map(({ path, before, after }) => ({ path: exportedPath(path), before, after }));
    await navigator.clipboard.writeText(await commandLine("patch", changes));
    return null;
  });
export const conflicts = () => guarded(saving.conflicts);
export const resolveConflict = (...choice: Parameters<typeof saving.resolve>) => guarded(() => saving.resolve(...choice));
export const saveHere = (overwrite: Conflict | null) => guarded(() => saving.saveToFolder(overwrite));
export const takeUpdate = async () => {
  await store.beforeReload();
  take();
};
export const restartEngine = () => guarded(restart);
export const copyCrashReport = (message: string) => guarded(async () => navigator.clipboard.writeText(await crashReport(message)));
export const copyText = (text: string) => void guarded(async () => navigator.clipboard.writeText(text));
/** Offers the changed files as a download. Returns whether they were offered. */
export const download = async () => (await guarded(() => saving.download().then(() => true))) ?? false;
/** Receives the position of the cursor. `isStep`: undo or redo moved it. */
type Cursor = (path: string, at: At | null, isStep: boolean) => void;

let showCursor: Cursor = () => {};
/** The channel that was shown last. */
let shownChannel: Shown = { package: "", channel: "" };
/** The query whose answer the page follows. Null if something else was selected since. */
let followed: { isStep: boolean } | null = null;
/** Makes the page follow the answer to a query, unless it follows another one by then. */
const follow = <Answer>(isStep: boolean, query: () => Promise<Answer>, show: (answer: Answer) => void) =>
  guarded(async () => {
    const own = { isStep };
    followed = own;
    const answer = await query();
    if (followed !== own) return;
    followed = null;
    show(answer);
  });
/** Records that something was selected. A step is followed nevertheless: to show its catalog, the page selects something. */
export const selected = () => {
  if (!followed?.isStep) followed = null;
};
/** Makes the page go to the place that undo or redo changed. */
const followStep = (places: ChangedPlace[]) =>
  follow(
    true,
    () => inside(places, shownChannel),
    ({ path, at, place }) => {
      if (place && store.isOpen(place.path)) code.goTo(place.path, place.from, place.to, false);
      if (path) showCursor(path, at, true);
    },
  );
export const mountCode = (element: Element, cursor: Cursor, at: (place: string) => void) => {
  showCursor = cursor;
  const moved = (path: string, offset: number) =>
    follow(
      false,
      async () => (store.isBundleFile(path) ? null : store.ask("at", path, offset)),
      (at) => cursor(path, at, false),
    );
  code.mount(element, moved, at, (message) => report("failed", { message }));
};
/** Reports the shown file without a location, because the page already knows why it goes there. */
const announce = (path: string) => {
  selected();
  showCursor(path, null, false);
};
export const showFile = (path: string) => {
  if (store.isOpen(path)) code.show(path);
  announce(path);
};
export const goTo = (path: string, from: number, to: number, focus: boolean) => {
  if (store.isOpen(path)) code.goTo(path, from, to, focus);
  announce(path);
};
export { find, isJson, leaveEntry, shownPath } from "./code.js";
export const atCursor = (command: Parameters<typeof code.atCursor>[0]) => void guarded(async () => void (await code.atCursor(command)));
let lookedAt = 0;
/**
 * Shows in an element what intentions would change as one step, before they are applied. Shows nothing if others have
 * been requested meanwhile.
 */
export const showPlanned = async (element: Element, intentions: Intention[]) => {
  lookedAt += 1;
  const own = lookedAt;
  return planned<Planned>(async () => {
    const plan = await store.planAll(intentions, false);
    if (!plan.ok) return plan;
    const shown = own === lookedAt ? showDiffs(element, store.preview(plan.edits)) : { path: "", added: 0, removed: 0 };
    return { ok: true as const, ...shown };
  });
};
const changedFile = (path: string) => store.changedFiles().find((file) => file.path === path);
/** Marks the lines of a file that differ from its saved text, in the text pane. Returns the number of places. */
export const markChanges = (path: string) => {
  const file = changedFile(path);
  return code.markChanges(path, file ? differences(file.before, file.after) : []);
};
export const showChanges = (element: Element, path: string) => {
  const file = changedFile(path);
  if (file) showDiff(element, file.before, file.after);
  else element.replaceChildren();
};
/** Shows in an element what other programs changed in a file on disk. */
export const showDiskChange = (element: Element, path: string) =>
  guarded(async () => {
    const found = await saving.changeOnDisk(path);
    if (found && "reason" in found) element.textContent = found.reason;
    else if (found) showDiff(element, found.before, found.after);
  });

// For the end-to-end tests and for scripts on the console.
Object.assign(globalThis, {
  olmkit: {
    crash: store.crash,
    fail: pageFailed,
    edit: store.setText,
    ask: store.ask,
    text: store.textOf,
    paths: store.allPaths,
    state: store.state,
    // The function is replaced when the page starts.
    report: ((kind, detail) => report(kind, detail)) as Emit,
  },
});
