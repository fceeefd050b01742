// Node: the wasm is read synchronously, so `init()` has nothing left to do.
import { readFileSync } from "node:fs";
import { initSync } from "./cli.js";

export { dependencies, resolve } from "./resolver.js";

initSync({ module: readFileSync(new URL("./cli_bg.wasm", import.meta.url)) });

export default function init() {
  return Promise.resolve();
}
