export { default } from "./command.node.js";
export { describeBundle, explainBundleRule, openBundle, planBundle, renderBundle, validateBundle } from "./command.js";
