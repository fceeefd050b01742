// In another editor its own text is the code pane: it shows what the page goes to, and its cursor is followed here.
import type { Diagnostic } from "olmkit";
import { tell } from "./editor.js";

let shown = "";
let onCursor: (path: string, offset: number) => void = () => {};

export function mount(_element: Element, cursor: typeof onCursor, _refused: (message: string) => void): void {
  onCursor = cursor;
}

/** The cursor of the editor is here. */
export function cursorAt(path: string, offset: number): void {
  shown = path;
  onCursor(path, offset);
}

/** Shows a file: opened where it was asked for by hand, else only where it is in sight. */
export const show = (path: string) => goTo(path, 0, 0, navigator.userActivation.isActive);

export function goTo(path: string, from: number, to: number, focus: boolean): void {
  shown = path;
  tell({ do: "reveal", path, from, to, focus });
}

export const shownPath = () => shown;
/** The editor has the findings, the search and the commands of its language server. */
export const mark = (_diagnostics: Diagnostic[]) => {};
export const find = () => false;
export const atCursor = async (_command: string) => false;
