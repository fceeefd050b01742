// The store of the editor's documents: the fields that identify an edit, and edits after other documents were opened.
// The engine is a mock that responds when the test lets it.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { pathToFileURL } from "node:url";
import { editorModules } from "./typescript.mjs";

const load = await editorModules(["store", "store/documents", "store/draft", "store/edits", "store/history"]);
const { Documents } = await load("store/documents");
const { draftOf, fit, restore } = await load("store/draft");
const { editAt, partsOf, planned, StaleEdit } = await load("store/edits");
const { History } = await load("store/history");

const bytes = (text) => new TextEncoder().encode(text);
const file = (path, text) => ({ path, bytes: bytes(text), handle: null, stamp: 0 });
const insert = (at, text) => [{ from: at, to: at, text }];

const NO_FOLDER = (path) => ({ directory: null, inside: path });

/** Returns a part for the current version. */
const part = (documents, path, changes) => {
  const { id, version } = documents.get(path);
  return { path, document: id, version, changes };
};

test("an edit for another version or another document is refused, and nothing of it is applied", () => {
  const documents = new Documents();
  documents.add(file("a.yaml", "aaa"));
  documents.add(file("b.yaml", "bbb"));
  const early = part(documents, "a.yaml", insert(1, "X"));
  documents.apply([part(documents, "a.yaml", insert(0, "1"))]);
  assert.throws(() => documents.apply([part(documents, "b.yaml", insert(0, "Y")), early]), StaleEdit);
  assert.deepEqual(
    documents.all().map((one) => documents.text(one)),
    ["1aaa", "bbb"],
  );
  const late = part(documents, "b.yaml", insert(1, "Z"));
  documents.add(file("b.yaml", "bbb")); // the same text, opened again
  assert.throws(() => documents.apply([late]), StaleEdit);
  assert.equal(documents.text(documents.get("b.yaml")), "bbb");
  documents.close(documents.get("b.yaml"));
  assert.throws(() => documents.apply([late]), StaleEdit);
  assert.equal(documents.has("b.yaml"), false, "a refused edit creates no file");
});

test("a file is created once: an edit of no document is refused when there is one", () => {
  const documents = new Documents();
  const create = { path: "new.yaml", document: 0, version: 0, changes: insert(0, "new") };
  documents.apply([create]);
  assert.equal(documents.text(documents.get("new.yaml")), "new");
  assert.throws(() => documents.apply([create]), StaleEdit);
  assert.equal(documents.text(documents.get("new.yaml")), "new");
});

test("changes that overlap or lie outside of the text are refused", () => {
  const documents = new Documents();
  documents.add(file("a.yaml", "abc"));
  for (const changes of [
    [
      { from: 0, to: 2, text: "x" },
      { from: 1, to: 3, text: "y" },
    ],
    [{ from: 2, to: 9, text: "" }],
    [{ from: 2, to: 1, text: "" }],
  ]) {
    assert.throws(() => documents.apply([part(documents, "a.yaml", changes)]), RangeError);
  }
  assert.equal(documents.text(documents.get("a.yaml")), "abc");
});

test("undo and redo go back to versions, and are refused for a document that was opened again", () => {
  const documents = new Documents();
  const history = new History();
  documents.add(file("a.yaml", "abc"));
  const first = part(documents, "a.yaml", insert(3, "d"));
  history.push({ label: "first", groups: [documents.apply([first])] });
  const between = part(documents, "a.yaml", insert(4, "!"));
  history.push({ label: "second", groups: [documents.apply([part(documents, "a.yaml", insert(4, "e"))])] });
  const apply = (parts) => documents.apply(parts);
  assert.equal(history.undo(apply).label, "second");
  documents.check([between]); // the text is the same as when the edit was prepared
  history.redo(apply);
  assert.throws(() => documents.check([between]), StaleEdit);
  assert.equal(documents.text(documents.get("a.yaml")), "abcde");
  documents.add(file("a.yaml", "other"));
  assert.throws(() => history.undo(apply), StaleEdit);
  assert.equal(documents.text(documents.get("a.yaml")), "other");
  assert.equal(history.labels.undo, "second", "the step is not lost");
});

