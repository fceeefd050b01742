// The engine inside the script, for places where nothing can be fetched: extensions, single files, sandboxes.
import { initSync } from "./core.js";
import { engine } from "./engine.js";
import { engineBytes } from "./unpack.js";

export { validate, version, Workspace } from "./engine.js";
export { explain, rules } from "./rules.js";
export { warm } from "./warm.js";

initSync({ module: engineBytes() });
engine.ready();

export default engine.loader(async () => {});
