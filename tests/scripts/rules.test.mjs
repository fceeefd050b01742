// A rule is one file. It contains the check, or names the function that reports the rule.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import test from "node:test";
import { root } from "../../scripts/progress.mjs";

const listed = execFileSync("git", ["ls-files", "-z", "crates"], { cwd: root, encoding: "utf8" }).split("\0");
const sources = new Map(listed.filter((path) => /^crates\/[^/]+\/src\/.*\.rs$/.test(path) && existsSync(join(root, path))).map((path) => [path, readFileSync(join(root, path), "utf8")]));
const DECLARED = /^rule! \{\n([\s\S]*?)\n\}$/gm;

/** All declared rules: the file, name and id, the comment above the name, and the file without declarations. */
const rules = [...sources].flatMap(([path, text]) => {
  const rest = text.replaceAll(DECLARED, "");
  return [...text.matchAll(DECLARED)].map(([, body]) => {
    const [, comment, name, id] = /^((?:\s*\/\/\/.*\n)*)\s*(\w+), "([^"]+)"/.exec(body) ?? [];
    assert.ok(name, `${path}: a declaration that cannot be read: ${body.slice(0, 80)}`);
    return { path, rest, comment, name, id };
  });
});

/** Returns the file of a module of a crate: `crate::decode` is `decode.rs` or `decode/mod.rs`. */
function fileOf(path, modules) {
  const src = path.slice(0, path.indexOf("/src/") + "/src/".length);
  return [`${src}${modules.join("/")}.rs`, `${src}${modules.join("/")}/mod.rs`].find((file) => sources.has(file));
}

/** Returns the problem of a rule file; undefined if it uses the rule, or names the function that does. */
function problem({ path, rest, comment, name, id }) {
  if (new RegExp(`&${name}\\b`).test(rest)) return undefined;
  const named = /Found by \[`crate::([\w:]+)::(\w+)`\]\./.exec(comment);
  if (!named) return `${path}: ${id} has no check and does not say what it is found by`;
  const [, modules, name_] = named;
  const file = fileOf(path, modules.split("::"));
  const text = file && sources.get(file);
  if (!new RegExp(`\\bfn ${name_}\\b`).test(text ?? "")) return `${path}: there is no function crate::${modules}::${name_}`;
  const stem = basename(path, ".rs");
  return text.includes(`${stem}::${name}`) ? undefined : `${path}: ${file} does not report ${id}`;
}

test("all rules are found", () => {
  assert.ok(rules.length > 350, `${rules.length} rules`);
  assert.equal(new Set(rules.map(({ id }) => id)).size, rules.length);
});

test("every rule file has the check, or names the function that reports the rule", () => {
  assert.deepEqual(rules.map(problem).filter(Boolean), []);
});

test("a rule file without a check is noticed", () => {
  const [path] = [...sources.keys()].filter((file) => file.endsWith("/rules/yaml/yaml_tabs.rs"));
  const rule = { path, rest: "", name: "NO_SUCH_RULE", id: "no-such-rule" };
  assert.match(problem({ ...rule, comment: "" }), /does not say/);
  assert.match(problem({ ...rule, comment: "/// Found by [`crate::decode::nowhere`].\n" }), /there is no function/);
  assert.match(problem({ ...rule, comment: "/// Found by [`crate::decode::decode`].\n" }), /does not report/);
});

test("every rule about bundles and dependencies is listed", () => {
  for (const crate of ["bundle", "resolver"]) {
    const declared = rules.filter(({ path }) => path.startsWith(`crates/${crate}/`));
    const [, list] = /^static ALL: &\[&Rule\] = &\[$([\s\S]*?)^\];$/m.exec(sources.get(`crates/${crate}/src/rules/mod.rs`)) ?? [];
    const listed = (list ?? "").match(/&[\w:]+/g) ?? [];
    assert.equal(new Set(listed).size, declared.length, `ALL in crates/${crate}/src/rules/mod.rs`);
  }
});