test("the history knows which of its steps are on disk, also after a draft", () => {
  const documents = new Documents();
  const history = new History();
  documents.add(file("a.yaml", ""));
  const apply = (parts) => documents.apply(parts);
  const push = (label) => history.push({ label, groups: [apply([part(documents, "a.yaml", insert(0, label))])] });
  assert.equal(history.saved, 0, "what was opened is what is on disk");
  ["one", "two"].forEach(push);
  history.markSaved();
  push("three");
  assert.deepEqual([history.saved, history.position, history.steps.map(({ label }) => label)], [2, 3, ["one", "two", "three"]]);
  assert.ok(history.steps.every(({ at }) => at > 0));
  history.undo(apply);
  history.undo(apply);
  assert.deepEqual([history.saved, history.position, history.steps.length], [2, 1, 3], "undone steps stay on the list");
  const restored = new History();
  restored.restore(structuredClone(history.forDraft()), () => 1);
  assert.deepEqual([restored.saved, restored.position], [2, 1]);
  push("other");
  assert.equal(history.saved, -1, "what is on disk can no longer be reached");
  restored.restore({ undo: [], redo: [] }, () => 1);
  assert.equal(restored.saved, -1, "an older draft does not say");
});

test("a change by another program keeps what was undone: further undo steps lead to it", () => {
  const documents = new Documents();
  const history = new History();
  documents.add(file("a.yaml", "a"));
  const apply = (parts) => documents.apply(parts);
  const shown = () => documents.text(documents.get("a.yaml"));
  const push = (label, keepsUndone) => history.push({ label, groups: [apply([part(documents, "a.yaml", insert(1, label))])] }, keepsUndone);
  ["1", "2"].forEach((label) => void push(label));
  history.undo(apply);
  history.undo(apply);
  push("disk", true);
  assert.equal(shown(), "adisk");
  const texts = [];
  while (history.labels.undo) {
    history.undo(apply);
    texts.push(shown());
  }
  assert.deepEqual(texts, ["a", "a1", "a21", "a1", "a"]);
  while (history.labels.redo) history.redo(apply);
  assert.equal(shown(), "adisk");
  history.undo(apply);
  push("typed");
  assert.equal(history.labels.redo, "", "a change by the user ends what was undone");
});

test("steps of several documents keep their changes of those that stay open, so that earlier steps can be undone", () => {
  const documents = new Documents();
  const history = new History();
  for (const path of ["a.yaml", "b.yaml"]) documents.add(file(path, ""));
  const apply = (parts) => documents.apply(parts);
  const push = (label, ...paths) => history.push({ label, groups: [apply(paths.map((path) => part(documents, path, insert(0, label))))] });
  push("1", "a.yaml");
  push("2", "a.yaml", "b.yaml");
  push("3", "b.yaml");
  history.markSaved();
  push("4", "a.yaml");
  const closed = documents.get("b.yaml");
  documents.close(closed);
  history.forget((id) => id === closed.id);
  assert.deepEqual([history.steps.map(({ label }) => label), history.saved], [["1", "2", "4"], 2]);
  for (const text of ["21", "1", ""]) {
    history.undo(apply);
    assert.equal(documents.text(documents.get("a.yaml")), text);
  }
  for (const _ of [1, 2, 3]) history.redo(apply);
  assert.equal(documents.text(documents.get("a.yaml")), "421");
  history.forget(() => true);
  assert.deepEqual([history.saved, history.steps], [0, []]);
});

