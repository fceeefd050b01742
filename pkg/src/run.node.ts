export { default } from "./command.node.js";
export { run } from "./run.js";
