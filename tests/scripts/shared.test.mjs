import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { root } from "../../scripts/progress.mjs";
import { locate } from "../shared.mjs";

const present = join(root, "crates", "testing", "fixtures");
const absent = join(root, "absent");

test("absent shared data is an error where it is expected", () => {
  assert.equal(locate({}, absent), undefined);
  assert.throws(() => locate({ CI: "1" }, absent), /no shared data at .*absent/);
  assert.throws(() => locate({ OLMKIT_SHARED: absent }, present), /no shared data at .*absent/);
  assert.equal(locate({ CI: "1", OLMKIT_SHARED: "none" }, present), undefined);
});

test("present shared data is used", () => {
  assert.equal(locate({ CI: "1", OLMKIT_SHARED: present }, absent), present);
  assert.equal(locate({}, present), present);
});