test("a restored draft knows which of its steps are on disk", async () => {
  const documents = new Documents();
  const history = new History();
  documents.add(file("a.yaml", ""));
  const push = (label) => history.push({ label, groups: [documents.apply([part(documents, "a.yaml", insert(0, label))])] });
  push("one");
  documents.setBase(documents.get("a.yaml"), "one");
  history.markSaved();
  push("two");
  const draft = structuredClone(draftOf({ title: "a", documents, history, bundle: null, placeOf: NO_FOLDER }));
  const again = { documents: new Documents(), history: new History(), bundle: null, placeOf: NO_FOLDER };
  again.documents.add(file("a.yaml", "one"));
  restore(draft, await fit(draft, again), again);
  assert.equal(again.documents.text(again.documents.get("a.yaml")), "twoone");
  assert.deepEqual([again.history.saved, again.history.position], [1, 2]);
});

/** Stores a draft and restores it into newly opened files. */
async function reloaded({ documents, history }, files) {
  const draft = structuredClone(draftOf({ title: "a", documents, history, bundle: null, placeOf: NO_FOLDER }));
  const again = { documents: new Documents(), history: new History(), bundle: null, placeOf: NO_FOLDER };
  for (const one of files) again.documents.add(one);
  restore(draft, await fit(draft, again), again);
  const texts = () => Object.fromEntries(again.documents.all().map((one) => [one.path, again.documents.text(one)]));
  return { ...again, texts, apply: (parts) => again.documents.apply(parts) };
}

/** Documents of an edited file, with a function that edits files, creating them if needed. */
function edited() {
  const [documents, history] = [new Documents(), new History()];
  const apply = (parts) => documents.apply(parts);
  const push = (path, text) => {
    const made = documents.has(path) ? part(documents, path, insert(0, text)) : { path, document: 0, version: 0, changes: insert(0, text) };
    history.push({ label: text, groups: [apply([made])] });
  };
  documents.add(file("a.yaml", ""));
  push("a.yaml", "1");
  return { documents, history, apply, push };
}

test("after a reload with an undone new file, redo creates it, and all steps can be undone again", async () => {
  const before = edited();
  before.push("olmkit.yaml", "2");
  before.push("olmkit.yaml", "3");
  before.history.undo(before.apply);
  before.history.undo(before.apply);
  const { history, apply, texts } = await reloaded(before, [file("a.yaml", "")]);
  history.redo(apply);
  history.redo(apply);
  assert.deepEqual(texts(), { "a.yaml": "1", "olmkit.yaml": "32" });
  for (const _ of [1, 2, 3]) history.undo(apply);
  assert.deepEqual(texts(), { "a.yaml": "" });
  const again = await reloaded(before, [file("a.yaml", "")]);
  again.history.redo(again.apply);
  const early = part(again.documents, "olmkit.yaml", insert(0, "late"));
  again.apply([part(again.documents, "olmkit.yaml", insert(0, "4"))]);
  assert.throws(() => again.documents.check([early]), StaleEdit, "a version is not used twice");
});

test("undo of a change that created files removes them, redo creates them again; a saved file stays", () => {
  const { documents, history, apply, push } = edited();
  push("new.yaml", "2");
  push("new.yaml", "3");
  const paths = () => documents.all().map(({ path }) => path);
  const undo = (times) => Array.from({ length: times }, () => history.undo(apply));
  for (const _ of [1, 2]) {
    undo(2);
    assert.deepEqual(paths(), ["a.yaml"]);
    history.redo(apply);
    history.redo(apply);
    assert.deepEqual([paths(), documents.text(documents.get("new.yaml"))], [["a.yaml", "new.yaml"], "32"]);
  }
  undo(2);
  documents.apply([{ path: "new.yaml", document: 0, version: 0, changes: insert(0, "other") }]);
  assert.throws(() => history.redo(apply), StaleEdit, "another program created the file meanwhile");
  documents.close(documents.get("new.yaml"));
  history.redo(apply);
  documents.setBase(documents.get("new.yaml"), "2");
  undo(1);
  assert.deepEqual([paths(), documents.text(documents.get("new.yaml"))], [["a.yaml", "new.yaml"], ""], "it is on disk");
});

