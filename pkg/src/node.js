// Node: the engine is read synchronously, so `init()` has nothing left to do.
import { readFileSync } from "node:fs";
import { initSync } from "./core.js";

export { Workspace, validate, version } from "./core.js";
export { explain, rules } from "./rules.js";
export { warm } from "./warm.js";

initSync({ module: readFileSync(new URL("./core_bg.wasm", import.meta.url)) });

export default function init() {
  return Promise.resolve();
}
