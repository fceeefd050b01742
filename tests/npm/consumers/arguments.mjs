// The errors of all exported functions for invalid arguments, and for calls at the wrong time: a code and a plain
// message, independent of wasm-bindgen and serde. `npm test` runs this file in an installed package.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as olmkit from "olmkit";
import * as bundle from "olmkit/bundle";
import * as clients from "olmkit/client";
import * as inline from "olmkit/inline";
import * as resolver from "olmkit/resolver";
import {
  ARCHIVE,
  BUNDLE_INTENTION,
  CANDIDATES,
  CATALOGS,
  CELL,
  CHANGES,
  detached,
  FIXES,
  FOLDER,
  file,
  filter,
  INTENTION,
  NO_LIST,
  NUMBER,
  OBJECT,
  OPTIONS,
  query,
  STRING,
  SUPPRESS,
} from "./invalid-values.mjs";
import { nodeWorker } from "./node-worker.mjs";

const FOREIGN = /wasm-bindgen|wbg|wasm-function|serde|JsValue|invalid type|__wb|undefined \(reading|is not a function|line \d+ column|not iterable|struct |u32|usize/;

/** Checks an error: its code, the argument that it names, and that olmkit wrote its message. */
function checked(error, argument, code = "INVALID_ARGUMENT") {
  const shown = `${error?.stack}`;
  assert.equal(error.code, code, shown);
  assert.doesNotMatch(error.message, FOREIGN, shown);
  assert.match(error.message, /^(olmkit|[A-Z`"]).*[.!]$/s, shown);
  if (code !== "INVALID_ARGUMENT") return;
  assert.ok(error instanceof TypeError, shown);
  assert.equal(error.argument, argument, shown);
  assert.ok(typeof error.expected === "string" && error.expected !== "", shown);
  assert.ok(error.message.includes(`\`${argument.replace(/\.[^.]*$/, "")}`), shown);
}

async function refuses(call, argument, code) {
  try {
    await call();
  } catch (error) {
    return checked(error, argument, code);
  }
  throw new Error(`${call} was accepted; \`${argument}\` should have been refused`);
}

/** By function: valid arguments, and for each argument its name and invalid values. */
const ON_FILES = ["files", FOLDER];
const COMMON = {
  explain: [["FBC001"], [["rule", STRING]]],
  rules: [[], []],
};
const WORKSPACE = {
  open: [
    ["a", ""],
    [
      ["path", STRING],
      [
        "content",
        [
          [undefined, ""],
          [null, ""],
          [1, ""],
          [{}, ""],
          [["a"], ""],
          [detached, ""],
        ],
      ],
    ],
  ],
  openMany: [[[file]], [["files", FOLDER]]],
  close: [["a"], [["path", STRING]]],
  change: [
    ["a", [], "utf16"],
    [
      ["path", STRING],
      ["changes", CHANGES],
      [
        "encoding",
        [
          ["utf-8", ""],
          [1, ""],
          [{}, ""],
        ],
      ],
    ],
  ],
  text: [["a"], [["path", STRING]]],
  bytes: [["a"], [["path", STRING]]],
  paths: [[], []],
  report: [[], []],
  diagnostics: [[], []],
  loadProblems: [[], []],
  outline: [[], []],
  unrelated: [[], []],
  packages: [[], []],
  channel: [
    ["a", "b"],
    [
      ["packageName", STRING],
      ["channel", STRING],
    ],
  ],
  channelSince: [
    ["a", "b", ""],
    [
      ["packageName", STRING],
      ["channel", STRING],
      ["stamp", STRING],
    ],
  ],
  matrix: [["a"], [["packageName", STRING]]],
  packageInfo: [["a"], [["packageName", STRING]]],
  candidates: [[{ ...CELL, field: "skips" }], [["query", CANDIDATES]]],
  at: [
    ["a", 0],
    [
      ["path", STRING],
      ["utf16", NUMBER],
    ],
  ],
  symbol: [
    ["a", 0],
    [
      ["path", STRING],
      ["utf16", NUMBER],
    ],
  ],
  complete: [
    ["a", 0],
    [
      ["path", STRING],
      ["utf16", NUMBER],
    ],
  ],
  keepBase: [[], []],
  range: [[{ package: "a", channel: "b", entry: "c", text: "" }], [["query", query("package", "channel", "entry", "text")]]],
  release: [[{ package: "a", channel: "b" }], [["query", query("package", "channel")]]],
  search: [
    ["a", 1],
    [
      ["query", STRING],
      ["limit", NUMBER],
    ],
  ],
  plan: [[{ do: "remove-entry", package: "a", channel: "b", entry: "c" }], [["intention", INTENTION]]],
  planAll: [
    [[], true],
    [
      [
        "intentions",
        [
          [undefined, ""],
          [{}, ""],
          [[1], "[0]"],
          [[{ do: "set-replaces", package: 1 }], "[0].package"],
        ],
      ],
      [
        "copies",
        [
          [1, ""],
          ["yes", ""],
        ],
      ],
    ],
  ],
  apply: [[{ do: "remove-entry", package: "a", channel: "b", entry: "c" }], [["intention", INTENTION]]],
  planFixes: [[{}], [["query", FIXES]]],
  fix: [[{ unsafe: true }], [["query", FIXES]]],
  fixAllStranded: [[{ package: "a" }], [["query", query("package")]]],
  suppress: [[{ rule: "a", path: "b", line: 1, reason: "c" }], [["query", SUPPRESS]]],
  stranded: [[{}], [["query", filter]]],
  path: [[{ package: "a", from: "b" }], [["query", query("package", "from")]]],
  diff: [[[file]], [["old", FOLDER]]],
  impact: [[[file]], [["old", FOLDER]]],
  graph: [[{}], [["query", filter]]],
  draw: [
    [{}, "dot"],
    [
      ["query", filter],
      [
        "drawing",
        [
          ["png", ""],
          [1, ""],
          [{}, ""],
        ],
      ],
    ],
  ],
};
const ENGINE = {
  ...COMMON,
  validate: [
    [[file], {}],
    [ON_FILES, ["options", [...OPTIONS, [{ base: 1 }, ".base"], [{ base: [{}] }, ".base[0].path"]]]],
  ],
  version: [[], []],
  warm: [[], []],
};
const ADDITION = { package: "a", name: "a.v1", isNew: true, defaultChannel: "b", hasBundle: false, migrate: true, image: "a/b:c", channels: [] };
const BUNDLE = {
  validateBundle: [
    [[file], {}],
    [
      ["files", ARCHIVE],
      ["options", [...OPTIONS, [{ suites: ["none"] }, ".suites[0]"], [{ k8sVersion: 1 }, ".k8sVersion"], [{ before: 1 }, ".before"], [{ before: [{}] }, ".before[0].path"]]],
    ],
  ],
  renderBundle: [
    [[file], {}],
    [
      ["files", ARCHIVE],
      ["options", [...OBJECT, [{ image: 1 }, ".image"], [{ format: "xml" }, ".format"], [{ migrate: "yes" }, ".migrate"], [{ to: 1 }, ".to"]]],
    ],
  ],
  describeBundle: [[[file]], [["files", ARCHIVE]]],
  bundleImpact: [
    [[file], []],
    [
      ["before", ARCHIVE],
      ["after", ARCHIVE],
    ],
  ],
  planBundle: [
    [[file], { do: "set-annotation", key: "a", to: "b" }],
    [
      ["files", ARCHIVE],
      ["intention", BUNDLE_INTENTION],
    ],
  ],
  proposeAddition: [
    [[], [file]],
    [
      ["catalog", FOLDER],
      ["bundle", ARCHIVE],
    ],
  ],
  planAddition: [
    [[], [file], ADDITION],
    [
      ["catalog", FOLDER],
      ["bundle", ARCHIVE],
      ["addition", [...NO_LIST, [{ ...ADDITION, image: 1 }, ".image"], [{ ...ADDITION, channels: [{}] }, ".channels[0].channel"], [{ ...ADDITION, to: 1 }, ".to"]]],
    ],
  ],
  planPackage: [
    [[], "foo", "stable", ""],
    [
      ["catalog", FOLDER],
      ["name", STRING],
      ["channel", STRING],
      ["rendered", [[1, ""]]],
    ],
  ],
  planRendered: [
    [[], "", "stable"],
    [
      ["catalog", FOLDER],
      ["rendered", STRING],
      ["channel", [[1, ""]]],
    ],
  ],
  openBundle: [[[file]], [["archive", ARCHIVE]]],
};
const RESOLVER = {
  resolve: [
    [[], {}],
    [
      ["catalogs", CATALOGS],
      [
        "request",
        [
          ...OBJECT,
          [{ installd: [] }, ".installd"],
          [{ installed: "a" }, ".installed"],
          [{ subscriptions: [{}] }, ".subscriptions[0].package"],
          [{ olm: "v2" }, ".olm"],
          [{ olm: "v1" }, ".package"],
          [{ olm: "v1", package: "a", upgradeConstraintPolicy: "Any" }, ".upgradeConstraintPolicy"],
          [{ olm: "v1", package: "a", selector: { matchLabels: [] } }, ".selector.matchLabels"],
        ],
      ],
    ],
  ],
  dependencies: [
    [[], {}],
    [
      ["catalogs", CATALOGS],
      ["options", [...OBJECT, [{ partial: 1 }, ".partial"], [{ packages: [] }, ".packages"]]],
    ],
  ],
};

let count = 0;

/** Tries each invalid value of each argument. */
async function refusesAll(functions, called, isSent = () => true) {
  for (const [name, [good, parameters]] of Object.entries(functions)) {
    for (const [at, [argument, values]] of parameters.entries()) {
      for (const [value, place] of values) {
        if (!isSent(value)) continue;
        const given = good.with(at, value);
        await refuses(() => called(name, given), `${argument}${place}`);
        count += 1;
      }
    }
  }
}

const functionsOf = (module) =>
  Object.keys(module)
    .filter((name) => typeof module[name] === "function" && !["default", "Workspace", "module.exports"].includes(name))
    .sort();

// ---- every export, every argument ----

for (const [module, table] of [
  [olmkit, ENGINE],
  [inline, ENGINE],
  [bundle, BUNDLE],
  [resolver, RESOLVER],
]) {
  assert.deepEqual(functionsOf(module), Object.keys(table).sort(), "the table has every function");
  await refusesAll(table, (name, given) => module[name](...given));
  await refuses(() => module.default(1), "source");
  await refuses(() => module.default({}), "source");
  await module.default();
}
for (const Workspace of [olmkit.Workspace, inline.Workspace]) {
  const workspace = new Workspace();
  const methods = Object.getOwnPropertyNames(Workspace.prototype).filter((name) => !["constructor", "free"].includes(name));
  assert.deepEqual(methods.sort(), Object.keys(WORKSPACE).sort(), "the table has every method");
  await refusesAll(WORKSPACE, (name, given) => workspace[name](...given));
  for (const [value, place] of OPTIONS) await refuses(() => new Workspace(value), `options${place}`);
  await refuses(() => workspace.openMany([], 1), "onProgress");
  assert.throws(() => workspace.planFixes({ rule: "skiprange-slef" }), /`query.rule` must be the id of a rule, .* Did you mean "skiprange-self"\?$/);
  assert.equal(workspace.planFixes({ rule: "FBC001" }).fixed, 0, "a code is a name of a rule, too");
  assert.throws(() => new Workspace({ bsae: [] }), /has the unknown key `bsae`\. Known keys: .*`profile`.*, `base`\.$/);
  assert.deepEqual(workspace.paths(), [], "what is refused changes nothing");
  await refuses(() => {
    const { report } = workspace;
    report();
  }, "this");
  await refuses(() => workspace.change("none", []), "", "NOT_OPEN");
  workspace.open("a", "abc");
  await refuses(() => workspace.change("a", [{ from: 2, to: 9, text: "" }]), "", "INVALID_CHANGE");
  await refuses(() => workspace.path({ package: "none", from: "a" }), "", "NO_ANSWER");
  for (const ask of ["stranded", "graph", "draw"]) {
    await refuses(() => workspace[ask]({ package: "none" }), "", "NO_ANSWER");
    await refuses(() => workspace[ask]({ channel: "none" }), "", "NO_ANSWER");
  }
  await refuses(() => workspace.fixAllStranded({ package: "none" }), "", "NO_ANSWER");
  await refuses(() => workspace.release({ package: "none", channel: "a" }), "", "NO_ANSWER");
  await refuses(() => new Workspace({ profile: "none" }), "", "INVALID_OPTIONS");
  await refuses(() => workspace.openMany([file], () => workspace.report()), "", "BUSY");
  assert.equal(workspace.report().version, 1, "the engine still works");
  workspace.free();
  workspace.free();
  for (const [name, [good]] of Object.entries(WORKSPACE)) await refuses(() => workspace[name](...good), "", "FREED");
}
await refuses(() => olmkit.validate([], { profile: "none" }), "", "INVALID_OPTIONS");

// Unreadable input is not skipped, because the results would look valid.
{
  const tab = [{ path: "catalog.yaml", text: "schema: olm.package\n\tname: a\n" }];
  const place = /catalog\.yaml:2:1: .+ \(yaml-tabs\)\.?$/;
  const base = () => olmkit.validate([], { base: tab });
  await refuses(base, "", "INVALID_OPTIONS");
  assert.throws(base, place);
  const workspace = new olmkit.Workspace();
  await refuses(() => workspace.diff(tab), "", "NO_ANSWER");
  assert.deepEqual(workspace.loadProblems(), []);
  workspace.openMany(tab);
  assert.throws(() => workspace.diff([]), place);
  const [problem] = workspace.loadProblems();
  assert.deepEqual([problem.path, problem.at.line, problem.rule], ["catalog.yaml", 2, "yaml-tabs"]);
  workspace.free();
}
await refuses(() => bundle.validateBundle([], { profile: "none" }), "", "INVALID_OPTIONS");
await refuses(() => bundle.proposeAddition([], [file]), "", "NO_ANSWER");
await refuses(() => bundle.validateBundle(new Uint8Array([80, 75, 3, 4])), "", "INVALID_ARCHIVE");

// ---- what remains allowed ----

const text = "schema: olm.package\nname: a\n";
const bytes = new TextEncoder().encode(text);
const padded = new Uint8Array([0, ...bytes, 0]);
const expected = olmkit.validate([{ path: "a.yaml", text }]);
for (const same of [bytes, bytes.buffer, Buffer.from(text), padded.subarray(1, -1), new DataView(bytes.buffer)])
  assert.deepEqual(olmkit.validate([{ path: "a.yaml", bytes: same, text: undefined }], null), expected);
assert.deepEqual(olmkit.validate([{ path: "a.yaml", text }], { profile: undefined }), expected, "undefined is absent");

// ---- before the wasm is loaded, and after it stopped ----

const DIST = new URL("node_modules/olmkit/dist/", import.meta.url);
const load = (name, copy) => import(new URL(`${name}?${copy}`, DIST));
const fetching = await load("index.js", "absent");
const { engine } = await load("guard.js", "absent").then(({ guard }) => ({ engine: guard() }));
await refuses(() => engine.call(() => {})(), "", "NOT_LOADED");
assert.equal(typeof fetching.explain("FBC001").id, "string", "rules need no engine");
await refuses(() => engine.loader(() => Promise.reject(new Error("no network")))(), "", "LOAD_FAILED");

const { initSync } = await import(new URL("core.js", DIST));
const kept = new olmkit.Workspace();
new Uint8Array(initSync().memory.buffer).fill(255); // every later call fails in the wasm
await refuses(
  () => {
    for (const _ of [1, 2, 3]) olmkit.validate([{ path: "a.yaml", text }]);
  },
  "",
  "ENGINE_STOPPED",
);
await refuses(() => kept.report(), "", "ENGINE_STOPPED");
await refuses(() => olmkit.version(), "", "ENGINE_STOPPED");

// ---- the client and its Worker ----

const rejected = [];
const client = clients.createClient({ worker: () => nodeWorker(), onRestart: (event) => rejected.push(event) });
const isSent = (value) => {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
};
const isDetached = (value) => {
  try {
    return value === detached || (Array.isArray(value) && value.some?.((one) => one?.bytes === detached));
  } catch {
    return false; // a getter or a trap of the value throws
  }
};
const { bytes: _, apply: __, fix: ___, ...methods } = WORKSPACE;
const own = Object.fromEntries(
  Object.entries({ ...methods, ...COMMON, reset: [[{}], [["options", OPTIONS]]] }).map(([name, [good, parameters]]) => [
    name,
    [good, parameters.map(([argument, values]) => [argument, values.filter(([value]) => !isDetached(value))])],
  ]),
);
await refusesAll(own, (name, given) => client[name](...given), isSent);
await refuses(() => client.open("x", undefined), "content");
await refuses(() => client.open("x", () => {}), "open");
await refuses(() => client.change("none", []), "", "NOT_OPEN");
assert.equal(client.crash, undefined);
await client.open("a.yaml", text);
await refuses(() => client.open("a.yaml", 1), "content");
await refuses(() => client.change("a.yaml", [{ from: 5, to: 99, text: "" }]), "", "INVALID_CHANGE");
await client.change("a.yaml", [{ from: 0, to: 0, text: "# first\n" }]);
await client.restart();
assert.equal(await client.text("a.yaml"), `# first\n${text}`, "what was refused is not replayed");
assert.deepEqual(await client.paths(), ["a.yaml"]);
assert.deepEqual(
  rejected.map(({ ok }) => ok),
  [true],
);
const waiting = client.report();
client.terminate();
await refuses(() => waiting, "", "ENGINE_STOPPED");
await refuses(() => client.report(), "", "ENGINE_STOPPED");
for (const [value, place] of [
  [1, ""],
  [null, ""],
  [{ worker: 1 }, ".worker"],
  [{ timeout: "1" }, ".timeout"],
  [{ timeout: -1 }, ".timeout"],
  [{ timeout: Number.NaN }, ".timeout"],
  [{ timeout: Number.POSITIVE_INFINITY }, ".timeout"],
  [{ onprogress() {} }, ".onprogress"],
])
  await refuses(() => clients.createClient(value), `options${place}`);

// ---- codes are those of the types ----

const types = readFileSync(new URL("index.d.cts", DIST), "utf8");
const codes = [...types.match(/export type ErrorCode = (.*);/)[1].matchAll(/"(\w+)"/g)].map(([, code]) => code);
const readme = readFileSync(new URL("../README.md", DIST), "utf8");
for (const code of codes) assert.ok(readme.includes(`\`${code}\``), `${code} is in the README`);
for (const name of ["guard.js", "client.js", "client.node.js", "errors.js", "answering.js", "rules.js"])
  for (const [, code] of readFileSync(new URL(name, DIST), "utf8").matchAll(/failure\("(\w+)"/g)) assert.ok(codes.includes(code), `${code} is in the types`);
console.log(`${count} refused`);
