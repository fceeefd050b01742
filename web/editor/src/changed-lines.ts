// Marks the lines of the text that differ from the saved file.
import { StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { Run } from "./merge.js";

const MAX = 2000; // lines: in a text that is new, marks say nothing
const line = Decoration.line({ class: "cm-changedLine" });

/** Marks the lines of these runs, in place of those that are marked. */
export const markChanged = StateEffect.define<Run[]>();

function marksOf(doc: Text, runs: Run[]): DecorationSet {
  const numbers = runs.flatMap(({ fromB, toB }) => Array.from({ length: toB - fromB }, (_, at) => fromB + at + 1));
  if (numbers.length > MAX) return Decoration.none;
  return Decoration.set(numbers.filter((number) => number <= doc.lines).map((number) => line.range(doc.line(number).from)));
}

export const changedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { changes, effects, newDoc }) => effects.reduce((now, effect) => (effect.is(markChanged) ? marksOf(newDoc, effect.value) : now), marks.map(changes)),
  provide: (field) => EditorView.decorations.from(field),
});
