// All fixes of a package as one change: what it makes, and that nothing of it stays in the workspace.

import assert from "node:assert/strict";
import { Workspace } from "olmkit";
import { fixAllStranded } from "olmkit/fix-stranded";

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

const fixed = await fixAllStranded(workspace, { package: "foo" });
assert.ok(fixed.ok, JSON.stringify(fixed));
assert.equal(fixed.title, "Fix 2 stranded versions in 2 steps");
assert.deepEqual([fixed.steps.length, fixed.left, fixed.files.map(({ path }) => path)], [2, 0, ["catalog.yaml"]]);
assert.deepEqual([workspace.text("catalog.yaml"), stranded()], [text, before], "nothing stays applied");

for (const file of fixed.files) workspace.open(file.path, file.text);
assert.deepEqual([stranded(), workspace.report().opm.accepted], [[], true]);
assert.equal((await fixAllStranded(workspace, { package: "foo" })).ok, false);
console.log("fixed");
