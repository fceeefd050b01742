export { dependencies, resolve } from "./command.js";
export { default } from "./command.node.js";
