// The messages to the page of a channel while its texts change, and the paths of its files.
import assert from "node:assert/strict";
import { test } from "../test.mjs";
import { Disposable, event, later, load, nothing, Uri } from "./stub.mjs";

/** Mocks an open text of Visual Studio Code. */
function document(path, text) {
  const made = { uri: new Uri(path), version: 1, eol: 1, isDirty: false, isClosed: false, getText: () => text };
  const type = (added) => {
    text += added;
    made.version += 1;
    made.isDirty = true;
  };
  return Object.assign(made, { type });
}

test("a change while the files are being read is in the text that the page is given", async () => {
  const names = ["a.yaml", "b.yaml"];
  const [a, b] = names.map((name) => document(`/c/${name}`, `${name}\n`));
  const reads = new Map(names.map((name) => [`/c/${name}`, later()]));
  const asked = later();
  const [onDidChangeTextDocument, change] = event();
  const [onDidReceiveMessage, answer] = event();
  const events = ["Configuration", "WorkspaceFolders"].map((name) => [`onDidChange${name}`, nothing]);
  const vscode = {
    Uri,
    Disposable,
    RelativePattern: class {},
    FileType: { Directory: 2 },
    window: { onDidChangeTextEditorSelection: nothing },
    workspace: {
      ...Object.fromEntries(events),
      onDidChangeTextDocument,
      onDidSaveTextDocument: nothing,
      onDidOpenTextDocument: nothing,
      onDidCloseTextDocument: nothing,
      textDocuments: [a, b],
      getConfiguration: () => ({ get: (_, value) => value }),
      getWorkspaceFolder: () => ({ uri: new Uri("/c") }),
      createFileSystemWatcher: () => ({ onDidChange: nothing, onDidCreate: nothing, onDidDelete: nothing, ...nothing() }),
      fs: {
        readDirectory: async () => names.map((name) => [name, 1]),
        readFile: ({ path }) => {
          if (path === "/c/b.yaml") asked.resolve();
          return reads.get(path).promise;
        },
      },
    },
  };
  const messages = [];
  const opened = later();
  const postMessage = (message) => {
    messages.push(message);
    if (message.do === "open") opened.resolve();
  };
  const { Shown } = await load("page/shown.ts", vscode);
  new Shown(a, { webview: { onDidReceiveMessage, postMessage }, onDidDispose: nothing }, async () => undefined, null);
  answer({ do: "ready" });
  await asked.promise;
  reads.get("/c/a.yaml").resolve(new Uint8Array());
  await new Promise((wait) => setTimeout(wait, 20));
  a.type("x");
  change({ document: a, contentChanges: [{ rangeOffset: 7, rangeLength: 0, text: "x" }] });
  reads.get("/c/b.yaml").resolve(new Uint8Array());
  await opened.promise;
  a.type("y");
  change({ document: a, contentChanges: [{ rangeOffset: 8, rangeLength: 0, text: "y" }] });
  assert.deepEqual(
    messages.map((message) => message.do),
    ["open", "change"],
  );
  const [{ files }, after] = messages;
  assert.deepEqual(
    files.map(({ path, open }) => [path, open.text, open.isSaved]),
    [
      ["a.yaml", "a.yaml\nx", false],
      ["b.yaml", "b.yaml\n", true],
    ],
  );
  assert.equal(after.length, "a.yaml\nxy".length);
});

/** Returns the files of the catalog that contains a document, with this response of the language server. */
async function filesOf(uri, answer) {
  const { CatalogFiles } = await load("page/files.ts", { Uri, FileType: { Directory: 2 }, workspace: {} });
  return CatalogFiles.of({ uri }, { sendRequest: async () => answer });
}

test("a document that is not saved has a relative path in the page", async () => {
  const uri = Object.assign(new Uri("/a/b.yaml"), { scheme: "untitled" });
  const files = await filesOf(uri, null);
  assert.deepEqual(files.paths, ["b.yaml"]);
  assert.equal(files.pathOf(uri), "b.yaml");
  assert.equal(files.uriOf("b.yaml"), uri);
  assert.equal(files.name, "b.yaml");
});

test("a backslash in a path has another character in the page, and a new file is not created beside it", async () => {
  const files = await filesOf(new Uri("/c/x\\y/a.yaml"), { root: "file:///c/x\\y", files: ["file:///c/x\\y/a.yaml", "file:///c/olmkit.yaml"] });
  assert.deepEqual(files.paths, ["x∖y/a.yaml", "olmkit.yaml"]);
  assert.equal(files.folder, "x∖y");
  assert.equal(files.pathOf(new Uri("/c/x\\y/a.yaml")), "x∖y/a.yaml");
  assert.equal(files.uriOf("x∖y/a.yaml").path, "/c/x\\y/a.yaml");
  assert.equal(files.uriOf("x∖y/new.yaml"), undefined);
  assert.equal(files.uriOf("new.yaml").path, "/c/new.yaml");
});
