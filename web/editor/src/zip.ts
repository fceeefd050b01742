// Creates archives in a worker, because a large one would block the page for a second.

/** Creates a zip of files, each `[path, bytes]`. */
export function zip(files: [string, Uint8Array][]): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL("zip-worker.js", document.baseURI), { type: "module" });
  const made = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    worker.addEventListener("message", ({ data }) => resolve(data));
    worker.addEventListener("error", (event) => reject(new Error(`The archive could not be made: ${event.message ?? "its worker could not be loaded"}`)));
    worker.postMessage(files);
  });
  return made.finally(() => worker.terminate());
}
