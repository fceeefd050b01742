// Operator bundles, from the wasm of the command line: fetched once, by `await init()`.
export { bundleImpact, describeBundle, init as default, openBundle, planAddition, planBundle, planRendered, proposeAddition, renderBundle, validateBundle } from "./command.js";
