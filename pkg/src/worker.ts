// A module worker with one Workspace (answering.ts).
import { answering } from "./answering.js";
import * as entry from "./index.js";

export type { PackedError } from "./errors.js";
export type { WorkerRequest, WorkerResponse } from "./protocol.js";

const answer = answering(entry, (response) => postMessage(response));
addEventListener("message", ({ data }) => answer(data));
