export { bundleImpact, describeBundle, openBundle, planAddition, planBundle, planPackage, planRendered, proposeAddition, renderBundle, validateBundle } from "./command.js";
export { default } from "./command.node.js";
