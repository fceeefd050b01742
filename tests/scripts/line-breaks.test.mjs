// The code pane's positions and the file's, in texts of several kinds of line breaks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorState } from "@codemirror/state";
import { editorModules } from "./typescript.mjs";

const load = await editorModules(["line-breaks", "offsets", "merge"]);
const { lineBreaks, lineBreaksOf, lineBreaksIn, newLineBreak } = await load("line-breaks");
const { editorOffset, fileChanges, fileOffset } = await load("offsets");
const { compareLines, countBreaks, differences, linesOf } = await load("merge");

const stateOf = (text) => EditorState.create({ doc: text, extensions: [lineBreaks.init(() => lineBreaksOf(text))] });

/** A generator of whole numbers below a limit, the same in each run. */
function numbers(seed) {
  let now = seed;
  return (limit) => {
    now = (now * 1103515245 + 12345) % 2147483648;
    return Math.floor((now / 2147483648) * limit);
  };
}

const PARTS = ["a", "bc", "", "\u{1F33F}", "\n", "\r\n", "\r", "\n\n"];
const some = (next, most) => Array.from({ length: next(most) }, () => PARTS[next(PARTS.length)]).join("");

/** Applies changes in offsets of the text before. */
const applied = (text, changes) => changes.reduceRight((now, { from, to, text }) => now.slice(0, from) + text + now.slice(to), text);

test("every line of the view is at the same line of the file, and offsets convert in both directions", () => {
  const next = numbers(1);
  for (let run = 0; run < 500; run += 1) {
    const text = some(next, 20);
    const state = stateOf(text);
    assert.deepEqual(state.doc.toJSON(), text.split(/\r\n?|\n/));
    assert.equal(countBreaks(text), state.doc.lines - 1);
    assert.equal(linesOf(text).join(""), text);
    for (let at = 0; at <= state.doc.length; at += 1) {
      const offset = fileOffset(state, at);
      assert.equal(editorOffset(state, offset), at);
      if (at < state.doc.length) assert.equal(state.sliceDoc(at, at + 1), text.slice(offset, offset + 1).replace("\r", "\n"));
    }
    assert.equal(fileOffset(state, state.doc.length), text.length);
  }
});

test("after changes in the view, the line breaks are those of the changed file, and other bytes are the same", () => {
  const next = numbers(2);
  let joined = 0;
  for (let run = 0; run < 2000; run += 1) {
    const text = some(next, 20);
    const state = stateOf(text);
    const [a, b] = [next(state.doc.length + 1), next(state.doc.length + 1)].sort((a, b) => a - b);
    const changes = [{ from: a, to: next(2) ? b : a, insert: some(next, 4) }, ...(next(2) ? [{ from: b, insert: some(next, 3) }] : [])];
    const transaction = state.update({ changes });
    const after = applied(text, fileChanges(state, transaction.changes));
    if (countBreaks(after) !== transaction.state.doc.lines - 1) {
      joined += 1;
      assert.match(text, /\r(?!\n)/, "only a lone CR joins a line feed");
      continue;
    }
    const [kept, read] = [transaction.state, stateOf(after)];
    for (let at = 0; at <= kept.doc.length; at += 1) assert.equal(fileOffset(kept, at), fileOffset(read, at), JSON.stringify({ text, after, at }));
    assert.deepEqual(kept.doc.toJSON(), read.doc.toJSON());
  }
  assert.ok(joined < 200, `${joined}`);
});

test("a new line gets the line break of its place", () => {
  const state = stateOf("a\nb\nc\r\nd\ne");
  assert.equal(lineBreaksIn(state).usual, "\n");
  const of = (line, at) => newLineBreak(state, state.doc.line(line)[at]);
  assert.deepEqual([of(1, "to"), of(2, "to"), of(3, "from"), of(3, "to"), of(4, "to"), of(5, "to")], ["\n", "\n", "\n", "\r\n", "\n", "\n"]);
  assert.equal(newLineBreak(stateOf("a\r\nb"), 3), "\r\n", "the last line has none of its own");
  assert.equal(newLineBreak(stateOf("a"), 1), "\n");
});

test("a removed line takes its own line break with it", () => {
  const text = "a\nb\r\nc\n";
  const state = stateOf(text);
  const { changes } = state.update({ changes: { from: 1, to: 3 } }); // as "Delete line" does
  assert.equal(applied(text, fileChanges(state, changes)), "a\nc\n");
});

test("changed lines are counted as the view counts them", () => {
  assert.deepEqual(differences("a\rb\r\nc\nd\n", "a\rb\r\nc\nx\n"), [{ fromA: 3, toA: 4, fromB: 3, toB: 4 }]);
});

test("a first line that is empty is a line like any other", () => {
  const only = (before, after) => compareLines(before, after, 3);
  assert.deepEqual(only("\nschema: olm.package\n", "# why\nschema: olm.package\n"), {
    before: ["\n", "schema: olm.package\n"],
    after: ["# why\n", "schema: olm.package\n"],
    skipped: 0,
    runs: [{ fromA: 0, toA: 1, fromB: 0, toB: 1 }],
  });
  assert.deepEqual(differences("\nfoo\n", "x\nfoo\n"), [{ fromA: 0, toA: 1, fromB: 0, toB: 1 }]);
  assert.deepEqual(differences("a\nb", "a\nb\nc"), [{ fromA: 1, toA: 2, fromB: 1, toB: 3 }]);
});
