// Files that change on disk while they are open: text typed in the meantime, saving, and archives. Browser and server
// are mocked.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { editorModules } from "./typescript.mjs";

const load = await editorModules(["store", "served", "disk", "save", "files", "merge", "local"]);
const store = await load("store");
const { openServed } = await load("served");
const { followDisk, followUnchanged } = await load("disk");
const { download, resolve, saveToFolder } = await load("save");
const files = await load("files");
const { difference } = await load("merge");
const { listServed, servedFolder } = await load("local");

// Set after CodeMirror is loaded, because CodeMirror reads the style of a real document.
const link = { click() {}, remove() {} };
globalThis.document = { baseURI: "http://olmkit.test/", querySelector: () => ({ content: "folder", getAttribute: () => "/repositories/folder" }), createElement: () => link, body: { append() {} } };

// The page keeps the URL of a download for a minute. The tests do not wait for it.
const later = globalThis.setTimeout;
globalThis.setTimeout = (work, delay) => (delay > 10_000 ? later(work, delay).unref() : later(work, delay));

const bytes = (text) => new TextEncoder().encode(text);
const textOf = (data) => new TextDecoder().decode(data);
const tick = () => new Promise((resolve) => setTimeout(resolve, 5));
// There is no engine here, so the request to it fails.
const opened = (list, options) => store.openFiles(list, options).catch(() => {});
const type = (path, text) => store.typed({ path, ...store.documentOf(path), changes: [{ from: 0, to: 0, text }] });

/**
 * Mocks a folder of `olmkit open` with these texts. `wait(path, server)` is awaited before a response. `change` sets when
 * files were changed, `tell` also sends the event; `connect` connects again.
 */
async function serve(disk, wait = () => {}) {
  const server = { disk, message: [], failed: [], requests: [], wait };
  const listed = new Map(Object.keys(disk).map((path) => [path, 1]));
  const listeners = {};
  globalThis.EventSource = class {
    addEventListener(kind, listener) {
      listeners[kind] = listener;
    }
  };
  globalThis.fetch = async (address, { method = "GET", body, headers = {} } = {}) => {
    const url = new URL(address);
    server.requests.push(url.pathname);
    if (url.pathname.endsWith("/files")) return Response.json([...listed].map(([path, modified]) => ({ path, size: 1, modified })));
    const path = url.searchParams.get("path");
    await server.wait(path, server);
    if (method === "PUT") {
      if (headers["if-none-match"] && path in disk) return new Response("it exists", { status: 412 });
      disk[path] = await body.text();
      return Response.json({ version: "2" });
    }
    if (!(path in disk)) return new Response(null, { status: 204 });
    return new Response(disk[path], { headers: { etag: '"1"', "x-modified": "2" } });
  };
  server.change = (changes) => {
    for (const { path, modified } of changes) modified === null ? listed.delete(path) : listed.set(path, modified);
  };
  server.tell = (changes) => {
    server.change(changes);
    listeners.message({ data: JSON.stringify(changes) });
  };
  server.connect = () => listeners.open();
  const say = (kind, detail) => server[kind]?.push(detail.message);
  const request = async (read) => {
    const { list, name, handle } = await read();
    await opened(list, { name, handle });
  };
  await openServed(request, say);
  store.onChangesEnd((paths) => followUnchanged(paths, say));
  return server;
}

/** Returns a promise that `release` resolves. */
function held() {
  let release;
  const promise = new Promise((resolve) => {
    release = resolve;
  });
  return { promise, release };
}

test("input during the reading of a file is kept", async () => {
  const server = await serve({ "a.yaml": "a: 1\n", "b.yaml": "b: 1\n" });
  const gate = held();
  server.wait = (path) => (path === "b.yaml" ? gate.promise : undefined);
  Object.assign(server.disk, { "a.yaml": "a: 2\n", "b.yaml": "b: 2\n" });
  server.tell([
    { path: "a.yaml", modified: 3 },
    { path: "b.yaml", modified: 3 },
  ]);
  await tick();
  type("b.yaml", "# typed\n");
  gate.release();
  await tick();
  assert.equal(store.textOf("b.yaml"), "# typed\nb: 1\n");
  assert.equal(store.textOf("a.yaml"), "a: 2\n");
  assert.match(server.message.at(-1), /a\.yaml changed on disk and was loaded again\. b\.yaml changed on disk and here/);
});

