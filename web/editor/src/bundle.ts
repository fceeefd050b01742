// The open bundle. Like those of the catalog, its files are in the store. Checks and descriptions come from the worker
// of the command line.
import type { BundleIntention, OlmReport, Plan } from "olmkit/bundle";
import { ask } from "./command-worker.js";
import { sentenceOf } from "./engine.js";
import type { FileList } from "./files.js";
import { contentsOf, imageArchive } from "./folder-contents.js";
import type { PreviousBundle, UpgradeFinding } from "./generated/page.js";
import { iconUrls } from "./icon.js";
import { afterPause } from "./pause.js";
import { forgetPrevious, keepPrevious, previousFiles } from "./previous.js";
import { combined } from "./queue.js";
import type { OpenedFile } from "./store/documents.js";
import { originsOf, partsOf, planned } from "./store/edits.js";
import type { Emit } from "./store/events.js";
import { bundleFiles, bundlePlace, edit, isStopped, onBundleChange, pending, snapshot } from "./store.js";

const PAUSE = 120; // milliseconds between a change and the check

let emit: Emit = () => {};
const shownIcon = iconUrls();

/** The bundle that the open bundle is compared with. `of`: the id of the open bundle. */
let previous: { of: number; files: ReturnType<typeof asked>; about: Omit<PreviousBundle, "findings"> } | null = null;
const previousOf = (id: number) => (previous?.of === id ? previous : null);
/** The id of the open bundle for which the previous bundle of the last session has been looked up. */
let restoredFor = 0;
/** The options of a check: the bundle that the open bundle is compared with. */
export const upgradeOptions = () => {
  const place = bundlePlace();
  const before = place && previousOf(place.id)?.files;
  return before ? { before } : {};
};

export function listen(callback: Emit): void {
  emit = callback;
  onBundleChange(afterPause(PAUSE, check));
}

/** Checks the bundle and reports the result to the page. Calls during a check are combined into one further check. */
export const check = combined(async () => {
  try {
    await checkNow();
  } catch (error) {
    if (!isStopped(error)) emit("failed", { message: sentenceOf(error) });
  }
});

async function checkNow(): Promise<void> {
  const place = bundlePlace();
  if (!place) return emit("bundle", null);
  const files = bundleFiles();
  const current = snapshot();
  const description = await ask("describeBundle", files);
  await restorePrevious(place, description.name);
  const compared = previousOf(place.id);
  const report = await ask("validateBundle", files, upgradeOptions());
  if (bundlePlace() !== place) return;
  const { id, name, prefix } = place;
  const findings = ofUpgrade(report);
  const own = withPrefix(report, prefix);
  emit("bundle", {
    id,
    name,
    prefix,
    report: own,
    origins: originsOf(own.diagnostics, current),
    description: { ...description, icon: null },
    icon: shownIcon(description.icon),
    previous: compared && { ...compared.about, findings },
  });
}

/**
 * Marks the findings about the upgrade and gives each its location in the previous bundle. That bundle is not open, so
 * a finding in it is moved to a location in the open bundle.
 */
function ofUpgrade({ diagnostics }: OlmReport): UpgradeFinding[] {
  const isPrevious = ({ previous = false }: { previous?: boolean }) => previous;
  return diagnostics.flatMap((found, at) => {
    const place = [found, ...found.related].find(isPrevious);
    if (!place) return [];
    const { path, range } = place;
    const [first, ...others] = found.related.filter((related) => !isPrevious(related));
    if (isPrevious(found) && first) Object.assign(found, { path: first.path, range: first.range, previous: false, related: others });
    else found.related = found.related.filter((related) => !isPrevious(related));
    return [{ at, path, line: range.start.line }];
  });
}

/**
 * Compares the open bundle with the chosen bundle. If there are several, the one that the open bundle replaces is used.
 */
export async function compareWith(list: FileList): Promise<void> {
  const place = bundlePlace();
  if (!place) return;
  const files = asked(await previousIn(list));
  await compare(place.id, files);
  const { name } = await ask("describeBundle", bundleFiles());
  await keepPrevious(openedAs(place, name), files).catch(() => {}); // storage is optional: the comparison has succeeded
  await check();
}

