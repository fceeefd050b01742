// Changes that the engine plans for the current texts. Nothing is applied.
import type { Intention, StrandedFixQuery, StrandedQuery, SuppressQuery } from "olmkit";
import { originsOf, planned, type StampedPlan, stamped } from "./edits.js";
import type { Making } from "./making.js";
import type { Session } from "./session.js";

export const plansOf = (session: Session, making: Making) => ({
  /** Plans all fixes, or those of a rule, that are safe together, as edits of the current texts. */
  async planFixes(rule?: string) {
    const { answer, held } = await session.asked("planFixes", rule === undefined ? {} : { rule });
    return { ...answer, edits: stamped(answer.edits, held) };
  },

  /** Plans the comment that suppresses a finding. */
  async suppress(query: SuppressQuery): Promise<StampedPlan> {
    const { answer, held } = await session.asked("suppress", query);
    return planned(answer, held);
  },

  /** Plans the fixes of all stranded versions of a package as one change. */
  async fixAllStranded(query: StrandedFixQuery) {
    const { answer, held } = await session.asked("fixAllStranded", query);
    return answer.ok ? { ...answer, edits: stamped(answer.edits, held) } : answer;
  },

  /** The stranded versions, and the documents that their fixes are for. */
  async stranded(query: StrandedQuery) {
    const { answer, held } = await session.asked("stranded", query);
    return { stranded: answer.stranded, origins: originsOf(answer.stranded, held) };
  },

  /** Plans an intention as edits of the current texts. Applies nothing. */
  async consider(intention: Intention): Promise<StampedPlan> {
    const { answer, held } = await session.asked("plan", intention);
    return planned(answer, held);
  },

  /**
   * Plans several intentions one after the other, as edits of the current texts. With `copies`, aliases that prevent it are
   * replaced by copies of their values. Waits for the changes that are being made. Applies nothing.
   */
  async planAll(intentions: Intention[], copies: boolean): Promise<StampedPlan> {
    await making.settled();
    const [only, ...others] = intentions;
    const isOne = only && others.length === 0 && !copies;
    const { answer, held } = isOne ? await session.asked("plan", only) : await session.asked("planAll", intentions, copies);
    return planned(answer, held);
  },
});
