// A module worker around olmkit/bundle and olmkit/resolver: bundles and dependencies beside the engine, loaded by who asks.
// Protocol: page -> worker {id, method, params}; worker -> page {id, ok: true, result} | {id, ok: false, error: {message}},
// and {event: "trap", message} when the engine died: make a new worker.
import init, * as bundle from "./bundle.js";
import { dependencies, resolve } from "./resolver.js";

const { describeBundle, explainBundleRule, openBundle, planBundle, renderBundle, validateBundle } = bundle;
const METHODS = new Map(Object.entries({ describeBundle, explainBundleRule, openBundle, planBundle, renderBundle, validateBundle, dependencies, resolve }));

const started = init();

addEventListener("message", async ({ data: { id, method, params = [] } }) => {
  try {
    await started;
    const call = METHODS.get(method);
    if (!call) throw new Error(`there is no method "${method}"`);
    postMessage({ id, ok: true, result: call(...params) });
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) postMessage({ event: "trap", message: error.message });
    postMessage({ id, ok: false, error: { message: String(error?.message ?? error) } });
  }
});
