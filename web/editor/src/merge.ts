// Three-way merge of texts, line by line. Returns null if both sides changed the same lines.
import { diff } from "@codemirror/merge";
import type { Change } from "olmkit";

const FIRST = 0xe000; // first code unit after the surrogates; the count wraps to 0
const CODES = 0xf700;

/** Encodes lines as single characters, so that the text differ compares lines. */
function encoder() {
  const codes = new Map<string, number>();
  return (lines: string[]): string => {
    let out = "";
    for (const line of lines) {
      const code = codes.get(line) ?? codes.size;
      codes.set(line, code);
      out += String.fromCharCode((FIRST + code) % 0x10000);
    }
    if (codes.size > CODES) throw new Error("too many different lines");
    return out;
  };
}

/** The lines of a text with their ends, which are LF, CRLF or CR. */
export const linesOf = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/g) ?? [];

/** The number of line breaks before an offset. */
export function countBreaks(text: string, end = text.length): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  for (let at = text.indexOf("\r"); at >= 0 && at < end; at = text.indexOf("\r", at + 1)) count += Number(text[at + 1] !== "\n");
  return count;
}

/** Bounds the time: texts with thousands of changed lines are compared less exactly. */
const LIMIT = { scanLimit: 1000, timeout: 400 };

function changes(base: string, other: string, lines: string[]): Change[] {
  return diff(base, other, LIMIT).map(({ fromA, toA, fromB, toB }) => ({ from: fromA, to: toA, text: lines.slice(fromB, toB).join("") }));
}

const same = (a: Change, b: Change) => a.from === b.from && a.to === b.to && a.text === b.text;

/** The changes of both sides. Null if there are too many different lines. */
function bothSides(lines: string[], ours: string[], theirs: string[]): { left: Change[]; right: Change[] } | null {
  const encode = encoder();
  try {
    const base = encode(lines);
    return { left: changes(base, encode(ours), ours), right: changes(base, encode(theirs), theirs) };
  } catch {
    return null;
  }
}

export function merge(base: string, ours: string, theirs: string): string | null {
  if (ours === theirs || theirs === base) return ours;
  if (ours === base) return theirs;
  const lines = linesOf(base);
  const sides = bothSides(lines, linesOf(ours), linesOf(theirs));
  if (!sides) return null;
  const { left } = sides;
  const right = sides.right.filter((change) => !left.some((other) => same(change, other)));
  const all = [...left, ...right].sort((a, b) => a.from - b.from || a.to - b.to);
  let out = "";
  let at = 0;
  let last: Change | null = null;
  for (const change of all) {
    // Adjacent changes of different sides are a conflict: their order is not known.
    if (last && (change.from < last.to || (change.from === last.to && left.includes(change) !== left.includes(last)))) return null;
    out += lines.slice(at, change.from).join("") + change.text;
    at = change.to;
    last = change;
  }
  return out + lines.slice(at).join("");
}

/** A range of differing lines, counted from 0, in the text before and after. */
export type Run = { fromA: number; toA: number; fromB: number; toB: number };

/** The ranges of differing lines. One range of everything if there are too many different lines. */
export function runsOf(before: string[], after: string[]): Run[] {
  const encode = encoder();
  try {
    return diff(encode(before), encode(after), LIMIT).map(({ fromA, toA, fromB, toB }) => ({ fromA, toA, fromB, toB }));
  } catch {
    return [{ fromA: 0, toA: before.length, fromB: 0, toB: after.length }];
  }
}

/** Whether the code unit is the second half of a surrogate pair. */
const isLowSurrogate = (text: string, at: number) => /[\udc00-\udfff]/.test(text.charAt(at));

/** The smallest single change between two texts. Does not begin or end within a character. */
export function difference(before: string, after: string): Change {
  let from = 0;
  const shorter = Math.min(before.length, after.length);
  while (from < shorter && before[from] === after[from]) from += 1;
  if (isLowSurrogate(before, from) || isLowSurrogate(after, from)) from = Math.max(0, from - 1);
  let end = 0;
  while (end < shorter - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  if (isLowSurrogate(before, before.length - end) || isLowSurrogate(after, after.length - end)) end = Math.max(0, end - 1);
  return { from, to: before.length - end, text: after.slice(from, after.length - end) };
}

/** The start of the line that contains an offset. */
const lineStart = (text: string, at: number) => (at > 0 ? text.lastIndexOf("\n", at - 1) + 1 : 0);

/** The offset `lines` lines before `at`. */
function back(text: string, at: number, lines: number): number {
  let start = at;
  for (let line = 0; line < lines && start > 0; line += 1) start = lineStart(text, start - 1);
  return start;
}

/** The offset `lines` lines after `at`. */
function on(text: string, at: number, lines: number): number {
  let end = at;
  for (let line = 0; line < lines && end < text.length; line += 1) end = text.indexOf("\n", end) + 1 || text.length;
  return end;
}

/** Whole lines of two texts from the same line on, and the runs in which they differ, counted in these lines. */
type Compared = { before: string[]; after: string[]; skipped: number; runs: Run[] };

/**
 * Compares two texts line by line, limited to the lines from the first to the last difference, with `context` lines
 * around them. `skipped`: the number of lines above.
 */
export function compareLines(before: string, after: string, context = 0): Compared {
  const { from, to } = difference(before, after);
  const start = back(before, lineStart(before, from), context);
  const end = on(before, to, context + 1);
  const [old, now] = [linesOf(before.slice(start, end)), linesOf(after.slice(start, after.length - before.length + end))];
  return { before: old, after: now, skipped: countBreaks(before, start), runs: runsOf(old, now) };
}

/** The places in which the lines of two texts differ; one if there are too many different lines to compare. */
export function differences(before: string, after: string): Run[] {
  const { skipped, runs } = compareLines(before, after);
  return runs.map(({ fromA, toA, fromB, toB }) => ({ fromA: skipped + fromA, toA: skipped + toA, fromB: skipped + fromB, toB: skipped + toB }));
}
