// A module worker around one Workspace. Protocol:
//   page -> worker   {id, method, params}         method: any of Workspace, or reset, explain, rules
//   worker -> page   {id, ok: true, result} | {id, ok: false, error: {message, code, argument, expected}}
//                    {event: "ready", version} once, {event: "progress", done, total, label} while opening (bytes),
//                    {event: "trap", message} when the engine died: make a new worker and open the files again.
import { badArgument, packed } from "./errors.js";
import init, { Workspace, explain, rules, version, warm } from "./index.js";

const PROGRESS_EVERY = 40; // milliseconds
const IDLE = 150; // milliseconds without a call

let workspace;
let hasStopped = false;
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
    let last = 0;
    workspace.openMany(files, (done, total, label) => {
      const now = Date.now();
      if (now - last < PROGRESS_EVERY && done < total) return;
      last = now;
      postMessage({ event: "progress", done, total, label });
    });
  },
  explain: (rule) => explain(rule),
  rules: () => rules(),
};

const METHODS = new Set(
  Object.getOwnPropertyNames(Workspace.prototype).filter((name) => name !== "constructor" && name !== "free"),
);

function call(method, params) {
  if (Object.hasOwn(own, method)) return own[method](...params);
  if (METHODS.has(method)) return workspace[method](...params);
  throw badArgument("method", "a method of Workspace, or `reset`, `explain`, `rules`", method);
}

/** Once, after the first call, when no other has come for a while. */
function warmWhenIdle() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    timer = null;
    if (!hasStopped) warm();
  }, IDLE);
}

async function answer({ id, method, params = [] }) {
  try {
    await started;
    postMessage({ id, ok: true, result: call(method, params) });
  } catch (error) {
    if (error?.code === "ENGINE_STOPPED" && !hasStopped) {
      hasStopped = true;
      postMessage({ event: "trap", message: error.message });
    }
    postMessage({ id, ok: false, error: packed(error) });
  }
  if (timer !== null) warmWhenIdle();
}

const started = init().then(() => {
  workspace = new Workspace();
  postMessage({ event: "ready", version: version() });
});

addEventListener("message", ({ data }) => answer(data));
