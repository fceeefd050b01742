// Work that must not run twice at the same time.
import assert from "node:assert/strict";
import test from "node:test";
import { editorModules } from "./typescript.mjs";

const load = await editorModules(["queue"]);
const { combined } = await load("queue");

test("calls during a run are one further run, and none is lost", async () => {
  const begun = [];
  const run = combined(async () => {
    begun.push(wanted);
    await Promise.resolve();
  });
  let wanted = 1;
  const first = run();
  wanted = 2;
  assert.equal(run(), first);
  run();
  await first;
  assert.deepEqual(begun, [1, 2], "two calls, one run");
  // The second call comes at any time: during the run, right at its end, and after it.
  for (let ticks = 0; ticks < 12; ticks += 1) {
    wanted += 1;
    const before = run();
    for (let tick = 0; tick < ticks; tick += 1) await null;
    wanted += 1;
    await Promise.all([before, run()]);
    assert.equal(begun.at(-1), wanted, `${ticks}`);
  }
});

test("after a run that failed, the next call runs", async () => {
  let isBroken = true;
  const run = combined(async () => {
    await null;
    if (isBroken) throw new Error("no");
  });
  await assert.rejects(run(), /no/);
  isBroken = false;
  await run();
});
