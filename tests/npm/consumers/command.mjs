// The command line in memory: its output equals that of the program for the same files, and it does not access the
// machine.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { run } from "olmkit/cli";

const text = "schema: olm.package\nname: foo\ndefaultChannel: stable\n";
mkdirSync("in-memory", { recursive: true });
writeFileSync("in-memory/catalog.yaml", text);
const decode = (bytes) => new TextDecoder().decode(bytes);

for (const args of [["validate", "in-memory", "--format", "json"], ["render", "in-memory"], ["stats", "in-memory"], ["no-such-command"]]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["node_modules/olmkit/dist/main.node.js", ...args], { encoding: "utf8" });
  const own = run(args, [{ path: "in-memory/catalog.yaml", text }]);
  assert.deepEqual([own.code, decode(own.stdout), own.stderr], [status, stdout, stderr], args.join(" "));
}

const { code, written } = run(["migrate", "a", "out"], [{ path: "./a/catalog.yaml", bytes: new TextEncoder().encode(text) }]);
assert.equal(code, 0);
assert.deepEqual(
  written.map(({ path }) => path),
  ["out/foo/catalog.yaml"],
);
assert.match(run(["validate", "package.json"]).stderr, /package\.json: no such file/i);
for (const wrong of [[{ path: "a" }], [{ text }], "a", [null], [{ path: "a", bytes: [1] }]]) assert.throws(() => run(["validate", "a"], wrong), { name: "TypeError", code: "INVALID_ARGUMENT" });
assert.throws(
  () =>
    run(
      ["validate", "a"],
      ["a/b", "./a/b"].map((path) => ({ path, text })),
    ),
  { code: "INVALID_ARGUMENT", message: "`files` has the path `a/b` twice." },
);
const unpacked = [
  { path: "in-memory/", text: "" },
  { path: "in-memory/catalog.yaml", text },
];
const stats = run(["stats", "in-memory"], unpacked.slice(1));
assert.deepEqual(run(["stats", "in-memory"], unpacked), stats, "an entry of a directory");
const bytes = new TextEncoder().encode(text);
for (const content of [{ text: undefined, bytes }, { bytes: bytes.buffer }, { bytes: new DataView(bytes.buffer) }])
  assert.deepEqual(run(["stats", "in-memory"], [{ path: "in-memory/catalog.yaml", ...content }]), stats);
const transferred = new Uint8Array(4);
structuredClone(transferred, { transfer: [transferred.buffer] });
for (const wrong of [[{ path: "../a", text }], [{ path: "a\\b", text }], [{ path: "/a", text }], [{ path: "a", text, more: 1 }], [{ path: "a", bytes: transferred }]]) {
  assert.throws(() => run(["validate", "."], wrong), { name: "TypeError", code: "INVALID_ARGUMENT" });
}
assert.throws(
  () =>
    run(
      ["validate", "."],
      ["a/b/c.yaml", "a/b"].map((path) => ({ path, text })),
    ),
  { code: "INVALID_ARGUMENT", message: "`files` has the file `a/b` and a file below it." },
);
assert.throws(() => run("validate a"), { name: "TypeError", code: "INVALID_ARGUMENT" });
process.stdout.write("the same\n");
