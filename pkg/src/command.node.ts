// Node: the wasm is read synchronously, so `init()` has nothing left to do.
import { readFileSync } from "node:fs";
import { initSync } from "./cli.js";
import { command } from "./command.js";

initSync({ module: readFileSync(new URL("./cli_bg.wasm", import.meta.url)) });
command.ready();

export default command.loader(async () => {});
