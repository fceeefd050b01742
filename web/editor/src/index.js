// What the page's Rust side calls.
import { aboutPackage, chosenIcon } from "./about.js";
import * as adding from "./add.js";
import * as bundle from "./bundle.js";
import * as code from "./code.js";
import { finding, readConfig } from "./config.js";
import { crashReport } from "./crash.js";
import { addCatalog, dependencies as needs, removeCatalog, setPriority } from "./dependencies.js";
import { discardDraft as discard } from "./drafts.js";
import { watchDrags } from "./drag.js";
import { isStopped, restart } from "./engine.js";
import * as exporting from "./export.js";
import * as files from "./files.js";
import { forgetLink, isAsked, readLinked } from "./linked.js";
import * as names from "./names.js";
import { compare } from "./meaning.js";
import { fixAllStranded as fixEvery } from "./fix-stranded.js";
import { keepOffline, takeUpdate as take } from "./offline.js";
import { preparePrint } from "./print.js";
import * as recent from "./recent.js";
import * as saving from "./save.js";
import { bundlesWith, entriesOf, versionsOf } from "./search.js";
import { catalogBundle } from "./contents.js";
import { addRendered } from "./paste.js";
import { planSeries } from "./series.js";
import { shareLink as linkTo } from "./share.js";
import { suppression } from "./suppress.js";
import * as store from "./store.js";

const PAINT = 50; // milliseconds until a dialog that was closed is gone

let report = (kind, detail) => {};

/** The page's own program died. The texts are not in it: they can be had, and the page loaded anew. */
export function pageFailed() {
  if (document.querySelector(".page-failed")) return;
  const bar = document.createElement("div");
  bar.className = "notice is-alarm page-failed";
  bar.setAttribute("role", "alert");
  bar.append("The page has stopped working. Your text is safe. ");
  const button = (label, act) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: label });
    made.addEventListener("click", act);
    bar.append(made);
  };
  button("Load the page again", async () => {
    await store.beforeReload();
    location.reload();
  });
  button("Download what changed", () => saving.download());
  document.body.prepend(bar);
}

/** Starts the page's JavaScript. `callback(kind, detail)` gets every event. */
export function start(callback) {
  report = callback;
  store.listen((kind, detail) => {
    callback(kind, detail);
    if (kind === "stepped") followStep(detail);
  });
  bundle.listen(callback);
  names.listen(callback);
  store.configuredBy(readConfig, finding);
  // Within another page it is a picture to look at and try: it keeps nothing in the browser of the reader.
  if (new URLSearchParams(location.search).has("embed")) {
    document.documentElement.classList.add("is-embedded");
    store.keepNoDrafts();
  } else {
    keepOffline(callback).catch(() => {}); // without it the page works, only not offline
  }
  store.watchLeaving();
  preparePrint();
  tellRecent();
  openLinked();
  addEventListener("hashchange", openLinked);
  globalThis.launchQueue?.setConsumer(({ files: handles }) => handles?.length && guarded(async () => open(await files.readHandles(handles))));
  const drop = document.documentElement;
  let depth = 0;
  const hint = (on) => drop.classList.toggle("is-dropping", on);
  drop.addEventListener("dragenter", (event) => (event.preventDefault(), (depth += 1), hint(true)));
  watchDrags((detail) => report("dragged", detail));
  drop.addEventListener("dragover", (event) => event.preventDefault());
  drop.addEventListener("dragleave", () => ((depth = Math.max(0, depth - 1)), depth === 0 && hint(false)));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    hint(false);
    const dialog = document.querySelector("dialog[open]");
    const input = event.target.closest?.(".takes-drop")?.querySelector("input[type=file]");
    if (input) return fill(input, event.dataTransfer.files);
    guarded(async () => (dialog ? dropInto(dialog, event.dataTransfer) : open(await files.readDrop(event.dataTransfer))));
  });
  document.addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea, [contenteditable], dialog")) return;
    const text = event.clipboardData.getData("text/plain");
    openPasted(text);
  });
}

const openPasted = (text) => text.trim() && guarded(() => open({ list: files.pasted(text), name: "pasted text", handle: null }));
export const openClipboard = () => guarded(async () => openPasted(await navigator.clipboard.readText()));

async function guarded(work) {
  try {
    return await work();
  } catch (error) {
    if (error.name !== "AbortError" && !isStopped(error)) report("failed", { message: String(error.message ?? error), offer: error.offer });
    return undefined;
  }
}

