// Operator bundles, from the wasm of the command line: loaded once, by `await init()`.
export { bundleImpact, describeBundle, init as default, openBundle, planAddition, planBundle, planPackage, planRendered, proposeAddition, renderBundle, validateBundle } from "./command.js";
