// The order in which requests are opened, and the progress that is shown meanwhile. The browser is mocked; there is no
// engine.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { editorModules } from "./typescript.mjs";

const load = await editorModules(["store", "opening", "engine", "archives", "bundle"]);
const store = await load("store");
const { EMPTY, listen, openNext, openOnlyBundle, request } = await load("opening");
const { reasonOf, sentenceOf } = await load("engine");
store.keepNoDrafts();

globalThis.document = { baseURI: "http://olmkit.test/", querySelector: () => null, activeElement: null };
globalThis.location = new URL("http://olmkit.test/");
globalThis.history = { replaceState() {} };
globalThis.HTMLElement = class {};
globalThis.Node = class {};

let progress;
let queries;
let wanted;
beforeEach(() => {
  [progress, queries, wanted] = [[], [], true];
  listen(
    (kind, { done, total }) => kind === "progress" && progress.push(done < total),
    async () => {},
  );
  globalThis.confirm = (query) => {
    queries.push(query);
    return wanted;
  };
});

const opened = (path, text = path) => ({ list: [{ path, bytes: new TextEncoder().encode(text), handle: null, stamp: 0 }], name: path, handle: null });
/** Requests something that is read when `arrive` or `fail` is called. */
function slow(place) {
  let ends;
  const read = new Promise((...both) => {
    ends = both;
  });
  const done = request(() => read, place).catch((error) => error);
  const [arrive, fail] = ends.map((one) => (value) => {
    one(value);
    return done;
  });
  return { arrive, fail };
}
const open = (path, place) => slow(place).arrive(opened(path)); // there is no engine, so the request to it fails

test("a request that arrives after a later one is ignored, and so is its error", async () => {
  const [early, beside, failing] = [slow(), slow(openNext), slow()];
  await open("second.yaml");
  assert.equal(await early.arrive(opened("first.yaml")), undefined);
  assert.equal(await beside.arrive(opened("beside.yaml")), undefined);
  assert.equal(await failing.fail(new Error("too late")), undefined);
  assert.deepEqual(store.allPaths(), ["second.yaml"]);
});

test("a request is opened if a later one has not arrived, was not wanted, or has failed", async () => {
  const [early, late] = [slow(), slow()];
  await early.arrive(opened("first.yaml"));
  assert.deepEqual(store.allPaths(), ["first.yaml"]);
  await late.arrive(opened("second.yaml"));
  assert.deepEqual(store.allPaths(), ["second.yaml"]);
  const another = slow();
  assert.equal((await slow().arrive({ ...opened("x"), list: [] })).message, EMPTY);
  await slow(openOnlyBundle).arrive(opened("no-bundle.yaml"));
  await another.arrive(opened("third.yaml"));
  assert.deepEqual(store.allPaths(), ["third.yaml"]);
});

test("the query about unsaved changes is asked when the files have arrived", async () => {
  await open("a.yaml");
  const early = slow();
  await store.setText("a.yaml", "changed").catch(() => {});
  assert.deepEqual(queries, []);
  wanted = false;
  await early.arrive(opened("b.yaml"));
  assert.deepEqual([queries.length, store.allPaths(), store.textOf("a.yaml")], [1, ["a.yaml"], "changed"]);
  const ignored = slow();
  wanted = true;
  await open("c.yaml");
  await ignored.arrive(opened("d.yaml"));
  assert.deepEqual([queries.length, store.allPaths()], [2, ["c.yaml"]], "nothing is asked for a request that is ignored");
});

test("progress is shown from the request until the last one is answered", async () => {
  const [one, other] = [slow(), slow()];
  assert.deepEqual(progress, [true, true]);
  await one.fail(new Error("not there"));
  assert.deepEqual(progress, [true, true]);
  await other.arrive(opened("a.yaml"));
  assert.equal(progress.at(-1), false);
});

test("an error is shown as a sentence, and as a reason within one", async () => {
  const failed = (message) => [sentenceOf, reasonOf].map((shown) => shown(new Error(message)));
  assert.deepEqual(failed("This folder is no longer kept."), ["This folder is no longer kept.", "This folder is no longer kept"]);
  assert.deepEqual(failed("The archive is damaged"), ["The archive is damaged.", "The archive is damaged"]);
  assert.deepEqual(failed("Did you mean `a`?"), ["Did you mean `a`?", "Did you mean `a`?"]);
  const { unpack } = await load("archives");
  const { NO_BUNDLE } = await load("bundle");
  const damaged = await unpack("a.tar", new Uint8Array(700)).catch(({ message }) => message);
  for (const message of [EMPTY, NO_BUNDLE, damaged]) assert.match(message, /^[A-Z].*[^.]$/s, "begins like a sentence, and has no period");
});
