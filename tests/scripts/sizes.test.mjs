// The wasm modules do not grow unnoticed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/progress.mjs";
import { gzipped, judge, recorded } from "../../scripts/sizes.mjs";

const size = { gzip: 100 * 1024, tolerance: 0.01, limit: 103 * 1024 };

test("a module that grows by more than its tolerance fails the build, with a sentence", () => {
  assert.deepEqual(judge("core", 101 * 1024, size), []);
  const [fault, ...others] = judge("core", 102 * 1024, size);
  assert.deepEqual(others, []);
  assert.match(fault, /^core_bg\.wasm has grown to 102\.0 KiB gzipped\. scripts\/sizes\.json records 100\.0 KiB and allows 1\.0 % more\. Find/);
});

test("a module above its limit fails the build, even if it did not grow", () => {
  const [fault, ...others] = judge("core", 104 * 1024, { ...size, gzip: 104 * 1024 });
  assert.deepEqual(others, []);
  assert.equal(fault, "core_bg.wasm has 104.0 KiB gzipped; its limit is 103.0 KiB. Find what can be smaller (twiggy top).");
});

test("a machine without gzip does not judge a size, but CI does", () => {
  const { PATH } = process.env;
  process.env.PATH = "";
  try {
    assert.equal(gzipped(Buffer.from("x")), undefined);
  } finally {
    process.env.PATH = PATH;
  }
  assert.deepEqual(judge("core", undefined, size, false), []);
  assert.deepEqual(judge("core", undefined, size, true), ["The program gzip is missing, which measures core_bg.wasm. Install it."]);
});

test("both modules are recorded, and compared by the build", () => {
  const sizes = recorded();
  assert.deepEqual(Object.keys(sizes), ["core", "cli"]);
  for (const { gzip, tolerance, limit } of Object.values(sizes)) assert.ok(gzip > 0 && limit >= gzip && tolerance > 0 && tolerance < 0.05);
  assert.match(readFileSync(join(root, "scripts/build-pkg.mjs"), "utf8"), /judge\(name, gzip, recorded\(\)\[name\]\)/);
});
