// The engine in a thread. The process exits without an explicit call.
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
// A running call is rejected immediately, even if the engine continues to work.
const many = Array.from({ length: 2000 }, (_, at) => ({ path: `${at}.yaml`, text: heads.replaceAll("foo", `foo${at}`) }));
const started = performance.now();
let openedAfter = 0;
const opening = client.openMany(many).then(() => (openedAfter = performance.now() - started));
const timeout = new AbortController();
const asked = client.withSignal(timeout.signal).report();
setTimeout(() => timeout.abort(), 5);
const aborted = await asked.catch((error) => error.name);
if (aborted !== "AbortError" || openedAfter) throw new Error(`${aborted} after the files were opened`);
await opening;
await client.reset();
await client.open("catalog.yaml", heads);
console.log((await client.report()).opm.first);
