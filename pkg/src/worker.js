// A module worker around one Workspace. Protocol:
//   page -> worker   {id, method, params}         method: any of Workspace, or openMany, reset, explain, rules, crash
//   worker -> page   {id, ok: true, result} | {id, ok: false, error: {message}}
//                    {event: "ready", version} once, {event: "progress", done, total, label} while opening (bytes),
//                    {event: "trap", message} when the engine died: make a new worker and open the files again.
import init, { Workspace, explain, rules, version, warm } from "./index.js";

const PROGRESS_EVERY = 40; // milliseconds
const IDLE = 150; // milliseconds without a call

let workspace;
let trapped;
let timer;

const own = {
  reset(options) {
    workspace.free();
    workspace = new Workspace(); // stays usable when the options are refused
    const next = new Workspace(options);
    workspace.free();
    workspace = next;
  },
  openMany(files) {
    const total = files.reduce((sum, file) => sum + size(file), 0);
    let done = 0;
    let last = 0;
    for (const file of files) {
      const now = Date.now();
      if (now - last >= PROGRESS_EVERY) {
        last = now;
        postMessage({ event: "progress", done, total, label: file.path });
      }
      workspace.open(file.path, file.text ?? file.bytes);
      done += size(file);
    }
    postMessage({ event: "progress", done: total, total, label: "" });
  },
  explain: (rule) => explain(rule),
  rules: () => rules(),
  crash(how) {
    while (how === "hang");
    new WebAssembly.Instance(new WebAssembly.Module(TRAP)).exports.trap();
  },
};

// (module (func (export "trap") unreachable))
const TRAP = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 8, 1, 4, 116, 114, 97, 112, 0, 0, 10, 5, 1, 3, 0, 0, 11,
]);

const size = (file) => file.text?.length ?? file.bytes.byteLength;

const METHODS = new Set(
  Object.getOwnPropertyNames(Workspace.prototype).filter((name) => name !== "constructor" && name !== "free"),
);

function call(method, params) {
  if (Object.hasOwn(own, method)) return own[method](...params);
  if (METHODS.has(method)) return workspace[method](...params);
  throw new Error(`there is no method "${method}"`);
}

/** Once, after the first call, when no other has come for a while. */
function warmWhenIdle() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    timer = null;
    if (!trapped) warm();
  }, IDLE);
}

async function answer({ id, method, params = [] }) {
  try {
    await started;
    if (trapped) throw trapped;
    postMessage({ id, ok: true, result: call(method, params) });
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError && !trapped) {
      trapped = new Error("the engine has stopped; it needs a new worker");
      postMessage({ event: "trap", message: error.message });
    }
    postMessage({ id, ok: false, error: { message: String(error?.message ?? error) } });
  }
  if (timer !== null) warmWhenIdle();
}

const started = init().then(() => {
  workspace = new Workspace();
  postMessage({ event: "ready", version: version() });
});

addEventListener("message", ({ data }) => answer(data));
