// A module worker around olmkit/bundle and olmkit/resolver: bundles and dependencies beside the engine, loaded by who asks.
// Protocol: page -> worker {id, method, params}; worker -> page {id, ok: true, result} | {id, ok: false, error: {message}},
// and {event: "trap", message} when the engine died: make a new worker.
import init, * as bundle from "./bundle.js";
import { runCli } from "./cli.js";
import { dependencies, resolve } from "./resolver.js";

const { describeBundle, explainBundleRule, openBundle, planBundle, renderBundle, validateBundle } = bundle;
const METHODS = new Map(Object.entries({ describeBundle, explainBundleRule, openBundle, planBundle, renderBundle, validateBundle, dependencies, resolve, printConfig, renderText }));

/** What the command line says with files `{ path, bytes }` on its disk: its output, or what is wrong. */
function run(args, files) {
  const all = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const absent = () => Object.assign(new Error("ENOENT"), { code: "ENOENT" });
  const said = { out: "", err: "" };
  const add = (stream) => (content) => void (said[stream] += new TextDecoder().decode(content));
  const machine = {
    isDirectory(path) {
      if (all.has(path)) return false;
      if (path === "" || path === ".") return true;
      throw absent();
    },
    read(path) {
      if (all.has(path)) return all.get(path);
      throw absent();
    },
    list: () => [], write: () => {}, stdin: () => new Uint8Array(), isTerminal: () => false, env: () => undefined,
    out: add("out"), err: add("err"),
  };
  runCli(args, machine);
  return said;
}

const catalog = "catalog.yaml"; // any file of the folder
function printConfig(files) {
  return run(["--print-config", catalog], [...files, { path: catalog, bytes: new Uint8Array() }]);
}

/** Documents of a catalog as opm writes them, in `json` or `yaml`. */
function renderText(text, format) {
  return run(["render", catalog, "-o", format], [{ path: catalog, bytes: new TextEncoder().encode(text) }]);
}

const started = init();

addEventListener("message", async ({ data: { id, method, params = [] } }) => {
  try {
    await started;
    const call = METHODS.get(method);
    if (!call) throw new Error(`there is no method "${method}"`);
    postMessage({ id, ok: true, result: call(...params) });
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) postMessage({ event: "trap", message: error.message });
    postMessage({ id, ok: false, error: { message: String(error?.message ?? error) } });
  }
});
