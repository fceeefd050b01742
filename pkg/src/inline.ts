// The engine, embedded in the script, for environments that cannot fetch it: extensions, single files, sandboxes.
import { initSync } from "./core.js";
import packed from "./core_packed.js";
import { engine } from "./engine.js";
import { unpack } from "./unpack.js";

export { validate, version, Workspace } from "./engine.js";
export { explain, rules } from "./rules.js";
export { warm } from "./warm.js";

initSync({ module: unpack(packed) });
engine.ready();

export default engine.loader(async () => {});
