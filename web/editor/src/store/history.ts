// Undo and redo. A step is what one action changed: groups of changes, each group applied at once.
import type { AppliedPart, ChangedPlace, Rebase } from "./documents.js";
import type { Part } from "./edits.js";
import type { Stepped } from "./events.js";

/**
 * The changes of one action. `at`: the time in milliseconds since 1970; missing in steps of older drafts. `rebase`: the change
 * of the file on disk that the action accepted.
 */
export type Step = { label: string; isTyping?: boolean; at?: number; groups: AppliedPart[][]; rebase?: Rebase };

/** Steps as a draft stores them. `saved`: how many of them lead to the texts on disk, if known. */
export type KeptSteps = { undo: Step[]; redo: Step[]; saved?: number };

/** Applies changes and returns what was applied, or throws and applies none. `isLast`: whether a step ends with them. */
type Apply = (parts: Part[], isLast: boolean) => AppliedPart[];

/** The event of undone or redone steps and the places that they changed. */
export const stepped = (done: Step[], direction: "undo" | "redo", places: ChangedPlace[]): Stepped => {
  const [only] = done;
  const isOne = done.length === 1;
  const label = isOne && only ? only.label : `${done.length} steps`;
  return { label, isTyping: isOne && Boolean(only?.isTyping), redo: direction === "redo", path: places[0]?.path, places };
};

const STEPS = 1000;
const DRAFT_STEPS = 500;
const TYPING_PAUSE = 800; // milliseconds

const backward = ({ path, document, before, after, inverse, isNew, isGone }: AppliedPart): Part => ({
  path,
  document,
  version: after,
  becomes: before,
  changes: inverse,
  creates: isGone,
  removes: isNew,
});
const forward = ({ path, document, before, after, forward: changes, isNew, isGone }: AppliedPart): Part => ({
  path,
  document,
  version: before,
  becomes: after,
  changes,
  creates: isNew,
  removes: isGone,
});

const inversePart = ({ before, after, forward, inverse, ...part }: AppliedPart): AppliedPart => ({ ...part, before: after, after: before, forward: inverse, inverse: forward });
const inverseOf = ({ label, groups }: Step): Step => ({ label: `Undo: ${label}`, at: Date.now(), groups: [...groups].reverse().map((group) => group.map(inversePart)) });

const NOTHING_TYPED = { document: 0, at: 0, from: 0, to: 0 };

export class History {
  #undo: Step[] = [];
  #redo: Step[] = [];
  #typed = NOTHING_TYPED; // where the user typed last, as a range of the current text
  #saved: Step | "opened" | undefined = "opened"; // the last step that is on disk

