// Every mend of stranded versions, one after the other, as one change: an engine of its own makes each proved mend and
// looks again, since one mend may leave or open the place for the next.
import { createEngine } from "./engine.js";
import { difference } from "./merge.js";
import { allFiles, ask, partsOf, settings, splice, textOf } from "./store.js";

const STEPS = 50;

const keyOf = ({ channel, entry, semantics }) => [channel, entry, semantics].join(" ");
const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

/**
 * The edits of the whole series for a package, proved once more at its end: nobody is stranded who is not now, and opm
 * accepts what it accepts now. `left`: who only a new release can help.
 */
export async function mendAll(packageName, semantics) {
  const question = { package: packageName, ...(semantics ? { semantics } : {}) };
  const before = await ask("stranded", { package: packageName });
  const accepted = (await ask("report")).opm.accepted;
  const other = await createEngine();
  try {
    await other.reset(settings());
    await other.openMany(allFiles().map(({ path, content }) => ({ path, bytes: content.slice() })));
    const texts = new Map();
    const titles = await mendEach(other, question, texts);
    const [after, report] = [await other.stranded({ package: packageName }), await other.report()];
    const known = new Set(before.stranded.map(keyOf));
    const fresh = after.stranded.filter((one) => !known.has(keyOf(one)));
    if (titles.length === 0) return { ok: false, reason: "for none of them a mend could be proved" };
    if (fresh.length || (accepted && !report.opm.accepted)) return { ok: false, reason: "one by one they help, together they do not" };
    const mended = before.stranded.length - after.stranded.length;
    return { ok: true, title: `Mend ${count(mended, "stranded version", "stranded versions")} in ${count(titles.length, "step", "steps")}`, steps: titles, left: after.stranded.length, edits: [...texts].map(editOf) };
  } finally {
    other.terminate();
  }
}

async function mendEach(engine, question, texts) {
  const titles = [];
  while (titles.length < STEPS) {
    const { stranded } = await engine.stranded(question);
    const fix = stranded.find(({ fixes }) => fixes.length)?.fixes[0];
    if (!fix) break;
    for (const { path, changes } of partsOf(fix.edits, [])) {
      texts.set(path, splice(texts.get(path) ?? textOf(path), changes).text);
      await engine.change(path, changes);
    }
    titles.push(fix.title);
  }
  return titles;
}

/** From what is open to what the series makes of it. */
function editOf([path, text]) {
  const { from, to, text: insert } = difference(textOf(path), text);
  const at = (utf16) => ({ line: 0, column: 0, offset: 0, utf16 });
  return { path, range: { start: at(from), end: at(to) }, text: insert };
}
