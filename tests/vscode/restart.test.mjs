// The language client of the extension across restarts.
import assert from "node:assert/strict";
import { test } from "../test.mjs";
import { event, later, load, nothing, Uri } from "./stub.mjs";

/** Activates the extension with these clients, one for each start. */
async function activate(clients) {
  const registered = new Map();
  const [onDidChangeConfiguration, configure] = event();
  const vscode = {
    Uri,
    commands: { registerCommand: (name, act) => registered.set(name, act) },
    window: {
      createOutputChannel: () => ({ appendLine() {} }),
      registerCustomEditorProvider: nothing,
      showErrorMessage: async () => undefined,
    },
    workspace: { onDidChangeConfiguration, onDidGrantWorkspaceTrust: nothing },
  };
  const { activateWith } = await load("extension.ts", vscode);
  const activated = activateWith({ extensionUri: new Uri("/x"), subscriptions: [] }, async () => clients.shift());
  return { activated, restart: () => registered.get("olmkit.restart")(), configure: () => configure({ affectsConfiguration: () => true }) };
}

/** Creates a client that records the calls. */
function client(name, log, starting = async () => {}) {
  const start = async () => {
    log.push(`start ${name}`);
    await starting();
  };
  const dispose = async () => void log.push(`end ${name}`);
  return { start, dispose };
}

test("restarts at the same time leave one server", async () => {
  const log = [];
  const slow = later();
  const clients = [client("1", log), client("2", log, () => slow.promise), client("3", log)];
  const last = clients.at(-1);
  const { activated, restart, configure } = await activate(clients);
  const { client: running } = await activated;
  configure();
  const done = restart();
  await new Promise((wait) => setTimeout(wait, 20));
  slow.resolve();
  await done;
  assert.deepEqual(log, ["start 1", "end 1", "start 2", "end 2", "start 3"]);
  assert.equal(running(), last);
});

test("a client that does not start is ended, and the next one starts", async () => {
  const log = [];
  const { activated, restart } = await activate([client("1", log, () => Promise.reject(new Error("no"))), client("2", log)]);
  const { client: running } = await activated;
  assert.equal(running(), undefined);
  await restart();
  assert.deepEqual(log, ["start 1", "end 1", "start 2"]);
  assert.ok(running());
});

test("a client that does not end does not keep others from starting", async () => {
  const log = [];
  const endless = { ...client("1", log), dispose: () => Promise.reject(new Error("it does not stop")) };
  const { activated, restart } = await activate([endless, client("2", log)]);
  await activated;
  await restart();
  assert.deepEqual(log, ["start 1", "start 2"]);
});

test("in the browser, a folder with another scheme starts the client again, for the documents of that scheme", async () => {
  const [onDidChangeWorkspaceFolders, change] = event();
  const executed = [];
  const folder = (scheme) => ({ uri: { scheme } });
  const workspace = { workspaceFolders: [folder("vscode-vfs")], onDidChangeWorkspaceFolders };
  const { schemes, followSchemes } = await load("schemes.ts", { workspace, commands: { executeCommand: (name) => executed.push(name) } });
  followSchemes();
  const add = (scheme) => {
    workspace.workspaceFolders = [...workspace.workspaceFolders, folder(scheme)];
    change({ added: [folder(scheme)], removed: [] });
  };
  assert.deepEqual(schemes(), ["vscode-vfs", "untitled"]);
  add("vscode-vfs");
  assert.deepEqual(executed, []);
  add("memfs");
  assert.deepEqual(executed, ["olmkit.restart"]);
  assert.deepEqual(schemes(), ["vscode-vfs", "memfs", "untitled"]);
});
