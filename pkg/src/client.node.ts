// `createClient` in Node.js: the engine runs in a thread.
import { existsSync } from "node:fs";
import { Worker as Thread } from "node:worker_threads";
import { type ClientOptions, createClient as create, type EngineClient, type WorkerLike } from "./client.js";
import { failure } from "./errors.js";

const ADVICE = "Leave olmkit out of the bundle (mark it as external), or pass `worker`.";

function scriptOf(): URL {
  try {
    const script = new URL("./worker.node.js", import.meta.url);
    if (existsSync(script)) return script;
  } catch {} // some bundlers remove `import.meta`
  throw failure("LOAD_FAILED", `olmkit cannot find the script of its Worker next to the bundled script. ${ADVICE}`);
}

/** A thread with the events of a browser's Worker. It keeps the process alive only during a call. */
function start(): WorkerLike {
  const thread = new Thread(scriptOf());
  let waiting = 0;
  thread.on("message", (data) => {
    if (!("id" in data)) return;
    waiting -= 1;
    if (waiting === 0) thread.unref();
  });
  // A listener for messages makes the thread keep the process alive.
  thread.unref();
  return {
    postMessage(message, transfer) {
      thread.postMessage(message, transfer);
      waiting += 1;
      thread.ref();
    },
    addEventListener: (type, listener) => void thread.on(type, (data) => listener(type === "message" ? { data } : data)),
    terminate: () => thread.terminate(),
  };
}

export function createClient(options: ClientOptions = {}): EngineClient {
  const isObject = typeof options === "object" && options !== null && !Array.isArray(options);
  return create(isObject ? { ...options, worker: options.worker === undefined ? start : options.worker } : options);
}
