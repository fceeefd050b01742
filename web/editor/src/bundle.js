// The bundle that is open. Its files are the store's, as those of the catalog; what is said of it comes from a worker of
// its own, which is loaded with the first bundle.
import { onePicture } from "./picture.js";
import { planned, withStampedFixes } from "./store/edits.js";
import { bundleFiles, bundlePlace, edit, isStopped, onBundleChange, partsOf, snapshot } from "./store.js";

const PAUSE = 120; // milliseconds between a change and the check

let worker;
let next = 1;
const waiting = new Map();
let emit = () => {};
let timer;
let running = false;
let again = false;
const picture = onePicture();

export function listen(callback) {
  emit = callback;
  onBundleChange(() => {
    clearTimeout(timer);
    timer = setTimeout(check, PAUSE);
  });
}

/** Asks the worker; it is started by the first question, and again after it died. */
export function ask(method, ...params) {
  worker ??= start();
  const id = next++;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, method, params });
  });
}

function start() {
  const made = new Worker(new URL("olmkit/bundle-worker.js", document.baseURI), { type: "module" });
  const stop = (message) => {
    if (made !== worker) return;
    made.terminate();
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new Error(`the bundle checker stopped: ${message}`));
    waiting.clear();
  };
  made.addEventListener("error", (event) => stop(event.message ?? "it could not be loaded"));
  made.addEventListener("message", ({ data }) => {
    if (data.event === "trap") return stop(data.message);
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    return data.ok ? call?.resolve(data.result) : call?.reject(new Error(data.error.message));
  });
  return made;
}

/** Checks the bundle and tells the page; calls during a check join into one more. */
export async function check() {
  if (running) {
    again = true;
    return;
  }
  running = true;
  try {
    do {
      again = false;
      const place = bundlePlace();
      if (!place) return emit("bundle", null);
      const files = bundleFiles();
      const held = snapshot();
      const [report, description] = await Promise.all([ask("validateBundle", files), ask("describeBundle", files)]);
      if (bundlePlace() === place) emit("bundle", { id: place.id, name: place.name, prefix: place.prefix, report: shown(report, place.prefix, held), description: { ...description, icon: picture(description.icon) } });
    } while (again);
  } catch (error) {
    if (!isStopped(error)) emit("failed", { message: String(error.message ?? error) });
  } finally {
    running = false;
  }
}

/** The report with paths as the page has them, and its fixes for the texts that it is about. */
function shown(report, prefix, held) {
  for (const found of report.diagnostics) {
    const edits = found.fixes.flatMap((fix) => fix.edits);
    for (const place of [found, ...found.related, ...edits]) place.path = prefix + place.path;
  }
  return { ...report, diagnostics: withStampedFixes(report.diagnostics, held) };
}

/** Makes the edits of an intention about the bundle, as one undo step. */
export async function intend(intention) {
  const { prefix } = bundlePlace();
  const held = snapshot();
  const plan = await ask("planBundle", bundleFiles(), intention);
  if (!plan.ok) return plan;
  const own = (list) => list.map((one) => ({ ...one, path: prefix + one.path }));
  await edit(plan.label, partsOf(planned({ ...plan, edits: own(plan.edits), creates: own(plan.creates) }, held).edits));
  return plan;
}

/** Whether a list of files is that of an image, which has its bundle in layers. */
const isImage = (paths) => paths.includes("index.json") || (paths.includes("manifest.json") && !paths.some((path) => path.startsWith("manifests/")));

const MANIFEST = /^(.*\/)?manifests\/[^/]+$/;
const ANNOTATIONS = /^(.*\/)?metadata\/annotations\.ya?ml$/;

/** Whether the manifests below a root have a ClusterServiceVersion. */
async function hasCsv(list, root) {
  const own = list.filter(({ path }) => path.startsWith(`${root}manifests/`));
  const { manifests } = await ask("describeBundle", own.map(({ path, bytes }) => ({ path: path.slice(root.length), bytes })));
  return manifests.some(({ kind }) => kind === "ClusterServiceVersion");
}

/**
 * The bundles in a list of files: where each begins. The names of folders and annotations are the format's own; a folder
 * manifests without annotations may be anybody's, and is looked into.
 */
async function roots(list) {
  const startsOf = (pattern) => new Set(list.flatMap(({ path }) => { const found = pattern.exec(path); return found ? [found[1] ?? ""] : []; }));
  const annotated = startsOf(ANNOTATIONS);
  const found = await Promise.all([...startsOf(MANIFEST)].map(async (root) => (annotated.has(root) || (await hasCsv(list, root)) ? [root] : [])));
  return found.flat();
}

/** The bundle in what was opened: its files by path below its root; of several `roots`, where they begin; null when there is none. */
export async function find(list) {
  if (list.archive && isImage(list.map(({ path }) => path))) {
    const files = await ask("openBundle", list.archive);
    return files.length ? files.map(({ path, bytes }) => ({ path, bytes, handle: null, stamp: 0 })) : null;
  }
  const found = await roots(list);
  if (found.length === 0) return null;
  if (found.length > 1) return { roots: found.sort() };
  return Object.assign(below(list, found[0]), { isRoot: found[0] === "" });
}

/** The files below a root, by path from there. */
export const below = (list, root) => list.filter(({ path }) => path.startsWith(root)).map((file) => ({ ...file, path: file.path.slice(root.length) }));
