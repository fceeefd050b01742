// The Worker of the package as a thread of Node.js (answering.ts).
import { parentPort } from "node:worker_threads";
import { answering } from "./answering.js";
import * as entry from "./node.js";

const answer = answering(entry, (response) => parentPort?.postMessage(response));
parentPort?.on("message", answer);