/** Files go into an input, as if they had been chosen there. */
function fill(input, list) {
  input.files = list;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/** A dialog takes a bundle where it asks for one; what is open behind it stays. */
async function dropInto(dialog, transfer) {
  if (!dialog.querySelector(".missing-bundle")) return;
  const input = dialog.querySelector(".open-bundle");
  const isFolder = [...transfer.items].some((item) => item.webkitGetAsEntry?.()?.isDirectory);
  if (input && !isFolder) return fill(input, transfer.files);
  const { list, name } = await files.readDrop(transfer);
  const found = await bundle.find(list);
  if (!found || found.roots) throw new Error("this is not a bundle: a bundle has a folder manifests with a ClusterServiceVersion");
  await openBundle(found, { name, handle: null });
}

/** What was opened with several bundles in it, until one is chosen. */
let several = null;

/** Opens one of several bundles, by where it begins. */
export const chooseBundle = (root) => guarded(async () => {
  if (!several?.roots.includes(root)) return;
  const { list, name } = several;
  await openBundle(bundle.below(list, root), { name: root.replace(/\/$/, "") || name, handle: null });
  several = null;
});

/** Opens what was read; `isLinked`: the address of the page asks for it. */
async function open({ list, name, handle, draft }, isLinked = false) {
  if (list.length === 0) throw new Error("there are no files in it");
  const found = await bundle.find(list);
  if (found?.roots) {
    several = { list, name, roots: found.roots };
    return report("bundles-found", { name, roots: found.roots });
  }
  if (!found) files.refuseBinary(list);
  if (found) return openBundle(found, { name: name.replace(files.ARCHIVE, ""), handle: found.isRoot ? handle : null });
  if (store.hasUnsaved() && !confirm("Open something else? What is not saved stays as a draft in this browser.")) return;
  if (!isLinked) forgetLink();
  await leaveField();
  if (handle) await recent.remember(handle).then(tellRecent, () => {});
  await store.openFiles(list, { name, handle, draft });
}

/** A field that is being edited belongs to what is open now: it is committed before something else is opened. */
async function leaveField() {
  document.activeElement?.blur?.();
  await new Promise((resolve) => setTimeout(resolve));
}

const openLinked = () => isAsked() && guarded(async () => {
  const exampleOf = async (rule, number) => (await explain(rule))?.examples[number - 1]?.files;
  await open(await readLinked(exampleOf), true);
});

async function tellRecent() {
  report("recent", await recent.recent().catch(() => []));
  report("drafts", await recent.unsaved().catch(() => []));
}
/** Opens what a draft was made on, and goes on with it. */
export const continueDraft = (key) => guarded(async () => open(await recent.continued(key)));
export const discardDraft = (key) => guarded(async () => {
  await discard(key);
  await tellRecent();
});
export const reopen = (at) => guarded(async () => open(await recent.reopen(at).finally(tellRecent)));
export const forgetFolder = (at) => guarded(async () => {
  await recent.forget(at);
  await tellRecent();
});

/** Files that must be a bundle: whoever asks for one does not lose the catalog to another choice. */
export const openBundleInput = async (input) => {
  try {
    const list = await files.readFiles(input.files);
    const name = input.files[0]?.webkitRelativePath?.split("/")[0] || input.files[0]?.name || "bundle";
    input.value = "";
    const found = await bundle.find(list);
    if (!found) return "this is not a bundle: a bundle has a folder manifests with a ClusterServiceVersion";
    await openBundle(found, { name: name.replace(files.ARCHIVE, ""), handle: null });
    return "";
  } catch (error) {
    return String(error.message ?? error);
  }
};

async function openBundle(list, place) {
  if (store.hasUnsavedBundle() && !confirm("Open another bundle? What is not saved of the one that is open is lost.")) return;
  await store.openBundle(list, place);
  report("bundle-opened", { name: place.name });
}

export const closeBundle = () => guarded(async () => {
  if (store.hasUnsavedBundle() && !confirm("Close the bundle? What is not saved of it is lost.")) return;
  await store.closeBundle();
});
export const bundleIntend = (intention) => guarded(() => bundle.intend(intention));
export const proposal = (description) => guarded(() => adding.proposal(description));
export const addition = (wanted) => guarded(() => adding.addition(wanted));
export const dependencies = (packageName) => guarded(() => needs(packageName));
/** One more catalog for the question who provides what; answers whether there is one. */
export const addDependencyCatalog = (input) => guarded(async () => {
  const list = await files.readFiles(input.files);
  const folder = input.files[0]?.webkitRelativePath?.split("/")[0];
  const name = folder || input.files[0]?.name || "catalog";
  input.value = "";
  if (list.length === 0) throw new Error("there are no files in it");
  addCatalog(name.replace(/\.(zip|tar|tar\.gz|tgz|yaml|yml|json)$/i, ""), list);
  return true;
});
export const heldBundle = (row) => guarded(() => catalogBundle(row));
/** Description and icon of a package, by the place of its document. */
export const about = (path, utf16) => guarded(() => aboutPackage(path, utf16));
export const readIcon = (input) => guarded(() => chosenIcon(input));
export const pasted = (text, channel) => guarded(() => addRendered(text, channel));
export const suppress = (found, reason) => guarded(() => suppression(found, reason));
export const removeDependencyCatalog = (name) => removeCatalog(name);
export const setCatalogPriority = (name, priority) => setPriority(name, priority);
export const canPickFolder = () => files.canPickFolder();
export const openFolder = () => guarded(async () => open(await files.pickFolder()));
export const openInput = (input) => guarded(async () => {
  const list = await files.readFiles(input.files);
  const folder = input.files[0]?.webkitRelativePath?.split("/")[0];
  const single = input.files.length === 1 ? input.files[0].name : "";
  input.value = "";
  await open({ list, name: folder || single || list[0]?.path || "files", handle: null });
});
export const shareLink = () => linkTo(store.state().title, store.allFiles()).catch((error) => ({ problem: `There is no link to this catalog: ${error.message}.` }));
/** Offers the catalog or its report as a file; answers with what is wrong, or nothing. */
export const exportAs = (kind) => exporting.exportAs(kind).then(() => "", (error) => String(error.message ?? error));
/** The page without `?embed`, with what was changed here where something was. */
async function wholeAddress() {
  const whole = new URL(location.href);
  whole.searchParams.delete("embed");
  if (store.hasUnsaved()) whole.hash = new URL((await linkTo(store.state().title, store.allFiles())).link).hash;
  return whole.href;
}
export const openWhole = () => void guarded(async () => window.open(await wholeAddress(), "_blank", "noopener"));
export const printPage = () => setTimeout(() => print(), PAINT);
/** The page's own address says what to open; the same once more is tried once more. */
export const openAddress = (address) => {
  forgetLink();
  location.hash = `url=${encodeURIComponent(address)}`;
};
export const openSample = (name) => guarded(async () => open({ list: await files.sample(name), name: `sample: ${name}`, handle: null }));
export const setProfile = (profile) => guarded(() => store.setProfile(profile));
export const undo = () => guarded(store.undo);
export const redo = () => guarded(store.redo);
/** What intentions would do, made together as one step. Nothing is changed. */
export const consider = (intentions) => guarded(async () => {
  const plan = await (intentions.length === 1 ? store.consider(intentions[0]) : planSeries(intentions));
  return plan.ok ? { ...plan, files: store.preview(plan.edits) } : plan;
});
/** The names that may be installed of a package, with the channels that have them. */
export const installable = (packageName, channels) => guarded(async () => {
  const found = new Map();
  for (const channel of channels) {
    const table = await store.ask("channel", packageName, channel);
    for (const { name, version, replaces, skips } of table?.entries ?? []) {
      if (!found.get(name)?.channels.length) found.set(name, { name, version, channels: [] });
      found.get(name).channels.push(channel);
      for (const other of [replaces, ...skips]) if (other && !found.has(other)) found.set(other, { name: other, channels: [] });
    }
  }
  return [...found.values()];
});
export const release = async (question) => {
  try {
    return await store.ask("release", question);
  } catch (error) {
    return { problem: String(error.message ?? error) };
  }
};
export const intend = (intention) => guarded(() => store.intend(intention));
/** Makes the edits of a fix; answers whether they were made. */
export const applyFix = async (title, edits) => (await guarded(() => store.applyFix(title, edits).then(() => true))) ?? false;
export const fixAllStranded = (packageName, semantics) => guarded(() => fixEvery(packageName, semantics));
/** All fixes that are safe together. */
export const planFixes = () => guarded(store.planFixes);
export const preview = (edits) => {
  try {
    return store.preview(edits);
  } catch (error) {
    report("failed", { message: error.message });
    return [];
  }
};
/** A channel for the page: its table, who is stranded in it, and its graph where that is shown. */
export const channel = (packageName, name, semantics, withGraph) => guarded(async () => {
  const question = { package: packageName, channel: name };
  const [table, stranded, graph] = await Promise.all([
    store.ask("channel", packageName, name),
    store.stranded(question),
    withGraph ? store.ask("graph", { ...question, semantics }) : undefined,
  ]);
  return { table, stranded, graph: graph?.channels[0] ?? null };
});
export const way = async (question) => {
  try {
    return await store.ask("path", question);
  } catch (error) {
    return { problem: String(error.message ?? error) };
  }
};
export const range = (question) => guarded(() => store.ask("range", question));
export const exportGraph = (question, kind) => guarded(async () => saving.saveDrawing(question, kind, (drawing) => store.ask("draw", question, drawing)));
export const watchSize = (element) => new ResizeObserver(() => element.dispatchEvent(new Event("scroll"))).observe(element);
export const panBy = (element, x, y) => element.scrollBy(x, y);
export const explain = (rule) => guarded(async () => store.ask("explain", rule));
export const rules = () => guarded(() => store.ask("rules"));
export const openExample = (name, list) => guarded(() => open({ list: list.map(({ path, text }) => files.fromText(path, text)), name, handle: null }));
export const focusOn = (selector) => requestAnimationFrame(() => [...document.querySelectorAll(selector)].find((element) => element.getClientRects().length)?.focus());
export const showRow = (selector) => requestAnimationFrame(() => document.querySelector(selector)?.scrollIntoView({ block: "nearest" }));
export const clickOn = (selector) => document.querySelector(selector)?.click();
export const search = (query, limit) => guarded(() => store.ask("search", query, limit));
/** Names of the bundles in these files that name an image, or have a property of a type. */
export const holding = (kind, text, paths) => guarded(async () => (await bundlesWith(kind, text, paths)).map(({ entry }) => entry));
/** The same of everything that is open, as entries. */
export const entriesHolding = (kind, text, limit) => guarded(async () => entriesOf((await bundlesWith(kind, text)).slice(0, limit)));
export const versions = (words, shown) => guarded(() => versionsOf(words, shown));
/** What the files mean, compared: "base" with what is open now, or what is open with texts of some files. */
export const meaning = (texts) => guarded(() => compare(texts));
export const changed = () => store.changedFiles().map(({ path, before, after }) => ({ path, before, after }));
export const conflicts = () => guarded(saving.conflicts);
export const settle = (path, take) => guarded(() => saving.settle(path, take));
export const saveHere = (overwrite) => guarded(() => saving.saveToFolder({ overwrite }));
export const takeUpdate = async () => {
  await store.beforeReload();
  take();
};
export const restartEngine = () => guarded(restart);
export const copyCrashReport = (message) => guarded(async () => navigator.clipboard.writeText(await crashReport(message)));
export const copyText = (text) => void guarded(async () => navigator.clipboard.writeText(text));
export const download = () => guarded(saving.download);
let told = () => {};
/** The page goes where undo and redo changed something. */
const followStep = ({ path, from }) => path && guarded(async () => told(path, store.isBundleFile(path) ? null : await store.ask("at", path, from)));
export const mountCode = (element, cursor) => {
  told = cursor;
  const follow = (path, offset) => guarded(async () => cursor(path, store.isBundleFile(path) ? null : await store.ask("at", path, offset)));
  code.mount(element, follow, (message) => report("failed", { message }));
};
/** The page hears which file is shown, and does not follow: it knows why it goes there. */
const tell = (path) => told(path, null);
export const showFile = (path) => {
  if (store.isOpen(path)) code.show(path);
  tell(path);
};
export const goTo = (path, from, to, focus) => {
  if (store.isOpen(path)) code.goTo(path, from, to, focus);
  tell(path);
};
export const markProblems = (diagnostics) => code.mark(diagnostics);
export const shownPath = () => code.shownPath();
export const find = () => code.find();
export const atCursor = (command) => void guarded(() => code.atCursor(command));
export const showDiff = (element, before, after) => {
  code.showDiff(element, before, after);
};

// For the end-to-end tests and scripts on the console.
globalThis.olmkit = { crash: store.crash, fail: pageFailed, edit: store.setText, ask: store.ask, text: store.textOf, paths: store.allPaths, state: store.state };
