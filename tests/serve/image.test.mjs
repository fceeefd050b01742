// The container image of the Containerfile. buildah builds it from the existing program, with a catalog. It runs as on
// clusters: read-only, without privileges, and without other files below its root.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { root } from "../../scripts/folders.mjs";
import { test } from "../test.mjs";
import { BINARY, client, list } from "./server.mjs";

const CATALOG = `schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries: [{name: foo.v1.0.0}]
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/example/foo:v1.0.0
properties:
- {type: olm.package, value: {packageName: foo, version: 1.0.0}}
`;

const missing = ["buildah", "unshare", "chroot"].filter((program) => spawnSync(program, ["--version"]).error);
const skip = missing.length ? `not installed: ${missing}` : process.getuid() !== 0 && "only root can change the root of a process";

/** Returns the libraries that a local program needs. A program of a release needs none. */
function libraries(program) {
  const found = spawnSync("ldd", [program], { encoding: "utf8" });
  return found.status === 0 ? [...found.stdout.matchAll(/(\/\S+) \(/g)].map(([, path]) => path) : [];
}

function addLibraries(program, image) {
  for (const path of libraries(program)) {
    mkdirSync(join(image, dirname(path)), { recursive: true });
    cpSync(realpathSync(path), join(image, path));
  }
}

/** Returns buildah with its own storage. */
function buildahIn(folder) {
  const storage = ["--root", join(folder, "storage"), "--runroot", join(folder, "run"), "--storage-driver", "vfs"];
  return (...args) => execFileSync("buildah", [...storage, ...args], { stdio: ["ignore", "ignore", "pipe"] });
}

/** Returns the configuration and the files of an image. */
function unpacked(buildah, image, folder) {
  buildah("push", "--quiet", image, `oci:${join(folder, "layout")}`);
  const blob = ({ digest }) => join(folder, "layout", "blobs", digest.replace(":", "/"));
  const read = (path) => JSON.parse(readFileSync(path, "utf8"));
  const manifest = read(blob(read(join(folder, "layout", "index.json")).manifests[0]));
  const files = join(folder, "files");
  mkdirSync(files);
  for (const layer of manifest.layers) execFileSync("tar", ["-xf", blob(layer), "-C", files, "--no-same-owner"]);
  return { config: read(blob(manifest.config)).config, files };
}

/** Creates the programs of a release, in a folder for the architecture. Returns the architecture. */
function programs(folder) {
  const architecture = { x64: "amd64", arm64: "arm64" }[process.arch];
  const image = join(folder, architecture);
  execFileSync(join(root, "integrations", "image-root.sh"), [BINARY, image]);
  addLibraries(BINARY, image);
  return architecture;
}

/**
 * Builds the image, and another image from it that contains a catalog. Returns the configuration and files of the
 * latter.
 */
function build(folder) {
  const architecture = programs(join(folder, "programs"));
  const buildah = buildahIn(folder);
  const bud = (...args) => buildah("bud", "--quiet", "--isolation", "chroot", "--platform", `linux/${architecture}`, ...args);
  mkdirSync(join(folder, "context", "catalogs"), { recursive: true });
  writeFileSync(join(folder, "context", "catalogs", "catalog.yaml"), CATALOG);
  writeFileSync(join(folder, "context", "Containerfile"), "FROM localhost/olmkit\nCOPY catalogs /configs\n");
  bud("--build-context", `programs=${join(folder, "programs")}`, "--file", join(root, "Containerfile"), "--tag", "localhost/olmkit", join(folder, "context"));
  bud("--pull-never", "--tag", "localhost/catalog", join(folder, "context"));
  return unpacked(buildah, "localhost/catalog", folder);
}

/** Mocks the image of Rust: a shell, the programs that the stage calls, and a cargo that copies a finished program. */
function standIn(base) {
  const add = (path, content) => {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), content, { mode: 0o755 });
  };
  for (const name of ["sh", "mkdir", "cp", "chmod", "ln"]) {
    const program = realpathSync(execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim());
    add(join("bin", name), readFileSync(program));
    addLibraries(program, base);
  }
  add("bin/apk", "#!/bin/sh\n");
  add("bin/cargo", "#!/bin/sh\nmkdir -p target/release && cp integrations/image-root.sh target/release/olmkit\n");
  add("etc/ssl/certs/ca-certificates.crt", "certificates\n");
}

