// Workers in a page of another editor. That page may not start workers from the address of its files, so each is
// created from fetched code. Its name is the address of its wasm.
import { createClient } from "olmkit/client";
import type { WorkerName } from "../workers.js";

const WASM = { worker: "engine.wasm", "bundle-worker": "../cli_packed.js" };
const TYPES = { worker: "application/wasm", "bundle-worker": "text/javascript" };

const prepared = new Map<WorkerName, Promise<{ script: string; wasm: string }>>();
const ready = new Map<WorkerName, { script: string; wasm: string }>();

async function fetched(name: string, type: string): Promise<string> {
  const response = await fetch(new URL(name, document.baseURI));
  if (!response.ok) throw new Error(`${name} cannot be read from the extension`);
  return URL.createObjectURL(new Blob([await response.arrayBuffer()], { type }));
}

async function parts(name: WorkerName) {
  const [script, wasm] = await Promise.all([fetched(`${name}.js`, "text/javascript"), fetched(WASM[name], TYPES[name])]);
  return { script, wasm };
}

export async function prepare(name: WorkerName): Promise<void> {
  const found = prepared.get(name) ?? parts(name);
  prepared.set(name, found);
  ready.set(name, await found);
}

export function startWorker(name: WorkerName): Worker {
  const found = ready.get(name);
  if (!found) throw new Error(`The ${name} is not prepared`);
  return new Worker(found.script, { type: "module", name: found.wasm });
}

export const loadClient = async () => createClient;
