// Calls all functions of all entries with real input and writes the results as literals of their types to `answers.ts`,
// which the compiler then checks. An unknown key, a missing key, and `null` instead of `undefined` are errors. The
// declarations of the package tell which functions there are. Arguments: files of further catalogs.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as olmkit from "olmkit";
import * as bundle from "olmkit/bundle";
import * as cli from "olmkit/cli";
import { createClient } from "olmkit/client";
import * as resolver from "olmkit/resolver";
import * as internal from "./node_modules/olmkit/dist/cli.js"; // also has the functions that only the bundle worker offers

const { Workspace, explain, rules, validate } = olmkit;
const MAX = 30; // items of a list, to limit the time of the compiler
const answers = [];
const seen = new Set();

/** Formats a value as source code. Only JSON values and byte arrays are allowed; maps are an error. */
function literal(value, at) {
  if (value === undefined) return "undefined";
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (value instanceof Uint8Array) return "new Uint8Array()";
  if (Array.isArray(value))
    return `[${value
      .slice(0, MAX)
      .map((item, index) => literal(item, `${at}[${index}]`))
      .join(", ")}]`;
  assert.equal(Object.getPrototypeOf(value), Object.prototype, `${at} is a plain object`);
  return `{ ${Object.entries(value)
    .map(([key, own]) => `${JSON.stringify(key)}: ${literal(own, `${at}.${key}`)}`)
    .join(", ")} }`;
}

function answered(name, type, value) {
  seen.add(name);
  answers.push(`export const answer${answers.length}: ${type} = ${literal(value, name)}; // ${name}`);
  return value;
}

/** The first call of each method of a workspace, which the client repeats. */
const calls = new Map();

/** A workspace whose calls are recorded. */
const recorded = (workspace) =>
  new Proxy(workspace, {
    get: (target, name) => {
      const method = target[name];
      if (typeof method !== "function") return method;
      return (...args) => {
        if (!calls.has(name)) calls.set(name, args);
        return method.apply(target, args);
      };
    },
  });

function catalog(files) {
  const workspace = recorded(new Workspace({ profile: "strict" }));
  workspace.openMany(files, () => {});
  workspace.open(files[0].path, files[0].text);
  seen.add("openMany").add("open");
  answered("report", "olmkit.OlmReport", workspace.report());
  answered("diagnostics", "olmkit.Diagnostic[]", workspace.diagnostics());
  const { packages } = answered("outline", "olmkit.Outline", workspace.outline());
  answered("unrelated", "olmkit.UnrelatedFiles | null", workspace.unrelated());
  answered("packages", "olmkit.PackageSummary[]", workspace.packages());
  answered("paths", "string[]", workspace.paths());
  answered("text", "string | undefined", workspace.text("none"));
  answered("bytes", "Uint8Array | undefined", workspace.bytes(files[0].path));
  answered("channel", "olmkit.ChannelTable | null", workspace.channel("none", "none"));
  answered("packageInfo", "olmkit.PackageInfo | null", workspace.packageInfo(packages[0]?.name ?? "none"));
  answered("matrix", "olmkit.PackageMatrix | null", workspace.matrix(packages[0]?.name ?? "none"));
  answered("graph", "olmkit.GraphReport", workspace.graph({ semantics: "v1" }));
  answered("stranded", "olmkit.StrandedReport", workspace.stranded({ includeGone: true }));
  answered("draw", "string", workspace.draw({}, "dot"));
  answered("planFixes", "olmkit.FixReport", workspace.planFixes({ unsafe: true }));
  if (packages[0]) answered("fixAllStranded", "olmkit.StrandedFixes", workspace.fixAllStranded({ package: packages[0].name }));
  const { rule, path, range } = workspace.diagnostics()[0] ?? { rule: "none", path: "none", range: { start: { line: 1 } } };
  answered("suppress", "olmkit.Plan", workspace.suppress({ rule, path, line: range.start.line, reason: "a test" }));
  answered("impact", "olmkit.Impact", workspace.impact([{ path: files[0].path, text: files[0].text.replaceAll("v1.1.0", "v1.1.1") }]));
  answered("search", "olmkit.Found[]", workspace.search("a", MAX));
  const problems = answered("loadProblems", "olmkit.LoadProblem[]", workspace.loadProblems());
  const old = [{ path: files[0].path, text: files[0].text.replaceAll("v1.1.0", "v1.1.1") }];
  if (problems.length === 0) answered("diff", "olmkit.DiffReport", workspace.diff(old));
  for (const summary of packages.slice(0, 3)) for (const { name } of summary.channels.slice(0, 3)) channel(workspace, summary.name, name);
  for (const { path, text } of files.slice(0, 2)) places(workspace, path, text);
  answered("fix", "olmkit.FixReport", workspace.fix());
  workspace.keepBase();
  answered("change", "void", workspace.change(files[0].path, []));
  answered("close", "boolean", workspace.close(files[0].path));
  seen.add("keepBase");
  workspace.free();
}

