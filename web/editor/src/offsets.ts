// Conversion of offsets: CodeMirror counts every line break as one unit, but CRLF in a file has two.
import type { ChangeSet, EditorState } from "@codemirror/state";
import type { Change } from "olmkit";
import { extraBefore, lineBreaksIn, newLineBreak, wholeLines } from "./line-breaks.js";

/** The UTF-16 offset in the file of a position in the view. */
export function fileOffset(state: EditorState, at: number): number {
  const breaks = lineBreaksIn(state);
  const extra = breaks.usual.length - 1;
  const usual = extra === 0 ? 0 : extra * (state.doc.lineAt(at).number - 1);
  return at + usual + extraBefore(breaks, at);
}

/** The position in the view of a UTF-16 offset in the file: before a line break if the offset is inside it. */
export function editorOffset(state: EditorState, offset: number): number {
  const { usual, others } = lineBreaksIn(state);
  if (usual.length === 1 && others.length === 0) return Math.min(offset, state.doc.length);
  let low = 1;
  let high = state.doc.lines;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fileOffset(state, state.doc.line(middle).from) <= offset) low = middle;
    else high = middle - 1;
  }
  const line = state.doc.line(low);
  return Math.min(line.from + (offset - fileOffset(state, line.from)), line.to);
}

/** What changes in the view are in the file, whose new lines get the line break of their place. */
export function fileChanges(before: EditorState, changes: ChangeSet): Change[] {
  const out: Change[] = [];
  wholeLines(before, changes).iterChanges((from, to, _a, _b, insert) => {
    out.push({ from: fileOffset(before, from), to: fileOffset(before, to), text: insert.sliceString(0, insert.length, newLineBreak(before, from)) });
  });
  return out;
}