test("after a reload, steps of a saved file can be undone, unless it has another text now", async () => {
  const before = edited();
  before.documents.add(file("b.yaml", ""));
  before.push("b.yaml", "2");
  before.documents.setBase(before.documents.get("b.yaml"), "2");
  const same = await reloaded(before, [file("a.yaml", ""), file("b.yaml", "2")]);
  same.history.undo(same.apply);
  same.history.undo(same.apply);
  assert.deepEqual(same.texts(), { "a.yaml": "", "b.yaml": "" });
  const other = await reloaded(before, [file("a.yaml", ""), file("b.yaml", "other")]);
  assert.equal(other.history.undo(other.apply).label, "1");
  assert.deepEqual(other.texts(), { "a.yaml": "", "b.yaml": "other" });
});

test("the edits of one file must be for one version; a plan is for the texts that it was made for", () => {
  const documents = new Documents();
  documents.add(file("a.yaml", "abc"));
  const held = documents.snapshot();
  const range = { start: { utf16: 1 }, end: { utf16: 1 } };
  const plan = planned({ ok: true, label: "x", edits: [{ path: "a.yaml", range, text: "X" }], creates: [{ path: "n.yaml", text: "new" }] }, held);
  documents.apply([part(documents, "a.yaml", insert(0, "typed "))]);
  assert.throws(() => documents.apply(partsOf(plan.edits)), StaleEdit);
  assert.deepEqual([documents.text(documents.get("a.yaml")), documents.has("n.yaml")], ["typed abc", false]);
  const { id, version } = documents.get("a.yaml");
  const fresh = editAt("a.yaml", { from: 0, to: 0, text: "" }, { document: id, version });
  assert.throws(() => partsOf([...plan.edits, fresh]), StaleEdit);
  assert.throws(() => partsOf([{ path: "a.yaml", range, text: "" }]), /has no document/);
});

test("a draft is not merged into another file of the same name", async () => {
  const documents = new Documents();
  documents.add(file("catalog.yaml", "one\ntwo\nthree\nfour\n"));
  const draft = { files: [{ path: "catalog.yaml", base: "one\ntwo\nthree\n", text: "ONE\ntwo\nthree\n" }] };
  assert.equal(await fit(draft, { documents }), null);
  const same = { isSameEntry: async () => true };
  documents.get("catalog.yaml").handle = same;
  draft.files[0].handle = same;
  const found = await fit(draft, { documents });
  assert.deepEqual([found.texts.get("catalog.yaml"), found.isExact], ["ONE\ntwo\nthree\nfour\n", false]);
  draft.files[0].handle = { isSameEntry: async () => false };
  assert.equal(await fit(draft, { documents }), null);
});

test("a new file of a draft is restored only into the folder that it was created in", async () => {
  const folder = (id) => ({ id, isSameEntry: async (other) => other.id === id });
  const at = (directory) => (path) => ({ directory, inside: path });
  const open = (directory, ...files) => {
    const documents = new Documents();
    for (const one of files) documents.add(one);
    return { documents, history: new History(), bundle: null, placeOf: at(directory) };
  };
  const catalog = file("catalog.yaml", "one\n");
  const drafted = (directory) => {
    const opened = open(directory, catalog);
    opened.documents.apply([{ path: "olmkit.yaml", document: 0, version: 0, changes: insert(0, "ignore: []\n") }]);
    return draftOf({ title: "catalog", ...opened });
  };
  const fits = async (draft, ...other) => (await fit(draft, open(...other)))?.texts.get("olmkit.yaml") === "ignore: []\n";
  const more = file("other.yaml", "");
  assert.ok(await fits(drafted(folder(1)), folder(1), catalog, file("more.yaml", "more")), "the folder is the same");
  assert.ok(!(await fits(drafted(folder(1)), folder(2), catalog)));
  const served = drafted({ place: "/repositories/one/", entries: () => {} });
  assert.deepEqual(structuredClone(served).files[0].directory, { place: "/repositories/one/" });
  assert.ok(await fits(served, { place: "/repositories/one/" }, catalog, more), "olmkit open was started again");
  assert.ok(!(await fits(served, { place: "/repositories/two/" }, catalog)), "an identical folder");
  for (const directory of [null, { place: "/repositories/one/" }]) {
    const draft = drafted(directory);
    assert.ok(await fits(draft, null, catalog));
    assert.ok(!(await fits(draft, null, catalog, file("more.yaml", "more"))));
    assert.ok(!(await fits(draft, null, file("catalog.yaml", "two, three\n"))));
    assert.ok(!(await fits(draft, null)));
  }
});

