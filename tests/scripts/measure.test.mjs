import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import test from "node:test";
import { judge } from "../../scripts/bench-compare.mjs";
import { figures, seeds, targets } from "../../scripts/fuzz.mjs";

test("more instructions than the limit fail, fewer do not", () => {
  assert.deepEqual(judge(1000, 1050, 5).isWorse, false);
  assert.deepEqual(judge(1000, 1051, 5).isWorse, true);
  assert.deepEqual(judge(1000, 500, 5), { change: -50, isWorse: false });
});

test("a command that only one side has is not compared; one that stopped working fails", () => {
  assert.deepEqual(judge(undefined, 1000, 5), { change: undefined, isWorse: false });
  assert.deepEqual(judge(1000, undefined, 5), { change: undefined, isWorse: true });
});

test("every fuzz target has seeds", () => {
  assert.ok(targets().length >= 12, targets().join());
  for (const target of targets()) {
    const folders = seeds(target);
    assert.ok(folders.length > 0, target);
    assert.ok(
      folders.every((folder) => existsSync(folder)),
      target,
    );
  }
});

test("the figures of a run are those that libFuzzer prints", () => {
  const text = "#512 pulse cov: 20 ft: 30 corp: 7/90b\n#1000 DONE cov: 22 ft: 31 corp: 12/1Kb lim: 4096\nDone 1000 runs in 30 second(s)\n";
  assert.deepEqual(figures(text), { runs: 1000, corpus: 12 });
  assert.deepEqual(figures(""), { runs: 0, corpus: 0 });
});
