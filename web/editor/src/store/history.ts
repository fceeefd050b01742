// Undo and redo. A step is what one action changed: groups of changes, each group applied at once.
import type { Link } from "./documents.js";
import { NO_DOCUMENT, type Part } from "./edits.js";

/** What one action changed. */
export type Step = { label: string; isTyping?: boolean; groups: Link[][] };

/** Steps as a draft keeps them. */
export type KeptSteps = { undo: Step[]; redo: Step[] };

/** Makes the changes, or throws and makes none. */
type Apply = (parts: Part[]) => unknown;

const STEPS = 1000;
const DRAFT_STEPS = 500;
const TYPING_PAUSE = 800; // milliseconds

const backward = ({ path, document, before, after, inverse }: Link): Part => ({ path, document, version: after, becomes: before, changes: inverse });
const forward = ({ path, document, before, after, forward: changes }: Link): Part => ({ path, document, version: before, becomes: after, changes });

const NOTHING_TYPED = { document: 0, at: 0, from: 0, to: 0 };

export class History {
  #undo: Step[] = [];
  #redo: Step[] = [];
  #typed = NOTHING_TYPED; // where was typed last, and between which offsets it is now

  /** What would be undone and redone next. */
  get labels(): { undo: string; redo: string } {
    return { undo: this.#undo.at(-1)?.label ?? "", redo: this.#redo.at(-1)?.label ?? "" };
  }

  clear(): void {
    this.#undo = [];
    this.#redo = [];
    this.#typed = NOTHING_TYPED;
  }

  push(step: Step): void {
    this.#undo.push(step);
    if (this.#undo.length > STEPS) this.#undo.shift();
    this.#redo = [];
    this.#typed = NOTHING_TYPED;
  }

  /** Typing on at one place without a pause is one step. */
  type(link: Link, now = Date.now()): void {
    const [first] = link.forward;
    if (!first) return;
    const { from, to, text } = first;
    const last = this.#typed;
    const goesOn = last.document === link.document && now - last.at < TYPING_PAUSE && from <= last.to && to >= last.from;
    const step = this.#undo.at(-1);
    if (goesOn && step?.isTyping) {
      step.groups.push([link]);
      this.#redo = [];
    } else {
      this.push({ label: `Typing in ${link.path}`, isTyping: true, groups: [[link]] });
    }
    this.#typed = { document: link.document, at: now, from, to: from + text.length };
  }

  /** Undoes the last step; returns it, or nothing when there is none. */
  undo(apply: Apply): Step | undefined {
    const step = this.#undo.at(-1);
    if (!step) return undefined;
    for (const group of [...step.groups].reverse()) apply(group.map(backward));
    this.#undo.pop();
    this.#redo.push(step);
    this.#typed = NOTHING_TYPED;
    return step;
  }

  redo(apply: Apply): Step | undefined {
    const step = this.#redo.at(-1);
    if (!step) return undefined;
    for (const group of step.groups) apply(group.map(forward));
    this.#redo.pop();
    this.#undo.push(step);
    this.#typed = NOTHING_TYPED;
    return step;
  }

  /** Forgets the steps that change a document which is closed. */
  forget(isClosed: (document: number) => boolean): void {
    const isKept = ({ groups }: Step) => !groups.flat().some(({ document }) => isClosed(document));
    this.#undo = this.#undo.filter(isKept);
    this.#redo = this.#redo.filter(isKept);
  }

  forDraft = (): KeptSteps => ({ undo: this.#undo.slice(-DRAFT_STEPS), redo: this.#redo.slice(-DRAFT_STEPS) });

  /** The steps of a draft. `idOf(path)`: the documents have other ids now. */
  restore({ undo, redo }: Partial<KeptSteps>, idOf: (path: string) => number | undefined): void {
    const known = (steps: Step[] | undefined) => (steps ?? []).filter(({ groups }) => Array.isArray(groups));
    const link = (one: Link): Link => ({ ...one, document: idOf(one.path) ?? NO_DOCUMENT.document });
    const step = (one: Step): Step => ({ ...one, groups: one.groups.map((group) => group.map(link)) });
    this.#undo = known(undo).map(step);
    this.#redo = known(redo).map(step);
    this.#typed = NOTHING_TYPED;
  }
}
