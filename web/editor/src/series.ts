// Several changes as one: each is planned on what those before it made, and their edits become edits of what is open.
import { ChangeSet } from "@codemirror/state";
import type { Edit, Intention, Plan } from "olmkit";
import type { EngineClient } from "olmkit/client";
import { aside } from "./scratch.js";
import { type Held, textIn } from "./store/documents.js";
import { partsOf, planned, type StampedEdit } from "./store/edits.js";
import { editAt } from "./store.js";

const WHOLE = "\0"; // inserted text is not split into lines: offsets are the file's own

/** Makes the edits of a plan in the engine. */
type MakeChange = (plan: { edits: Edit[]; creates?: { path: string; text: string }[] }) => Promise<void>;

/** What the work says, with the edits where it was done. */
type Gathered<Said> = (Extract<Said, { ok: true }> & { edits: StampedEdit[] }) | Extract<Said, { ok: false }>;

/** What the work changes in an engine of its own, by `change(plan)`, as edits of what is open. */
export const gathered = <Said extends { ok: boolean }>(work: (other: EngineClient, change: MakeChange) => Promise<Said>) =>
  aside(async (other, held) => {
    const made = new Map<string, ChangeSet>(); // what was changed so far
    const change: MakeChange = async ({ edits, creates = [] }) => {
      const plan = planned({ ok: true, label: "", notes: [], edits, creates }, held);
      for (const { path, changes } of plan.ok ? partsOf(plan.edits) : []) {
        const before = made.get(path);
        const next = ChangeSet.of(
          changes.map(({ from, to, text }) => ({ from, to, insert: text })),
          before?.newLength ?? textIn(held, path).length,
          WHOLE,
        );
        made.set(path, before ? before.compose(next) : next);
        if (before || held.has(path)) await other.change(path, changes);
        else await other.open(path, changes.map(({ text }) => text).join(""));
      }
    };
    const said = await work(other, change);
    const edits = [...made].flatMap(([path, changes]) => editsOf(path, changes, held));
    return (said.ok ? { ...said, edits } : said) as Gathered<Said>;
  });

/** The edits that all intentions make together, or why one of them is refused. */
export const planSeries = (intentions: Intention[]) =>
  gathered(async (other, change): Promise<{ ok: true } | Extract<Plan, { ok: false }>> => {
    for (const intention of intentions) {
      const plan = await other.plan(intention);
      if (!plan.ok) return plan;
      await change(plan);
    }
    return { ok: true };
  });

function editsOf(path: string, changes: ChangeSet, held: Held): StampedEdit[] {
  const edits: StampedEdit[] = [];
  changes.iterChanges((from, to, _from, _to, insert) => edits.push(editAt(path, { from, to, text: insert.toString() }, held)), true);
  return edits;
}
