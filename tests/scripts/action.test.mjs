// The script of the GitHub Action, with a program that prints how it is called.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
    // Standard input that is a socket would make bash read the user's files.
    const options = { stdio: ["ignore", "pipe", "inherit"], encoding: "utf8", cwd: folder };
    return execFileSync("bash", ["--norc", script], { ...options, env: { PATH: `${folder}:/usr/bin:/bin`, ...env } }).trim();
  };
  assert.equal(called({}), "check --format=github --");
  assert.equal(called({ PATHS: "a\nb c\n", CHECK_IMAGES: "false", OPTIONS: "--fail-on=warning\n" }), "validate --format=github --fail-on=warning -- a b c");
  assert.equal(called({ PATHS: "a", CHECK_IMAGES: "true", SARIF: "x.sarif" }), "validate --format=github --suite=images --report=sarif=x.sarif -- a");
});
