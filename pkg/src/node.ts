// Node: the engine is read synchronously, so `init()` has nothing left to do.
import { readFileSync } from "node:fs";
import { initSync } from "./core.js";
import { engine } from "./engine.js";

export { validate, version, Workspace } from "./engine.js";
export { explain, rules } from "./rules.js";
export { warm } from "./warm.js";

initSync({ module: readFileSync(new URL("./core_bg.wasm", import.meta.url)) });
engine.ready();

export default engine.loader(async () => {});