function channel(workspace, packageName, name) {
  const table = answered("channel", "olmkit.ChannelTable | null", workspace.channel(packageName, name));
  const { stamp } = answered("channelSince", "olmkit.ChannelUpdate | null", workspace.channelSince(packageName, name, ""));
  assert.equal(answered("channelSince", "olmkit.ChannelUpdate | null", workspace.channelSince(packageName, name, stamp)).table, null);
  const [first] = table.entries;
  if (!first) return;
  answered("graph", "olmkit.GraphReport", workspace.graph({ package: packageName, channel: name }));
  const asked = { package: packageName, channel: name };
  for (const semantics of ["v0", "v1"]) answered("path", "olmkit.PathReport", workspace.path({ ...asked, from: first.name, semantics }));
  for (const text of ["<1.0.0", "^1.0", "nonsense"]) answered("range", "olmkit.RangeReport", workspace.range({ ...asked, entry: first.name, text }));
  for (const field of ["replaces", "skips", "skipRange"]) answered("candidates", "olmkit.Candidate[]", workspace.candidates({ ...asked, entry: first.name, field }));
  answered("release", "olmkit.ReleaseReport", workspace.release({ ...asked, version: "99.0.0" }));
  for (const intention of [
    { do: "set-default-channel", package: packageName, to: name },
    { do: "remove-channel", ...asked },
    { do: "set-replaces", ...asked, entry: first.name, to: "none" },
  ]) {
    answered("plan", "olmkit.Plan", workspace.plan(intention));
    answered("planAll", "olmkit.Plan", workspace.planAll([intention, intention]));
  }
  answered("apply", "olmkit.Plan", workspace.apply({ do: "set-description", package: "none", to: null }));
}

function places(workspace, path, text) {
  for (const word of ["name: ", "replaces: ", "package: ", "# no place"]) {
    const at = Math.max(text.indexOf(word), 0) + word.length + 1;
    answered("at", "olmkit.At | null", workspace.at(path, at));
    answered("symbol", "olmkit.OlmSymbol | null", workspace.symbol(path, at));
    answered("complete", "olmkit.Completion | null", workspace.complete(path, at));
  }
}

const read = (path) => ({ path: basename(path), text: readFileSync(path, "utf8") });
const graph = ["1.0.0", "1.1.0", "1.2.0", "2.0.0-rc.1"];
const entries =
  "- name: foo.v1.0.0\n- name: foo.v1.1.0\n  skips: [foo.v1.0.0]\n- name: foo.v1.2.0\n  replaces: foo.v1.1.0\n  skips: [foo.v1.1.0]\n- name: foo.v2.0.0-rc.1\n  replaces: foo.v1.2.0\n  skipRange: '<2.0.0'\n";
