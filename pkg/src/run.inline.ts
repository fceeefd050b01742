export { default } from "./command.inline.js";
export { run } from "./run.js";
