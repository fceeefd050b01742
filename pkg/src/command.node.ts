// Node.js: the wasm is read synchronously, so `init()` has nothing to load.
import { beside } from "./beside.js";
import load, { initSync } from "./cli.js";
import { command } from "./command.js";
import { readPacked } from "./packed.node.js";

export default beside({
  guard: command,
  read: () => readPacked(new URL("./cli_packed.js", import.meta.url)),
  start: initSync,
  load,
  absent: async () => {
    const [{ unpack }, { default: packed }] = await Promise.all([import("./unpack.js"), import("./cli_packed.js")]);
    initSync({ module: unpack(packed) });
  },
  advice: "Call `await init()`, add `/inline` to the name of the entry, or leave olmkit out of the bundle (mark it as external).",
});
