import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import init, { explain, rules, validate, version, Workspace, warm } from "olmkit";

await init();
const bytes = readFileSync("catalogs/heads/catalog.yaml");
const report = validate([{ path: "catalog.yaml", bytes }], { profile: "opm" });
assert.equal(report.opm.accepted, false);
assert.deepEqual(validate([{ path: "catalog.yaml", text: bytes.toString() }], { profile: "opm" }), report);
assert.throws(() => validate([], { profile: "nothing" }), /Unknown profile/);
for (const [options, near] of [
  [{ select: ["chanel-no-head"] }, "channel-no-head"],
  [{ ignore: ["FBC1O1"] }, "FBC101"],
  [{ severity: { "skiprange-nevr": "info" } }, "skiprange-never"],
  [{ profile: "strct" }, "strict"],
]) {
  assert.throws(() => validate([], options), { code: "INVALID_OPTIONS", message: new RegExp(`; did you mean \`${near}\`\\?$`) });
}
assert.equal(validate([{ path: "a", bytes: new Uint8Array([0, 255, 123]).buffer }]).opm.accepted, false);
assert.deepEqual(
  validate([]).diagnostics.map((found) => found.rule),
  ["catalog-empty"],
);
assert.equal(
  validate([
    { path: "./.indexignore", text: "notes\n" },
    { path: "notes", text: "{" },
    { path: "./c.yaml", text: "schema: x\n" },
  ]).opm.accepted,
  true,
);

const workspace = new Workspace();
workspace.open("catalog.yaml", bytes);
const plan = workspace.plan({ do: "set-replaces", package: "foo", channel: "stable", entry: "foo.v1.1.0", to: "foo.v1.0.0" });
assert.equal(plan.ok, true);
const changes = plan.edits.map(({ range, text }) => ({ from: range.start.utf16, to: range.end.utf16, text }));
workspace.change("catalog.yaml", changes);
assert.equal(workspace.report().opm.accepted, true, workspace.text("catalog.yaml"));
assert.equal(workspace.packages()[0].channels[0].heads[0], "foo.v1.1.0");
assert.equal(workspace.channel("foo", "stable").entries.length, 2);
assert.equal(workspace.channel("foo", "no"), null);
assert.equal(workspace.plan({ do: "remove-channel", package: "foo", channel: "no" }).ok, false);
assert.throws(() => workspace.change("nothing", []), /nothing/);
warm();
assert.equal(workspace.packages().length, 1, "warming leaves what is open alone");
workspace.free();
assert.equal(explain("FBC001").code, "FBC001");
assert.deepEqual(
  ["csv-name-format", "dep-unsat", "configuration-invalid"].map((rule) => explain(rule).scope),
  ["bundle", "dependencies", "configuration"],
);
assert.equal(explain("nothing"), null);
assert.ok(rules().rules.length > 20);
assert.match(version(), /^\d+\.\d+\.\d+$/);
console.log(report.opm.first);
