// The engine in its Worker. When it dies, the client starts another and opens the files again (`files` gives them).
import type { ClientOptions, EngineClient } from "olmkit/client";
import { loadClient, prepare, startWorker } from "./workers.js";

const PATIENCE = 30_000; // a check of 20 MB takes under two seconds

type Settings = Pick<ClientOptions, "files" | "onProgress" | "onRestart">;

let client: EngineClient | undefined;
let settings: Settings;
let worker: Worker;

/** `files(attempt)`: the documents as they are now. `onProgress`, `onRestart`: as the client's. */
export function configure(options: Settings): void {
  settings = options;
}

export async function engine(): Promise<EngineClient> {
  if (client) return client;
  const createClient = await load();
  client ??= createClient({ ...settings, worker: ownWorker, patience: PATIENCE });
  return client;
}

async function load() {
  const [createClient] = await Promise.all([loadClient(), prepare("worker")]);
  return createClient;
}

/** Another engine, to check other texts. The caller must terminate it. */
export const createEngine = async () => (await load())({ files: () => [], worker: () => startWorker("worker"), patience: PATIENCE });

/** Whether a call failed because the engine died; then a restart is under way, or has been given up. */
export const isStopped = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENGINE_STOPPED";

/** What went wrong, in a sentence. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Starts the engine again after it was given up. */
export const restart = async () => (await engine()).restart();

function ownWorker(): Worker {
  worker = startWorker("worker");
  return worker;
}

/** For tests: what the client receives when the engine traps. */
export async function crash(): Promise<void> {
  await engine();
  worker.dispatchEvent(new MessageEvent("message", { data: { event: "trap", message: "unreachable" } }));
}
