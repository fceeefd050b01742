// The callbacks of the store.
import type { Change } from "olmkit";
import type { Place } from "./documents.js";
import type { Emit } from "./events.js";

/** Where a change comes from. A change by typing is already in the view of the text. */
export type ChangeSource = "typing" | "form" | "undo" | "redo";

/** A change of a document. */
export type TextChange = { path: string; document: number; version: number; changes: Change[]; source: ChangeSource };

type Listeners = {
  emit: Emit;
  text: (change?: TextChange) => void;
  edited: (places: Place[]) => void;
  bundle: () => void;
  unchanged: (paths: string[]) => void;
};

export const listeners: Listeners = { emit: () => {}, text: () => {}, edited: () => {}, bundle: () => {}, unchanged: () => {} };

const setter =
  <Name extends keyof Listeners>(name: Name) =>
  (callback: Listeners[Name]): void => {
    listeners[name] = callback;
  };

export const listen = setter("emit");
/** Sets the callback for changed documents. Called without a change when other documents are open. */
export const onTextChange = setter("text");
/** Sets the callback for changes that were not typed. It gets their places in the current texts. */
export const onEdit = setter("edited");
/** Sets the callback for files whose unsaved changes have ended, with their paths. The disk may have a newer version. */
export const onChangesEnd = setter("unchanged");
/** Sets the callback for a change of the open bundle or its files. */
export const onBundleChange = setter("bundle");
