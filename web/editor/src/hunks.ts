// Differences between two texts as the page shows them: only lines that differ and some context, however long the texts
// are.
import { color } from "./coloring.js";
import type { ChangedFile, FileChange, Planned } from "./generated/page.js";
import { compareLines, difference, type Run } from "./merge.js";
import { changedFiles } from "./store.js";

/** A line of a difference. A line number is 0 if the line is not in that text. */
type Line = { before: number; after: number; text: string };
/** Consecutive lines: changed lines with their context. */
type Hunk = Line[][];

type Found = { before: string; after: string; stamp: number; hunks: Hunk[]; added: number; removed: number; runs: number };

const AROUND = 3; // lines of context
const MAX = 400; // lines that are shown at first
const LONGEST = 2000; // characters of a line: more of a blob is not useful

let found = new Map<string, Found>();
let stamps = 0;

/**
 * The changed files, with the numbers of added and removed lines and of changed places. `stamp`: differs for each
 * change.
 */
export function reviewed(): FileChange[] {
  const before = found;
  found = new Map(
    changedFiles().map((file) => {
      const known = before.get(file.path);
      return [file.path, known?.before === file.before && known.after === file.after ? known : compared(file.before, file.after)];
    }),
  );
  return [...found].map(([path, { stamp, added, removed, runs }]) => ({ path, stamp, added, removed, runs }));
}

/** Compares two texts line by line. */
function compared(before: string, after: string): Found {
  const { before: old, after: now, skipped, runs } = compareLines(before, after, AROUND);
  stamps += 1;
  return {
    before,
    after,
    stamp: stamps,
    hunks: joined(runs).map((near) => hunkOf(near, old, now, skipped + 1)),
    added: runs.reduce((sum, { fromB, toB }) => sum + toB - fromB, 0),
    removed: runs.reduce((sum, { fromA, toA }) => sum + toA - fromA, 0),
    runs: runs.length,
  };
}

/** Groups runs whose context overlaps into one hunk. */
function joined(runs: Run[]): Run[][] {
  const hunks: Run[][] = [];
  for (const run of runs) {
    const last = hunks.at(-1);
    const end = last?.at(-1)?.toA;
    if (last && end !== undefined && run.fromA - end <= 2 * AROUND) last.push(run);
    else hunks.push([run]);
  }
  return hunks;
}

/** The lines of runs as blocks: common lines and lines that differ. `first`: the number of the first line. */
function hunkOf(runs: Run[], old: string[], now: string[], first: number): Hunk {
  const hunk: Hunk = [];
  const [start] = runs;
  let a = Math.max(0, (start?.fromA ?? 0) - AROUND);
  let b = (start?.fromB ?? 0) - ((start?.fromA ?? 0) - a);
  const same = (to: number) => {
    const block: Line[] = [];
    for (; a < Math.min(to, old.length); a += 1, b += 1) block.push({ before: first + a, after: first + b, text: old[a] ?? "" });
    if (block.length) hunk.push(block);
  };
  for (const { fromA, toA, fromB, toB } of runs) {
    same(fromA);
    const removed = old.slice(fromA, toA).map((text, at) => ({ before: first + fromA + at, after: 0, text }));
    const added = now.slice(fromB, toB).map((text, at) => ({ before: 0, after: first + fromB + at, text }));
    hunk.push([...removed, ...added]);
    [a, b] = [toA, toB];
  }
  same(a + AROUND);
  return hunk;
}

/** Shows the changes of a file that `reviewed` returned, in one column or side by side. */
export const showChange = (element: Element, path: string, isSplit: boolean) => showHunks(element, found.get(path)?.hunks ?? [], isSplit ? sideBySide : unified);

/** Shows the differences between two texts in one column. Returns the numbers of added and removed lines. */
export function showDiff(element: Element, before: string, after: string): { added: number; removed: number } {
  const { hunks, added, removed } = compared(before, after);
  showHunks(element, hunks, unified);
  return { added, removed };
}

/** Shows the differences of files below each other. Returns their paths and the numbers of changed lines. */
export function showDiffs(element: Element, changed: ChangedFile[]): Planned {
  const shown = changed.map((file) => {
    const [part, name] = [document.createElement("div"), document.createElement("p")];
    Object.assign(name, { className: "hunk-head", textContent: file.path });
    return { parts: changed.length > 1 ? [name, part] : [part], ...showDiff(part, file.before, file.after) };
  });
  element.replaceChildren(...shown.flatMap(({ parts }) => parts));
  const sum = (of: "added" | "removed") => shown.reduce((total, one) => total + one[of], 0);
  return { path: changed.map(({ path }) => path).join(", "), added: sum("added"), removed: sum("removed") };
}