const deprecation =
  "---\nschema: olm.deprecations\npackage: foo\nentries:\n- reference: {schema: olm.bundle, name: foo.v1.1.0}\n  message: Use 1.2.\n- reference: {schema: olm.channel, name: stable}\n  message: Use fast.\n- reference: {schema: olm.package}\n  message: Use bar.\n";
const needs = "- type: olm.package.required\n  value: {packageName: bar, versionRange: '>=1.0.0'}\n- type: olm.gvk.required\n  value: {group: example.com, kind: Bar, version: v1}\n";
const bundleOf = (name, version, more = "") =>
  `---\nschema: olm.bundle\npackage: ${name}\nname: ${name}.v${version}\nimage: registry.example.com/${name}:v${version}\nproperties:\n- type: olm.package\n  value: {packageName: ${name}, version: ${version}}\n${more}`;
const packageOf = (name, list) => `---\nschema: olm.package\nname: ${name}\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: ${name}\nname: stable\nentries:\n${list}`;
const foo = `${packageOf("foo", entries)}${graph.map((version) => bundleOf("foo", version, version === "1.2.0" ? needs : "")).join("")}${deprecation}`;
const bar = `${packageOf("bar", "- name: bar.v1.0.0\n")}${bundleOf("bar", "1.0.0")}`;
const fixtures = [
  [
    { path: "foo.yaml", text: foo },
    { path: "bar.yaml", text: bar },
  ],
  [read("catalogs/heads/catalog.yaml")],
  [read("catalogs/broken/a.yaml")],
  [{ path: "empty.yaml", text: "" }],
];
const more = process.argv.slice(2).map((path) => [read(path)]);

for (const files of [...fixtures, ...more]) {
  catalog(files);
  answered("validate", "olmkit.OlmReport", validate(files, { base: fixtures[0] }));
}
const list = rules();
answered("rules", "olmkit.RuleList", { ...list, rules: list.rules.slice(0, MAX) });
for (const { id } of list.rules.filter((_, at) => at % 10 === 0)) answered("explain", "olmkit.RuleInfo | null", explain(id));
answered("explain", "olmkit.RuleInfo | null", explain("none"));
answered("version", "string", olmkit.version());
answered("warm", "void", olmkit.warm());

const folder = "bundles/foo";
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  .map((path) => ({ path: path.slice(folder.length + 1), text: readFileSync(path, "utf8") }));
const dependencies = {
  path: "metadata/dependencies.yaml",
  text: "dependencies:\n- type: olm.package\n  value: {packageName: bar, version: '>=1'}\n- type: olm.gvk\n  value: {group: a.b, kind: C, version: v1}\n",
};
for (const input of [files, [...files, dependencies], []]) {
  const report = answered("validateBundle", "bundle.OlmReport", bundle.validateBundle(input));
  for (const { rule } of report.diagnostics.slice(0, 3)) answered("explain", "olmkit.RuleInfo | null", explain(rule));
  answered("describeBundle", "bundle.BundleDescription", bundle.describeBundle(input));
  answered("renderBundle", "bundle.Rendered", bundle.renderBundle(input, { image: "a/b:c", migrate: true }));
  answered("openBundle", "{ path: string; bytes: Uint8Array }[]", bundle.openBundle(input));
  for (const intention of [
    { do: "set-annotation", key: "a", to: "b" },
    { do: "remove-item", list: "dependencies", at: 0 },
    { do: "add-item", list: "properties", type: "a", text: "b" },
  ])
    answered("planBundle", "bundle.Plan", bundle.planBundle(input, intention));
  answered("bundleImpact", "bundle.Impact", bundle.bundleImpact(input, []));
}
const good = files.map(({ path, text }) => ({ path, text: text.replace(/ {4}- name: bars[\s\S]*/, "") }));
answered("renderBundle", "bundle.Rendered", bundle.renderBundle(good, { image: "a/b:c", migrate: true }));

