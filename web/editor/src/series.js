// Several changes as one: each is planned on what those before it made, and their edits become edits of what is open.
import { ChangeSet } from "@codemirror/state";
import { aside } from "./scratch.js";
import { textIn } from "./store/documents.js";
import { planned } from "./store/edits.js";
import { editAt, partsOf } from "./store.js";

const WHOLE = "\0"; // inserted text is not split into lines: offsets are the file's own

/** What the work changes in an engine of its own, by `change(plan)`, as edits of what is open. */
export const gathered = (work) => aside(async (other, held) => {
  const made = new Map(); // path -> what was changed so far
  const change = async (plan) => {
    for (const { path, changes } of partsOf(planned({ ok: true, ...plan }, held).edits)) {
      const before = made.get(path);
      const next = ChangeSet.of(changes.map(({ from, to, text }) => ({ from, to, insert: text })), before?.newLength ?? textIn(held, path).length, WHOLE);
      made.set(path, before ? before.compose(next) : next);
      if (before || held.has(path)) await other.change(path, changes);
      else await other.open(path, changes[0].text);
    }
  };
  const said = await work(other, change);
  return said.ok ? { ...said, edits: [...made].flatMap(([path, changes]) => editsOf(path, changes, held)) } : said;
});

/** The edits that all intentions make together, or why one of them is refused. */
export const planSeries = (intentions) => gathered(async (other, change) => {
  for (const intention of intentions) {
    const plan = await other.plan(intention);
    if (!plan.ok) return plan;
    await change(plan);
  }
  return { ok: true };
});

function editsOf(path, changes, held) {
  const edits = [];
  changes.iterChanges((from, to, _from, _to, insert) => edits.push(editAt(path, { from, to, text: insert.toString() }, held)), true);
  return edits;
}
