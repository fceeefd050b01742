// What a page and the Worker of the package tell each other.
import type { PackedError } from "./errors.js";

/** What the page sends. `method` is a method of Workspace, `reset`, `explain` or `rules`. */
export type WorkerRequest = { id: number; method: string; params?: unknown[] };

/** What the worker sends back. `done` and `total` are bytes. */
export type WorkerResponse =
  | { id: number; ok: true; result: unknown }
  | { id: number; ok: false; error: PackedError }
  | { event: "ready"; version: string }
  | { event: "progress"; done: number; total: number; label: string }
  | { event: "trap"; message: string };