for (const files of [[], ...fixtures]) {
  const addition = answered("proposeAddition", "bundle.BundleAddition", bundle.proposeAddition(files, good));
  for (const image of ["", "a/b:c"]) answered("planAddition", "bundle.Plan", bundle.planAddition(files, good, { ...addition, image }));
  for (const name of ["foo", "new"]) answered("planPackage", "bundle.Plan", bundle.planPackage(files, name, "stable"));
  for (const rendered of ["", bundleOf("foo", "2.0.0")]) answered("planRendered", "bundle.Plan", bundle.planRendered(files, rendered, "stable"));
}

const catalogs = [{ name: "one", priority: 1, labels: { a: "b" }, files: [{ path: "foo.yaml", text: foo }] }];
const both = [...catalogs, { name: "two", files: [{ path: "bar.yaml", text: bar }] }];
for (const asked of [catalogs, both]) {
  answered("dependencies", "resolver.Dependencies", resolver.dependencies(asked));
  for (const request of [{ subscriptions: [{ package: "foo" }] }, { subscriptions: [{ package: "none" }], installed: ["foo.v1.0.0"] }])
    answered("resolve", "resolver.Resolution", resolver.resolve(asked, request));
  for (const request of [
    { olm: "v1", package: "bar" },
    { olm: "v1", package: "foo", installed: "foo.v1.0.0" },
  ])
    answered("resolve", "resolver.ExtensionResolution", resolver.resolve(asked, request));
}

// ---- the functions of the bundle worker ----

const [original, changed] = [[{ path: "foo.yaml", text: foo }], [{ path: "foo.yaml", text: foo.replaceAll("v1.2.0", "v1.2.1") }]];
const document = { schema: "olm.bundle", name: "foo.v1.0.0", package: "foo", image: "a/b:c", properties: [{ type: "olm.gvk", value: { group: "a.b", kind: "C", version: "v1" } }] };
for (const json of [JSON.stringify(document), "{}", "[]"]) answered("bundleContents", "internal.BundleContents | null", internal.bundleContents(json));
for (const asked of [[], original, files]) answered("documents", "internal.DocumentInfo[][]", internal.documents(asked));
const versions = ["v4.14/foo.yaml", "v4.15/foo.yaml"].map((path) => ({ path, text: foo }));
for (const asked of [[], original, files, versions]) answered("folderContents", "internal.FolderContents", internal.folderContents(asked));
for (const name of ["foo", "none"]) answered("packageAcross", "internal.CatalogsMatrix", internal.packageAcross(both, name));
for (const [from, to] of [
  [original, changed],
  [changed, []],
])
  answered("compareCatalogs", "internal.CatalogsComparison", internal.compareCatalogs(from, to));
for (const to of ["stable", "none"]) answered("applyToOther", "internal.AppliedToOther", internal.applyToOther([{ do: "set-default-channel", package: "foo", to }], original, changed));
answered("applyStateToOther", "internal.AppliedToOther", internal.applyStateToOther(original, changed, original));
answered("patch", "string", internal.patch([{ path: "a", before: "b\n", after: "c\n" }]));
answered("rulesJson", "string", internal.rulesJson());
const spelled = internal.pathsOfFiles([{ path: "./a//b.yaml", text: "" }]);
answered("pathsOfFiles", "string[]", spelled);
assert.deepEqual(spelled, ["a/b.yaml"]);
answered("uriOfPath", "string | undefined", internal.uriOfPath("/a b"));
for (const uri of ["file:///a%20b", "none:a"]) answered("pathOfUri", "string | undefined", internal.pathOfUri(uri));
for (const args of [["validate", "foo.yaml"], ["none"]]) answered("run", "cli.RunResult", cli.run(args, original));
seen.add("runCli"); // `run` calls it

// ---- the client ----

