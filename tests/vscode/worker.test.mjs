// The packaged language server as in browsers: in a worker, with the files of the client.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { root } from "../../scripts/progress.mjs";
import { test } from "../test.mjs";
import { CHANNEL, PACKAGE, UNUSED } from "./catalog.mjs";
import { client } from "./client.mjs";

const dist = join(root, "vscode", "dist");

// APIs of a web worker that a thread of Node.js does not have.
const SHIM = `
const { parentPort, workerData } = require("node:worker_threads");
globalThis.postMessage = (message) => parentPort.postMessage(message);
globalThis.close = () => process.exit(0);
globalThis.addEventListener = (_, listener) => parentPort.on("message", (data) => listener({ data }));
globalThis.location = { href: "https://example.com/worker.js" };
(0, eval)(workerData);
`;

const BASE = "vscode-vfs://github/owner/repo";

/** Starts a client whose files are a map from path to text. */
function start(files, args = []) {
  const worker = new Worker(SHIM, { eval: true, workerData: readFileSync(join(dist, "worker.js"), "utf8") });
  const asked = [];
  const own = client((message) => worker.postMessage(message));
  const path = (uri) => uri.slice(BASE.length + 1);
  const answers = {
    "olmkit/list": (uri) => {
      if (!uri.startsWith(BASE)) return null;
      const folder = path(uri) ? `${path(uri)}/` : "";
      const below = Object.keys(files).filter((name) => name.startsWith(folder));
      if (below.length === 0) return null;
      return [...new Map(below.map((name) => name.slice(folder.length)).map((name) => [name.split("/")[0], name.includes("/") ? "directory" : "file"]))];
    },
    "olmkit/read": (uri) => (files[path(uri)] === undefined ? null : new TextEncoder().encode(files[path(uri)])),
  };
  worker.on("message", (message) => {
    const answer = answers[message.method];
    if (answer) {
      asked.push(`${message.method} ${message.params.uri}`);
      worker.postMessage({ jsonrpc: "2.0", id: message.id, result: answer(message.params.uri) });
      return;
    }
    own.receive(message);
  });
  worker.postMessage({ wasm: readFileSync(join(dist, "cli_packed.js")), args: ["lsp", ...args] });
  return { ...own, worker, asked };
}

async function opened(t, files) {
  const server = start(files);
  t.after(() => server.worker.terminate());
  await server.ask("initialize", { workspaceFolders: [{ uri: BASE, name: "repo" }], capabilities: {} });
  server.tell("initialized", {});
  const uri = `${BASE}/catalog/foo/channels/stable.yaml`;
  server.tell("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text: CHANNEL } });
  return { server, uri };
}

const FILES = {
  "catalog/foo/package.yaml": PACKAGE,
  "catalog/foo/channels/stable.yaml": CHANNEL,
  "catalog/foo/.indexignore": "notes.md\n",
  "catalog/foo/notes.md": "[not a catalog",
  "README.md": "# repo",
  ".git/HEAD": "ref: refs/heads/main",
};

test("the catalog comes from the client, and nothing is published before it is there", async (t) => {
  const { server, uri } = await opened(t, { ...FILES });
  const { params } = await server.findings(uri);
  const codes = params.diagnostics.map(({ code }) => code);
  assert.ok(codes.includes(UNUSED) && codes.includes("stranded-v0"), codes.join());
  assert.ok(!codes.includes("ch-unknown-package"), "the package lies in the folder above");
  assert.deepEqual(server.came, []);
  assert.ok(server.asked.includes(`olmkit/read ${BASE}/catalog/foo/package.yaml`), server.asked.join("\n"));
  assert.ok(!server.asked.some((line) => line.includes("README") || line.includes(".git/") || line.startsWith("olmkit/list vscode-vfs://github/owner/repo/.git")), server.asked.join("\n"));
  assert.equal(server.asked.length, new Set(server.asked).size, `nothing is fetched twice:\n${server.asked.join("\n")}`);
  const definition = await server.ask("textDocument/definition", { textDocument: { uri }, position: { line: 1, character: 10 } });
  assert.equal(definition.result.uri, `${BASE}/catalog/foo/package.yaml`);
  const { root, files } = (await server.ask("olmkit/catalog", { uri })).result;
  assert.equal(root, `${BASE}/catalog/foo`);
  assert.ok(files.includes(uri) && files.includes(definition.result.uri), files.join("\n"));
});

test("files that change are fetched again", async (t) => {
  const files = { ...FILES };
  const { server, uri } = await opened(t, files);
  await server.findings(uri);
  files["olmkit.yaml"] = `ignore: [${UNUSED}]\n`;
  server.tell("workspace/didChangeWatchedFiles", { changes: [{ uri: `${BASE}/olmkit.yaml`, type: 1 }] });
  const { params } = await server.findings(uri);
  assert.ok(!params.diagnostics.some(({ code }) => code === UNUSED), JSON.stringify(params.diagnostics));
});

test("documents that are not saved need no files", async (t) => {
  const server = start({});
  t.after(() => server.worker.terminate());
  await server.ask("initialize", { workspaceFolders: null, capabilities: {} });
  const uri = "untitled:Untitled-1";
  server.tell("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text: `${PACKAGE}---\n${CHANNEL}` } });
  const { params } = await server.findings(uri);
  assert.ok(params.diagnostics.some(({ code }) => code === UNUSED));
  assert.deepEqual(server.asked, []);
  assert.deepEqual((await server.ask("olmkit/catalog", { uri })).result, { root: null, files: [uri] });
  const graph = await server.ask("olmkit/graph", { uri });
  assert.equal(graph.result.nodes.length, 4);
  const { replaces, skips, skipRange } = graph.result.nodes.find(({ name }) => name === "foo.v1.3.0");
  assert.deepEqual([replaces, skips, skipRange], ["foo.v1.0.0", ["foo.v1.2.0"], ">=1.0.0 <1.1.0"]);
  const entry = { package: "foo", channel: "stable", entry: "foo.v1.1.0" };
  for (const intention of [
    { do: "set-skips", ...entry, to: ["foo.v1.0.0"] },
    { do: "set-skip-range", ...entry, to: ">=1.0.0 <1.1.0" },
    { do: "set-replaces", ...entry, to: "foo.v1.0.0" },
  ]) {
    const { result, error } = await server.ask("olmkit/plan", { uri, intention });
    assert.equal(error, undefined);
    assert.match(JSON.stringify(result), /untitled:Untitled-1.*newText/);
  }
});