test("a change while the folder is being read is applied once it is open", async () => {
  const change = (path, server) => {
    if (path !== "b.yaml" || server.disk["a.yaml"] !== "a: 1\n") return;
    server.disk["a.yaml"] = "a: 2\n"; // it has been read already
    server.tell([{ path: "a.yaml", modified: 3 }]);
  };
  await serve({ "a.yaml": "a: 1\n", "b.yaml": "b: 1\n" }, change);
  await tick();
  assert.equal(store.textOf("a.yaml"), "a: 2\n");
});

test("changes whose events did not arrive are applied when the page is connected again", async () => {
  const server = await serve({ "a.yaml": "a: 1\n", "b.yaml": "b: 1\n", "c.yaml": "c: 1\n" });
  Object.assign(server.disk, { "a.yaml": "a: 2\n", "new.yaml": "new: 1\n" });
  delete server.disk["b.yaml"];
  server.change([
    { path: "a.yaml", modified: 3 },
    { path: "new.yaml", modified: 3 },
    { path: "b.yaml", modified: null },
  ]);
  await tick();
  assert.equal(store.textOf("a.yaml"), "a: 1\n");
  server.connect();
  await tick();
  assert.deepEqual([store.textOf("a.yaml"), store.allPaths().sort()], ["a: 2\n", ["a.yaml", "c.yaml", "new.yaml"]]);
  const read = [];
  server.wait = (path) => void read.push(path);
  server.connect();
  await tick();
  assert.deepEqual(read, [], "nothing has changed since");
});

test("the changes that the server sends are followed without a new listing; after a connection the folder is listed", async () => {
  const server = await serve({ "a.yaml": "old", "b.yaml": "b" });
  server.requests.length = 0;
  server.disk["a.yaml"] = "new";
  delete server.disk["b.yaml"];
  server.disk["c.yaml"] = "c";
  server.tell([
    { path: "a.yaml", modified: 2 },
    { path: "b.yaml", modified: null },
    { path: "c.yaml", modified: 2 },
  ]);
  await tick();
  assert.deepEqual(store.allPaths().sort(), ["a.yaml", "c.yaml"]);
  assert.deepEqual([store.textOf("a.yaml"), store.textOf("c.yaml")], ["new", "c"]);
  assert.ok(!server.requests.some((path) => path.endsWith("/files")), server.requests.join());
  server.disk["a.yaml"] = "newer";
  server.change([{ path: "a.yaml", modified: 3 }]);
  server.connect();
  await tick();
  assert.equal(store.textOf("a.yaml"), "newer");
});

test("a missing or unreadable file does not delay the others", async () => {
  const server = await serve({ "a.yaml": "a: 1\n", "b.yaml": "b: 1\n", "c.yaml": "c: 1\n", "secret.yaml": "s: 1\n" });
  delete server.disk["c.yaml"];
  Object.assign(server.disk, { "b.yaml": "b: 2\n", "new.yaml": "new: 1\n" });
  server.wait = (path) => (path === "secret.yaml" ? Promise.reject(new Error("secret.yaml cannot be read")) : undefined);
  server.tell(["sedXy12", "secret.yaml", "c.yaml", "b.yaml", "new.yaml"].map((path) => ({ path, modified: 3 })));
  await tick();
  assert.deepEqual(store.allPaths().sort(), ["a.yaml", "b.yaml", "new.yaml", "secret.yaml"]);
  assert.equal(store.textOf("b.yaml"), "b: 2\n");
  assert.match(server.failed[0], /olmkit open has been stopped/);
});

test("a file whose own changes end by undo, revert or typing follows the disk", async () => {
  const server = await serve({ "a.yaml": "a: 1\n" });
  const ends = [() => store.undo(), () => store.revert("a.yaml"), () => store.typed({ path: "a.yaml", ...store.documentOf("a.yaml"), changes: [{ from: 0, to: 1, text: "" }] })];
  for (const [at, end] of ends.entries()) {
    type("a.yaml", "#");
    server.disk["a.yaml"] = `a: ${at + 2}\n`;
    server.tell([{ path: "a.yaml", modified: at + 3 }]);
    await tick();
    assert.match(server.message.at(-1), /a\.yaml changed on disk and here/);
    await Promise.resolve(end()).catch(() => {});
    await tick();
    assert.deepEqual([store.textOf("a.yaml"), store.hasUnsaved()], [`a: ${at + 2}\n`, false]);
    assert.equal(server.message.at(-1), "a.yaml changed on disk and was loaded again.");
  }
});

