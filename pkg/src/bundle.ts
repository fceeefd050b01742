// Operator bundles, from the wasm of the command line: fetched once, by `await init()`.
export { bundleImpact, describeBundle, init as default, openBundle, planBundle, renderBundle, validateBundle } from "./command.js";
