// Bundles in the package: the verdicts for files and for archives equal those of the command line. Arguments: bundle
// directories to compare; `archives=DIR`: archives of bundles/foo.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { explain } from "olmkit";
import { bundleImpact, describeBundle, openBundle, planBundle, renderBundle, validateBundle } from "olmkit/bundle";

const cli = (...args) => spawnSync(process.execPath, ["node_modules/olmkit/dist/main.node.js", "bundle", ...args], { encoding: "utf8", maxBuffer: 1 << 30 });

function read(root) {
  const found = readdirSync(root, { recursive: true, withFileTypes: true });
  const path = (entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1);
  return found.map((entry) => (entry.isDirectory() ? { path: `${path(entry)}/`, text: "" } : { path: path(entry), bytes: readFileSync(join(root, path(entry))) }));
}

const fields = ({ rule, severity, message, path, range, tools }) => ({ rule, severity, message, path, range, tools });

function agree(root, profile) {
  const { status, stdout } = cli("validate", root, "--format", "json", "--profile", profile);
  const theirs = JSON.parse(stdout);
  const ours = validateBundle(read(root), { profile });
  assert.deepEqual(
    ours.diagnostics.map(fields),
    theirs.diagnostics.map((found) => fields({ ...found, path: found.path.slice(root.length + 1) })),
    root,
  );
  assert.deepEqual(ours.bundle, theirs.bundle, root);
  const accepted = ours.bundle[profile] ?? ours.summary.errors === 0;
  assert.equal(accepted, status === 0, `${root} ${profile}`);
}

const roots = process.argv.slice(2).filter((arg) => !arg.startsWith("archives="));
// For a profile of a single tool, the verdict is the exit code; for the others, whether there are errors.
const PROFILES = ["default", "api", "opm", "sdk", "upstream-head", "olm-v0", "olm-v1", "community-pipeline", "certified-pipeline", "k8s-operatorhub"];
for (const profile of PROFILES) agree("bundles/foo", profile);
for (const root of roots) for (const profile of PROFILES.slice(0, 4)) agree(root, profile);

// The tools of each profile. Tools of other profiles do not report anything.
const tools = (profile) => new Set(validateBundle(read("bundles/foo"), { profile }).diagnostics.flatMap((found) => found.tools.map(({ name }) => name)));
assert.ok(tools("sdk").has("operator-sdk bundle validate"));
assert.ok(tools("upstream-head").has("api: bundle") && !tools("olm-v0").has("api: bundle"));
const schema = JSON.parse(readFileSync("node_modules/olmkit/schema/config.v1.json", "utf8")).properties;
assert.deepEqual(schema.bundleProfile.enum, [...PROFILES, null]);
for (const suite of schema.bundleSuites.items.enum) validateBundle(read("bundles/foo"), { suites: [suite] });

const report = validateBundle(read("bundles/foo"));
const missing = report.diagnostics.find(({ rule }) => rule === "crd-owned-missing");
assert.equal(missing?.path, "manifests/foo.clusterserviceversion.yaml", JSON.stringify(report.diagnostics.map(({ rule }) => rule)));
assert.ok(explain(missing.rule).text.length > 0);
assert.equal(explain("no-such-rule"), null);

const only = validateBundle(read("bundles/foo"), { suites: ["operator-hub"] });
assert.ok(only.diagnostics.length > 0 && only.diagnostics.length < report.diagnostics.length);
assert.ok(only.diagnostics.every(({ tools }) => tools.some(({ name }) => name === "api: operatorhub/v2")));
assert.equal(validateBundle(read("bundles/foo"), { ignore: ["all"] }).diagnostics.length, 0);
for (const bad of [{ profile: "none" }, { suites: ["none"] }, { select: ["none"] }]) assert.throws(() => validateBundle([], bad));
assert.equal(validateBundle([]).bundle.opm, false); // a bundle without files is invalid, but not an exception

const broken = renderBundle(read("bundles/foo"));
assert.ok(!broken.ok && /bars/.test(broken.reason), JSON.stringify(broken));
const good = read("bundles/foo").map((file) => (file.path.includes("clusterserviceversion") ? { path: file.path, text: String(file.bytes).replace(/ {4}- name: bars[\s\S]*/, "") } : file));
const rendered = renderBundle(good, { image: "quay.io/ex/foo-bundle:v1.1.0", migrate: true });
assert.equal(rendered.document.name, "foo.v1.1.0");
assert.deepEqual(
  rendered.document.properties.map(({ type }) => type),
  ["olm.gvk", "olm.package", "olm.csv.metadata"],
);
assert.deepEqual(JSON.parse(rendered.text), rendered.document);
assert.match(renderBundle(good, { format: "yaml" }).text, /^---\nimage: ""\nname: foo\.v1\.1\.0\npackage: foo\n/);

