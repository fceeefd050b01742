// Calls the worker with the wasm of the command line: bundles, dependencies, documents. It is started at the first call.
import type { BundleMethods, BundleResponse } from "olmkit/bundle-worker";
import { unpacked } from "olmkit/errors";
import { notLoaded } from "./local.js";
import { afterPause } from "./pause.js";
import { prepare, startWorker } from "./workers.js";

let worker: Worker | undefined;
let next = 1;
const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();

const IDLE = 1500; // milliseconds

/** Starts the worker when nothing has been checked for a while, so that the comparison of several catalogs does not wait. */
export const prepareCommandLine = afterPause(IDLE, () => {
  if (!worker) ask("patch", []).catch(() => {}); // an error is reported when it is needed
});

/** Calls a method of the worker. Starts the worker at the first call, and again after it has died. */
export async function ask<Name extends keyof BundleMethods>(method: Name, ...params: Parameters<BundleMethods[Name]>): Promise<ReturnType<BundleMethods[Name]>> {
  await prepare("bundle-worker");
  worker ??= start();
  const own = worker;
  const id = next++;
  return new Promise((resolve, reject) => {
    own.postMessage({ id, method, params }); // throws for values that cannot be copied; nothing waits then
    waiting.set(id, { resolve, reject });
  });
}

const stopped = (message: string) => new Error(`The command line stopped: ${message}`);

function start(): Worker {
  const made = startWorker("bundle-worker");
  const stop = (error: Error) => {
    if (made !== worker) return;
    made.terminate();
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  made.addEventListener("error", ({ message }) => stop(message ? stopped(message) : notLoaded("The command line")));
  made.addEventListener("message", ({ data }: MessageEvent<BundleResponse>) => {
    if ("event" in data) return stop(stopped(data.message));
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    return data.ok ? call?.resolve(data.result as never) : call?.reject(unpacked(data.error));
  });
  return made;
}
