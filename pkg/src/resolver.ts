// Dependencies between operators, from the wasm of the command line, which `await init()` loads once.
export { dependencies, init as default, resolve } from "./command.js";
