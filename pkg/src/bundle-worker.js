// A module worker around olmkit/bundle, olmkit/resolver and the command line: bundles, dependencies and the documents of
// catalogs beside the engine, loaded by who asks.
// Protocol: page -> worker {id, method, params}; worker -> page {id, ok: true, result} | {id, ok: false, error: {message, code, argument, expected}},
// and {event: "trap", message} when the engine died: make a new worker.
import { appendDocuments, dependencies, describeBundle, documents, init, oldestFirst, openBundle, planBundle, renderBundle, resolve, runCli, validateBundle } from "./command.js";
import { badArgument, packed } from "./errors.js";
import { joined } from "./joined.js";

const METHODS = new Map(Object.entries({ describeBundle, openBundle, planBundle, renderBundle, validateBundle, dependencies, resolve, runOn, documents, appendDocuments, oldestFirst }));

/** Runs the command line in a folder of files `{ path, bytes }`: what it prints and writes there, as bytes, and its exit code. */
function runOn(files, args) {
  if (!Array.isArray(files)) throw badArgument("files", "an array", files);
  const { machine, said, written } = folder(new Map(files.map(({ path, bytes }) => [path, bytes])));
  const code = runCli(args, machine);
  return { code, out: joined(said.out), err: new TextDecoder().decode(joined(said.err)), written: [...written].map(([path, bytes]) => ({ path, bytes })) };
}

/** A machine that has these files and nothing else. */
function folder(all) {
  const folders = new Map([["", new Map()]]); // path -> name -> what it is
  for (const path of all.keys()) {
    const parts = path.split("/");
    for (let at = 0; at < parts.length; at += 1) {
      const above = parts.slice(0, at).join("/");
      if (!folders.has(above)) folders.set(above, new Map());
      folders.get(above).set(parts[at], at + 1 < parts.length ? "directory" : "file");
    }
  }
  const clean = (path) => path.split("/").filter((part) => part && part !== ".").join("/");
  const found = (map) => (path) => {
    const value = map.get(clean(path));
    if (value === undefined) throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
    return value;
  };
  const said = { out: [], err: [] };
  const written = new Map();
  const list = found(folders);
  const machine = {
    kind: (path) => (folders.has(clean(path)) ? "directory" : found(all)(path) && "file"),
    list: (path) => [...list(path)],
    read: found(all),
    // What is handed over lies in the memory of the wasm, and is copied.
    write: (path, content) => void written.set(clean(path), content.slice()),
    stdin: () => new Uint8Array(),
    isTerminal: () => false,
    currentDirectory: () => undefined,
    env: () => undefined,
    out: (content) => void said.out.push(content.slice()),
    err: (content) => void said.err.push(content.slice()),
  };
  return { machine, said, written };
}

const started = init();

addEventListener("message", async ({ data: { id, method, params = [] } }) => {
  try {
    await started;
    const call = METHODS.get(method);
    if (!call) throw badArgument("method", [...METHODS.keys()].join(" or "), method);
    postMessage({ id, ok: true, result: call(...params) });
  } catch (error) {
    if (error?.code === "ENGINE_STOPPED") postMessage({ event: "trap", message: error.message });
    postMessage({ id, ok: false, error: packed(error) });
  }
});