test("a file that has on disk the text that it has here is saved, and what was undone can be redone", async () => {
  const server = await serve({ "a.yaml": "a: 1\n" });
  type("a.yaml", "#");
  assert.deepEqual((await saveToFolder()).saved, ["a.yaml"]);
  await store.undo().catch(() => {});
  await tick();
  assert.deepEqual([store.textOf("a.yaml"), store.hasUnsaved()], ["a: 1\n", true]);
  server.disk["a.yaml"] = "a: 1\n";
  server.tell([{ path: "a.yaml", modified: 9 }]);
  await tick();
  assert.deepEqual([store.hasUnsaved(), server.message, store.steps().saved], [false, [], 0]);
  await store.setText("a.yaml", "a: 1\n").catch(() => {});
  assert.equal(store.state().redo, "Typing in a.yaml");
  await store.redo().catch(() => {});
  assert.equal(store.textOf("a.yaml"), "#a: 1\n");
});

test("a changed file that was deleted on disk is a change until it is written again or its deletion is accepted", async () => {
  const server = await serve({ "a.yaml": "a: 1\n", "b.yaml": "b: 1\n" });
  type("a.yaml", "#");
  delete server.disk["a.yaml"];
  server.tell([{ path: "a.yaml", modified: null }]);
  await tick();
  assert.match(server.message.at(-1), /a\.yaml was deleted on disk, and kept here/);
  await store.undo().catch(() => {});
  await tick();
  assert.deepEqual([store.textOf("a.yaml"), store.state().changedPaths], ["a: 1\n", ["a.yaml"]]);
  const [conflict] = (await saveToFolder()).conflicts;
  assert.deepEqual(conflict, { path: "a.yaml", stamp: null, kind: "gone" });
  await resolve("a.yaml", "disk").catch(() => {});
  assert.deepEqual([store.textOf("a.yaml"), store.hasUnsaved()], ["", false]);
  await store.undo().catch(() => {});
  assert.deepEqual([store.textOf("a.yaml"), (await saveToFolder()).conflicts], ["a: 1\n", [conflict]]);
  assert.deepEqual((await saveToFolder(conflict)).saved, ["a.yaml"]);
  assert.deepEqual([server.disk["a.yaml"], store.hasUnsaved()], ["a: 1\n", false]);
});

test("a changed file that was deleted and is on disk again as it was keeps its changes only", async () => {
  const server = await serve({ "a.yaml": "a: 1\n" });
  type("a.yaml", "#");
  for (const modified of [null, 3]) {
    server.tell([{ path: "a.yaml", modified }]);
    await tick();
  }
  assert.equal(server.message.at(-1), "a.yaml added to the folder.");
  assert.deepEqual((await saveToFolder()).saved, ["a.yaml"]);
  assert.equal(server.disk["a.yaml"], "#a: 1\n");
});

test("without a watched folder, a file that undo leaves unchanged is compared with the disk too", async () => {
  const disk = { "a.yaml": "a: 1\n" };
  await openFolder(disk, folder(disk));
  store.onChangesEnd((paths) => followUnchanged(paths, () => {}));
  type("a.yaml", "#");
  disk["a.yaml"] = "a: 2\n";
  await store.undo().catch(() => {});
  await tick();
  assert.equal(store.textOf("a.yaml"), "a: 2\n");
});

const LATIN = Uint8Array.of(0x61, 0x3a, 0x20, 0xe9, 0x0a); // "a: é\n" in ISO 8859-1
const heldBytes = (path) => [...store.allFiles().find((file) => file.path === path).content];

test("a file that is not text is loaded again byte for byte, and is never a change to save", async () => {
  const png = (...rest) => Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0xff, ...rest);
  const server = await serve({ "logo.png": png(1), "latin.yaml": LATIN, "text.yaml": "a: 1\n", "z.yaml": "z: 1\n" });
  await store.setText("text.yaml", "a: 2\n").catch(() => {});
  await saveToFolder().catch(() => {});
  const now = { "logo.png": png(2), "latin.yaml": Uint8Array.of(...LATIN, ...LATIN), "text.yaml": LATIN, "z.yaml": "z: 2\n" };
  Object.assign(server.disk, now);
  server.tell(Object.keys(now).map((path) => ({ path, modified: 3 })));
  await tick();
  for (const path of ["logo.png", "latin.yaml", "text.yaml"]) assert.deepEqual(heldBytes(path), [...now[path]], path);
  assert.equal(store.textOf("z.yaml"), "z: 2\n");
  assert.ok(!store.hasUnsaved());
  assert.deepEqual([(await saveToFolder()).saved, server.disk["logo.png"]], [[], now["logo.png"]]);
  assert.deepEqual([store.state().undo, store.unreadable("text.yaml") !== ""], ["Use version on disk: z.yaml", true], "the steps of the replaced text are gone");
  server.disk["latin.yaml"] = "a: é\n";
  server.tell([{ path: "latin.yaml", modified: 4 }]);
  await tick();
  assert.deepEqual([store.textOf("latin.yaml"), store.unreadable("latin.yaml")], ["a: é\n", ""], "a file that was converted to UTF-8 can be edited");
});

