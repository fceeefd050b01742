// Creates archives in a worker, because a large one would block the page for a second.

import { notLoaded } from "./local.js";

/** Creates a zip of files, each `[path, bytes]`. */
export function zip(files: [string, Uint8Array][]): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL("zip-worker.js", document.baseURI), { type: "module" });
  const made = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    worker.addEventListener("message", ({ data }) => resolve(data));
    worker.addEventListener("error", ({ message }) => reject(message ? new Error(`The archive could not be made: ${message}`) : notLoaded("The archive could not be made: its worker")));
    worker.postMessage(files);
  });
  return made.finally(() => worker.terminate());
}
