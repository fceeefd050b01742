import type { PackedError } from "./errors.js";

export type { PackedError } from "./errors.js";

/**
 * A request to the worker: `method` is the name of a function of `olmkit/bundle`, `olmkit/resolver` or `olmkit/cli`,
 * `params` are its arguments.
 */
export interface BundleRequest {
  /** The response has the same id. */
  id: number;
  method: string;
  params?: unknown[];
}

/** A message of the worker: a response, or the event that the wasm stopped. After that event, start a new worker. */
export type BundleResponse = { id: number; ok: true; result: unknown } | { id: number; ok: false; error: PackedError } | { event: "trap"; message: string };
