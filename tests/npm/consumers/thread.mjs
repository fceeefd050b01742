// The engine in a thread; the process ends by itself.
import { createClient } from "olmkit/client";
import { heads } from "./heads.js";

const client = createClient();
await client.openMany([{ path: "catalog.yaml", bytes: new TextEncoder().encode(heads) }]);
const stopped = await client
  .withSignal(AbortSignal.abort(new Error("given up")))
  .report()
  .catch((error) => error.message);
if (stopped !== "given up") throw new Error(stopped);
const controller = new AbortController();
const waiting = client.withSignal(controller.signal).report();
controller.abort(new Error("too late"));
const late = await waiting.catch((error) => error.message);
if (late !== "too late") throw new Error(late);
console.log((await client.report()).opm.first);
