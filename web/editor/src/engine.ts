// The engine in its Worker. When it dies, the client starts another and opens the files again (`files` gives them).
import type { ClientOptions, EngineClient } from "olmkit/client";

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
  client ??= createClient({ ...settings, worker: startWorker, patience: PATIENCE });
  return client;
}

async function load(): Promise<(options: ClientOptions) => EngineClient> {
  const base = new URL("olmkit/client.js", document.baseURI);
  return (await import(/* webpackIgnore: true */ base.href)).createClient;
}

/** Another engine, for a look at other texts; whoever asks for it ends it. */
export const createEngine = async () => (await load())({ files: () => [], patience: PATIENCE });

/** Whether a call failed because the engine died; then a restart is under way, or has been given up. */
export const isStopped = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENGINE_STOPPED";

/** What went wrong, in a sentence. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Starts the engine again after it was given up. */
export const restart = async () => (await engine()).restart();

function startWorker(): Worker {
  worker = new Worker(new URL("olmkit/worker.js", document.baseURI), { type: "module" });
  return worker;
}

/** For tests: what the client receives when the engine traps. */
export async function crash(): Promise<void> {
  await engine();
  worker.dispatchEvent(new MessageEvent("message", { data: { event: "trap", message: "unreachable" } }));
}
