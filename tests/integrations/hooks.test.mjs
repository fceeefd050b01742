// The hooks of pre-commit, run by pre-commit, and the job of GitLab.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { env, preCommitFolder, root } from "../../scripts/tools.mjs";
import { mustRun, test } from "../test.mjs";
import { BINARY, scratch, serveRelease } from "./release.mjs";

const CATALOG = "schema: olm.package\nname: foo\ndefaultChannel: stable\n";

const run = (program, args, options) =>
  new Promise((resolve) => execFile(program, args, { encoding: "utf8", ...options }, (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr })));

function git(cwd, ...args) {
  return execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd, encoding: "utf8" }).trim();
}

/** Creates a repository that contains the hooks, because pre-commit clones a commit. */
function hooks(t) {
  const folder = scratch(t);
  git(folder, "init", "--quiet");
  mkdirSync(join(folder, "integrations"));
  for (const path of [".pre-commit-hooks.yaml", "integrations/install.sh", "integrations/pre-commit.sh"]) {
    writeFileSync(join(folder, path), readFileSync(join(root, path)), { mode: path.endsWith(".sh") ? 0o755 : 0o644 });
  }
  git(folder, "add", ".");
  git(folder, "commit", "--quiet", "--message", "hooks");
  return folder;
}

const preCommitEnv = { ...env, PYTHONPATH: preCommitFolder };
const absent = existsSync(join(preCommitFolder, "pre_commit")) ? false : "pre-commit is not installed (pip); it is in CI";

test("pre-commit downloads the release once, and runs it", { skip: mustRun ? false : absent }, async (t) => {
  const release = await serveRelease(t);
  const folder = scratch(t);
  const home = scratch(t);
  git(folder, "init", "--quiet");
  mkdirSync(join(folder, "catalogs/foo"), { recursive: true });
  writeFileSync(join(folder, "catalogs/foo/catalog.yaml"), CATALOG);
  git(folder, "add", ".");
  const options = { cwd: folder, env: { ...preCommitEnv, XDG_CACHE_HOME: home, PRE_COMMIT_HOME: join(home, "pre-commit"), OLMKIT_RELEASES: release.url } };
  const repository = hooks(t);
  const attempt = (hook) => run("python3", ["-m", "pre_commit", "try-repo", repository, hook, "--all-files", "--verbose"], options);

  const first = await attempt("olmkit-check");
  assert.equal(first.code, 1, first.stdout + first.stderr);
  assert.match(first.stdout, /catalogs\/foo\/catalog\.yaml:3:\d+: error/);
  const asked = release.requests.length;
  await attempt("olmkit-check");
  assert.equal(release.requests.length, asked, "the second run downloads nothing");
});

test("the hook uses an installed program", async () => {
  const { code, stdout } = await run("sh", [join(root, "integrations/pre-commit.sh"), "--version"], { env: { ...process.env, OLMKIT: BINARY } });
  assert.equal(code, 0);
  assert.match(stdout, /^olmkit /);
});

test("the job of GitLab writes a report of code quality", async (t) => {
  const { olmkit: job } = parse(readFileSync(join(root, "integrations/gitlab-ci.yml"), "utf8"));
  const folder = scratch(t);
  const bin = join(folder, "bin");
  mkdirSync(join(folder, "my catalogs/foo"), { recursive: true });
  mkdirSync(bin);
  writeFileSync(join(folder, "my catalogs/foo/catalog.yaml"), CATALOG);
  writeFileSync(join(bin, "olmkit"), `#!/bin/sh\nexec "${BINARY}" "$@"\n`, { mode: 0o755 });
  const options = { cwd: folder, env: { ...process.env, PATH: `${bin}:${process.env.PATH}` } };
  for (const paths of ["my catalogs/foo\n", ""]) {
    const { code } = await run("sh", ["-e", "-c", job.script.join("\n")], { ...options, env: { ...options.env, OLMKIT_PATHS: paths } });
    assert.equal(code, 1);
    const [finding] = JSON.parse(readFileSync(join(folder, "gl-code-quality-report.json"), "utf8"));
    assert.match(finding.location.path, /my catalogs\/foo\/catalog\.yaml$/);
  }
});
