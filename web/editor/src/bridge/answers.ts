// How the functions that the page calls return results and report errors.
import type { Plan } from "olmkit";
import { isStopped, reasonOf, sentenceOf } from "../engine.js";
import type { StampedPlan } from "../store/edits.js";
import type { Emit } from "../store/events.js";

let emit: Emit = () => {};

export const reportTo = (callback: Emit) => {
  emit = callback;
};
/** Reports an event to the page. */
export const report: Emit = (kind, detail) => emit(kind, detail);

/**
 * Whether an error is not reported here: the page shows that the engine has stopped, and ignores an answer about a
 * catalog that is no longer open.
 */
const isSilent = (error: unknown) => (error instanceof Error && error.name === "AbortError") || isStopped(error);

/**
 * Returns the result of some work, or its error, in the shape of Rust's `Result`. The calling part of the page shows
 * the error.
 */
export async function answered<Answer>(work: () => Answer | Promise<Answer>): Promise<{ Ok: Answer } | { Err: string } | undefined> {
  try {
    return { Ok: await work() };
  } catch (error) {
    return isSilent(error) ? undefined : { Err: reasonOf(error) };
  }
}

/** The same for a plan, which may be refused. */
export const planned = <Answer>(work: () => Promise<(Answer & { ok: true }) | { ok: false; reason: string }>) =>
  guarded<{ Ok: Answer } | { Err: string }>(async () => {
    const plan = await work();
    return plan.ok ? { Ok: plan } : { Err: plan.reason };
  });

export async function guarded<Result>(work: () => Result | Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!isSilent(error)) report("failed", { message: sentenceOf(error), offersClipboard: offersClipboard(error) });
    return undefined;
  }
}

/** Whether to offer the clipboard beside the message of an error. */
const offersClipboard = (error: unknown) => error instanceof Error && "offersClipboard" in error;

/** The result of a plan in the shape that the page reads. */
export const done = (plan: Plan | StampedPlan) => (plan.ok ? { ok: true as const, label: plan.label, notes: plan.notes, edits: plan.edits.length } : plan);
