// The page's calls of the worker with the command line. The worker is mocked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { editorModules } from "./typescript.mjs";

globalThis.document = { baseURI: "http://olmkit.test/" };
let answer = () => {};
globalThis.Worker = class {
  addEventListener(kind, listener) {
    if (kind === "message") answer = (data) => listener({ data });
  }
  postMessage({ id }) {
    queueMicrotask(() => answer({ id, ok: false, error: { message: "`files` must be an array.", code: "INVALID_ARGUMENT", argument: "files", expected: "an array" } }));
  }
  terminate() {}
};
const load = await editorModules(["command-worker"]);
const { ask } = await load("command-worker");

test("an error of the worker has its code and argument", async () => {
  await assert.rejects(ask("patch", 1), { name: "TypeError", code: "INVALID_ARGUMENT", argument: "files", expected: "an array" });
});
