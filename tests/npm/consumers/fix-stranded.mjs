// All fixes of a package as one change: what it makes, and that nothing of it stays in the workspace.

import assert from "node:assert/strict";
import { Workspace } from "olmkit";

const bundle = (version) =>
  `---\nschema: olm.bundle\npackage: foo\nname: foo.v${version}\nimage: registry.example.com/foo:v${version}\nproperties:\n- type: olm.package\n  value: {packageName: foo, version: ${version}}\n`;
const entries = `- name: foo.v1.0.0
- name: foo.v1.1.0
  skips:
  - foo.v1.0.0
- name: foo.v1.2.0
  replaces: foo.v1.1.0
  skips:
  - foo.v1.1.0
- name: foo.v1.3.0
  replaces: foo.v1.2.0
  skips:
  - foo.v1.2.0
`;
const versions = ["1.0.0", "1.1.0", "1.2.0", "1.3.0"];
const text = `---\nschema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: stable\nentries:\n${entries}${versions.map(bundle).join("")}`;

const workspace = new Workspace();
workspace.open("catalog.yaml", text);
const stranded = () => workspace.stranded({ package: "foo" }).stranded.map(({ entry, semantics }) => `${entry} ${semantics}`);
const before = stranded();
assert.deepEqual(before, ["foo.v1.0.0 v0", "foo.v1.1.0 v0"]);

const fixed = workspace.fixAllStranded({ package: "foo" });
assert.ok(fixed.ok, JSON.stringify(fixed));
assert.equal(fixed.title, "Fix 2 stranded versions in 2 steps");
assert.deepEqual([fixed.steps.length, fixed.left], [2, 0]);
assert.deepEqual([workspace.text("catalog.yaml"), stranded()], [text, before], "nothing stays applied");

const changes = fixed.edits.map(({ range, text }) => ({ from: range.start.utf16, to: range.end.utf16, text }));
workspace.change("catalog.yaml", changes);
assert.deepEqual([stranded(), workspace.report().opm.accepted], [[], true]);
assert.equal(workspace.fixAllStranded({ package: "foo" }).ok, false);
console.log("fixed");
