// In another editor text that is shown has no colors, and the page no parser for them.
export const color = (text: string, put: (part: string, classes: string) => void) => put(text, "");
