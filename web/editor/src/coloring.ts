// Highlights YAML that is shown outside the code pane.
import { highlightCode } from "@lezer/highlight";
import { StyleModule } from "style-mod";
import { colors } from "./code.js";
import { yaml } from "./yaml.js";

// The code pane adds the colors to the page too, but it may not have been shown yet.
if (colors.module) StyleModule.mount(document, colors.module);

/** Calls `put` with each part of a text and its classes. */
export const color = (text: string, put: (part: string, classes: string) => void) => highlightCode(text, yaml.parser.parse(text), colors, put, () => {});
