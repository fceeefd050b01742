import assert from "node:assert/strict";
import test from "node:test";
import { judge } from "../../scripts/bench-compare.mjs";

test("more instructions than the limit fail, fewer do not", () => {
  assert.deepEqual(judge(1000, 1050, 5).isWorse, false);
  assert.deepEqual(judge(1000, 1051, 5).isWorse, true);
  assert.deepEqual(judge(1000, 500, 5), { change: -50, isWorse: false });
});

test("a command that only one side has is not compared; one that stopped working fails", () => {
  assert.deepEqual(judge(undefined, 1000, 5), { change: undefined, isWorse: false });
  assert.deepEqual(judge(1000, undefined, 5), { change: undefined, isWorse: true });
});
