// Node: the wasm is read synchronously, so `init()` has nothing left to do.
export { default } from "./resolver.node.js";
export { describeBundle, explainBundleRule, openBundle, planBundle, renderBundle, validateBundle } from "./bundle.js";
