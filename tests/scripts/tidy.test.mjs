// Rules that hold for all files. Patterns are concatenated from parts, so that this file does not match itself.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import test from "node:test";
import { root } from "../../scripts/progress.mjs";
import { circles, scriptCircles } from "./circles.mjs";
import { unwanted } from "./words.mjs";

const run = (program, args) => execFileSync(program, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
const BINARY = /\.(png|ico|wasm|woff2|zip|gz|tar|tgz|zst)$|^fuzz\/seeds\/.*\/(choices|frames)$/;
const LOCKS = ["Cargo.lock", "package-lock.json"];
const LONGEST = 600;

const paths = run("git", ["ls-files", "-z"])
  .split("\0")
  .filter((path) => path && existsSync(join(root, path)));
const texts = paths.filter((path) => !BINARY.test(path)).map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
const code = texts.filter(({ path }) => /\.(rs|mjs|js|ts|css|html)$/.test(path));

/** Returns all lines that match, as `path:line: text`. */
function places(files, pattern) {
  return files.flatMap(({ path, text }) => text.split("\n").flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 100)}`] : [])));
}

test("there are files to look at", () => {
  assert.ok(code.length > 100, `${code.length} files`);
});

test(`no source file is longer than ${LONGEST} lines`, () => {
  const long = code.map(({ path, text }) => [path, text.split("\n").length]).filter(([, lines]) => lines > LONGEST);
  assert.deepEqual(long, []);
});

test("there are no to-do comments or leftovers of debugging", () => {
  const words = ["to" + "do!", "unimpl" + "emented!", "db" + "g!", "FIX" + "ME", "XX" + "X:", "TO" + "DO"];
  assert.deepEqual(places(code, new RegExp(`\\b(${words.join("|")})`)), []);
  assert.deepEqual(
    places(
      code.filter(({ path }) => !path.endsWith(".rs")),
      new RegExp("\\bdebug" + "ger;|\\.on" + "ly\\("),
    ),
    [],
  );
});

test("only tokens.css has colors and layers; other styles use its names", () => {
  const styles = code.filter(({ path }) => /^web\/style\/(?!tokens\.css$)/.test(path));
  assert.ok(styles.length > 10, `${styles.length} styles`);
  assert.deepEqual(places(styles, /:.*(#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|hwb|oklab|oklch|lab|lch|light-dark)\(|[\s,(](white|black)\b(?!-))/i), []);
  assert.deepEqual(places(styles, /z-index: *-?\d/), []);
});

test("no path of a machine and no registry host", () => {
  const machine = ["/ro" + "ot/", "/wo" + "rk/", "/ho" + "me/[a-z]", "/Us" + "ers/[A-Za-z]", "C:" + "\\\\Users"];
  assert.deepEqual(places(texts, new RegExp(`(^|[^\\w.])(${machine.join("|")})`)), []);
  const hosts = ["artifa" + "ctory", "registry\\.npm" + "js\\.org", "index\\.crates\\." + "io", "static\\.crates\\." + "io", "py" + "pi\\.org"];
  assert.deepEqual(places(texts, new RegExp(hosts.join("|"), "i")), []);
});

test("text files end with one line break, and have no trailing whitespace or carriage returns", () => {
  const own = texts.filter(({ path }) => !LOCKS.includes(path) && !/^docs\/((bundle|dependency)-)?rules\//.test(path) && !/\b(fixtures|samples|catalogs|seeds)\//.test(path));
  assert.deepEqual(
    own.filter(({ text }) => text && !/[^\n]\n$/.test(text)).map(({ path }) => path),
    [],
  );
  assert.deepEqual(
    places(
      own.filter(({ path }) => !path.endsWith(".rs")),
      /[ \t\r]+$/,
    ),
    [],
  );
});

test("identifiers, texts and documents use the words of `words.mjs`", () => {
  const own = texts.filter(({ path }) => !LOCKS.includes(basename(path)) && !/(^|\/)LICENSE$|^scripts\/notices\.mjs$|^tests\/scripts\/(words|tidy\.test)\.mjs$|\b(fixtures|seeds)\//.test(path));
  assert.ok(own.length > 1000, `${own.length} files`);
  assert.deepEqual(
    own.flatMap(({ path, text }) => unwanted(text).map((found) => `${path}:${found}`)),
    [],
  );
  const samples = ["let spot = 1;", "fn go_to_spot()", "class SpotView {}", "const SPOT = 1;", "nobody skips it", "cycles_are_no_problem()", "olmkit edit bridge catalog", "Take a.yaml from disk"];
  for (const sample of samples) assert.equal(unwanted(sample).length, 1, sample);
  assert.deepEqual(unwanted("amended, desktop, spotless, insight, `<aside>`, recommended, a_file_that_is_no_longer_there"), []);
});

test("the number of a test of the editor is in the list of behaviors", () => {
  const listed = new Set([...readFileSync(join(root, "tests/e2e/README.md"), "utf8").matchAll(/^(\d+)\. /gm)].map(([, number]) => number));
  const tests = code.filter(({ path }) => /^tests\/e2e\/.*\.test\.mjs$/.test(path));
  const numbers = tests.flatMap(({ path, text }) =>
    [...text.matchAll(/\btest\(\s*["`]((?:\d+ )+)/g)].flatMap(([, found]) =>
      found
        .trim()
        .split(" ")
        .map((number) => ({ path, number })),
    ),
  );
  assert.ok(listed.size === 90 && numbers.length > 200, `${listed.size} behaviors, ${numbers.length} numbers`);
  assert.deepEqual(
    numbers.filter(({ number }) => !listed.has(number)),
    [],
  );
});

