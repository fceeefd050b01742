// Conversion of offsets: CodeMirror counts every line break as one unit, but CRLF in a file has two.
import type { EditorState } from "@codemirror/state";

export const extra = (state: EditorState) => state.lineBreak.length - 1;
export const fileOffset = (state: EditorState, at: number) => at + extra(state) * (state.doc.lineAt(at).number - 1);

export function editorOffset(state: EditorState, offset: number): number {
  if (extra(state) === 0) return Math.min(offset, state.doc.length);
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
