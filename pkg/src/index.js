// Browsers, bundlers, Deno: the engine is fetched once, by `await init()`.
import load from "./core.js";
import { engine } from "./engine.js";

export { Workspace, validate, version } from "./engine.js";
export { explain, rules } from "./rules.js";
export { warm } from "./warm.js";

export default /* @__PURE__ */ engine.loader(load);
