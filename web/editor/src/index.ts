// Functions that the Rust part of the page calls.
import { report } from "./bridge/answers.js";
import { pageFailed } from "./page-failed.js";
import * as store from "./store.js";

export { openAddress, openWhole, showCatalog } from "./bridge/address.js";
export * from "./bridge/bundle.js";
export * from "./bridge/catalogs.js";
export * from "./bridge/changes.js";
export { atCursor, goTo, mountCode, selected, showFile } from "./bridge/cursor.js";
export { openClipboard } from "./bridge/drop.js";
export * from "./bridge/export.js";
export * from "./bridge/faults.js";
export * from "./bridge/opening.js";
export * from "./bridge/queries.js";
export { continueDraft, discardDraft, forgetFolder, listDrafts, reopen } from "./bridge/recent.js";
export * from "./bridge/review.js";
export * from "./bridge/settings.js";
export { start } from "./bridge/start.js";
export * from "./bridge/view.js";
export { find, isJson, leaveEntry, shownPath } from "./code.js";
export { clickOn, focusOn, focusRow, keepFocus, leavePart, moveFocus, showDialog, showRow } from "./focus.js";
export { reviewed, showChange, showDiff } from "./hunks.js";
export { isHosted } from "./served.js";
export { stepList } from "./steps.js";
export { pageFailed };

// For the end-to-end tests and for scripts on the console.
Object.assign(globalThis, {
  olmkit: {
    crash: store.crash,
    fail: pageFailed,
    edit: store.setText,
    ask: store.ask,
    text: store.textOf,
    paths: store.allPaths,
    state: store.state,
    report,
  },
});
