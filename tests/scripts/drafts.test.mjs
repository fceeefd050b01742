// Drafts of a catalog and of a bundle beside it. The storage of the browser is mocked; there is no engine.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { editorModules } from "./typescript.mjs";

const load = await editorModules(["store", "recent"]);
const store = await load("store");
const recent = await load("recent");

Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true }); // no locks: every slot is free
globalThis.document = { baseURI: "http://olmkit.test/" };

/** Mocks the storage of the browser. `log`: the writes in their order. `refuses(method, store)`: whether a request fails. */
const storage = { stores: {}, log: [], refuses: () => false };
const REQUESTS = {
  getAllKeys: (values) => [...values.keys()],
  get: (values, key) => structuredClone(values.get(key)),
  put: (values, value, key) => void values.set(key, structuredClone(value)),
  delete: (values, key) => void values.delete(key),
};

function transaction(name) {
  storage.stores[name] ??= new Map();
  const events = {};
  const request =
    (method) =>
    (...params) => {
      const isRefused = storage.refuses(method, name);
      const result = isRefused ? undefined : REQUESTS[method](storage.stores[name], ...params);
      if (method === "put" || method === "delete") storage.log.push(`${method} ${params.at(-1)}${isRefused ? " refused" : ""}`);
      queueMicrotask(() => (isRefused ? events.onabort() : events.oncomplete()));
      return { result };
    };
  const objectStore = () => Object.fromEntries(Object.keys(REQUESTS).map((method) => [method, request(method)]));
  return Object.assign(events, { objectStore, error: new Error("the storage fails") });
}

globalThis.indexedDB = {
  open() {
    const request = { result: { transaction, close() {} } };
    queueMicrotask(() => request.onsuccess());
    return request;
  },
};

const records = new Map();
globalThis.localStorage = { getItem: (name) => records.get(name) ?? null, setItem: (name, text) => records.set(name, text), removeItem: (name) => records.delete(name) };

const drafts = () => storage.stores.drafts ?? new Map();
const texts = (title) =>
  drafts()
    .get(title)
    ?.files.map(({ path, text }) => `${path}: ${text}`);
const file = (path, text) => ({ path, bytes: new TextEncoder().encode(text), handle: null, stamp: 0 });
// There is no engine here, so the request to it fails.
const quietly = (work) => work.catch(() => {});
const open = (name, ...list) => quietly(store.openFiles(list, { name }));
const openBundle = (name, ...list) => quietly(store.openBundle(list, { name }));
const openBeside = (name, ...list) => quietly(store.openBeside(list, { name }));
const edit = (path, text) => quietly(store.setText(path, text));
const settled = () => quietly(store.beforeReload());

beforeEach(async () => {
  await quietly(store.closeBundle());
  await open("nothing");
  await settled();
  Object.assign(storage, { stores: {}, log: [], refuses: () => false });
  records.clear();
});

test("a bundle with unsaved changes keeps them and its undo steps when a catalog with a draft is opened", async () => {
  await open("catalog", file("a.yaml", "a"));
  await edit("a.yaml", "a, changed");
  await settled();
  await open("nothing");
  await openBundle("can", file("csv.yaml", "one"));
  await edit("bundle:can/csv.yaml", "two");
  await open("catalog", file("a.yaml", "a"));
  assert.deepEqual([store.textOf("a.yaml"), store.textOf("bundle:can/csv.yaml")], ["a, changed", "two"]);
  await quietly(store.undo());
  await quietly(store.undo());
  assert.deepEqual([store.textOf("a.yaml"), store.textOf("bundle:can/csv.yaml"), store.state().undo], ["a", "one", ""]);
});

test("changes to a bundle that are given up for another bundle are not in the draft of the catalog", async () => {
  await open("catalog", file("a.yaml", "a"));
  await edit("a.yaml", "a, changed");
  await openBundle("can", file("csv.yaml", "one"));
  await edit("bundle:can/csv.yaml", "two");
  await settled();
  assert.deepEqual(texts("catalog"), ["a.yaml: a, changed", "bundle:can/csv.yaml: two"]);
  await openBundle("jug", file("csv.yaml", "jug"));
  assert.deepEqual(texts("catalog"), ["a.yaml: a, changed"]);
});

test("changes to a bundle that is open alone are given up with it", async () => {
  await openBundle("can", file("csv.yaml", "one"));
  await edit("bundle:can/csv.yaml", "two");
  await settled();
  assert.deepEqual(texts("can"), ["bundle:can/csv.yaml: two"]);
  await openBundle("jug", file("csv.yaml", "jug"));
  assert.equal(texts("can"), undefined);
});

/** Opens a catalog with a stored change. */
async function changed() {
  await open("catalog", file("a.yaml", "a"));
  await edit("a.yaml", "a, changed");
  await settled();
  storage.log = [];
}

test("a folder that is opened beside a changed catalog: the draft of both is stored before the other one is deleted", async () => {
  await changed();
  await openBeside("more", file("b.yaml", "b"));
  await settled();
  assert.deepEqual([texts("catalog"), texts("catalog + more")], [undefined, ["a.yaml: a, changed"]]);
  const first = (write) => storage.log.indexOf(write);
  assert.ok(first("put catalog + more") < first("delete catalog"), storage.log.join());
});

