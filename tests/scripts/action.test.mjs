// The script of the GitHub Action, with a program that prints its arguments.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/progress.mjs";

test("the inputs of the Action become options", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "olmkit-action-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "olmkit"), '#!/bin/sh\necho "$@"\n');
  chmodSync(join(folder, "olmkit"), 0o755);
  const called = (inputs) => {
    const env = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`OLMKIT_${name}`, value]));
    const script = join(root, "integrations/github-action.sh");
    // If standard input were a socket, bash would read the user's startup files.
    const options = { stdio: ["ignore", "pipe", "inherit"], encoding: "utf8", cwd: folder };
    return execFileSync("bash", ["--norc", script], { ...options, env: { PATH: `${folder}:/usr/bin:/bin`, ...env } }).trim();
  };
  assert.equal(called({}), "check --format=github --");
  assert.equal(called({ PATHS: "a\nb c\n", CHECK_IMAGES: "false", OPTIONS: "--fail-on=warning\n" }), "validate --format=github --fail-on=warning -- a b c");
  assert.equal(called({ PATHS: "a", CHECK_IMAGES: "true", SARIF: "x.sarif" }), "validate --format=github --suite=images --report=sarif=x.sarif -- a");
});

test("without paths, the catalogs that are found are compared with the base", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "olmkit-action-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const git = (...args) => execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd: folder });
  git("init", "--quiet", "--initial-branch=main");
  mkdirSync(join(folder, "catalogs/v4.20"), { recursive: true });
  writeFileSync(join(folder, "catalogs/v4.20/c.yaml"), "");
  git("add", ".");
  git("commit", "--quiet", "--message=base");
  const program = `#!/bin/sh
case $1 in
  check) echo "catalogs/v4.20: catalog of a, b" >&2; echo "operator: bundle" >&2;;
  diff) echo "compared $5";;
esac
`;
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/olmkit"), program);
  chmodSync(join(folder, "bin/olmkit"), 0o755);
  const summary = join(folder, "summary.md");
  const env = { PATH: `${join(folder, "bin")}:/usr/bin:/bin`, OLMKIT_BASE: "main", OLMKIT_SUMMARY: "false", GITHUB_STEP_SUMMARY: summary };
  execFileSync("bash", ["--norc", join(root, "integrations/github-action.sh")], { stdio: "ignore", cwd: folder, env });
  assert.equal(readFileSync(summary, "utf8"), "### catalogs/v4.20\n\ncompared catalogs/v4.20\n\n");
});

test("the guide has every input of the Action", () => {
  const inputs = readFileSync(join(root, "action.yml"), "utf8")
    .split("\nruns:")[0]
    .matchAll(/^ {2}([a-z-]+):$/gm);
  const guide = readFileSync(join(root, "docs/guides/validate-in-ci.md"), "utf8").split("## GitLab")[0];
  const named = [...guide.matchAll(/^\| `([a-z-]+)` \|/gm)].map((match) => match[1]);
  assert.deepEqual(
    named,
    [...inputs].map((match) => match[1]),
  );
});
