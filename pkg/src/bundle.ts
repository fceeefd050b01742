// Operator bundles, from the wasm of the command line, which `await init()` loads once.
export { bundleImpact, describeBundle, init as default, openBundle, planAddition, planBundle, planPackage, planRendered, proposeAddition, renderBundle, validateBundle } from "./command.js";