test("a draft is not merged into a file that is no longer text", async () => {
  const handle = { isSameEntry: async () => true };
  const documents = new Documents();
  documents.add({ path: "catalog.yaml", bytes: Uint8Array.of(0x6f, 0xe9, 0x0a), handle });
  const draft = { files: [{ path: "catalog.yaml", base: "one\n", text: "ONE\n", handle }] };
  assert.equal(await fit(draft, { documents }), null);
  assert.throws(() => documents.setBase(documents.get("catalog.yaml"), "one\n"), /is not UTF-8 text/);
});

// Mocks the engine: calls of methods in `slow` wait until the test resolves them.
const folder = mkdtempSync(join(tmpdir(), "olmkit-store-"));
mkdirSync(join(folder, "olmkit"));
writeFileSync(join(folder, "package.json"), '{"type": "module"}');
writeFileSync(
  join(folder, "olmkit", "client.js"),
  `
export const createClient = () => new Proxy({}, { get: (_, method) => (method === "then" ? undefined : (...params) => globalThis.engineCall(method, params)) });
`,
);
process.on("exit", () => rmSync(folder, { recursive: true }));
globalThis.document = { baseURI: pathToFileURL(`${folder}/`).href };
const store = await load("store");
store.keepNoDrafts();

const REPORT = { opm: { accepted: true }, summary: { errors: 0 }, diagnostics: [] };
const ANSWERS = { report: () => structuredClone(REPORT), outline: () => ({ files: [], packages: [] }) };
let events;
let slow;
beforeEach(() => {
  events = [];
  slow = new Map(); // method -> pending calls
  store.listen((kind, detail) => events.push([kind, detail]));
  globalThis.engineCall = (method, params) => {
    if (slow.has(method)) return new Promise((resolve) => slow.get(method).push({ params, resolve }));
    return Promise.resolve(ANSWERS[method]?.(...params));
  };
});

