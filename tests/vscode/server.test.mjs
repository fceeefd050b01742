// The packaged language server as on the desktop: in Node.js, on standard input and output.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Frames } from "../../pkg/dist/language-server.js";
import { root } from "../../scripts/progress.mjs";
import { test } from "../test.mjs";
import { CHANNEL, PACKAGE, UNUSED } from "./catalog.mjs";
import { client } from "./client.mjs";

const SERVER = join(root, "vscode", "dist", "server.mjs");

/** Starts a server in a separate process. Returns its client. */
function start(args = []) {
  const child = spawn(process.execPath, [SERVER, "lsp", "--stdio", ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const own = client((message) => child.stdin.write(Frames.of(JSON.stringify(message))));
  const frames = new Frames();
  child.stdout.on("data", (chunk) => {
    for (const text of frames.take(chunk)) own.receive(JSON.parse(text));
  });
  return { ...own, child, exit: new Promise((resolve) => child.on("exit", resolve)) };
}

async function opened(t, args) {
  const folder = mkdtempSync(join(tmpdir(), "olmkit-server-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "package.yaml"), PACKAGE);
  writeFileSync(join(folder, "channel.yaml"), CHANNEL);
  const server = start(args);
  t.after(() => server.child.kill());
  const uri = pathToFileURL(join(folder, "channel.yaml")).href;
  const { result } = await server.ask("initialize", { rootUri: pathToFileURL(folder).href, capabilities: {} });
  server.tell("initialized", {});
  server.tell("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text: CHANNEL } });
  return { server, uri, folder, capabilities: result.capabilities };
}

test("the packaged server finds, follows files and ends", async (t) => {
  const { server, uri, folder, capabilities } = await opened(t);
  assert.equal(capabilities.inlayHintProvider, true);
  const first = await server.findings(uri);
  const codes = first.params.diagnostics.map(({ code }) => code);
  assert.ok(codes.includes(UNUSED) && codes.includes("stranded-v0"), codes.join());
  const lens = await server.ask("textDocument/codeLens", { textDocument: { uri } });
  assert.equal(lens.result[0].command.title, "4 entries, head 1.3.0, 1 stranded");
  writeFileSync(join(folder, "olmkit.yaml"), `ignore: [${UNUSED}]\n`);
  server.tell("workspace/didChangeWatchedFiles", { changes: [{ uri: pathToFileURL(join(folder, "olmkit.yaml")).href, type: 1 }] });
  const after = await server.findings(uri);
  assert.ok(!after.params.diagnostics.some(({ code }) => code === UNUSED));
  assert.equal((await server.ask("shutdown")).result, null);
  server.tell("exit");
  assert.equal(await server.exit, 0);
});

test("many changes are published once, and queued requests can be cancelled", async (t) => {
  const { server, uri } = await opened(t);
  await server.findings(uri);
  for (let version = 2; version < 40; version += 1) {
    server.tell("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text: `${CHANNEL}# ${version}\n` }] });
  }
  const asked = server.ask("textDocument/foldingRange", { textDocument: { uri } });
  server.tell("$/cancelRequest", { id: 2 });
  const published = [];
  do published.push(await server.findings(uri));
  while (published.at(-1).params.version !== 39);
  assert.ok(published.length < 20, `${published.length} publications for 38 changes`);
  const answer = await asked;
  assert.ok(answer.result || answer.error.code === -32800, JSON.stringify(answer));
});

test("arguments are those of the command line", async (t) => {
  const { server, uri } = await opened(t, ["--ignore", UNUSED]);
  const { params } = await server.findings(uri);
  assert.ok(!params.diagnostics.some(({ code }) => code === UNUSED));
  const wrong = start(["--profile", "none"]);
  assert.equal(await wrong.exit, 2);
});

test("messages are read from a stream of any chunks", () => {
  const all = ["{}", JSON.stringify({ text: "\u00fc\u{1F600}" }), "[]"];
  const bytes = Buffer.concat(all.map((text) => Frames.of(text)));
  for (const size of [1, 3, 7, 40, bytes.length]) {
    const frames = new Frames();
    const found = [];
    for (let at = 0; at < bytes.length; at += size) found.push(...frames.take(bytes.subarray(at, at + size)));
    assert.deepEqual(found, all, `in parts of ${size}`);
  }
  assert.deepEqual(new Frames().take(Buffer.from("content-length: 2\n\n{}")), ["{}"]);
  for (const wrong of ["Content-Type: x\r\n\r\n", "junk\n", "x".repeat(5000)]) assert.throws(() => new Frames().take(Buffer.from(wrong)), /Content-Length/);
});

test("the end of the input completes a header", () => {
  for (const [input, isWrong] of [
    ["junk", true],
    ["Content-Type: x\r\njunk", true],
    ["", false],
    ["Content-Length: 2", false],
    ["Content-Length: 2\r\n", false],
    ["Content-Length: 2\r\n\r\n{", false],
    ["Content-Length: 2\r\n\r\n{}junk", true],
  ]) {
    const frames = new Frames();
    frames.take(Buffer.from(input));
    if (isWrong) assert.throws(() => frames.end(), /Content-Length/, input);
    else frames.end();
  }
});
