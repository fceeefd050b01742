// Marks the other places of the selected name in the code pane, but not longer names that contain it, as `stable-1.0`
// contains `stable`. CodeMirror's own extension compares words. If names were words, Ctrl+Backspace would delete whole names.
import { SearchCursor } from "@codemirror/search";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

const IN_NAME = /[\w.+-]/;
const LONGEST = 200; // characters
const MAX = 100; // further places would be no help
const mark = Decoration.mark({ class: "cm-selectionMatch" });

function found({ state, visibleRanges }: EditorView): DecorationSet {
  const { from, to } = state.selection.main;
  const isWhole = (from: number, to: number) => !IN_NAME.test(state.sliceDoc(from - 1, from)) && !IN_NAME.test(state.sliceDoc(to, to + 1));
  const name = to - from > LONGEST ? "" : state.sliceDoc(from, to);
  if (!IN_NAME.test(name) || !isWhole(from, to)) return Decoration.none;
  const others = visibleRanges.flatMap((shown) => [...new SearchCursor(state.doc, name, shown.from, shown.to)]).filter((other) => other.from !== from && isWhole(other.from, other.to));
  return others.length > MAX ? Decoration.none : Decoration.set(others.map((other) => mark.range(other.from, other.to)));
}

export const sameNames = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = found(view);
    }
    update({ selectionSet, docChanged, viewportChanged, view }: ViewUpdate) {
      if (selectionSet || docChanged || viewportChanged) this.decorations = found(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
