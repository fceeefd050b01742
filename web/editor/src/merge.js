// Three versions of a text become one, line by line; null where both sides changed the same lines.
import { diff } from "@codemirror/merge";

const FIRST = 0xe000; // above the surrogates, then from the start
const CODES = 0xf700;

/** Lines as single characters, so that the text differ compares lines. */
function encoder() {
  const codes = new Map();
  return (lines) => {
    let out = "";
    for (const line of lines) {
      if (!codes.has(line)) codes.set(line, codes.size);
      out += String.fromCharCode((FIRST + codes.get(line)) % 0x10000);
    }
    if (codes.size > CODES) throw new Error("too many different lines");
    return out;
  };
}

const split = (text) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function changes(base, other, lines) {
  return diff(base, other).map(({ fromA, toA, fromB, toB }) => ({ from: fromA, to: toA, text: lines.slice(fromB, toB).join("") }));
}

const same = (a, b) => a.from === b.from && a.to === b.to && a.text === b.text;

export function merge(base, ours, theirs) {
  if (ours === theirs || theirs === base) return ours;
  if (ours === base) return theirs;
  const lines = [base, ours, theirs].map(split);
  const encode = encoder();
  let codes;
  try {
    codes = lines.map(encode);
  } catch {
    return null;
  }
  const left = changes(codes[0], codes[1], lines[1]);
  const right = changes(codes[0], codes[2], lines[2]).filter((change) => !left.some((other) => same(change, other)));
  const all = [...left, ...right].sort((a, b) => a.from - b.from || a.to - b.to);
  let out = "";
  let at = 0;
  let last = null;
  for (const change of all) {
    // Neighbours of different sides count as one place: whose line comes first is not ours to say.
    if (last && (change.from < last.to || (change.from === last.to && left.includes(change) !== left.includes(last)))) return null;
    out += lines[0].slice(at, change.from).join("") + change.text;
    at = change.to;
    last = change;
  }
  return out + lines[0].slice(at).join("");
}

/** The one range in which two texts differ. */
export function difference(before, after) {
  let from = 0;
  const shorter = Math.min(before.length, after.length);
  while (from < shorter && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < shorter - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from, to: before.length - end, text: after.slice(from, after.length - end) };
}