async function compare(of: number, files: ReturnType<typeof asked>): Promise<void> {
  const { name, package: packageName, version } = await ask("describeBundle", files);
  previous = { of, files, about: { name, package: packageName, version } };
}

/** The storage key of an opened bundle: an archive of the same name may contain another bundle next time. */
const openedAs = (place: { name: string }, bundle: string) => `${place.name}\n${bundle}`;

/** Compares a bundle that was just opened with the bundle that it was last compared with. */
async function restorePrevious(place: { id: number; name: string }, bundle: string): Promise<void> {
  if (restoredFor === place.id) return;
  restoredFor = place.id;
  const files = await previousFiles(openedAs(place, bundle)).catch(() => null);
  if (files && !previousOf(place.id)) await compare(place.id, files);
}

async function previousIn(list: FileList): Promise<OpenedFile[]> {
  const found = await find(list);
  if (!found) throw new Error(NO_BUNDLE);
  if (!found.roots) return found.files;
  const { replaces } = await ask("describeBundle", bundleFiles());
  for (const root of found.roots) {
    const files = below(list, root);
    const { name } = await ask("describeBundle", asked(files));
    if (name && name === replaces) return files;
  }
  throw new Error(`The folder has ${found.roots.length} bundles, and the open bundle replaces none of them. Select the folder of one bundle`);
}

export async function compareWithNone(): Promise<void> {
  const place = bundlePlace();
  previous = null;
  if (place) await forgetPrevious(openedAs(place, (await ask("describeBundle", bundleFiles())).name)).catch(() => {});
  await check();
}

/** The report with the paths that the page uses. */
function withPrefix(report: OlmReport, prefix: string): OlmReport {
  for (const found of report.diagnostics) {
    const edits = found.fixes.flatMap((fix) => fix.edits);
    for (const place of [found, ...found.related, ...edits]) place.path = prefix + place.path;
  }
  return report;
}

/** Applies the edits of an intention about the bundle as one undo step. */
export const intend = (intention: BundleIntention) => pending.track(pending.inTurn(() => intended(intention)));

async function intended(intention: BundleIntention): Promise<Plan> {
  const { prefix = "" } = bundlePlace() ?? {};
  const current = snapshot();
  const plan = await ask("planBundle", bundleFiles(), intention);
  if (!plan.ok) return plan;
  const own = <Placed extends { path: string }>(list: Placed[]) => list.map((one) => ({ ...one, path: prefix + one.path }));
  const shifted = planned({ ...plan, edits: own(plan.edits), creates: own(plan.creates) }, current);
  if (shifted.ok) await edit(plan.label, partsOf(shifted.edits));
  return plan;
}

export const NO_BUNDLE = "This is not a bundle: a bundle has a `manifests` folder with a ClusterServiceVersion";

/**
 * The bundle in the opened files, with paths below its root. `isRoot`: whether the bundle is at the root of the opened
 * files. If there are several bundles, only their roots.
 */
export type FoundBundles = { files: OpenedFile[]; isRoot: boolean; roots?: undefined } | { roots: string[] };

/** Finds the bundle in the opened files. Returns null if there is none. */
export async function find(list: FileList): Promise<FoundBundles | null> {
  const image = imageArchive(list);
  if (image) {
    const files = await ask("openBundle", image);
    return files.length ? { files: files.map(({ path, bytes }) => ({ path, bytes: bytes as Uint8Array<ArrayBuffer> })), isRoot: false } : null;
  }
  const { bundles } = await contentsOf(list);
  const roots = bundles.map((folder) => (folder === "" ? "" : `${folder}/`));
  const [root] = roots;
  if (root === undefined) return null;
  if (roots.length > 1) return { roots };
  return { files: below(list, root), isRoot: root === "" };
}

/** Files in the form that the worker's methods take. */
const asked = (list: OpenedFile[]) => list.map(({ path, bytes }) => ({ path, bytes }));

/** The files below a root, with paths relative to it. */
export const below = (list: OpenedFile[], root: string) => list.filter(({ path }) => path.startsWith(root)).map((file) => ({ ...file, path: file.path.slice(root.length) }));
