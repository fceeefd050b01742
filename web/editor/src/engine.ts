// The engine in its Worker. When it dies, the client starts another and opens the files again, which `files` returns.
import type { ClientOptions, EngineClient } from "olmkit/client";
import { notLoaded } from "./local.js";
import { afterPause } from "./pause.js";
import { loadClient, prepare, startWorker } from "./workers.js";

const TIMEOUT = 30_000; // milliseconds; a check of 20 MB takes less than two seconds
const IDLE = 1000; // milliseconds

type Settings = Pick<ClientOptions, "files" | "onProgress" | "onRestart">;

let client: EngineClient | undefined;
let settings: Settings;
let worker: Worker;

/**
 * Configures the client. `files(attempt)`: returns the current documents. `onProgress`, `onRestart`: see the client.
 */
export function configure(options: Settings): void {
  settings = options;
}

export async function engine(): Promise<EngineClient> {
  if (client) return client;
  const createClient = await load();
  client ??= createClient({ ...settings, worker: ownWorker, timeout: TIMEOUT });
  return client;
}

async function load() {
  const [createClient] = await Promise.all([loadClient(), prepare("worker")]);
  return createClient;
}

const startSecond = async () => (await load())({ files: () => [], worker: () => startWorker("worker"), timeout: TIMEOUT });

let second: Promise<EngineClient | undefined> | undefined; // started before it is needed

/** Starts the next engine of `createEngine` when nothing has been checked for a while, so that its first use does not wait. */
export const prepareEngine = afterPause(IDLE, () => {
  second ??= startedSecond().catch(() => undefined); // its use tries again, and reports the error
});

async function startedSecond(): Promise<EngineClient> {
  const made = await startSecond();
  await made.paths().catch((error) => Promise.reject(isStopped(error) ? notLoaded("The engine") : error));
  return made;
}

/** Creates a second engine that checks other texts. The caller must terminate it. */
export async function createEngine(): Promise<EngineClient> {
  const ready = second;
  second = undefined;
  return (await ready) ?? startedSecond();
}

/** Whether a call failed because the engine died. Then a restart is in progress or has been given up. */
export const isStopped = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENGINE_STOPPED";

/**
 * The message of an error. Messages that stand alone begin like sentences; what shows them adds the period, as reasons are
 * also shown within a sentence.
 */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The message of an error as the end of a sentence to which a period is added. */
export const reasonOf = (error: unknown) => messageOf(error).replace(/\.$/, "");

/** The message of an error as a whole sentence. */
export const sentenceOf = (error: unknown) => messageOf(error).replace(/(?<![.?!…])$/, ".");

/** Restarts the engine after the client has given up. */
export const restart = async () => (await engine()).restart();

function ownWorker(): Worker {
  worker = startWorker("worker");
  return worker;
}

/** For tests: simulates the message that the client receives when the engine traps. */
export async function crash(): Promise<void> {
  await engine();
  worker.dispatchEvent(new MessageEvent("message", { data: { event: "trap", message: "unreachable" } }));
}
