// Undo and redo. A step is what one action changed: groups of changes, each group applied at once.
const STEPS = 1000;
const DRAFT_STEPS = 500;
const TYPING_PAUSE = 800; // milliseconds

const backward = ({ path, document, before, after, inverse }) => ({ path, document, version: after, becomes: before, changes: inverse });
const forward = ({ path, document, before, after, forward: changes }) => ({ path, document, version: before, becomes: after, changes });

const NOTHING_TYPED = { document: 0, at: 0, from: 0, to: 0 };

/** `apply(parts)` makes the changes, or throws and makes none. */
export class History {
  #undo = [];
  #redo = [];
  #typed = NOTHING_TYPED; // where was typed last, and between which offsets it is now

  /** What would be undone and redone next. */
  get labels() {
    return { undo: this.#undo.at(-1)?.label ?? "", redo: this.#redo.at(-1)?.label ?? "" };
  }

  clear() {
    this.#undo = [];
    this.#redo = [];
    this.#typed = NOTHING_TYPED;
  }

  push(step) {
    this.#undo.push(step);
    if (this.#undo.length > STEPS) this.#undo.shift();
    this.#redo = [];
    this.#typed = NOTHING_TYPED;
  }

  /** Typing on at one place without a pause is one step. */
  type(link, now = Date.now()) {
    const [{ from, to, text }] = link.forward;
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
  undo(apply) {
    const step = this.#undo.at(-1);
    if (!step) return undefined;
    for (const group of [...step.groups].reverse()) apply(group.map(backward));
    this.#redo.push(this.#undo.pop());
    this.#typed = NOTHING_TYPED;
    return step;
  }

  redo(apply) {
    const step = this.#redo.at(-1);
    if (!step) return undefined;
    for (const group of step.groups) apply(group.map(forward));
    this.#undo.push(this.#redo.pop());
    this.#typed = NOTHING_TYPED;
    return step;
  }

  /** Forgets the steps that change a document which is closed. */
  forget(isClosed) {
    const isKept = ({ groups }) => !groups.flat().some(({ document }) => isClosed(document));
    this.#undo = this.#undo.filter(isKept);
    this.#redo = this.#redo.filter(isKept);
  }

  forDraft = () => ({ undo: this.#undo.slice(-DRAFT_STEPS), redo: this.#redo.slice(-DRAFT_STEPS) });

  /** The steps of a draft. `idOf(path)`: the documents have other ids now. */
  restore({ undo, redo }, idOf) {
    const known = (steps) => (steps ?? []).filter(({ groups }) => Array.isArray(groups));
    const link = (one) => ({ ...one, document: idOf(one.path) });
    const step = (one) => ({ ...one, groups: one.groups.map((group) => group.map(link)) });
    this.#undo = known(undo).map(step);
    this.#redo = known(redo).map(step);
    this.#typed = NOTHING_TYPED;
  }
}
