// The forms of the path of a file. Each file has one path, so that no file replaces another and none is missing.
import assert from "node:assert/strict";
import { validate, Workspace } from "olmkit";
import { describeBundle, openBundle, renderBundle, validateBundle } from "olmkit/bundle";
import { createClient } from "olmkit/client";

const INVALID = { name: "TypeError", code: "INVALID_ARGUMENT" };
const text = "schema: [";

/** Paths that could be another name of a file, or that are not recognized. */
for (const path of ["", "./", "/", "//", "//a.yaml", "/a", "..", "../a", "a/../b", "a\\b", "C:\\a"]) {
  for (const call of [validate, validateBundle, (files) => new Workspace().openMany(files), ([file]) => new Workspace().open(file.path, "")]) {
    assert.throws(() => call([{ path, text }]), INVALID, path);
  }
}
for (const path of ["a/b.yaml", "./a/b.yaml", "a//b.yaml", "a/./b.yaml"]) {
  const twice = [
    { path, text },
    { path: "a/b.yaml", text: "" },
  ];
  for (const call of [validate, validateBundle, (files) => new Workspace().openMany(files), (base) => validate([], { base })]) {
    assert.throws(() => call(twice), { ...INVALID, message: / has the path `a\/b\.yaml` twice\.$/ });
  }
  const workspace = new Workspace();
  workspace.open(path, text);
  assert.deepEqual(workspace.paths(), ["a/b.yaml"]);
  assert.equal(workspace.report().diagnostics[0].path, "a/b.yaml");
  assert.equal(workspace.text(path), text);
  assert.ok(workspace.close(path));
  workspace.free();
}

// ---- an archive without any bytes is not a bundle without files ----

for (const call of [validateBundle, describeBundle, openBundle, renderBundle, (before) => validateBundle([], { before })]) {
  for (const none of [new Uint8Array(), new ArrayBuffer(0)]) assert.throws(() => call(none), { code: "INVALID_ARCHIVE" });
}
assert.equal(validateBundle(new Uint8Array(1024)).summary.files, 0, "an archive without files");

// ---- the client, which opens its files again after a restart ----

const client = createClient();
await client.open("./c/b.yaml", "first");
await client.open("c//b.yaml", "second");
await client.change("c/./b.yaml", [{ from: 0, to: 0, text: "the " }]);
await client.open("./closed.yaml", "");
assert.ok(await client.close("closed.yaml"));
for (const path of ["/c/b.yaml", "///c/b.yaml", "c/../c/b.yaml", "c\\b.yaml"]) await assert.rejects(client.close(path), INVALID, path);
await client.restart();
assert.deepEqual(await client.paths(), ["c/b.yaml"], "a refused call closes no file");
const bytes = new TextEncoder().encode("as it was opened");
await client.open("bytes.yaml", bytes);
await client.openMany([{ path: "buffer.yaml", bytes: bytes.buffer }]);
bytes.fill(32);
await client.restart();
for (const path of ["bytes.yaml", "buffer.yaml"]) assert.equal(await client.text(path), "as it was opened", "the client keeps a copy");
assert.equal(await client.text("c/b.yaml"), "the second");
await assert.rejects(client.open("../c/b.yaml", ""), INVALID);
for (const encoding of [undefined, "utf8"]) {
  await client.open("order.yaml", "# abcdef\n");
  const changes = [
    { from: 5, to: 8, text: "X" },
    { from: 5, to: 5, text: "Y" },
  ];
  await client.change("order.yaml", changes, encoding);
  const text = await client.text("order.yaml");
  await client.restart();
  assert.equal(await client.text("order.yaml"), text, "the client applies changes in the order of the engine");
}
client.terminate();
console.log("channel-multiple-heads");
