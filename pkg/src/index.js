// Browsers, bundlers, Deno: the engine is fetched once, by `await init()`.
import load from "./core.js";

export { Workspace, validate, version } from "./core.js";
export { explain, rules } from "./rules.js";
export { warm } from "./warm.js";

let loading;

export default function init(source) {
  loading ??= load(source === undefined ? undefined : { module_or_path: source }).then(
    () => undefined,
    (error) => {
      loading = undefined; // the next call tries again
      throw error;
    },
  );
  return loading;
}