function showHunks(element: Element, hunks: Hunk[], rowsOf: (block: Line[]) => Row[]): void {
  element.replaceChildren();
  const rows = hunks.flatMap((hunk) => [headOf(hunk), ...hunk.flatMap(rowsOf)]);
  showRows(element, rows, MAX);
}

/** Draws a row. `isHead`: whether it says where the lines below it are. */
type Row = { (): HTMLElement; isHead?: true };

/** Shows the first rows, and a button that shows more. Returns the first row. */
function showRows(element: Element, rows: Row[], most: number): HTMLElement | undefined {
  const shown = rows.slice(0, most).map((row) => row());
  element.append(...shown);
  const [first] = shown;
  const left = rows.slice(most);
  if (left.length === 0) return first;
  const lines = (all: Row[]) => all.filter(({ isHead }) => !isHead).length;
  const [next, all] = [lines(left.slice(0, 10 * MAX)), lines(left)];
  const label = next < all ? `Show ${next} of ${all} more lines` : `Show ${all} more lines`;
  const more = Object.assign(document.createElement("button"), { type: "button", className: "quiet more-lines", textContent: label });
  more.addEventListener("click", () => {
    more.remove();
    const first = showRows(element, left, 10 * MAX);
    if (!first) return;
    first.tabIndex = -1; // takes the focus of the button
    first.focus({ preventScroll: true });
  });
  element.append(more);
  return first;
}

const headOf = (hunk: Hunk): Row => {
  const line = hunk[0]?.[0];
  const draw = () => Object.assign(document.createElement("p"), { className: "hunk-head", textContent: `line ${line?.after || line?.before || 1}` });
  return Object.assign(draw, { isHead: true as const });
};

/** The part of a line that differs from the line that it replaces. */
type Mark = { from: number; to: number } | undefined;

function marks(removed: Line[], added: Line[]): (line: Line) => Mark {
  if (removed.length !== added.length) return () => undefined;
  const found = new Map<Line, Mark>();
  removed.forEach((line, at) => {
    const other = added[at];
    if (!other || line.text.length > LONGEST || other.text.length > LONGEST) return;
    const { from, to, text } = difference(line.text, other.text);
    if (from === 0 && to >= line.text.length - 1) return; // nothing in common
    found.set(line, { from, to }).set(other, { from, to: from + text.length });
  });
  return (line) => found.get(line);
}

const isRemoved = ({ after }: Line) => after === 0;
const isAdded = ({ before }: Line) => before === 0;

function unified(block: Line[]): Row[] {
  const mark = marks(block.filter(isRemoved), block.filter(isAdded));
  return block.map((line) => () => lineOf(line, line.after || line.before, mark(line)));
}

function sideBySide(block: Line[]): Row[] {
  const [removed, added] = [block.filter(isRemoved), block.filter(isAdded)];
  const mark = marks(removed, added);
  const pairs: [Line | undefined, Line | undefined][] =
    removed.length + added.length === 0 ? block.map((line) => [line, line]) : Array.from({ length: Math.max(removed.length, added.length) }, (_, at) => [removed[at], added[at]]);
  const cell = (line: Line | undefined, number: number | undefined) =>
    line ? lineOf(line, number ?? 0, mark(line)) : Object.assign(document.createElement("span"), { className: "diff-line is-blank" });
  return pairs.map(([left, right]) => () => {
    const row = Object.assign(document.createElement("div"), { className: "diff-pair" });
    row.append(cell(left, left?.before), cell(right, right?.after));
    return row;
  });
}

function lineOf(line: Line, number: number, mark: Mark): HTMLElement {
  const made = document.createElement(isRemoved(line) ? "del" : isAdded(line) ? "ins" : "span");
  made.className = "diff-line";
  made.dataset.line = String(number);
  paint(made, line.text.replace(/(?:\r\n?|\n)$/, ""), mark);
  return made;
}

/** Appends highlighted YAML, with the marked part in an element of its own. */
function paint(element: HTMLElement, text: string, mark: Mark): void {
  if (text.length > LONGEST) {
    element.append(`${text.slice(0, LONGEST)}… (${text.length} characters)`);
    return;
  }
  let at = 0;
  const put = (part: string, classes: string) => {
    const edges = [0, mark ? mark.from - at : 0, mark ? mark.to - at : 0, part.length].map((edge) => Math.min(Math.max(edge, 0), part.length));
    edges.slice(1).forEach((end, index) => {
      const piece = part.slice(edges[index], end);
      if (!piece) return;
      const holder = document.createElement(mark && index === 1 ? "mark" : "span");
      holder.className = classes;
      holder.textContent = piece;
      element.append(holder);
    });
    at += part.length;
  };
  color(text, put);
}
