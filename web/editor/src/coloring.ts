// The colors of YAML for text that is shown outside of the code pane.
import { highlightCode } from "@lezer/highlight";
import { colors } from "./code.js";
import { yaml } from "./yaml.js";

/** Calls back with each part of a text and its classes. */
export const color = (text: string, put: (part: string, classes: string) => void) => highlightCode(text, yaml.parser.parse(text), colors, put, () => {});
