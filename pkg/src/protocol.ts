// The messages between a page and the Worker of the package.
import type { PackedError } from "./errors.js";

/** A request of the page. `method` is a method of Workspace, or `reset`, `explain` or `rules`. */
export type WorkerRequest = { id: number; method: string; params?: unknown[] };

/** A message of the worker. `done` and `total` are in bytes. */
export type WorkerResponse =
  | { id: number; ok: true; result: unknown }
  | { id: number; ok: false; error: PackedError }
  | { event: "ready"; version: string }
  | { event: "progress"; done: number; total: number; label: string }
  | { event: "trap"; message: string };
