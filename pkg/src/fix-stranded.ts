// Every fix of stranded versions of a package, one after the other: one fix may leave or open the place for the next.
import type { EngineClient } from "./client.js";
import { badArgument, checkOptions, checkString } from "./errors.js";
import type { Change, Edit, Stranded, StrandedQuestion, Workspace } from "./index.js";

const STEPS = 50;

/** Which package is fixed; with `channel` or `semantics` only the stranded versions of these. */
export type FixStrandedQuestion = StrandedQuestion & { package: string };

/** What all proved fixes together make of the files that they change. */
export type FixAllStranded =
  | {
      ok: true;
      title: string;
      /** What each step does, in the order in which they were made. */
      steps: string[];
      /** Stranded versions that only a new release can help. */
      left: number;
      files: { path: string; text: string }[];
    }
  | { ok: false; reason: string };

type Engine = Workspace | EngineClient;

const keyOf = ({ channel, entry, semantics }: Stranded) => [channel, entry, semantics].join(" ");
const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/**
 * Makes every proved fix of stranded versions of a package, one after the other, since one may leave or open the place
 * for the next, and proves the whole once more: nobody is stranded who was not, and opm accepts what it accepted. Nothing
 * stays applied: when the promise is settled the engine has the files it had. It must not be used for anything else
 * meanwhile.
 */
export async function fixAllStranded(engine: Engine, question: FixStrandedQuestion): Promise<FixAllStranded> {
  if (typeof engine?.stranded !== "function") throw badArgument("engine", "a Workspace or a Client", engine);
  checkOptions("question", question, { package: "string", channel: "string", semantics: "string" });
  checkString("question.package", question.package);
  const whole = { package: question.package };
  const before = await engine.stranded(whole);
  const accepted = (await engine.report()).opm.accepted;
  const originals = new Map<string, string>();
  try {
    const steps = await fixEach(engine, question, originals);
    if (steps.length === 0) return { ok: false, reason: "for none of them a fix could be proved" };
    const [after, report] = [await engine.stranded(whole), await engine.report()];
    const known = new Set(before.stranded.map(keyOf));
    const isWorse = after.stranded.some((one) => !known.has(keyOf(one))) || (accepted && !report.opm.accepted);
    if (isWorse) return { ok: false, reason: "one by one they help, together they do not" };
    const fixed = before.stranded.length - after.stranded.length;
    const title = `Fix ${count(fixed, "stranded version", "stranded versions")} in ${count(steps.length, "step", "steps")}`;
    const files = [];
    for (const path of originals.keys()) files.push({ path, text: (await engine.text(path)) ?? "" });
    return { ok: true, title, steps, left: after.stranded.length, files };
  } finally {
    for (const [path, text] of originals) await engine.open(path, text);
  }
}

async function fixEach(engine: Engine, question: FixStrandedQuestion, originals: Map<string, string>): Promise<string[]> {
  const steps: string[] = [];
  while (steps.length < STEPS) {
    const { stranded } = await engine.stranded(question);
    const fix = stranded.find(({ fixes }) => fixes.length)?.fixes[0];
    if (!fix) break;
    for (const [path, changes] of byPath(fix.edits)) {
      if (!originals.has(path)) originals.set(path, (await engine.text(path)) ?? "");
      await engine.change(path, changes);
    }
    steps.push(fix.title);
  }
  return steps;
}

function byPath(edits: Edit[]) {
  const parts = new Map<string, Change[]>();
  for (const { path, range, text } of edits) {
    const changes = parts.get(path) ?? [];
    parts.set(path, changes);
    changes.push({ from: range.start.utf16, to: range.end.utf16, text });
  }
  return parts;
}
