// Changes of the open documents: edits, typing, undo and redo. Every change names the document and the version that it was
// made for.
import type { Change, Intention } from "olmkit";
import type { ChangedFile } from "../generated/page.js";
import { difference } from "../merge.js";
import { changed, consider, feedLater, session } from "./checks.js";
import { type AppliedPart, longestFirst, placesOf } from "./documents.js";
import { editAt as editOf, type MadeChange, originOf, type Part, partsOf, type Snapshot, type StampedEdit, type StampedPlan } from "./edits.js";
import { documentOf, isBundleFile, textOf } from "./files.js";
import { type Step, stepped } from "./history.js";
import { intended } from "./intended.js";
import { type ChangeSource, listeners } from "./listeners.js";
import { documents, folders, history, open, options, pending } from "./open.js";
import { showCatalogOf } from "./opening.js";
import { OwnedTexts } from "./owned-texts.js";
import { emit } from "./page-state.js";
import { askRemoved, type Removed } from "./removed.js";

export const owned = new OwnedTexts({ documents, change: (parts) => void change(parts, "form"), changed, sendBase: () => session.sendBase() });

/** Applies changes of documents, all or none, and notifies the views and the session. */
function change(parts: Part[], source: ChangeSource): AppliedPart[] {
  const applied = documents.apply(parts);
  open.lastChange = null;
  for (const part of applied) {
    const { path, document, after, forward } = part;
    listeners.text(part.isGone ? undefined : { path, document, version: after, changes: forward, source });
    if (isBundleFile(path)) listeners.bundle();
    else sendChange(part);
  }
  const ended = applied.map(({ path }) => documents.get(path)).filter((file) => file?.handle && !documents.isChanged(file));
  if (ended.length) listeners.unchanged(ended.flatMap((file) => file?.path ?? []));
  return applied;
}

function sendChange(part: AppliedPart): void {
  if (folders.isShown(part.path)) session.send(part);
  if (options.isRead(part.path)) feedLater();
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
    open.lastChange = own;
    return;
  }
  const applied = change(more.rebase ? parts : parts.filter(hasEffect), "form");
  open.lastChange = own;
  if (applied.length) history.push({ label, groups: [applied], ...more }, keepsUndone);
  listeners.edited(placesOf(applied.filter(({ path }) => documents.has(path) && (isBundleFile(path) || !folders.isOfOther(path)))));
}

export const changeTo = (path: string, text: string): Part => ({ path, ...documentOf(path), changes: [difference(textOf(path), text)] });
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
  const [applied] = change([part], "typing");
  if (!applied) return part.version;
  history.type(applied);
  changed();
  return applied.after;
}

export const undo = () => stepBy(() => go("undo", 1));
export const redo = () => stepBy(() => go("redo", 1));

/** The undo and redo steps. `position`: how many are applied. `saved`: how many are on disk. */
export const steps = () => ({ steps: history.steps, position: history.position, saved: history.saved });
/** Undoes or redoes until `position` steps are applied, all or none. */
export const goToStep = (position: number) => stepBy(() => go(position < history.position ? "undo" : "redo", Math.abs(position - history.position)));

/** Takes steps after the changes that were requested before. */
const stepBy = (steps: () => Promise<void>) => pending.inTurn(steps).then(changed);

/** Makes `count` steps in one direction, shows what they change, and reports them. */
async function go(direction: "undo" | "redo", count: number): Promise<void> {
  if (count === 0) return;
  const { position } = history;
  const { revision } = documents;
  await showCatalogOf(history.pathsOf(direction, count)).catch(() => {}); // the steps need no engine
  if (history.position !== position || documents.revision !== revision) return; // something was changed meanwhile
  let applied: AppliedPart[] = [];
  let removed: Removed = new Map();
  const apply = (parts: Part[], isLast: boolean) => {
    if (isLast) removed = askRemoved((...place) => session.askNow("at", ...place), parts);
    applied = change(parts, direction);
    return applied;
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
  await showCatalogOf(applied.map(({ path }) => path));
  const here = applied.filter(({ path }) => documents.has(path) && !folders.isOfOther(path));
  listeners.edited(placesOf(here));
  emit("stepped", stepped(done, direction, longestFirst(here, removed)));
}

/** Plans an intention on the result of earlier ones and applies its edits as one undo step. Returns the plan. */
export async function intend(intention: Intention): Promise<StampedPlan> {
  const { generation } = documents;
  const plan = await pending.track(pending.inTurn(() => intended(intention, generation, { documents, consider, apply: applyPlanned })));
  if (plan.ok) await changed();
  return plan;
}

/** An edit of the current text, or of the text in a snapshot. */
export const editAt = (path: string, change: Change, snapshot?: Snapshot) => editOf(path, change, snapshot ? originOf(snapshot, path) : documentOf(path));
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

/** The texts of the files before and after edits. Applies nothing. */
export const preview = (edits: StampedEdit[]): ChangedFile[] => documents.preview(partsOf(edits));
