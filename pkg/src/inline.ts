// The engine inside the script, for places where nothing can be fetched: extensions, single files, sandboxes.
import { initSync } from "./core.js";
import wasm from "./core_base64.js";
import { engine } from "./engine.js";

export { validate, version, Workspace } from "./engine.js";
export { explain, rules } from "./rules.js";
export { warm } from "./warm.js";

initSync({ module: Uint8Array.from(atob(wasm), (character) => character.charCodeAt(0)) });
engine.ready();

export default engine.loader(async () => {});