  /** The labels of the steps that would be undone and redone next. */
  get labels(): { undo: string; redo: string } {
    return { undo: this.#undo.at(-1)?.label ?? "", redo: this.#redo.at(-1)?.label ?? "" };
  }

  /** All steps in the order in which they were made. */
  get steps(): Step[] {
    return [...this.#undo, ...[...this.#redo].reverse()];
  }

  /** The number of applied steps. */
  get position(): number {
    return this.#undo.length;
  }

  /** The number of steps that lead to the texts on disk; -1 if not known. */
  get saved(): number {
    if (this.#saved === "opened") return 0;
    return this.#saved ? this.steps.indexOf(this.#saved) + 1 || -1 : -1;
  }

  /** Records that everything is on disk. Typing afterwards starts a new step. */
  markSaved(): void {
    this.#saved = this.#undo.at(-1) ?? "opened";
    this.#typed = NOTHING_TYPED;
  }

  clear(): void {
    this.#undo = [];
    this.#redo = [];
    this.#typed = NOTHING_TYPED;
    this.#saved = "opened";
  }

  /**
   * Adds a step. Undone steps can no longer be redone. With `keepsUndone`, they and their undoing become steps before it: a
   * program that writes a file must not take from users what they have undone.
   */
  push(step: Step, keepsUndone = false): void {
    if (keepsUndone) this.#undo.push(...this.#undone());
    this.#undo.push({ at: Date.now(), ...step });
    while (this.#undo.length > STEPS) {
      this.#undo.shift();
      if (this.#saved === "opened") this.#saved = undefined;
    }
    this.#redo = [];
    this.#typed = NOTHING_TYPED;
  }

  /** The undone steps and their inverse, which together change nothing. Empty if one of them creates or removes a file, or moves a base. */
  #undone(): Step[] {
    const steps = [...this.#redo].reverse();
    const isKept = ({ rebase, groups }: Step) => !rebase && !groups.flat().some(({ isNew, isGone }) => isNew || isGone);
    return steps.every(isKept) ? [...steps, ...this.#redo.map(inverseOf)] : [];
  }

  /** Records typing. Continued typing at one place without a pause is one step. */
  type(part: AppliedPart, now = Date.now()): void {
    const [first] = part.forward;
    if (!first) return;
    const { from, to, text } = first;
    const last = this.#typed;
    const goesOn = last.document === part.document && now - last.at < TYPING_PAUSE && from <= last.to && to >= last.from;
    const step = this.#undo.at(-1);
    if (goesOn && step?.isTyping) {
      step.groups.push([part]);
      step.at = now;
      this.#redo = [];
    } else {
      this.push({ label: `Typing in ${part.path}`, isTyping: true, groups: [[part]] });
    }
    this.#typed = { document: part.document, at: now, from, to: from + text.length };
  }

  /** Undoes the last step. Returns it, or undefined if there is none. */
  undo(apply: Apply): Step | undefined {
    const step = this.#undo.at(-1);
    if (!step) return undefined;
    this.#apply([...step.groups].reverse(), backward, apply);
    this.#undo.pop();
    this.#redo.push(step);
    this.#typed = NOTHING_TYPED;
    return step;
  }

  redo(apply: Apply): Step | undefined {
    const step = this.#redo.at(-1);
    if (!step) return undefined;
    this.#apply(step.groups, forward, apply);
    this.#redo.pop();
    this.#undo.push(step);
    this.#typed = NOTHING_TYPED;
    return step;
  }

  #apply(groups: AppliedPart[][], partOf: (part: AppliedPart) => Part, apply: Apply): void {
    for (const [at, group] of groups.entries()) this.#name(apply(group.map(partOf), at === groups.length - 1));
  }

  /** The files that the last of the next `count` steps changes. */
  pathsOf(direction: "undo" | "redo", count: number): string[] {
    const step = (direction === "undo" ? this.#undo : this.#redo).at(-count);
    return (step?.groups ?? []).flat().map(({ path }) => path);
  }

  /** Whether a step changes a document. */
  changes = (document: number) => this.steps.some(({ groups }) => groups.flat().some((part) => part.document === document));

  /** Makes all steps name the documents that were created. */
  #name(applied: AppliedPart[]): void {
    for (const { path, document, isNew } of applied) {
      if (!isNew) continue;
      const ofFile = this.steps.flatMap(({ groups }) => groups.flat()).filter((part) => part.path === path);
      const bases = this.steps.flatMap(({ rebase }) => (rebase?.path === path ? rebase : []));
      for (const part of [...ofFile, ...bases]) part.document = document;
    }
  }

  /**
   * Removes the changes of closed documents. Steps keep their changes of other documents: the steps before them could not be
   * undone without these.
   */
  forget(isClosed: (document: number) => boolean): void {
    if (isClosed(this.#typed.document)) this.#typed = NOTHING_TYPED;
    this.#drop(isClosed);
    if (this.steps.length === 0) this.clear();
  }

  /** Removes the changes of documents, and the steps that have no others. */
  #drop(isClosed: (document: number) => boolean): void {
    for (const step of this.steps) step.groups = step.groups.map((group) => group.filter(({ document }) => !isClosed(document))).filter((group) => group.length > 0);
    const isKept = ({ groups }: Step) => groups.length > 0;
    const saved = this.saved < 0 ? undefined : (this.steps.slice(0, this.saved).filter(isKept).at(-1) ?? "opened");
    this.#undo = this.#undo.filter(isKept);
    this.#redo = this.#redo.filter(isKept);
    this.#saved = saved;
  }

  forDraft(): KeptSteps {
    const left = Math.max(0, this.#undo.length - DRAFT_STEPS);
    return { undo: this.#undo.slice(left), redo: this.#redo.slice(-DRAFT_STEPS), saved: this.saved - left };
  }

  /**
   * Restores the steps of a draft before those of documents that stayed open. `idOf(path)`: the new id of a document, 0 if it
   * is not open. Undefined if its text is another one, so that its changes cannot be undone.
   */
  restore({ undo, redo, saved = -1 }: Partial<KeptSteps>, idOf: (path: string) => number | undefined): void {
    const known = (steps: Step[] | undefined) => (steps ?? []).filter(({ groups }) => Array.isArray(groups));
    const UNKNOWN = -1;
    const own = { undo: this.#undo, redo: this.#redo };
    const part = (one: AppliedPart): AppliedPart => ({ ...one, document: idOf(one.path) ?? UNKNOWN });
    const base = ({ rebase }: Step) => rebase && { rebase: { ...rebase, document: idOf(rebase.path) ?? UNKNOWN } };
    const step = (one: Step): Step => ({ ...one, ...base(one), groups: one.groups.map((group) => group.map(part)) });
    this.#undo = known(undo).map(step);
    this.#redo = known(redo).map(step);
    this.#typed = NOTHING_TYPED;
    this.#saved = saved === 0 ? "opened" : this.steps[saved - 1];
    this.#drop((document) => document === UNKNOWN);
    if (own.undo.length + own.redo.length === 0) return;
    this.#undo.push(...own.undo);
    this.#redo.push(...own.redo);
    this.#saved = undefined;
  }
}
