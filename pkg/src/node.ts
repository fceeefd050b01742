// Node.js: the engine is read synchronously, so `init()` has nothing to load.
import { readFileSync } from "node:fs";
import { beside } from "./beside.js";
import load, { initSync } from "./core.js";
import { engine } from "./engine.js";

export { validate, version, Workspace } from "./engine.js";
export { explain, rules } from "./rules.js";
export { warm } from "./warm.js";

export default beside({
  guard: engine,
  read: () => readFileSync(new URL("./core_bg.wasm", import.meta.url)),
  start: initSync,
  load,
  absent: async () => {
    const [{ unpack }, { default: packed }] = await Promise.all([import("./unpack.js"), import("./core_packed.js")]);
    initSync({ module: unpack(packed) });
  },
  advice: "Call `await init()`, import `olmkit/inline`, or leave olmkit out of the bundle (mark it as external).",
});