test("a draft is kept if the next one cannot be stored, and the reason is that of the storage", async () => {
  for (const method of ["put", "getAllKeys"]) {
    storage.refuses = () => false;
    await changed();
    storage.refuses = (one, name) => one === method && name === "drafts";
    await openBeside("more", file("b.yaml", "b"));
    await settled();
    assert.deepEqual([method, texts("catalog")], [method, ["a.yaml: a, changed"]]);
    assert.deepEqual(store.state().draft, { kind: "not-kept", reason: "the storage fails" });
  }
});

/** The page is left now: writes that have not begun do not happen. `again` restores what was stored then. */
function left() {
  const [stores, recorded] = [structuredClone(storage.stores), [...records]];
  return async () => {
    await open("nothing");
    storage.stores = stores;
    records.clear();
    for (const [name, text] of recorded) records.set(name, text);
  };
}

test("a draft whose changes are undone is not restored, even if the page is left before it is deleted", async () => {
  await open("catalog", file("a.yaml", "a"));
  await edit("a.yaml", "a, changed");
  await settled();
  await quietly(store.undo());
  const again = left();
  await again();
  assert.equal(drafts().size, 1, "it is not deleted");
  await open("catalog", file("a.yaml", "a"));
  assert.deepEqual([store.textOf("a.yaml"), drafts().size, records.size], ["a", 0, 0]);
});

test("a draft whose undone changes are redone is restored, even if the page is left before it is stored again", async () => {
  await open("catalog", file("a.yaml", "a"));
  await edit("a.yaml", "a, changed");
  await settled();
  await quietly(store.undo());
  await quietly(store.redo());
  const again = left();
  await again();
  await open("catalog", file("a.yaml", "a"));
  assert.equal(store.textOf("a.yaml"), "a, changed");
});

test("no record of a discarded draft is left when the draft is deleted", async () => {
  await open("catalog", file("a.yaml", "a"));
  await edit("a.yaml", "a, changed");
  await settled();
  await quietly(store.undo());
  assert.equal(records.size, 1);
  await settled();
  assert.deepEqual([drafts().size, records.size], [0, 0]);
});

test("pasted text is a draft at once, which is continued with its changes", async () => {
  const pasted = { ...file("untitled.yaml", "a: 1"), isPasted: true };
  await open("pasted text", pasted);
  await settled();
  assert.deepEqual([texts("pasted text"), store.state().changed], [["untitled.yaml: a: 1"], 1]);
  await edit("untitled.yaml", "a: 2");
  await open("pasted text", pasted);
  await settled();
  assert.deepEqual([texts("pasted text"), texts("pasted text #2")], [["untitled.yaml: a: 2"], ["untitled.yaml: a: 1"]], "the same text again is another draft");
  const { list } = storage.stores.sources.get("pasted text");
  await quietly(store.openFiles(list, { name: "pasted text", draft: "pasted text" }));
  assert.equal(store.textOf("untitled.yaml"), "a: 2");
  await quietly(store.undo());
  assert.deepEqual([store.textOf("untitled.yaml"), store.state().changed], ["a: 1", 1]);
});

test("the draft of a file that was deleted on disk is restored, and its deletion is a conflict", async () => {
  await open("folder", file("a.yaml", "a: 1"), file("b.yaml", "b"));
  await edit("a.yaml", "a: 2");
  await quietly(store.lose(["a.yaml"]));
  await settled();
  await open("folder", file("b.yaml", "b"));
  assert.deepEqual([store.textOf("a.yaml"), store.state().changedPaths], ["a: 2", ["a.yaml"]]);
  await edit("a.yaml", "a: 1");
  await settled();
  await open("folder", file("b.yaml", "b"));
  assert.deepEqual([store.textOf("a.yaml"), store.state().changedPaths], ["a: 1", ["a.yaml"]], "its text as it was on disk is kept too");
  assert.equal(store.onDisk("a.yaml").mergeBase, "a: 1");
});

test("a draft that another tab deletes while drafts are listed is not an error", async () => {
  await changed();
  await open("nothing");
  const get = REQUESTS.get;
  REQUESTS.get = (values, key) => {
    if (values === drafts()) values.delete(key);
    return get(values, key);
  };
  try {
    assert.deepEqual(await recent.unsaved(), []);
    drafts().set("catalog", { files: [] });
    await open("catalog", file("a.yaml", "a"));
  } finally {
    REQUESTS.get = get;
  }
  assert.deepEqual([store.textOf("a.yaml"), store.state().draft.kind], ["a", "saved"]);
  await edit("a.yaml", "a, changed");
  await settled();
  assert.deepEqual(texts("catalog"), ["a.yaml: a, changed"]);
});

test("drafts that cannot be read are an error, not an empty list", async () => {
  await changed();
  storage.refuses = (method, name) => method === "getAllKeys" && name === "drafts";
  const reports = [];
  assert.deepEqual(await recent.stored((...report) => reports.push(report)), { folders: [], drafts: [] });
  assert.deepEqual(reports, [["failed", { message: "Recent folders and drafts cannot be read: the storage fails." }]]);
});
