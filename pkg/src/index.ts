// Browsers, bundlers, Deno: `await init()` fetches the engine once.
import load from "./core.js";
import { engine } from "./engine.js";

export type * from "./core.js";
export { validate, version, Workspace } from "./engine.js";
export { explain, rules } from "./rules.js";
export { warm } from "./warm.js";

export default /* @__PURE__ */ engine.loader(load, "Pass its address to `init(source)`, or import `olmkit/inline`.");
