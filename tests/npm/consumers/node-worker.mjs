// The Worker of the package in Node.js: the part of the browser's Worker that `createClient` uses, over worker_threads.
import { Worker as Thread } from "node:worker_threads";

const SHIM = `
const { parentPort, workerData } = require("node:worker_threads");
const { readFile } = require("node:fs/promises");
globalThis.addEventListener = (type, listener) => parentPort.on("message", (data) => listener({ data }));
globalThis.postMessage = (data) => parentPort.postMessage(data);
globalThis.fetch = async (url) => new Response(await readFile(new URL(url)), { headers: { "content-type": "application/wasm" } });
if (workerData.trap) parentPort.on("message", ({ method }) => method === workerData.trap && postMessage({ event: "trap", message: "unreachable" }));
import(workerData.script);
`;

/** `trap` is a method that stops the engine. */
export function nodeWorker({ trap, script = "worker.js" } = {}) {
  const thread = new Thread(SHIM, { eval: true, workerData: { trap, script: new URL(`node_modules/olmkit/dist/${script}`, import.meta.url).href } });
  return {
    postMessage: (data, transfer) => thread.postMessage(data, transfer),
    addEventListener: (type, listener) => thread.on(type, (data) => listener(type === "message" ? { data } : data)),
    terminate: () => thread.terminate(),
  };
}
