// Node: the wasm is read synchronously, so `init()` has nothing left to do.
import { beside } from "./beside.js";
import load, { initSync } from "./cli.js";
import { command } from "./command.js";

export default beside({
  guard: command,
  file: () => new URL("./cli_bg.wasm", import.meta.url),
  start: initSync,
  load,
  absent: () => Promise.reject(new Error("`cli_bg.wasm` is not beside the bundled script")),
  advice: "Leave olmkit out of the bundle (mark it as external), or pass the content of `olmkit/cli_bg.wasm` to `init`.",
});
