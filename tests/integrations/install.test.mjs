// integrations/install.sh: downloads a release, checks its checksum, and installs it.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/progress.mjs";
import { test } from "../test.mjs";
import { scratch, serveRelease, VERSION } from "./release.mjs";

const SCRIPT = join(root, "integrations", "install.sh");

/** Returns the exit code and both outputs. */
const run = (program, args, options) => new Promise((resolve) => execFile(program, args, options, (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr })));

const install = (release, args, env = {}) => run("sh", [SCRIPT, ...args], { env: { ...process.env, OLMKIT_RELEASES: release.url, ...env } });

test("the release of this tree is installed, and runs", async (t) => {
  const release = await serveRelease(t);
  const folder = scratch(t);
  const { code, stderr } = await install(release, ["--to", folder]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(readdirSync(folder), ["olmkit"]);
  const { stdout } = await run(join(folder, "olmkit"), ["--version"]);
  assert.ok(stdout.startsWith(`olmkit ${VERSION} `), stdout);
  assert.ok(release.requests.length > 1 && release.requests.every((path) => path.startsWith(`/download/v${VERSION}/olmkit-`)), release.requests.join());
});

test("the last release is requested by its name", async (t) => {
  const release = await serveRelease(t);
  const { code, stderr } = await install(release, ["--version", "latest", "--to", scratch(t)]);
  assert.equal(code, 0, stderr);
  assert.ok(release.requests[0].startsWith("/latest/download/olmkit-"));
});

test("an archive with another checksum is refused, and nothing is installed", async (t) => {
  const release = await serveRelease(t, { wrongSum: true });
  const folder = scratch(t);
  const { code, stderr } = await install(release, ["--to", folder]);
  assert.equal(code, 1);
  assert.match(stderr, /has the checksum [0-9a-f]{64}, the release says [0-9a-f]{64}; nothing is installed/);
  assert.deepEqual(readdirSync(folder), []);
});

test("a running program is replaced", async (t) => {
  const release = await serveRelease(t);
  const folder = scratch(t);
  writeFileSync(join(folder, "olmkit"), "old");
  assert.equal((await install(release, ["--to", folder])).code, 0);
  assert.notEqual(readFileSync(join(folder, "olmkit"), "utf8"), "old");
});

/** Returns a PATH without npx, or with an npx that prints its arguments. */
function path(t, { npx }) {
  const bin = join(scratch(t), "bin");
  mkdirSync(bin);
  for (const name of ["curl", "cut", "sha256sum", "tar", "find", "head", "chmod", "cp", "mv", "mkdir", "mktemp", "rm", "uname", "basename", "printf", "cat", "sed"]) {
    writeFileSync(join(bin, name), `#!/bin/sh\nexec /usr/bin/env PATH=/usr/bin:/bin ${name} "$@"\n`);
  }
  if (npx) writeFileSync(join(bin, "npx"), '#!/bin/sh\necho npx "$@"\n');
  for (const name of readdirSync(bin)) chmodSync(join(bin, name), 0o755);
  return bin;
}

test("without a program for the machine the npm package is used", async (t) => {
  const release = await serveRelease(t, { targets: [] });
  const folder = scratch(t);
  const PATH = path(t, { npx: true });
  const { code, stderr } = await run("/bin/sh", [SCRIPT, "--to", folder], { env: { PATH, HOME: folder, OLMKIT_RELEASES: release.url } });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /installed a script that runs the npm package/);
  const { stdout } = await run(join(folder, "olmkit"), ["validate", "a b"], { env: { PATH } });
  assert.equal(stdout, `npx --yes olmkit@${VERSION} validate a b\n`);
});

test("without both, the error lists what was tried", async (t) => {
  const release = await serveRelease(t, { targets: [] });
  const folder = scratch(t);
  const { code, stderr } = await run("/bin/sh", [SCRIPT, "--to", folder], { env: { PATH: path(t, { npx: false }), HOME: folder, OLMKIT_RELEASES: release.url } });
  assert.equal(code, 1);
  assert.match(stderr, /could not be downloaded from http:\/\/127\.0\.0\.1:\d+, and Node\.js is not present/);
  assert.ok(!existsSync(join(folder, "olmkit")));
});

test("the versions of the scripts are the version of the workspace", () => {
  const text = (name) => readFileSync(join(root, name), "utf8");
  assert.match(text("integrations/install.sh"), new RegExp(`^version=${VERSION}$`, "m"));
  assert.match(text("integrations/gitlab-ci.yml"), new RegExp(`OLMKIT_VERSION: ${VERSION}$`, "m"));
  assert.match(text("integrations/tekton-task.yaml"), new RegExp(`olmkit:${VERSION}$`, "m"));
  assert.match(text("action.yml"), new RegExp(`default: ${VERSION}$`, "m"));
});
