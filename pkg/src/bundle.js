// Operator bundles, from the wasm of the command line: fetched once, by `await init()`.
export { init as default, describeBundle, openBundle, planBundle, renderBundle, validateBundle } from "./command.js";