test("a changed file whose file is no longer text is a conflict that cannot be merged", async () => {
  const disk = { "a.yaml": "a: 1\n" };
  await openFolder(disk, folder(disk));
  type("a.yaml", "# more\n");
  disk["a.yaml"] = LATIN;
  const { saved, conflicts } = await saveToFolder();
  assert.deepEqual([saved, conflicts], [[], [{ path: "a.yaml", stamp: conflicts[0].stamp, kind: "not-text" }]]);
  assert.equal(await resolve("a.yaml", "merge"), false);
  assert.equal(store.textOf("a.yaml"), "# more\na: 1\n");
  await resolve("a.yaml", "disk").catch(() => {});
  assert.deepEqual([heldBytes("a.yaml"), store.hasUnsaved(), disk["a.yaml"]], [[...LATIN], false, LATIN]);
});

test("a catalog that is opened while a file of another is read is left alone", async () => {
  const server = await serve({ "a.yaml": "a: 1\n", "b.yaml": "b: 1\n" });
  const gate = held();
  server.wait = () => gate.promise;
  server.tell([
    { path: "new.yaml", modified: 3 },
    { path: "b.yaml", modified: null },
  ]);
  server.disk["new.yaml"] = "new: 1\n";
  await tick();
  await opened([{ path: "b.yaml", bytes: bytes("other") }], { name: "other" });
  gate.release();
  await tick();
  assert.deepEqual(store.allPaths(), ["b.yaml"]);
});

test("a step on a file that is gone from the folder does not block the others", async () => {
  await opened(
    [
      { path: "a.yaml", bytes: bytes("a\n") },
      { path: "b.yaml", bytes: bytes("b\n") },
    ],
    { name: "two" },
  );
  type("a.yaml", "1");
  await store.edit("Change b.yaml", [{ path: "b.yaml", ...store.documentOf("b.yaml"), changes: [{ from: 0, to: 0, text: "2" }] }]).catch(() => {});
  await store.markSaved(["a.yaml", "b.yaml"].map((path) => ({ document: store.documentOf(path).document, text: store.textOf(path) }))).catch(() => {});
  await store.follow([], ["b.yaml"]).catch(() => {});
  await store.undo().catch((error) => assert.fail(error));
  assert.equal(store.textOf("a.yaml"), "a\n");
});

/** Mocks a folder of the browser with these texts. All files have the same modification time. */
function folder(disk) {
  const file = (name) => ({
    kind: "file",
    name,
    getFile: async () => new File([disk[name]], name, { lastModified: 1 }),
    createWritable: async () => {
      let text = "";
      return {
        write: async (part) => {
          text += textOf(part);
        },
        close: async () => {
          disk[name] = text;
        },
      };
    },
  });
  return {
    kind: "directory",
    name: "folder",
    file,
    async getFileHandle(name, { create = false } = {}) {
      if (!(name in disk) && !create) throw new DOMException("none", "NotFoundError");
      disk[name] ??= "";
      return file(name);
    },
  };
}

const openFolder = (disk, handle) =>
  opened(
    Object.keys(disk).map((path) => ({ path, bytes: bytes(disk[path]), handle: handle.file(path), stamp: 1 })),
    { name: "folder", handle },
  );
const create = (path, text) => store.edit("New file", [{ path, document: 0, version: 0, changes: [{ from: 0, to: 0, text }] }]).catch(() => {});

test("a download of files in a folder leaves them unsaved", async () => {
  const disk = { "a.yaml": "a: 1\n" };
  await openFolder(disk, folder(disk));
  type("a.yaml", "# more\n");
  await download();
  assert.ok(store.hasUnsaved());
  await saveToFolder().catch(() => {});
  assert.equal(disk["a.yaml"], "# more\na: 1\n");
});

