// Changes that the engine plans for the current texts. Nothing is applied.
import type { Intention, StrandedFixQuery, StrandedQuery, SuppressQuery } from "olmkit";
import { originsOf, planned, type StampedPlan, stamped } from "./edits.js";
import type { PendingChanges } from "./pending-changes.js";
import type { Session } from "./session.js";

export const plansOf = (session: Session, pending: PendingChanges) => ({
  /** Plans all fixes, or those of a rule, that are safe together, as edits of the current texts. */
  async planFixes(rule?: string) {
    const { answer, snapshot } = await session.asked("planFixes", rule === undefined ? {} : { rule });
    return { ...answer, edits: stamped(answer.edits, snapshot) };
  },

  /** Plans the comment that suppresses a finding. */
  async suppress(query: SuppressQuery): Promise<StampedPlan> {
    const { answer, snapshot } = await session.asked("suppress", query);
    return planned(answer, snapshot);
  },

  /** Plans the fixes of all stranded versions of a package as one change. */
  async fixAllStranded(query: StrandedFixQuery) {
    const { answer, snapshot } = await session.asked("fixAllStranded", query);
    return answer.ok ? { ...answer, edits: stamped(answer.edits, snapshot) } : answer;
  },

  /** The stranded versions, and the documents that their fixes are for. */
  async stranded(query: StrandedQuery) {
    const { answer, snapshot } = await session.asked("stranded", query);
    return { stranded: answer.stranded, origins: originsOf(answer.stranded, snapshot) };
  },

  /** Plans an intention as edits of the current texts. Applies nothing. */
  async consider(intention: Intention): Promise<StampedPlan> {
    const { answer, snapshot } = await session.asked("plan", intention);
    return planned(answer, snapshot);
  },

  /**
   * Plans several intentions one after the other, as edits of the current texts. With `copies`, aliases that prevent it are
   * replaced by copies of their values. Waits for the changes that are being made. Applies nothing.
   */
  async planAll(intentions: Intention[], copies: boolean): Promise<StampedPlan> {
    await pending.settled();
    const [only, ...others] = intentions;
    const isOne = only && others.length === 0 && !copies;
    const { answer, snapshot } = isOne ? await session.asked("plan", only) : await session.asked("planAll", intentions, copies);
    return planned(answer, snapshot);
  },
});
