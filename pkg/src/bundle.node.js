export { default } from "./command.node.js";
export { describeBundle, openBundle, planBundle, renderBundle, validateBundle } from "./command.js";
