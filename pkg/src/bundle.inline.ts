export { default } from "./command.inline.js";
export { bundleImpact, describeBundle, openBundle, planAddition, planBundle, planPackage, planRendered, proposeAddition, renderBundle, validateBundle } from "./command.js";
