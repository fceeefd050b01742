// Highlights YAML that is shown outside the code pane.
import { highlightCode } from "@lezer/highlight";
import { colors } from "./code.js";
import { yaml } from "./yaml.js";

/** Calls `put` with each part of a text and its classes. */
export const color = (text: string, put: (part: string, classes: string) => void) => highlightCode(text, yaml.parser.parse(text), colors, put, () => {});