const described = describeBundle(good);
assert.deepEqual([described.name, described.version, described.package, described.channels], ["foo.v1.1.0", "1.1.0", "foo", ["stable"]]);
assert.equal(described.permissions[0].rules[0].risk, "reads secrets");
const plan = planBundle(good, { do: "set-annotation", key: "operators.operatorframework.io.bundle.channels.v1", to: "fast" });
assert.ok(plan.ok && plan.edits.length === 1 && plan.edits[0].text === "fast" && plan.edits[0].path === "metadata/annotations.yaml");
assert.equal(planBundle(good, { do: "remove-item", list: "dependencies", at: 0 }).ok, false);

for (const root of roots) {
  const { status, stdout, stderr } = cli("render", root);
  const ours = renderBundle(read(root));
  if (status === 0) assert.equal(ours.text, stdout, root);
  else assert.equal(stderr, `olmkit: ${root}: ${ours.reason}\n`);
}

// With the previous version of the bundle: the same findings as with --before. Positions in it are marked.
{
  const earlier = "bundles/earlier";
  cpSync("bundles/foo", earlier, { recursive: true });
  const crd = join(earlier, "manifests/foo.crd.yaml");
  writeFileSync(crd, readFileSync(crd, "utf8").replace("scope: Namespaced", "scope: Cluster"));
  const { stdout } = cli("validate", "bundles/foo", "--before", earlier, "--format", "json");
  const theirs = JSON.parse(stdout).diagnostics.map((found) => fields({ ...found, path: found.path.slice("bundles/foo/".length) }));
  const ours = validateBundle(read("bundles/foo"), { before: read(earlier) }).diagnostics;
  assert.deepEqual(ours.map(fields), theirs);
  const scope = ours.find(({ rule }) => rule === "oc-crd-upgrade");
  const { path, previous } = scope?.related[0] ?? {};
  assert.deepEqual({ path, previous, own: scope?.previous }, { path: "manifests/foo.crd.yaml", previous: true, own: undefined });
  assert.ok(!validateBundle(read("bundles/foo"), { before: null }).diagnostics.some(({ rule }) => rule === "oc-crd-upgrade"));
  // A comparison with nothing would find nothing.
  for (const before of [[], [{ path: "README.md", text: "" }]]) {
    for (const call of [validateBundle, (files, options) => bundleImpact(files, files, options)]) {
      const isRefusal = ({ code, message }) => code === "INVALID_OPTIONS" && message === "`options.before` contains no objects.";
      assert.throws(() => call(read("bundles/foo"), { before }), isRefusal);
    }
  }
  const { clusters } = bundleImpact(read(earlier), read("bundles/foo"), { before: read(earlier) });
  assert.ok(
    clusters.some(({ kind, problems }) => kind === "newProblems" && problems.some(({ rule }) => rule === "oc-crd-upgrade")),
    JSON.stringify(clusters),
  );
}

const archives = process.argv.find((arg) => arg.startsWith("archives="))?.slice("archives=".length);
for (const name of readdirSync(archives)) {
  const bytes = readFileSync(join(archives, name));
  assert.deepEqual(validateBundle(bytes).diagnostics.map(fields), report.diagnostics.map(fields), name);
  assert.deepEqual(validateBundle(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)).bundle, report.bundle, name);
  assert.ok(
    openBundle(bytes).some(({ path }) => path === "metadata/annotations.yaml"),
    name,
  );
  const { stdout } = cli("validate", join(archives, name), "--format", "json");
  assert.equal(JSON.parse(stdout).diagnostics.length, report.diagnostics.length, name);
}
assert.throws(() => validateBundle(new Uint8Array([80, 75, 3, 4])));

// A small archive that unpacks to more than the limit is refused before its content takes memory.
const header = Buffer.alloc(512);
for (const [text, at] of [
  ["a.yaml", 0],
  ["0000644", 100],
  [(1 << 24).toString(8).padStart(11, "0"), 124],
  ["        ", 148],
  ["0", 156],
])
  header.write(text, at);
header.write(
  `${header
    .reduce((sum, byte) => sum + byte)
    .toString(8)
    .padStart(6, "0")}\0 `,
  148,
);
const member = gzipSync(Buffer.concat([header, Buffer.alloc(1 << 24)]));
const bomb = Buffer.concat(Array(65).fill(member));
const { rss } = process.memoryUsage();
assert.throws(() => openBundle(bomb), /^Error: More than 1024 MiB when unpacked/);
const taken = (process.memoryUsage().rss - rss) >> 20;
assert.ok(taken < 200, `${bomb.length} bytes take ${taken} MiB`);
console.log(`${roots.length + 1} bundles, ${readdirSync(archives).length} archives`);
