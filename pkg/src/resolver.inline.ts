export { default } from "./command.inline.js";
export { dependencies, resolve } from "./command.js";
