/** What the page sends. `method` is a method of Workspace, `openMany`, `reset`, `explain`, `rules` or, for tests, `crash`. */
export type Request = { id: number; method: string; params?: unknown[] };

/** What the worker sends back. `done` and `total` are bytes. */
export type Response =
  | { id: number; ok: true; result: unknown }
  | { id: number; ok: false; error: { message: string } }
  | { event: "ready"; version: string }
  | { event: "progress"; done: number; total: number; label: string }
  | { event: "trap"; message: string };
