// Every fix of stranded versions of a package, one after the other: one fix may leave or open the place for the next.
import { badArgument, checkOptions, checkString } from "./errors.js";

const STEPS = 50;

const keyOf = ({ channel, entry, semantics }) => [channel, entry, semantics].join(" ");
const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

/**
 * The texts that all proved fixes together make, proved once more at their end. `engine` is a Workspace or a Client;
 * its files are as before when the promise is settled.
 */
export async function fixAllStranded(engine, question) {
  if (typeof engine?.stranded !== "function") throw badArgument("engine", "a Workspace or a Client", engine);
  checkOptions("question", question, { package: "string", channel: "string", semantics: "string" });
  checkString("question.package", question.package);
  const whole = { package: question.package };
  const before = await engine.stranded(whole);
  const accepted = (await engine.report()).opm.accepted;
  const originals = new Map();
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
    for (const path of originals.keys()) files.push({ path, text: await engine.text(path) });
    return { ok: true, title, steps, left: after.stranded.length, files };
  } finally {
    for (const [path, text] of originals) await engine.open(path, text);
  }
}

async function fixEach(engine, question, originals) {
  const steps = [];
  while (steps.length < STEPS) {
    const { stranded } = await engine.stranded(question);
    const fix = stranded.find(({ fixes }) => fixes.length)?.fixes[0];
    if (!fix) break;
    for (const [path, changes] of byPath(fix.edits)) {
      if (!originals.has(path)) originals.set(path, await engine.text(path));
      await engine.change(path, changes);
    }
    steps.push(fix.title);
  }
  return steps;
}

function byPath(edits) {
  const parts = new Map();
  for (const { path, range, text } of edits) {
    if (!parts.has(path)) parts.set(path, []);
    parts.get(path).push({ from: range.start.utf16, to: range.end.utf16, text });
  }
  return parts;
}
