export { default } from "./command.node.js";
export { dependencies, resolve } from "./command.js";
