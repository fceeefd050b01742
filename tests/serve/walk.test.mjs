// From an index image with a stranded version to one without, as in docs/guides/fix-a-published-catalog.md: a real
// registry, the native program, and a gRPC client that is not part of this project.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../ports.mjs";
import { mustRun, test } from "../test.mjs";
import { ask, BINARY, client, list, start } from "./server.mjs";

const bundle = (version) => `---
schema: olm.bundle
package: foo
name: foo.v${version}
image: quay.io/example/foo@sha256:${"0".repeat(63)}${version.replaceAll(".", "").at(-1)}
properties:
- type: olm.package
  value: {packageName: foo, version: ${version}}
`;

// 1.0.1 is stranded under OLM v0, because its successor 1.1.0 is skipped.
const CATALOG = `schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.2.0
  replaces: foo.v1.0.0
  skips: [foo.v1.1.0]
- name: foo.v1.1.0
  skips: [foo.v1.0.1]
- name: foo.v1.0.1
- name: foo.v1.0.0
${["1.2.0", "1.1.0", "1.0.1", "1.0.0"].map(bundle).join("")}`;

const hasRegistry = () => (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, "docker-registry")));

/** Creates a folder, and runs olmkit in it with a separate home. `run` returns the exit code and the output. */
function machine(t) {
  const home = mkdtempSync(join(tmpdir(), "olmkit-walk-"));
  t.after(() => rmSync(home, { recursive: true }));
  const env = { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: join(home, "cache") };
  const run = (...args) => {
    try {
      return [0, execFileSync(BINARY, args, { cwd: home, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })];
    } catch (error) {
      return [error.status, `${error.stdout}${error.stderr}`];
    }
  };
  return { home, env, run };
}

const isOpen = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });

/** Waits until a port is open, at most 20 seconds. */
async function answers(port) {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await isOpen(port)) return;
    await sleep(50);
  }
  throw new Error(`nothing listens at port ${port}`);
}

/** Starts Debian's registry on loopback. */
async function registry(t, home) {
  const port = await freePort();
  mkdirSync(join(home, "registry"));
  const config = join(home, "registry", "config.yml");
  writeFileSync(config, `version: 0.1\nlog: {level: error}\nstorage: {filesystem: {rootdirectory: ${join(home, "registry", "data")}}}\nhttp: {addr: "127.0.0.1:${port}"}\n`);
  const child = spawn("docker-registry", ["serve", config], { stdio: "ignore" });
  t.after(() => child.kill());
  await once(child, "spawn");
  await answers(port);
  return `127.0.0.1:${port}`;
}

test("an index image: find the stranded version, fix it, validate, build, push, serve, ask", { skip: hasRegistry() || mustRun ? false : "docker-registry is not installed" }, async (t) => {
  const { home, env, run } = machine(t);
  const host = await registry(t, home);
  const [before, after] = [`${host}/team/catalog:v1`, `${host}/team/catalog:v2`];
  mkdirSync(join(home, "first"));
  writeFileSync(join(home, "first", "catalog.yaml"), CATALOG);
  const done = (...args) => {
    const [code, out] = run(...args);
    assert.equal(code, 0, `olmkit ${args.join(" ")}: ${out}`);
    return out;
  };
  done("build", "first", "--tag", before, "--push", "--use-http");

  // Pulls and inspects: opm accepts the image, and a version is stranded.
  done("opm", "validate", "first");
  const [found, stranded] = run("stranded", "--use-http", before);
  assert.equal(found, 1, stranded);
  assert.match(stranded, /`foo\.v1\.0\.1` is stranded under OLM v0/);

  // The files of the image, the fix, and its effects on clusters.
  done("migrate", "--use-http", before, "catalog");
  done("fix", "--unsafe", "catalog");
  done("validate", "catalog");
  assert.equal(run("stranded", "catalog")[0], 0);
  const [, meaning] = run("diff", "--use-http", before, "catalog");
  assert.match(meaning, /foo\.v1\.0\.1.*can now upgrade/);

  const pushed = done("build", "catalog", "--tag", after, "--push", "--use-http").trim();
  assert.match(pushed, /@sha256:[0-9a-f]{64}$/);
  // The same input produces the same image.
  assert.equal(done("build", "catalog", "--tag", after, "--push", "--use-http").trim(), pushed);

  const server = await start(after, ["--use-http"], { env });
  const asked = client(server.port);
  assert.deepEqual(await list(asked, "ListPackages"), [{ name: "foo" }]);
  const next = await ask(asked, "GetBundleThatReplaces", { pkgName: "foo", channelName: "stable", csvName: "foo.v1.0.1" });
  assert.ok(["foo.v1.2.0", "foo.v1.1.0"].includes(next.csvName), next.csvName);
  const head = (await list(asked, "ListBundles")).find(({ csvName }) => csvName === "foo.v1.2.0");
  assert.ok(head.skips.includes("foo.v1.0.1"), head.skips.join());
  asked.close();
  assert.deepEqual(await server.stop(), [0, null]);

  // The guide contains the commands of this test.
  const guide = readFileSync(new URL("../../docs/guides/fix-a-published-catalog.md", import.meta.url), "utf8");
  for (const command of ["stranded", "migrate", "fix --unsafe", "validate", "diff", "build", "serve"]) assert.ok(guide.includes(`olmkit ${command} `), command);
});