test("a new file does not overwrite one that came to the folder meanwhile", async () => {
  const disk = { "a.yaml": "a: 1\n" };
  await openFolder(disk, folder(disk));
  await create("olmkit.yaml", "mine\n");
  disk["olmkit.yaml"] = "theirs\n";
  const { saved, conflicts } = await saveToFolder();
  assert.deepEqual([saved, conflicts], [[], [{ path: "olmkit.yaml", stamp: conflicts[0].stamp, kind: "same-lines" }]]);
  assert.equal(disk["olmkit.yaml"], "theirs\n");
  await resolve("olmkit.yaml", "disk").catch(() => {});
  assert.equal(store.textOf("olmkit.yaml"), "theirs\n");
  type("olmkit.yaml", "# ours\n");
  assert.deepEqual((await saveToFolder()).saved, ["olmkit.yaml"]);
  assert.equal(disk["olmkit.yaml"], "# ours\ntheirs\n");
});

test("the same with the server of olmkit open, which refuses to create a file that exists", async () => {
  const { disk } = await serve({ "a.yaml": "a: 1\n" });
  await create("olmkit.yaml", "mine\n");
  disk["olmkit.yaml"] = "theirs\n";
  assert.deepEqual((await saveToFolder()).saved, []);
  const [conflict] = (await saveToFolder()).conflicts;
  assert.deepEqual((await saveToFolder(conflict)).saved, ["olmkit.yaml"]);
  assert.equal(disk["olmkit.yaml"], "mine\n");
});

test("a write that fails leaves no temporary file", async () => {
  const disk = { "a.yaml": "a: 1\n" };
  const handle = folder(disk);
  let aborted = 0;
  const full = () => Promise.reject(new Error("the disk is full"));
  const abort = async () => {
    aborted += 1;
  };
  for (const writable of [
    { write: full, close: async () => {}, abort },
    { write: async () => {}, close: full, abort },
  ]) {
    await opened([{ path: "a.yaml", bytes: bytes("a: 1\n"), handle: { ...handle.file("a.yaml"), createWritable: async () => writable }, stamp: 1 }], { name: "folder", handle });
    type("a.yaml", "#");
    assert.deepEqual(await saveToFolder(), { saved: [], conflicts: [], failed: [{ path: "a.yaml", message: "the disk is full" }] });
  }
  assert.equal(aborted, 2);
});

test("files are followed after a failure too", async () => {
  const disk = { "a.yaml": "a: 1\n" };
  const handle = folder(disk);
  await openFolder(disk, handle);
  disk["a.yaml"] = "a: 2\n";
  const broken = () => {
    throw new Error("the page has a defect");
  };
  await assert.rejects(followDisk(handle, [{ path: "a.yaml" }], broken), /defect/);
  disk["a.yaml"] = "a: 3\n";
  await followDisk(handle, [{ path: "a.yaml" }], () => {});
  assert.equal(store.textOf("a.yaml"), "a: 3\n");
});

test("a second call of saving waits for the first one", async () => {
  const disk = { "a.yaml": "a: 1\n", "b.yaml": "b: 1\n" };
  await openFolder(disk, folder(disk));
  type("a.yaml", "# more\n");
  type("b.yaml", "# more\n");
  const [first, second] = await Promise.all([saveToFolder(), saveToFolder()]);
  assert.deepEqual([first.saved, second], [["a.yaml", "b.yaml"], { saved: [], conflicts: [], failed: [] }]);
});

test("a change on disk with the same time stamp is a conflict when the file is saved", async () => {
  const disk = { "a.yaml": "a: 1\n" };
  await openFolder(disk, folder(disk));
  type("a.yaml", "# more\n");
  disk["a.yaml"] = "a: 9\n";
  const { saved, conflicts } = await saveToFolder();
  assert.deepEqual([saved, conflicts], [[], [{ path: "a.yaml", stamp: conflicts[0].stamp, kind: "same-lines" }]]);
  assert.equal(disk["a.yaml"], "a: 9\n");
  await resolve("a.yaml", "disk").catch(() => {});
  assert.equal(store.textOf("a.yaml"), "a: 9\n");
});

test("the files of the server are a tree of folders", async () => {
  await serve({ "a.yaml": "", "b/c.yaml": "", "b/d/e.yaml": "" });
  const { list } = await files.readFolder(servedFolder(await listServed()));
  assert.deepEqual(
    list.map(({ path }) => path),
    ["a.yaml", "b/c.yaml", "b/d/e.yaml"],
  );
});

