// Schedules the writing of drafts: shortly after a change, one write after the other, and at once before something else
// is opened.
import { dropDraft, dropped, saveDraft, setWanted } from "../drafts.js";
import { messageOf } from "../engine.js";
import type { DraftState } from "../generated/page.js";
import { queue } from "../queue.js";
import type { Draft } from "./draft.js";

const DELAY = 250; // milliseconds after the last change

const reason = (error: unknown) => (error instanceof Error && error.name === "QuotaExceededError" ? "the storage of this browser is full" : messageOf(error) || "this browser does not store data");

/** `draft`: what is to be stored now, null if there are no unsaved changes. `onChange`: called when the state changes. */
type Settings = { draft: () => Draft | null; hasUnsaved: () => boolean; onChange: () => void };

const SAVED: DraftState = { kind: "saved" };
const PENDING: DraftState = { kind: "pending" };
const notKept = (error: unknown): DraftState => ({ kind: "not-kept", reason: reason(error) });

export class Autosave {
  state: DraftState = SAVED;
  isOn = true;
  #settings: Settings;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #inTurn = queue();
  #work: Promise<boolean> = Promise.resolve(true);
  #waiting = 0; // writes in progress
  #isReloading = false;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  turnOff(): void {
    this.isOn = false;
  }

  /** Resets the state when something else is opened. */
  reset(): void {
    this.state = SAVED;
  }

  failed(error: unknown): void {
    this.state = notKept(error);
  }

  /** Schedules a write after a change. */
  later(): void {
    this.state = PENDING;
    this.#note();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.now(), DELAY);
  }

  /** Writes the draft after the writes in progress. Returns whether it is stored. */
  now(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.isOn) return Promise.resolve(false);
    this.#note();
    this.#waiting += 1;
    this.#work = this.#inTurn(() => this.#write());
    return this.#work;
  }

  /** Records at once whether there is anything to restore: the page may be left before the draft is written. */
  #note(): void {
    if (this.isOn) setWanted(this.#settings.hasUnsaved());
  }

  /** Writes the draft, so that the page can be reloaded without a prompt. */
  async beforeReload(): Promise<void> {
    await this.settled();
    this.#isReloading = this.state.kind === "saved";
  }

  /** Stores unsaved changes when the page is left. */
  watchLeaving(): void {
    addEventListener("beforeunload", (event) => {
      if (this.#isReloading || !this.isOn || !this.#settings.hasUnsaved()) return;
      this.now();
      event.preventDefault();
    });
    addEventListener("visibilitychange", () => document.visibilityState === "hidden" && this.settled());
  }

  /** Resolves when the last change is written. */
  settled(): Promise<boolean> {
    return this.#timer === undefined ? this.#work : this.now();
  }

  async #write(): Promise<boolean> {
    let state: DraftState = SAVED;
    let draft: Draft | null = null;
    try {
      draft = this.#settings.draft();
      await (draft ? saveDraft(draft) : dropDraft());
    } catch (error) {
      state = notKept(error);
    }
    this.#waiting -= 1;
    const isLast = this.#waiting === 0 && this.#timer === undefined;
    this.state = isLast ? state : PENDING;
    if (isLast && !draft && state === SAVED) dropped();
    this.#settings.onChange();
    return state.kind === "saved";
  }
}