const until = async (condition) => {
  for (let turn = 0; turn < 1000 && !condition(); turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
  assert.ok(condition());
};
const open = (text, path = "catalog.yaml") => store.openFiles([file(path, text)], { name: "catalog" });
const planAt = (at, text) => ({ ok: true, label: "Set", notes: [], edits: [{ path: "catalog.yaml", range: { start: { utf16: at }, end: { utf16: at } }, text }], creates: [] });

test("a plan that arrives when another catalog is open is refused with a message", async () => {
  await open("first");
  slow.set("plan", []);
  const made = store.intend({ do: "set-replaces" });
  const refused = assert.rejects(made, /another catalog was opened/);
  await until(() => slow.get("plan").length === 1);
  await open("second");
  slow.get("plan")[0].resolve(planAt(0, "WRONG "));
  await refused;
  assert.equal(store.textOf("catalog.yaml"), "second");
});

test("a plan for a text that was typed into meanwhile is made anew for the text as it is", async () => {
  await open("abc");
  slow.set("plan", []);
  const made = store.intend({ do: "set-replaces" });
  await until(() => slow.get("plan").length === 1);
  store.typed({ path: "catalog.yaml", ...store.documentOf("catalog.yaml"), changes: insert(0, "typed ") });
  slow.get("plan")[0].resolve(planAt(3, "!"));
  await until(() => slow.get("plan").length === 2);
  slow.get("plan")[1].resolve(planAt(9, "!"));
  await made;
  assert.equal(store.textOf("catalog.yaml"), "typed abc!");
});

test("a fix of an earlier report is refused for the text of another version, and for another catalog", async () => {
  await open("abc");
  const fix = [store.editAt("catalog.yaml", { from: 0, to: 3, text: "fixed" })];
  store.typed({ path: "catalog.yaml", ...store.documentOf("catalog.yaml"), changes: insert(1, "X") });
  await assert.rejects(store.make("Fix", fix), StaleEdit);
  assert.equal(store.textOf("catalog.yaml"), "aXbc");
  assert.equal(store.lastMade(), null, "a refused change is not applied to other catalogs");
  await store.make("Fix", [store.editAt("catalog.yaml", { from: 1, to: 2, text: "Y" })]);
  assert.equal(store.lastMade().label, "Fix");
  assert.throws(() => store.preview(fix), StaleEdit);
  await open("abc");
  await assert.rejects(store.make("Fix", fix), StaleEdit);
  assert.equal(store.textOf("catalog.yaml"), "abc");
  assert.equal(store.state().undo, "", "what was undone before belongs to what was open before");
});

test("what is typed or opened while a deleted file is noted is kept", async () => {
  const type = (path) => store.typed({ path, ...store.documentOf(path), changes: insert(0, "typed ") });
  const opened = async () => {
    await store.openFiles([file("a.yaml", "a"), file("b.yaml", "b")], { name: "catalog" });
    type("a.yaml");
    slow.set("keepBase", []);
    const followed = store.follow([file("b.yaml", "b on disk")], ["a.yaml"]);
    const [{ resolve }] = slow.get("keepBase");
    slow.delete("keepBase");
    return { followed, resolve };
  };
  const first = await opened();
  type("b.yaml");
  first.resolve();
  await first.followed;
  assert.deepEqual([store.textOf("a.yaml"), store.textOf("b.yaml")], ["typed a", "typed b"]);
  const second = await opened();
  await store.openFiles([file("c.yaml", "c")], { name: "other" });
  second.resolve();
  await second.followed;
  assert.deepEqual(store.allPaths(), ["c.yaml"]);
});

test("typing into a document that was closed is refused", async () => {
  await open("first");
  const shown = store.documentOf("catalog.yaml");
  await open("first");
  assert.throws(() => store.typed({ path: "catalog.yaml", ...shown, changes: insert(0, "x") }), StaleEdit);
  assert.equal(store.textOf("catalog.yaml"), "first");
});

test("a report about a replaced catalog is not shown, and the page gets the new one", async () => {
  slow.set("report", []);
  const first = open("first");
  await until(() => slow.get("report").length === 1);
  const late = slow.get("report")[0];
  slow.delete("report");
  const second = open("second");
  await until(() => store.textOf("catalog.yaml") === "second");
  late.resolve({ ...REPORT, diagnostics: [{ rule: "late", severity: "error", path: "catalog.yaml", fixes: [] }] });
  await Promise.all([first, second]);
  const checked = events.filter(([kind]) => kind === "checked");
  assert.equal(checked.length, 1);
  assert.deepEqual(checked[0][1].report.diagnostics, []);
  assert.equal(events.filter(([kind]) => kind === "opened").length, 1, "only the catalog that is open was opened");
});

test("catalogs that are opened at once are opened one after the other, and each edit goes to its own", async () => {
  await Promise.all([open("first"), open("second"), open("third")]);
  assert.equal(store.textOf("catalog.yaml"), "third");
  const kinds = events.map(([kind]) => kind).filter((kind) => kind === "opening" || kind === "opened");
  assert.deepEqual(kinds.slice(-2), ["opening", "opened"]);
});

test("a late save is recorded at the saved document, not at another one of the same path", async () => {
  await open("first");
  await store.setText("catalog.yaml", "changed");
  const [saved] = store.changedFiles();
  await open("second");
  await store.markSaved([{ ...saved, text: saved.after }]);
  await store.setText("catalog.yaml", "second, changed");
  assert.equal(store.changedFiles()[0].before, "second");
  assert.equal(await store.rebase(saved.document, "on disk", 1, "disk"), false);
  assert.equal(store.textOf("catalog.yaml"), "second, changed");
});

/** The texts that the engine gets as the base, by path, and those that follow. */
function basesIn(calls) {
  const at = calls.findLastIndex(([method]) => method === "keepBase");
  const texts = (of) => Object.fromEntries(of.filter(([method]) => method === "open").map(([, [path, text]]) => [path, text]));
  return { base: texts(calls.slice(0, at)), now: texts(calls.slice(at)) };
}

test("changes are compared with what was loaded or saved last: one base for the rules, the marks and the impact", async () => {
  await open("one");
  const calls = [];
  const { engineCall } = globalThis;
  globalThis.engineCall = (method, params) => {
    calls.push([method, params]);
    return engineCall(method, params);
  };
  await store.setText("catalog.yaml", "two");
  await store.setProfile("strict");
  assert.deepEqual(basesIn(calls), { base: { "catalog.yaml": "one" }, now: { "catalog.yaml": "two" } });
  assert.deepEqual([...store.changedSinceLoaded()], [["catalog.yaml", "two"]]);
  const [{ document }] = store.changedFiles();
  await store.markSaved([{ document, text: "two" }]);
  assert.deepEqual([...store.changedSinceLoaded()], []);
  await store.setText("catalog.yaml", "three");
  calls.length = 0;
  await store.setProfile("");
  assert.deepEqual(basesIn(calls), { base: { "catalog.yaml": "two" }, now: { "catalog.yaml": "three" } });
  assert.equal(new TextDecoder().decode(store.loadedFiles()[0].bytes), "two");
  await store.lose(["catalog.yaml"]);
  assert.deepEqual(store.loadedFiles(), [{ path: "catalog.yaml", text: "two" }], "a deletion on disk is not accepted yet");
  assert.deepEqual(basesIn(calls), { base: { "catalog.yaml": "two" }, now: { "catalog.yaml": "three" } });
});

test("pasted text is on no disk, and its changes are compared with what was pasted", async () => {
  await store.openFiles([{ ...file("untitled.yaml", "pasted"), isPasted: true }], { name: "pasted text" });
  assert.equal(store.changedFiles()[0].before, "");
  assert.deepEqual([...store.changedSinceLoaded()], []);
  await store.setText("untitled.yaml", "changed");
  assert.deepEqual(store.loadedFiles(), [{ path: "untitled.yaml", text: "pasted" }]);
});

test("what undo removes is closed in the engine and is in no save; an accepted deletion closes the file", async () => {
  await open("one");
  const calls = [];
  const { engineCall } = globalThis;
  globalThis.engineCall = (method, params) => {
    if (["open", "close"].includes(method)) calls.push([method, ...params]);
    return engineCall(method, params);
  };
  const held = () => [store.allPaths(), store.changedFiles().map(({ path }) => path)];
  await store.make("New file", [store.editAt("new.yaml", { from: 0, to: 0, text: "new" })]);
  assert.deepEqual(held(), [["catalog.yaml", "new.yaml"], ["new.yaml"]]);
  await store.undo();
  assert.deepEqual(held(), [["catalog.yaml"], []]);
  await store.redo();
  assert.deepEqual(held(), [["catalog.yaml", "new.yaml"], ["new.yaml"]]);
  await store.revert("new.yaml");
  assert.deepEqual(held(), [["catalog.yaml"], []]);
  assert.deepEqual(calls, [
    ["open", "new.yaml", "new"],
    ["close", "new.yaml"],
    ["open", "new.yaml", "new"],
    ["close", "new.yaml"],
  ]);
  await store.setText("catalog.yaml", "two");
  await store.acceptDeletion("catalog.yaml");
  assert.deepEqual(held(), [[], []]);
  await store.undo();
  assert.deepEqual([held(), store.textOf("catalog.yaml")], [[["catalog.yaml"], ["catalog.yaml"]], "two"]);
  assert.equal(store.onDisk("catalog.yaml").mergeBase, "one", "whether to write it again is asked again");
  await store.redo();
  assert.deepEqual(held(), [[], []]);
});