test("archives keep long names and have all their members, and a path only once", async () => {
  const scratch = mkdtempSync(join(tmpdir(), "olmkit-archive-"));
  try {
    const long = `${"d".repeat(60)}/${"e".repeat(60)}`;
    mkdirSync(join(scratch, long), { recursive: true });
    writeFileSync(join(scratch, long, "one.yaml"), "one\n");
    writeFileSync(join(scratch, long, "two.yaml"), "two\n");
    for (const format of ["gnu", "pax"]) {
      execFileSync("tar", ["-cf", `${format}.tar`, `--format=${format}`, "d".repeat(60)], { cwd: scratch });
      const list = await files.fromBytes(`${format}.tar`, new Uint8Array(readFileSync(join(scratch, `${format}.tar`))));
      const found = list.map(({ path, bytes }) => [path, textOf(bytes)]).sort();
      assert.deepEqual(found, [
        [`${long}/one.yaml`, "one\n"],
        [`${long}/two.yaml`, "two\n"],
      ]);
    }
    const whole = readFileSync(join(scratch, "pax.tar"));
    const members = Buffer.concat([gzipSync(whole.subarray(0, 700)), gzipSync(whole.subarray(700))]);
    assert.equal((await files.fromBytes("both.tar.gz", new Uint8Array(members))).length, 2);
    await assert.rejects(files.fromBytes("cut.tar", new Uint8Array(whole.subarray(0, 1000))), /^Error: The archive is damaged$/);
    execFileSync("tar", ["-rf", "pax.tar", "d".repeat(60)], { cwd: scratch });
    await assert.rejects(files.fromBytes("twice.tar", new Uint8Array(readFileSync(join(scratch, "pax.tar")))), /twice/);
  } finally {
    rmSync(scratch, { recursive: true });
  }
});

test("links of an archive lead to its files, and a path is in a zip only once", async () => {
  const scratch = mkdtempSync(join(tmpdir(), "olmkit-archive-"));
  try {
    mkdirSync(join(scratch, "sub"));
    writeFileSync(join(scratch, "a.yaml"), "one\n");
    linkSync(join(scratch, "a.yaml"), join(scratch, "hard.yaml"));
    symlinkSync("../a.yaml", join(scratch, "sub", "soft.yaml"));
    symlinkSync("sub/soft.yaml", join(scratch, "twice.yaml"));
    for (const [name, target] of Object.entries({ "out.yaml": "../../etc/hostname", "none.yaml": "none", "ring.yaml": "ring.yaml", folder: "sub" })) symlinkSync(target, join(scratch, name));
    execFileSync("tar", ["-cf", "links.tar", "a.yaml", "hard.yaml", "sub", "twice.yaml", "out.yaml", "none.yaml", "ring.yaml", "folder"], { cwd: scratch });
    const list = await files.fromBytes("links.tar", new Uint8Array(readFileSync(join(scratch, "links.tar"))));
    assert.deepEqual(list.map(({ path, bytes }) => [path, textOf(bytes)]).sort(), [
      ["a.yaml", "one\n"],
      ["hard.yaml", "one\n"],
      ["sub/soft.yaml", "one\n"],
      ["twice.yaml", "one\n"],
    ]);
    const zip = Buffer.from(zipSync({ "a.yaml": bytes("one\n"), "b.yaml": bytes("two\n") }));
    for (let at = zip.indexOf("b.yaml"); at >= 0; at = zip.indexOf("b.yaml")) zip.write("a.yaml", at);
    await assert.rejects(files.fromBytes("twice.zip", new Uint8Array(zip)), /contains a\.yaml twice/);
  } finally {
    rmSync(scratch, { recursive: true });
  }
});

test("a folder above the limit is refused before it is read", async () => {
  let reads = 0;
  const huge = { kind: "file", getFile: async () => ({ size: 300 * 2 ** 20, lastModified: 1, arrayBuffer: async () => new ArrayBuffer(reads++) }) };
  const directory = {
    kind: "directory",
    name: "huge",
    entries: async function* () {
      yield* [
        ["a", huge],
        ["b", huge],
        ["c", huge],
      ];
    },
  };
  await assert.rejects(files.readFolder(directory), files.TooLarge);
  assert.equal(reads, 1);
});

test("a difference does not begin or end within a character", () => {
  assert.deepEqual(difference("d: 😀\n", "d: 😁\n"), { from: 3, to: 5, text: "😁" });
  const [before, after] = ["\u{1F600}", "\u{1FA00}"]; // different high surrogates, the same low surrogate
  assert.equal(before[1], after[1]);
  assert.deepEqual(difference(before, after), { from: 0, to: 2, text: after });
});
