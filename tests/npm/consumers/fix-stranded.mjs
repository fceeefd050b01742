// All fixes of a package as one change: the result, and that the workspace is unchanged.

import assert from "node:assert/strict";
import { Workspace } from "olmkit";
import { STRANDED, TWICE } from "./stranded.mjs";

const workspace = new Workspace();
workspace.open("catalog.yaml", TWICE);
const stranded = () => workspace.stranded({ package: "foo" }).stranded.map(({ entry, semantics }) => `${entry} ${semantics}`);
const before = stranded();
assert.deepEqual(before, STRANDED);

const fixed = workspace.fixAllStranded({ package: "foo" });
assert.ok(fixed.ok, JSON.stringify(fixed));
assert.equal(fixed.title, "Fix 2 stranded versions in 1 step");
assert.deepEqual([fixed.steps.length, fixed.left], [1, 0]);
assert.deepEqual([workspace.text("catalog.yaml"), stranded()], [TWICE, before], "nothing stays applied");

const changes = fixed.edits.map(({ range, text }) => ({ from: range.start.utf16, to: range.end.utf16, text }));
workspace.change("catalog.yaml", changes);
assert.deepEqual([stranded(), workspace.report().opm.accepted], [[], true]);
assert.equal(workspace.fixAllStranded({ package: "foo" }).ok, false);
console.log("fixed");
