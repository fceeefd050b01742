// The engine in its Worker. When it dies, the client starts another and opens the files again (`files` gives them).
const PATIENCE = 30_000; // a check of 20 MB takes under two seconds

let client;
let settings;
let worker;

/** `files(attempt)`: the documents as they are now. `onProgress`, `onRestart`: as the client's. */
export function configure(options) {
  settings = options;
}

export async function engine() {
  if (client) return client;
  const createClient = await load();
  client ??= createClient({ ...settings, worker: startWorker, patience: PATIENCE });
  return client;
}

async function load() {
  const base = new URL("olmkit/client.js", document.baseURI);
  return (await import(/* webpackIgnore: true */ base.href)).createClient;
}

/** Another engine, for a look at other texts; whoever asks for it ends it. */
export const createEngine = async () => (await load())({ files: () => [], patience: PATIENCE });

/** Whether a call failed because the engine died; then a restart is under way, or has been given up. */
export const isStopped = (error) => error?.code === "ENGINE_STOPPED";

/** Starts the engine again after it was given up. */
export const restart = async () => (await engine()).restart();

function startWorker() {
  worker = new Worker(new URL("olmkit/worker.js", document.baseURI), { type: "module" });
  return worker;
}

/** For tests: what the client receives when the engine traps. */
export async function crash() {
  await engine();
  worker.dispatchEvent(new MessageEvent("message", { data: { event: "trap", message: "unreachable" } }));
}
