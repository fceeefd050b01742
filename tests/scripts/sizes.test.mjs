// The wasm modules do not grow unnoticed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/progress.mjs";
import { judge, recorded } from "../../scripts/sizes.mjs";

const size = { gzip: 100 * 1024, tolerance: 0.01, goal: 90 * 1024 };

test("a module that grows by more than its tolerance fails the build, with a sentence", () => {
  assert.deepEqual(judge("core", 90 * 1024, size), { notes: [], fails: false });
  assert.deepEqual(judge("core", 101 * 1024, size), { notes: ["core_bg.wasm is above its goal of 90.0 KiB gzipped."], fails: false });
  const { notes, fails } = judge("core", 102 * 1024, size);
  assert.equal(fails, true);
  assert.match(notes.at(-1), /^core_bg\.wasm has grown to 102\.0 KiB gzipped\. scripts\/sizes\.json records 100\.0 KiB and allows 1\.0 % more\. Find/);
});

test("both modules are recorded, and weighed by the build", () => {
  const sizes = recorded();
  assert.deepEqual(Object.keys(sizes), ["core", "cli"]);
  for (const { gzip, tolerance, goal } of Object.values(sizes)) assert.ok(gzip > 0 && goal > 0 && tolerance > 0 && tolerance < 0.05);
  assert.match(readFileSync(join(root, "scripts/build-pkg.mjs"), "utf8"), /judge\(name, gzip, recorded\(\)\[name\]\)/);
});
