// The line breaks of the shown file. CodeMirror's text has one kind of line break. The lines of a file can end with LF,
// CRLF or CR, also with several kinds in one file, and each line that is not edited keeps its own.
import { type ChangeSet, type EditorState, MapMode, StateEffect, StateField, type Text, type Transaction } from "@codemirror/state";

/**
 * A line break of another kind than the usual one. `at`: its position in the view. `extra`: the units that this one and
 * the others before it have in the file, less those of as many usual ones.
 */
type Other = { at: number; text: string; extra: number };

/** `usual`: the most frequent line break of the file. `others`: the line breaks of other kinds, by position. */
export type LineBreaks = { usual: string; others: Other[] };

const ONLY_LF: LineBreaks = { usual: "\n", others: [] };
const BREAK = /\r\n?|\n/g;

const withExtra = (usual: string, others: Pick<Other, "at" | "text">[]): LineBreaks => {
  let extra = 0;
  return {
    usual,
    others: others.map(({ at, text }) => {
      extra += text.length - usual.length;
      return { at, text, extra };
    }),
  };
};

function mostFrequent(breaks: string[]): string {
  const count = (kind: string) => breaks.reduce((sum, one) => sum + Number(one === kind), 0);
  const [first = "\n"] = ["\n", "\r\n", "\r"].sort((a, b) => count(b) - count(a));
  return first;
}

/** The line breaks of a text. */
export function lineBreaksOf(text: string): LineBreaks {
  if (!text.includes("\r")) return ONLY_LF;
  const breaks = text.match(BREAK) ?? [];
  const usual = mostFrequent(breaks);
  if (breaks.every((one) => one === usual)) return { usual, others: [] };
  const lines = text.split(BREAK);
  let end = -1;
  const others = breaks.flatMap((text, line) => {
    end += (lines[line]?.length ?? 0) + 1;
    return text === usual ? [] : [{ at: end, text }];
  });
  return withExtra(usual, others);
}

/** Replaces the line breaks after a change whose text has its own. */
export const setLineBreaks = StateEffect.define<LineBreaks>();

/** The line breaks of the text of a state. */
export const lineBreaks = StateField.define<LineBreaks>({
  create: () => ONLY_LF,
  update(before, transaction) {
    const set = transaction.effects.find((effect) => effect.is(setLineBreaks));
    return set?.value ?? (transaction.docChanged ? afterTyping(before, transaction) : before);
  },
});

export const lineBreaksIn = (state: EditorState): LineBreaks => state.field(lineBreaks, false) ?? ONLY_LF;

/** The line breaks after a change made in the view, whose new lines get the line break of their place. */
function afterTyping(before: LineBreaks, transaction: Transaction): LineBreaks {
  const { startState } = transaction;
  const changes = wholeLines(startState, transaction.changes);
  const kept = before.others.flatMap(({ at, text }) => {
    const now = changes.mapPos(at, 1, MapMode.TrackAfter);
    return now === null ? [] : [{ at: now, text }];
  });
  const added: typeof kept = [];
  changes.iterChanges((from, _to, start, _end, insert) => {
    const text = newLineBreak(startState, from);
    if (text === before.usual) return;
    let end = start - 1;
    for (const line of insert.toJSON().slice(0, -1)) {
      end += line.length + 1;
      added.push({ at: end, text });
    }
  });
  if (kept.length + added.length + before.others.length === 0) return before;
  return withExtra(
    before.usual,
    [...kept, ...added].sort((a, b) => a.at - b.at),
  );
}

/**
 * The same changes, in which removed lines lose their own line breaks. "Delete line" of CodeMirror removes the line break
 * of the line before, and Backspace in an empty line too.
 */
export function wholeLines(state: EditorState, changes: ChangeSet): ChangeSet {
  if (lineBreaksIn(state).others.length === 0) return changes;
  const isEnd = (at: number) => at < state.doc.length && state.doc.lineAt(at).to === at;
  const all: { from: number; to: number; insert: Text }[] = [];
  changes.iterChanges((from, to, _start, _end, insert) => {
    const shift = Number(insert.length === 0 && isEnd(from) && isEnd(to));
    all.push({ from: from + shift, to: to + shift, insert });
  });
  return state.changes(all);
}

/** The number of line breaks of other kinds before a position of the view. */
function countBefore({ others }: LineBreaks, at: number): number {
  let [low, high] = [0, others.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((others[middle]?.at ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The units that the line breaks of other kinds before a position of the view have in the file, less those of usual ones. */
export const extraBefore = (breaks: LineBreaks, at: number) => breaks.others[countBefore(breaks, at) - 1]?.extra ?? 0;

/**
 * The line break for new lines at a position of the view: that of the line, or of the line before it if the position is
 * at the start of the line or in the last one. CR and LF beside each other would be one line break.
 */
export function newLineBreak(state: EditorState, at: number): string {
  const breaks = lineBreaksIn(state);
  const line = state.doc.lineAt(at);
  const isOfPrevious = line.number > 1 && (at === line.from || line.number === state.doc.lines);
  const end = isOfPrevious ? line.from - 1 : line.to;
  const other = breaks.others[countBefore(breaks, end)];
  return other?.at === end ? other.text : breaks.usual;
}

/** Whether a change of the text can join two line breaks to one: a CR and an LF that become neighbors are one. */
export const hasLoneReturns = (state: EditorState) => {
  const { usual, others } = lineBreaksIn(state);
  return usual === "\r" || others.some(({ text }) => text === "\r");
};
