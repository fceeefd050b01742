// Applies changes as the engine does. All offsets are in the content before the changes.
import type { Change } from "./index.js";

/** The changes in the order in which they are applied: an insertion is before a replacement at the same offset. */
export const inOrder = (changes: readonly Change[]): Change[] => [...changes].sort((a, b) => a.from - b.from || a.to - b.to);

/** The parts of a content after changes: `kept` returns a part of the content before, `added` converts a new text. */
export function spliced<Part>(changes: readonly Change[], kept: (from: number, to?: number) => Part, added: (text: string) => Part): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { from, to, text } of inOrder(changes)) {
    parts.push(kept(at, from), added(text));
    at = to;
  }
  return [...parts, kept(at)];
}

/** A text after changes. */
export function splicedText(text: string, changes: readonly Change[]): string {
  const kept = (from: number, to?: number) => text.slice(from, to);
  return spliced(changes, kept, (added) => added).join("");
}
