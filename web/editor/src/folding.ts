// Folds documents, indented blocks, and lines that contain a blob. Blobs are folded initially: base64 is not readable,
// and such long lines slow down every key press.

import { codeFolding, foldEffect, foldGutter, foldService } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

const LONG = 600; // characters: a longer line is a blob
const KEPT = 36; // characters of a blob that stay visible
const REACH = 20_000; // maximum number of lines searched for the end of a fold

type Fold = { from: number; to: number };

const isSeparator = (text: string) => text.startsWith("---") && text.trimEnd().length === 3;

/** The fold up to the end of the last line before a line that ends it. Null if it would be empty. */
function until(state: EditorState, lineEnd: number, ends: (text: string) => boolean): Fold | null {
  const first = state.doc.lineAt(lineEnd).number + 1;
  if (first > state.doc.lines) return null;
  let [at, end] = [lineEnd, lineEnd];
  // Iterate, because looking up a line by its number costs more than reading it.
  for (const lines = state.doc.iterLines(first, Math.min(state.doc.lines, first + REACH) + 1); !lines.next().done; ) {
    const text = lines.value;
    if (ends(text)) break;
    at += text.length + 1;
    if (text.length) end = at;
  }
  return end > lineEnd ? { from: lineEnd, to: end } : null;
}

const indentOf = (text: string) => text.search(/\S/);

function folds(state: EditorState, from: number, to: number): Fold | null {
  if (to - from > LONG) return { from: from + KEPT, to };
  const text = state.sliceDoc(from, to);
  if (isSeparator(text)) return until(state, to, isSeparator);
  const own = indentOf(text);
  if (own < 0 || text[own] === "#") return null;
  // The other keys of a list item are not indented deeper than the text of its first line.
  const depth = text.startsWith("- ", own) ? own + 1 : own;
  const isList = /:\s*$/.test(text);
  return until(state, to, (next) => {
    const indent = indentOf(next);
    if (indent < 0) return false;
    if (isList && indent === depth && next.startsWith("- ", indent) && !text.startsWith("- ", own)) return false;
    return indent <= depth || isSeparator(next);
  });
}

const size = (length: number) => (length < 1000 ? `${length} characters` : `${Math.round(length / 1000)} kB`);

/** A summary of the folded text. */
function summary(state: EditorState, { from, to }: Fold): string {
  const lines = state.doc.lineAt(to).number - state.doc.lineAt(from).number;
  return lines === 0 ? size(to - from) : lines === 1 ? "1 line" : `${lines} lines`;
}

function placeholder(_view: EditorView, onclick: (event: Event) => void, text: string): HTMLElement {
  const made = document.createElement("span");
  made.className = "cm-foldPlaceholder";
  made.textContent = `… ${text}`;
  made.title = "unfold";
  made.setAttribute("aria-label", `folded: ${text}`);
  made.onclick = onclick;
  return made;
}

export const folding = [foldService.of(folds), codeFolding({ preparePlaceholder: summary, placeholderDOM: placeholder }), foldGutter()];

/** A state in which blobs are folded. */
export function withBlobsFolded(state: EditorState): EditorState {
  const effects: ReturnType<typeof foldEffect.of>[] = [];
  let from = 0;
  for (const lines = state.doc.iterLines(); !lines.next().done; from += lines.value.length + 1) {
    if (lines.value.length > LONG) effects.push(foldEffect.of({ from: from + KEPT, to: from + lines.value.length }));
  }
  return effects.length ? state.update({ effects }).state : state;
}
