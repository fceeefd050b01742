// The command line in Node.js writes files as a whole, or not at all. The native program has the same tests.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, closeSync, linkSync, lstatSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { root } from "../../scripts/progress.mjs";

const compiled = mkdtempSync(join(tmpdir(), "olmkit-compiled-"));
process.once("exit", () => rmSync(compiled, { recursive: true }));
const module = pathToFileURL(join(compiled, "replace.mjs"));
buildSync({ entryPoints: [join(root, "pkg", "src", "replace.node.ts")], outfile: join(compiled, "replace.mjs"), bundle: true, platform: "node", format: "esm" });
const { write } = await import(module);

function folder(t) {
  const path = mkdtempSync(join(tmpdir(), "olmkit-replace-"));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

test("new files, in new folders", (t) => {
  const at = folder(t);
  write(join(at, "a/b/c.yaml"), Buffer.from("x"));
  assert.equal(readFileSync(join(at, "a/b/c.yaml"), "utf8"), "x");
  assert.deepEqual(readdirSync(join(at, "a/b")), ["c.yaml"]);
});

test("links and modes stay, and all names of a file have the new text", (t) => {
  const at = folder(t);
  writeFileSync(join(at, "real"), "a long text");
  chmodSync(join(at, "real"), 0o604);
  symlinkSync("real", join(at, "link"));
  write(join(at, "link"), Buffer.from("new"));
  assert.ok(lstatSync(join(at, "link")).isSymbolicLink());
  assert.equal(readFileSync(join(at, "real"), "utf8"), "new");
  assert.equal(statSync(join(at, "real")).mode & 0o7777, 0o604);
  symlinkSync("made", join(at, "dangling"));
  write(join(at, "dangling"), Buffer.from("x"));
  linkSync(join(at, "real"), join(at, "other"));
  write(join(at, "other"), Buffer.from("both"));
  assert.equal(readFileSync(join(at, "real"), "utf8"), "both");
  assert.deepEqual(readdirSync(at), ["dangling", "link", "made", "other", "real"]);
});

test("a process that ends while it writes leaves the old file", { skip: process.platform === "win32" }, (t) => {
  const at = folder(t);
  const path = join(at, "old");
  writeFileSync(path, "old");
  const script = `import { write } from ${JSON.stringify(module.href)}; write(${JSON.stringify(path)}, Buffer.alloc(1 << 20));`;
  const ended = spawnSync("sh", ["-c", 'ulimit -f 1; exec "$0" --input-type=module -e "$1"', process.execPath, script]);
  assert.notEqual(ended.status, 0);
  assert.equal(readFileSync(path, "utf8"), "old");
});

test("drafts of processes that were killed are removed", { skip: process.platform === "win32" }, (t) => {
  const at = folder(t);
  const { pid } = spawnSync("true");
  const old = new Date(Date.now() - 60 * 60 * 1000);
  const kept = [`.olmkit-${process.pid}-old`, `.olmkit-${pid}-young`, ".olmkit-other"];
  for (const name of [...kept, `.olmkit-${pid}-old`]) {
    writeFileSync(join(at, name), "");
    if (!name.endsWith("young")) utimesSync(join(at, name), old, old);
  }
  write(join(at, "a.yaml"), Buffer.from("x"));
  assert.deepEqual(readdirSync(at).sort(), [...kept, "a.yaml"].sort());
});

test("a signal ends the process when the write is over", { skip: process.platform === "win32" }, async (t) => {
  const at = folder(t);
  const path = join(at, "old");
  writeFileSync(path, "old");
  const size = 100 << 20;
  const script = `import { write } from ${JSON.stringify(module.href)}; write(${JSON.stringify(path)}, Buffer.alloc(${size})); setTimeout(() => {}, 60_000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "inherit" });
  const ended = once(child, "exit");
  while (readdirSync(at).length === 1 && statSync(path).size !== size) await sleep(1);
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [null, "SIGTERM"]);
  assert.deepEqual(readdirSync(at), ["old"]);
  assert.equal(statSync(path).size, size);
});

test("a link to standard output continues it", { skip: process.platform !== "linux" }, (t) => {
  const at = folder(t);
  const [out, link] = [join(at, "out"), join(at, "link")];
  symlinkSync("/proc/self/fd/1", link);
  const script = `import { writeSync } from "node:fs"; import { write } from ${JSON.stringify(module.href)}; writeSync(1, "a"); write(${JSON.stringify(link)}, Buffer.from("b")); writeSync(1, "c");`;
  const file = openSync(out, "w");
  execFileSync(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", file, "inherit"] });
  closeSync(file);
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.equal(readFileSync(out, "utf8"), "abc");
});

test("a pipe of standard output is written, though it has no path", { skip: process.platform !== "linux" }, () => {
  const script = `import { write } from ${JSON.stringify(module.href)}; write("/dev/stdout", Buffer.from("x"));`;
  const [command, ...args] = ["sh", "-c", '"$0" --input-type=module -e "$1" | cat', process.execPath, script];
  assert.deepEqual(spawnSync(command, args, { encoding: "utf8" }).output, [null, "x", ""]);
});

test("devices are written, not replaced", { skip: process.platform === "win32" }, () => {
  write("/dev/null", Buffer.from("x"));
  assert.ok(statSync("/dev/null").isCharacterDevice());
  assert.throws(() => write("/dev/full", Buffer.from("x")), { code: "ENOSPC" });
});

test("files of others stay theirs", { skip: process.getuid?.() !== 0 }, (t) => {
  const path = join(folder(t), "theirs");
  writeFileSync(path, "old");
  execFileSync("chown", ["12345:12345", path]);
  write(path, Buffer.from("new"));
  assert.deepEqual([statSync(path).uid, readFileSync(path, "utf8")], [12345, "new"]);
});
