export { bundleImpact, describeBundle, openBundle, planBundle, renderBundle, validateBundle } from "./command.js";
export { default } from "./command.node.js";
