// The workers of the package and its client.
import type { createClient } from "olmkit/client";

export type WorkerName = "worker" | "bundle-worker";

const address = (name: string) => new URL(`olmkit/${name}.js`, document.baseURI);

/** Prepares what a worker needs before it can be started. */
export const prepare = async (_name: WorkerName): Promise<void> => {};

export const startWorker = (name: WorkerName) => new Worker(address(name), { type: "module" });

export const loadClient = async (): Promise<typeof createClient> => (await import(/* webpackIgnore: true */ address("client").href)).createClient;
