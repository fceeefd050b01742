// Changes of the catalog: intentions, fixes, suppressions, undo and redo.
import type { Diagnostic, Intention, Plan, Semantics } from "olmkit";
import { sentenceOf } from "../engine.js";
import { restoreFocus } from "../focus.js";
import type { ChangedFile, Considered, Done, FixSeries, NotDone, Planned, ProposedChange, SafeFixes } from "../generated/page.js";
import { showDiffs } from "../hunks.js";
import type { StampedEdit } from "../store/edits.js";
import * as store from "../store.js";
import { done, guarded, planned, report } from "./answers.js";

/** The alias that prevents a change, if its value can be copied. */
const aliasOf = ({ path, range, anchored, copy }: Plan & { ok: false }) => (path !== undefined && range && anchored && copy ? { path, range, value: anchored } : null);
/** Plans a comment that suppresses a finding, as a fix; or returns why it cannot. */
export const suppress = ({ rule, path, range }: Diagnostic, reason: string) =>
  planned<ProposedChange>(async () => {
    const plan = await store.suppress({ rule, path, line: range.start.line, reason });
    return plan.ok ? { ...plan, title: plan.label, safety: "safe" as const } : plan;
  });
export const undo = () => guarded(store.undo).finally(() => restoreFocus());
export const redo = () => guarded(store.redo).finally(() => restoreFocus());
/** Plans intentions as one step. With `copies`, aliases that prevent it are replaced by copies of their values. Applies nothing. */
export const consider = (intentions: Intention[], copies: boolean) =>
  planned<Considered>(async () => {
    const plan = await store.planAll(intentions, copies);
    return plan.ok ? { ...plan, files: store.preview(plan.edits) } : plan;
  });
/** Applies an intention, or returns why nothing changed. */
export const intend = (intention: Intention) =>
  guarded<{ Ok: Done } | { Err: NotDone }>(async () => {
    const plan = done(await store.intend(intention));
    return plan.ok ? { Ok: plan } : { Err: { reason: plan.reason, alias: aliasOf(plan) } };
  });
/** Applies the edits of a fix. Returns whether they were applied. */
export const applyFix = async (title: string, edits: StampedEdit[], intentions?: Intention[]) => (await guarded(() => store.make(title, edits, intentions).then(() => true))) ?? false;
export const fixAllStranded = (packageName: string, semantics?: Semantics) => planned<FixSeries>(() => store.fixAllStranded({ package: packageName, ...(semantics && { semantics }) }));
/** Plans all fixes that are safe together, or only those of `rule`. */
export const planFixes = (rule?: string) => guarded<SafeFixes>(() => store.planFixes(rule));
export const preview = (edits: StampedEdit[]): ChangedFile[] => {
  try {
    return store.preview(edits);
  } catch (error) {
    report("failed", { message: sentenceOf(error) });
    return [];
  }
};
let lookedAt = 0;
/**
 * Shows in an element what intentions would change as one step, before they are applied. Shows nothing if others have
 * been requested meanwhile.
 */
export const showPlanned = async (element: Element, intentions: Intention[]) => {
  lookedAt += 1;
  const own = lookedAt;
  return planned<Planned>(async () => {
    const plan = await store.planAll(intentions, false);
    if (!plan.ok) return plan;
    const shown = own === lookedAt ? showDiffs(element, store.preview(plan.edits)) : { path: "", added: 0, removed: 0 };
    return { ok: true as const, ...shown };
  });
};
export const goToStep = (position: number) => guarded(() => store.goToStep(position));
/** Reverts a file to its saved text, as one undo step. */
export const revert = (path: string) => guarded(() => store.revert(path));
