// A module worker around one Workspace. Protocol:
//   page -> worker   {id, method, params}         method: any of Workspace, or reset, explain, rules
//   worker -> page   {id, ok: true, result} | {id, ok: false, error: {message, code, argument, expected}}
//                    {event: "ready", version} once, {event: "progress", done, total, label} while opening (bytes),
//                    {event: "trap", message} when the engine died: make a new worker and open the files again.

import { badArgument, type PackedError, packed, thrown } from "./errors.js";
import type { OlmFile, Options } from "./index.js";
import init, { explain, rules, version, Workspace, warm } from "./index.js";

/** What the page sends. `method` is a method of Workspace, `reset`, `explain` or `rules`. */
export type WorkerRequest = { id: number; method: string; params?: unknown[] };

/** What the worker sends back. `done` and `total` are bytes. */
export type WorkerResponse =
  | { id: number; ok: true; result: unknown }
  | { id: number; ok: false; error: PackedError }
  | { event: "ready"; version: string }
  | { event: "progress"; done: number; total: number; label: string }
  | { event: "trap"; message: string };

const PROGRESS_EVERY = 40; // milliseconds
const IDLE = 150; // milliseconds without a call

let workspace: Workspace;
let hasStopped = false;
let timer: ReturnType<typeof setTimeout> | null | undefined;

const say = (response: WorkerResponse) => postMessage(response);

const own = {
  reset(options?: Options) {
    workspace.free();
    workspace = new Workspace(); // stays usable when the options are refused
    const next = new Workspace(options);
    workspace.free();
    workspace = next;
  },
  openMany(files: OlmFile[]) {
    let last = 0;
    workspace.openMany(files, (done: number, total: number, label: string) => {
      const now = Date.now();
      if (now - last < PROGRESS_EVERY && done < total) return;
      last = now;
      say({ event: "progress", done, total, label });
    });
  },
  explain: (rule: string) => explain(rule),
  rules: () => rules(),
};

type Method = (...params: unknown[]) => unknown;

const METHODS = new Set(Object.getOwnPropertyNames(Workspace.prototype).filter((name) => name !== "constructor" && name !== "free"));

function call(method: string, params: unknown[]): unknown {
  const target = Object.hasOwn(own, method) ? own : METHODS.has(method) ? workspace : undefined;
  if (target) return (Reflect.get(target, method) as Method).apply(target, params);
  throw badArgument("method", "a method of Workspace, or `reset`, `explain`, `rules`", method);
}

/** Once, after the first call, when no other has come for a while. */
function warmWhenIdle() {
  if (timer) clearTimeout(timer);
  timer = setTimeout(() => {
    timer = null;
    if (!hasStopped) warm();
  }, IDLE);
}

async function answer({ id, method, params = [] }: WorkerRequest): Promise<void> {
  try {
    await started;
    say({ id, ok: true, result: call(method, params) });
  } catch (error) {
    const { code, message = "" } = thrown(error);
    if (code === "ENGINE_STOPPED" && !hasStopped) {
      hasStopped = true;
      say({ event: "trap", message });
    }
    say({ id, ok: false, error: packed(error) });
  }
  if (timer !== null) warmWhenIdle();
}

const started = init().then(() => {
  workspace = new Workspace();
  say({ event: "ready", version: version() });
});

addEventListener("message", ({ data }) => answer(data));
