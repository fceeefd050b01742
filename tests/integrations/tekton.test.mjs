// Runs the steps of the Tekton task like a pod: parameters and the workspace are substituted, and the program of the
// image receives the arguments without a shell, as the user of the image, on a read-only work tree.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../../scripts/progress.mjs";
import { test } from "../test.mjs";
import { BINARY, scratch } from "./release.mjs";

const text = (path) => readFileSync(join(root, path), "utf8");
const { spec } = parse(text("integrations/tekton-task.yaml"));
const [, user, group] = /^USER (\d+):(\d+)$/m.exec(text("Containerfile"));

/** Creates the root of the image, with the program of this tree. */
function image(t) {
  const folder = scratch(t);
  chmodSync(folder, 0o755);
  execFileSync("sh", [join(root, "integrations/image-root.sh"), BINARY, folder]);
  return folder;
}

/** Substitutes the parameters and workspaces in a value of the task. An array replaces the item that refers to it. */
function filled(value, { params, workspaces }) {
  const whole = /^\$\(params\.(\w+)\[\*\]\)$/.exec(value);
  if (whole) return params[whole[1]];
  return [value.replaceAll(/\$\((params|workspaces)\.(\w+)(?:\.path)?\)/g, (_, kind, name) => ({ params, workspaces })[kind][name])];
}

/** Runs the steps until one fails. */
function runTask(t, source, given = {}) {
  const params = Object.fromEntries(spec.params.map(({ name, default: value }) => [name, given[name] ?? value]));
  const context = { params, workspaces: { source } };
  const one = (value) => filled(value, context)[0];
  const folder = image(t);
  const identity = process.getuid?.() === 0 ? { uid: Number(user), gid: Number(group) } : {};
  let last;
  for (const { command, args, workingDir, script, image: name } of spec.steps) {
    assert.equal(script, undefined, "the image has no shell");
    assert.match(one(name), /^ghcr\.io\/olmkit\/olmkit:\d/);
    const [program, ...more] = [...command, ...args].flatMap((value) => filled(value, context));
    assert.ok(existsSync(join(folder, program)), `${program} is not in the image`);
    last = spawnSync(join(folder, program), more, { cwd: one(workingDir), env: { HOME: "/" }, encoding: "utf8", ...identity });
    if (last.error) throw last.error;
    if (last.status !== 0) break;
  }
  return last;
}

const CATALOG = "schema: olm.package\nname: foo\ndefaultChannel: stable\n";

/** Creates a read-only work tree. */
function workTree(t, path) {
  let source;
  t.after(() => execFileSync("chmod", ["-R", "u+w", source])); // runs before the folder is removed
  source = scratch(t);
  mkdirSync(join(source, path), { recursive: true });
  mkdirSync(join(source, ".git"));
  writeFileSync(join(source, path, "catalog.yaml"), CATALOG);
  execFileSync("chmod", ["-R", "a=rX", source]);
  return source;
}

test("the task of Tekton checks the catalogs of its workspace", (t) => {
  const { status, stdout, stderr } = runTask(t, workTree(t, "catalogs/foo"));
  assert.equal(status, 1, stderr);
  assert.match(stdout, /^catalogs\/foo\/catalog\.yaml:3:\d+: error/m);
});

test("the arguments of the task reach the command unchanged, spaces too, and its exit code is that of the step", (t) => {
  const source = workTree(t, "my catalogs");
  const as = (...args) => runTask(t, source, { args });
  assert.equal(as("validate", "--exit-zero", "--format", "concise", "my catalogs").status, 0);
  const json = as("validate", "--format", "json", "my catalogs");
  assert.equal(json.status, 1, json.stderr);
  assert.equal(JSON.parse(json.stdout).opm.accepted, false);
  assert.equal(as("validate", "absent").status, 2);
});
