// In another editor text that is shown has no colours, and the page no parser for them.
export const colour = (text: string, put: (part: string, classes: string) => void) => put(text, "");
