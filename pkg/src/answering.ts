// Calls one Workspace through messages, in a Worker of a browser or a thread of Node.js. Protocol:
//   page -> worker   {id, method, params}         method: any of Workspace, or reset, explain, rules
//   worker -> page   {id, ok: true, result} | {id, ok: false, error: {message, code, argument, expected}}
//                    {event: "ready", version} once, {event: "progress", done, total, label} while opening (bytes),
//                    {event: "trap", message} when the engine stopped: start a new worker and open the files again.
import { badArgument, packed, thrown } from "./errors.js";
import type { CatalogFile, Options } from "./index.js";
import type { WorkerRequest, WorkerResponse } from "./protocol.js";

/** An entry of the package, which loads the engine for its environment. */
type Entry = Pick<typeof import("./index.js"), "default" | "explain" | "rules" | "version" | "Workspace" | "warm">;

const PROGRESS_EVERY = 40; // milliseconds
const IDLE = 150; // milliseconds without a call

type Method = (...params: unknown[]) => unknown;

/** Loads the engine, and returns the function that handles requests. */
export function answering({ default: init, explain, rules, version, Workspace, warm }: Entry, say: (response: WorkerResponse) => void): (request: WorkerRequest) => Promise<void> {
  const methods = new Set(Object.getOwnPropertyNames(Workspace.prototype).filter((name) => name !== "constructor" && name !== "free"));
  let workspace: InstanceType<typeof Workspace>;
  let hasStopped = false;
  let timer: ReturnType<typeof setTimeout> | null | undefined;

  const own = {
    reset(options?: Options) {
      const next = new Workspace(options);
      workspace.free();
      workspace = next;
    },
    openMany(files: CatalogFile[]) {
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

  function call(method: string, params: unknown[]): unknown {
    const target = Object.hasOwn(own, method) ? own : methods.has(method) ? workspace : undefined;
    if (target) return (Reflect.get(target, method) as Method).apply(target, params);
    throw badArgument("method", "a method of Workspace, or `reset`, `explain`, `rules`", method);
  }

  /** Warms up once, after the first call, when no other call arrives for `IDLE`. */
  function warmWhenIdle() {
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      if (!hasStopped) warm();
    }, IDLE);
  }

  const started = init().then(() => {
    workspace = new Workspace();
    say({ event: "ready", version: version() });
  });

  return async function answer({ id, method, params = [] }) {
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
  };
}
