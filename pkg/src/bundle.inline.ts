export { default } from "./command.inline.js";
export { bundleImpact, describeBundle, openBundle, planAddition, planBundle, planRendered, proposeAddition, renderBundle, validateBundle } from "./command.js";