test("the stage that builds from source lays out what it has built", { skip }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), "olmkit-source-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const containerfile = readFileSync(join(root, "Containerfile"), "utf8");
  const [, from] = /^FROM (\S+) AS build$/m.exec(containerfile);
  const base = join(folder, "base");
  standIn(base);
  writeFileSync(join(folder, "Containerfile"), "FROM scratch\nENV PATH=/bin\nCOPY . /\n");
  cpSync(join(root, "integrations"), join(folder, "context", "integrations"), { recursive: true });
  const buildah = buildahIn(folder);
  const bud = (...args) => buildah("bud", "--quiet", "--isolation", "chroot", "--pull-never", ...args);
  bud("--file", join(folder, "Containerfile"), "--tag", from, base);
  bud("--file", join(root, "Containerfile"), "--tag", "localhost/source", join(folder, "context"));
  const { config, files } = unpacked(buildah, "localhost/source", folder);
  assert.deepEqual(config.Entrypoint, ["/bin/olmkit"]);
  assert.equal(readFileSync(join(files, "bin/opm"), "utf8"), readFileSync(join(root, "integrations/image-root.sh"), "utf8"));
  assert.equal(readFileSync(join(files, "etc/ssl/certs/ca-certificates.crt"), "utf8"), "certificates\n");
  assert.equal(statSync(join(files, "tmp")).mode & 0o7777, 0o1777);
});

/** Returns the call of a command in the image: with its root only, read-only, and as the user of the image. */
function run({ config, files }, command) {
  const inside = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && user="$1" && shift && exec chroot --userspec="$user" "$0" "$@"';
  return ["unshare", ["--mount", "--propagation", "private", "bash", "-c", inside, files, config.User, ...command]];
}

test("the image serves a catalog and accepts opm's command line", { skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "olmkit-image-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const image = build(folder);
  assert.deepEqual([image.config.User, image.config.Entrypoint, image.config.Cmd], ["1001:1001", ["/bin/olmkit"], ["serve", "/configs"]]);
  assert.equal(image.config.Labels["operators.operatorframework.io.index.configs.v1"], "/configs");
  assert.deepEqual(Object.keys(image.config.ExposedPorts).sort(), ["50051/tcp", "8443/tcp"]);

  const env = { PATH: process.env.PATH };
  const [program, args] = run(image, ["/bin/opm", "alpha", "list", "packages", "/configs"]);
  const listed = spawnSync(program, args, { encoding: "utf8", env });
  if (/unshare|mount/.test(listed.stderr)) return t.skip(`namespaces are not allowed: ${listed.stderr.trim()}`);
  assert.equal(listed.status, 0, listed.stderr);
  assert.match(listed.stdout, /^NAME +DISPLAY NAME +DEFAULT CHANNEL\nfoo +stable\n$/);

  const child = spawn(...run(image, [...image.config.Entrypoint, ...image.config.Cmd, "--port", "0"]), { stdio: ["ignore", "ignore", "pipe"], env });
  const ended = once(child, "exit");
  let port;
  for await (const line of createInterface({ input: child.stderr })) {
    [, port] = /serving registry.*port=(\d+)/.exec(line) ?? [];
    if (port) break;
  }
  const registry = client(Number(port));
  assert.deepEqual(await list(registry, "ListPackages"), [{ name: "foo" }]);
  registry.close();
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
  assert.ok(readFileSync(join(image.files, "etc/ssl/certs/ca-certificates.crt"), "utf8").includes("BEGIN CERTIFICATE"));
});
