// A module worker around olmkit/bundle, olmkit/resolver and the command line: bundles, dependencies and the documents of
// catalogs beside the engine, loaded when first asked.
// Protocol: page -> worker {id, method, params}; worker -> page {id, ok: true, result} | {id, ok: false, error: {message, code, argument, expected}},
// and {event: "trap", message} when the engine died: make a new worker.

import type { Kind, Machine } from "./cli.js";
import {
  bundleContents,
  bundleImpact,
  carryChange,
  catalogFolders,
  dependencies,
  describeBundle,
  documents,
  init,
  openBundle,
  packageAcross,
  patch,
  planAddition,
  planBundle,
  planRendered,
  proposeAddition,
  renderBundle,
  resolve,
  runCli,
  validateBundle,
} from "./command.js";
import { badArgument, type PackedError, packed, thrown } from "./errors.js";
import { joined } from "./joined.js";

const METHODS = {
  bundleContents,
  bundleImpact,
  carryChange,
  catalogFolders,
  dependencies,
  describeBundle,
  documents,
  openBundle,
  packageAcross,
  patch,
  planAddition,
  planBundle,
  planRendered,
  proposeAddition,
  renderBundle,
  resolve,
  runOn,
  validateBundle,
};

/** What the worker can be called for. */
export type BundleMethods = typeof METHODS;

/** What it sends back. */
export type BundleResponse = { id: number; ok: true; result: unknown } | { id: number; ok: false; error: PackedError } | { event: "trap"; message: string };

type NamedBytes = { path: string; bytes: Uint8Array };
type Method = (...params: unknown[]) => unknown;

/** Runs the command line in a folder of files `{ path, bytes }`: what it prints and writes there, as bytes, and its exit code. */
function runOn(files: NamedBytes[], args: string[]) {
  if (!Array.isArray(files)) throw badArgument("files", "an array", files);
  const { machine, said, written } = folder(new Map(files.map(({ path, bytes }) => [path, bytes])));
  const code = runCli(args, machine);
  return { code, out: joined(said.out), err: new TextDecoder().decode(joined(said.err)), written: [...written].map(([path, bytes]) => ({ path, bytes })) };
}

/** A machine that has these files and nothing else. */
function folder(all: Map<string, Uint8Array>) {
  const folders = new Map([["", new Map<string, Kind>()]]); // path -> name -> what it is
  for (const path of all.keys()) {
    const parts = path.split("/");
    for (const [at, part] of parts.entries()) {
      const above = parts.slice(0, at).join("/");
      const inside = folders.get(above) ?? new Map<string, Kind>();
      folders.set(above, inside);
      inside.set(part, at + 1 < parts.length ? "directory" : "file");
    }
  }
  const clean = (path: string) =>
    path
      .split("/")
      .filter((part) => part && part !== ".")
      .join("/");
  const found =
    <Value>(map: Map<string, Value>) =>
    (path: string): Value => {
      const value = map.get(clean(path));
      if (value === undefined) throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
      return value;
    };
  const said: { out: Uint8Array[]; err: Uint8Array[] } = { out: [], err: [] };
  const written = new Map<string, Uint8Array>();
  const list = found(folders);
  const machine: Machine = {
    kind: (path) => {
      if (folders.has(clean(path))) return "directory";
      found(all)(path);
      return "file";
    },
    list: (path) => [...list(path)],
    read: found(all),
    // What is handed over lies in the memory of the wasm, and is copied.
    write: (path, content) => void written.set(clean(path), content.slice()),
    stdin: () => new Uint8Array(),
    isTerminal: () => false,
    currentDirectory: () => undefined,
    env: () => undefined,
    clock: () => performance.now(),
    out: (content) => void said.out.push(content.slice()),
    err: (content) => void said.err.push(content.slice()),
  };
  return { machine, said, written };
}

const say = (response: BundleResponse) => postMessage(response);
const isMethod = (name: string): name is keyof BundleMethods => Object.hasOwn(METHODS, name);

const started = init();

addEventListener("message", async ({ data: { id, method, params = [] } }) => {
  try {
    await started;
    if (!isMethod(method)) throw badArgument("method", Object.keys(METHODS).join(" or "), method);
    say({ id, ok: true, result: (METHODS[method] as Method)(...params) });
  } catch (error) {
    const { code, message = "" } = thrown(error);
    if (code === "ENGINE_STOPPED") say({ event: "trap", message });
    say({ id, ok: false, error: packed(error) });
  }
});
