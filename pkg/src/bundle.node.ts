export { bundleImpact, describeBundle, openBundle, planAddition, planBundle, planRendered, proposeAddition, renderBundle, validateBundle } from "./command.js";
export { default } from "./command.node.js";
