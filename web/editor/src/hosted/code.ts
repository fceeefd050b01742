// Replaces the code pane when the page runs in another editor: that editor shows what the page goes to, and the page
// follows its cursor.
import type { Diagnostic } from "olmkit";
import type { CursorCommand } from "../generated/page.js";
import type { Run } from "../merge.js";
import { tell } from "./editor.js";

let shown = "";
let onCursor: (path: string, offset: number) => void = () => {};

export function mount(_element: Element, cursor: typeof onCursor, _at: (place: string) => void, _refused: (message: string) => void): void {
  onCursor = cursor;
}

/** Handles a cursor movement in the editor. */
export function cursorAt(path: string, offset: number): void {
  shown = path;
  onCursor(path, offset);
}

/** Shows a file. Opens it if the user requested it; otherwise shows it only if it is visible already. */
export const show = (path: string) => goTo(path, 0, 0, navigator.userActivation.isActive);

export function goTo(path: string, from: number, to: number, focus: boolean): void {
  shown = path;
  tell({ do: "reveal", path, from, to, focus });
}

export const shownPath = () => shown;
/** Does nothing: the editor has the findings, search and commands of its language server. */
export const mark = (_diagnostics: Diagnostic[]) => {};
export const find = () => false;
export const atCursor = (_command: CursorCommand): false => false;
export const goToChange = () => {};
/** Returns the number of places only: the editor marks changed lines itself. */
export const markChanges = (_path: string, runs: Run[]) => runs.length;
export const leaveEntry = () => {};
export const isJson = (_path: string) => false;
