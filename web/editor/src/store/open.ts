// What is open: the documents, their undo history, their catalogs and settings. All of it is plain JavaScript data outside
// of any engine.
import type { Source } from "../drafts.js";
import { Documents, type OpenDocument } from "./documents.js";
import type { OpenBundle } from "./draft.js";
import type { MadeChange } from "./edits.js";
import { Folders } from "./folders.js";
import { History } from "./history.js";
import { PendingChanges } from "./pending-changes.js";
import { Settings } from "./settings.js";

export const documents = new Documents();
export const history = new History();
export const folders = new Folders();
export const options = new Settings();
export const pending = new PendingChanges();

/** `source`: what was opened. `lastChange`: the last change, until something else is changed. */
type Open = { source: Source; title: string; bundle: OpenBundle | null; lastChange: MadeChange | null };

export const open: Open = { source: { title: "", list: [], handle: null }, title: "", bundle: null, lastChange: null };

/** Closes documents. The steps that change them can no longer be undone. */
export function close(closed: OpenDocument[]): void {
  const ids = new Set(closed.map(({ id }) => id));
  history.forget((id) => ids.has(id));
  for (const file of closed) documents.close(file);
}
