// Dependencies between operators, from the wasm of the command line: loaded once, by `await init()`.
export { dependencies, init as default, resolve } from "./command.js";