const client = createClient();
answered("reset", "void", await client.reset({ profile: "strict" }));
answered("openMany", "void", await client.openMany(fixtures[0]));
const argumentsOf = { explain: ["channel-no-head"], rules: [], change: [fixtures[0][0].path, []], restart: [], open: ["more.yaml", ""], close: ["more.yaml"] };
const typeOf = (name) => answers.find((line) => line.endsWith(` // ${name}`))?.match(/: (.+?) = /)[1] ?? "void";
const { queries, methods: ownMethods } = declaredClient();
for (const name of [...queries, ...ownMethods.filter((name) => name in argumentsOf)]) {
  const value = await client[name](...(argumentsOf[name] ?? calls.get(name)));
  answered(`client.${name}`, typeOf(name), name === "rules" ? { ...value, rules: value.rules.slice(0, MAX) } : value);
}
const signalled = await client.withSignal(new AbortController().signal).paths();
answered("client.withSignal", "string[]", signalled);
answered("client.terminate", "void", client.terminate());
for (const name of ["createClient", "client.reset", "client.openMany"]) seen.add(name);

// ---- everything that the declarations name has been called ----

/** The text of a declaration file of the package. */
function declarations(name) {
  return readFileSync(join("node_modules/olmkit/dist", `${name}.d.cts`), "utf8");
}

/** The names of the methods in the body of an interface or a class. */
function methodsIn(text, head) {
  const body = text.slice(text.indexOf(head)).split("\n}")[0];
  return [...body.matchAll(/^ {2,4}(\w+)\??\(/gm)].map(([, name]) => name).filter((name) => !["constructor", "free"].includes(name));
}

/** The methods of the client: those of a workspace, and its own. */
function declaredClient() {
  const text = declarations("client");
  const list = text.match(/const QUERIES: (?:readonly )?\[([^\]]+)\]/)[1];
  return { queries: [...list.matchAll(/"(\w+)"/g)].map(([, name]) => name), methods: methodsIn(text, "interface EngineClient ") };
}

/** The functions that a declaration file exports. */
function functionsIn(text) {
  const declared = [...text.matchAll(/^export (?:declare )?(?:function|const|let|var) (\w+)/gm)].map(([, name]) => name);
  const again = [...text.matchAll(/^export \{([^}]+)\}/gm)].flatMap(([, names]) => names.split(",").map((name) => name.trim().split(" as ").at(-1)));
  return [...declared, ...again].filter((name) => name && name !== "default");
}

const { exports: ofPackage } = JSON.parse(readFileSync("node_modules/olmkit/package.json", "utf8"));
const declaredIn = (value) => (typeof value === "string" ? [value] : Object.entries(value).flatMap(([key, own]) => (key === "types" || typeof own !== "string" ? declaredIn(own) : [])));
const modules = new Set(
  Object.values(ofPackage)
    .flatMap(declaredIn)
    .flatMap((path) => path.match(/^\.\/dist\/(.+)\.d\.c?ts$/)?.[1] ?? []),
);
modules.add("cli"); // the functions of the bundle worker
modules.delete("bundle-worker"); // only types
assert.ok(modules.size > 5, [...modules].join());
const functions = [...modules].flatMap((name) => functionsIn(declarations(name)));
const ofWorkspace = methodsIn(declarations("index"), "export class Workspace ");
const ofClient = [...queries, ...ownMethods].map((name) => `client.${name}`);
assert.ok(functions.length > 30 && ofWorkspace.length > 30 && ofClient.length > 30);
assert.deepEqual(
  [...functions, ...ofWorkspace, ...ofClient].filter((name) => !seen.has(name)),
  [],
  "every function is called",
);
const imports = ["olmkit", "bundle", "resolver", "cli"].map((name) => `import type * as ${name} from "${name === "olmkit" ? name : `olmkit/${name}`}";`);
imports.push('import type * as internal from "./node_modules/olmkit/dist/cli.cjs";');
const voids = answers.map((line) => (line.includes(": void =") ? line.replace(": void =", ": undefined =") : line));
writeFileSync("answers.ts", `${imports.join("\n")}\n${voids.join("\n")}\n`);
console.log(`${answers.length} answers`);
