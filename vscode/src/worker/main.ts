// The web worker: the packaged language server, which communicates through messages.

import { initSync, type LanguageServer, type Machine, pathOfUri, runCli, uriOfPath } from "olmkit/cli";
import { Conversation } from "olmkit/language-server";
import { contentOf } from "olmkit/packed";
import { unpack } from "olmkit/unpack";
import { ClientFiles } from "./files";
import type { Listed, Start } from "./protocol";

interface Message {
  id?: string | number;
  method?: string;
  params?: unknown;
  result?: unknown;
}

const CONFIGURATION = "olmkit.yaml";

const files = new ClientFiles();
const waiting = new Map<string, (result: unknown) => void>();
let asked = 0;
let conversation: Conversation | undefined;

/** Sends a request to the client; null if the client refuses it. */
function ask<Answer>(method: string, params: object): Promise<Answer | null> {
  asked += 1;
  const id = `olmkit-files-${asked}`;
  return new Promise((resolve) => {
    waiting.set(id, (result) => resolve((result as Answer | undefined) ?? null));
    postMessage({ jsonrpc: "2.0", id, method, params });
  });
}

/**
 * Fetches files that the server requested but that were unknown, and reports them as changed, until none is missing.
 */
async function fetchWanted(first: [path: string, how: "list" | "read"][]): Promise<void> {
  for (let wanted = first; wanted.length > 0; wanted = files.takeWanted()) {
    const changed = await Promise.all(wanted.map(([path, how]) => (how === "list" ? list(path) : read(path))));
    conversation?.changed(changed.flat());
  }
}

async function list(path: string): Promise<string[]> {
  const uri = uriOfPath(path);
  const names = uri ? await ask<Listed>("olmkit/list", { uri }) : null;
  files.listed(path, names);
  const configuration = names?.some(([name]) => name === CONFIGURATION) ? uriOfPath(`${path}/${CONFIGURATION}`) : undefined;
  return [uri, configuration].filter((uri) => uri !== undefined);
}

async function read(path: string): Promise<string[]> {
  const uri = uriOfPath(path);
  files.hasRead(path, uri ? await ask<Uint8Array>("olmkit/read", { uri }) : null);
  return uri ? [uri] : [];
}

function serve(server: LanguageServer): void {
  const { port1, port2 } = new MessageChannel();
  const work: (() => void)[] = [];
  port1.onmessage = () => work.shift()?.();
  conversation = new Conversation(server, {
    send: (message) => postMessage(JSON.parse(message)),
    later: (act) => {
      work.push(act);
      port2.postMessage(null);
    },
    ended: () => close(),
    worked: () => {
      const wanted = files.takeWanted();
      if (wanted.length > 0) void conversation?.pauseUntil(fetchWanted(wanted));
    },
  });
}

const nothing = () => {};

const machine: Machine = {
  kind: (path) => files.kind(path),
  list: (path) => files.list(path),
  read: (path) => files.read(path),
  write: nothing,
  stdin: () => new Uint8Array(),
  out: nothing,
  err: (content) => console.error(new TextDecoder().decode(content)),
  isTerminal: () => false,
  isErrorTerminal: () => false,
  currentDirectory: () => undefined,
  env: () => undefined,
  clock: () => performance.now(),
  serve,
};

function start({ wasm, args }: Start): void {
  initSync({ module: unpack(contentOf(new TextDecoder().decode(wasm))) });
  runCli(args, machine);
}

/** Discards files that the client reports as changed. They are fetched again when the server requests them. */
function forget(params: unknown): void {
  for (const { uri } of (params as { changes?: { uri: string }[] }).changes ?? []) {
    const path = pathOfUri(uri);
    if (path) files.forget(path);
  }
}

addEventListener("message", ({ data }: MessageEvent<Start | Message>) => {
  if ("wasm" in data) return start(data);
  const answer = typeof data.id === "string" && data.method === undefined ? waiting.get(data.id) : undefined;
  if (answer) {
    waiting.delete(String(data.id));
    return answer(data.result);
  }
  if (data.method === "workspace/didChangeWatchedFiles") forget(data.params);
  conversation?.receive(JSON.stringify(data));
});