/** The layers of the crates, from the table in ARCHITECTURE.md. */
const LAYERS = new Map([...readFileSync(join(root, "ARCHITECTURE.md"), "utf8").matchAll(/^\| (\d+) \| `([\w-]+)` \|/gm)].map(([, layer, name]) => [name, Number(layer)]));
const layer = (name) => LAYERS.get(name.replace(/^olmkit-/, ""));
const { packages } = JSON.parse(run("cargo", ["metadata", "--no-deps", "--offline", "--format-version", "1"]));

test("arrows between crates point downwards", () => {
  for (const { name, dependencies } of packages) {
    assert.notEqual(layer(name), undefined, `${name} has no row in the layers of ARCHITECTURE.md`);
    for (const dependency of dependencies.filter((one) => one.name.startsWith("olmkit-") && one.kind !== "dev")) {
      assert.ok(layer(dependency.name) < layer(name), `${name} must not depend on ${dependency.name}`);
    }
  }
});

test("the drawing in ARCHITECTURE.md shows the crates on their layers", () => {
  const drawing = readFileSync(join(root, "ARCHITECTURE.md"), "utf8").match(/```\n(0 [^`]+)```/)[1];
  const drawn = new Map();
  for (const [, level, names] of drawing.matchAll(/^(\d+) +([^\s,]+(?:, [^\s,]+)*)/gm)) {
    for (const name of names.split(", ").filter((one) => !one.endsWith("/"))) drawn.set(name, Number(level));
  }
  const shown = [...LAYERS].filter(([name]) => !["benches", "testing"].includes(name));
  assert.deepEqual([...drawn].sort(), shown.sort());
});

test("files of a crate do not import each other in a circle", () => {
  const crates = new Map();
  for (const { path, text } of code) {
    const [, crate, below] = path.match(/^(crates\/[^/]+|web)\/src\/(.+\.rs)$/) ?? [];
    if (crate) crates.set(crate, [...(crates.get(crate) ?? []), { path: below, text }]);
  }
  assert.ok(crates.size > 15 && crates.has("web"), `${crates.size} crates`);
  assert.deepEqual(
    [...crates].flatMap(([crate, files]) => circles(files).map((circle) => [crate, ...new Set(circle)])),
    [],
  );
  const pair = [
    { path: "lib.rs", text: "mod a;\nmod b;\npub use a::A;\n" },
    { path: "a.rs", text: "use crate::b::B;\npub struct A;\n" },
    { path: "b.rs", text: "use crate::A;\npub struct B;\n" },
  ];
  assert.deepEqual(circles(pair), [["a -> b: b::B", "b -> a: A"]]);
  const siblings = [
    { path: "a.rs", text: "mod b;\nmod c;\nuse b::B;\npub struct X;\n" },
    { path: "a/b.rs", text: "use super::X;\nuse super::c::C;\npub struct B;\n" },
    { path: "a/c.rs", text: "use super::b::B;\npub struct C;\n" },
  ];
  assert.deepEqual(circles(siblings), [["a::b -> a::c: a::c::C", "a::c -> a::b: a::b::B"]]);
  const child = [
    { path: "a.rs", text: "mod b;\npub struct X;\n" },
    { path: "a/b.rs", text: "use super::X;\nuse crate::d::D;\n" },
    { path: "d.rs", text: "use crate::a::b::B;\npub struct D;\n" },
  ];
  assert.equal(circles(child).length, 1, "through a child of the other file");
});

test("every file of tests is a module of its crate's test program", () => {
  const programs = texts.filter(({ path }) => /^crates\/[^/]+\/tests\/main\.rs$/.test(path));
  assert.ok(programs.length > 10, `${programs.length} programs`);
  for (const { path: program, text } of programs) {
    const files = paths.map((path) => path.match(`^${dirname(program)}/(\\w+)\\.rs$`)?.[1]).filter((name) => name && name !== "main");
    assert.deepEqual(
      files.filter((name) => !new RegExp(`^mod ${name};$`, "m").test(text)),
      [],
      program,
    );
  }
});

test("closures of the page go through `live.rs` and `prelude.rs`, which compile Leptos once for all of them", () => {
  const page = code.filter(({ path }) => path.startsWith("web/src/") && !/^web\/src\/(live|prelude)\.rs$/.test(path));
  assert.ok(page.length > 50, `${page.length} files`);
  assert.deepEqual(places(page, /\{move \|\||\bMemo::new\(|\bEffect::new\(move \|_\||\bleptos::prelude\b/), []);
});

test("TypeScript files do not import each other in a circle, not for a type either", () => {
  for (const folder of ["web/editor/src/", "pkg/src/", "vscode/src/"]) {
    const files = code.filter(({ path }) => path.startsWith(folder) && path.endsWith(".ts"));
    assert.ok(files.length > 5, folder);
    assert.deepEqual(scriptCircles(files), []);
  }
  const three = [
    { path: "a.ts", text: 'import {\n  b,\n} from "./c/b.js";\n' },
    { path: "c/b.ts", text: 'import type { D } from "../d.js";\nexport const b = 1;\n' },
    { path: "d.ts", text: 'export { a } from "./a.js";\nexport const name = "from";\n' },
  ];
  assert.deepEqual(scriptCircles(three), [["a -> c/b", "c/b -> d", "d -> a"]]);
});

test("crates use their dependencies, and those of tests only are dev-dependencies", () => {
  const manifests = texts.filter(({ path }) => /^(crates\/[^/]+|web)\/Cargo\.toml$/.test(path));
  assert.ok(manifests.length > 20, `${manifests.length} crates`);
  // tsify, wasm-bindgen, tonic and the macro `names` generate code that uses these.
  const generated = ["wasm-bindgen", "wasm-bindgen-futures", "tonic-prost", "serde"];
  const unused = manifests.flatMap(({ path, text }) => {
    const folder = dirname(path);
    const own = code.filter(({ path }) => path.startsWith(`${folder}/`) && path.endsWith(".rs") && !path.startsWith(`${folder}/tests/`));
    const source = own.map((file) => file.text).join("\n");
    const names = /^\[dependencies\]\n(.*?)(?=^\[|(?![\s\S]))/ms.exec(text)?.[1] ?? "";
    return [...names.matchAll(/^([a-z0-9_-]+)/gm)].flatMap(([, name]) => (generated.includes(name) || new RegExp(`\\b${name.replaceAll("-", "_")}\\b`).test(source) ? [] : [`${path}: ${name}`]));
  });
  assert.deepEqual(unused, []);
});

test("every crate has a description and uses the lint table", () => {
  for (const { name, description, manifest_path: manifest } of packages) {
    assert.ok(description, `${name} has no description`);
    assert.equal(name, `olmkit-${basename(dirname(manifest))}`);
    if (name === "olmkit-benches") continue;
    assert.match(readFileSync(manifest, "utf8"), /^\[lints\]\nworkspace = true$/m, `${name} does not take the lint table`);
  }
});

test("tools are pinned once, and wasm-bindgen fits Cargo.lock", () => {
  const { crates: tools, npm, python } = JSON.parse(readFileSync(join(root, "scripts", "tools.json"), "utf8"));
  const lock = readFileSync(join(root, "Cargo.lock"), "utf8");
  assert.match(lock, new RegExp(`name = "wasm-bindgen"\\nversion = "${tools["wasm-bindgen"].version.replaceAll(".", "\\.")}"`));
  const elsewhere = texts.filter(({ path }) => !LOCKS.includes(path) && !path.startsWith("docs/") && path !== "Cargo.toml" && path !== "scripts/tools.json" && path !== "CHANGELOG.md");
  const versions = Object.entries(tools).map(([name, { version }]) => [name, version]);
  for (const [name, version] of [...versions, ...Object.entries({ ...npm, ...python })]) {
    const pattern = new RegExp(`${name}\\b.*\\b${version.replaceAll(".", "\\.")}`);
    assert.deepEqual(places(elsewhere, pattern), [], `${name} is pinned twice`);
  }
});

test("relative links in our documents lead somewhere", () => {
  let links = 0;
  for (const { path, text } of texts.filter((file) => file.path.endsWith(".md") && !file.path.startsWith("docs/rules/"))) {
    for (const [, target] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)) {
      links += 1;
      assert.ok(existsSync(join(root, dirname(path), target)), `${path}: ${target} does not exist`);
    }
  }
  assert.ok(links > 100, `${links} links`);
});
