// Unsaved changes: what they mean and look like, and saving them.
import { changedDocuments as findChanged } from "../changed-documents.js";
import * as code from "../code.js";
import { ask as commandLine } from "../command-worker.js";
import type { ChangedFile, Conflict } from "../generated/page.js";
import { showDiff } from "../hunks.js";
import { compare } from "../meaning.js";
import { differences } from "../merge.js";
import * as saving from "../save.js";
import { exportedPath } from "../store/bundle-paths.js";
import * as store from "../store.js";
import { answered, guarded } from "./answers.js";

/**
 * Compares the meaning of the files before and after changes: of all changes since the last save, or of `texts` against
 * what is open.
 */
export const meaning = (texts?: ChangedFile[]) => answered(() => compare(texts));
export const changedDocuments = () => guarded(findChanged);
/** Copies unsaved changes as a patch for `git apply`. */
export const copyPatch = () =>
  answered(async () => {
    const changes = store.changedFiles().map(({ path, before, after }) => ({ path: exportedPath(path), before, after }));
    await navigator.clipboard.writeText(await commandLine("patch", changes));
    return null;
  });
export const conflicts = () => guarded(saving.conflicts);
export const resolveConflict = (...choice: Parameters<typeof saving.resolve>) => guarded(() => saving.resolve(...choice));
export const saveHere = (overwrite: Conflict | null) => guarded(() => saving.saveToFolder(overwrite));
/** Offers the changed files as a download. Returns whether they were offered. */
export const download = async () => (await guarded(() => saving.download().then(() => true))) ?? false;
const changedFile = (path: string) => store.changedFiles().find((file) => file.path === path);
/** Marks the lines of a file that differ from its saved text, in the text pane. Returns the number of places. */
export const markChanges = (path: string) => {
  const file = changedFile(path);
  return code.markChanges(path, file ? differences(file.before, file.after) : []);
};
export const showChanges = (element: Element, path: string) => {
  const file = changedFile(path);
  if (file) showDiff(element, file.before, file.after);
  else element.replaceChildren();
};
/** Shows in an element what other programs changed in a file on disk. */
export const showDiskChange = (element: Element, path: string) =>
  guarded(async () => {
    const found = await saving.changeOnDisk(path);
    if (found && "reason" in found) element.textContent = found.reason;
    else if (found) showDiff(element, found.before, found.after);
  });
