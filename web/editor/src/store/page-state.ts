// What the page shows of the store: unsaved changes, the draft, the catalogs, and the next steps of undo and redo.
import { labelOf } from "../drafts.js";
import type { PageState } from "../generated/page.js";
import { Autosave } from "./autosave.js";
import { draftOf } from "./draft.js";
import type { Emit } from "./events.js";
import { changedFiles, changedSinceLoaded, filesBelow, placeOf, shownCatalog } from "./files.js";
import { listeners } from "./listeners.js";
import { documents, folders, history, open } from "./open.js";

export const emit: Emit = (kind, detail) => listeners.emit(kind, detail);
export const emitState = () => emit("state", state());

export const hasUnsaved = () => documents.all().some(documents.isChanged);
export const autosave = new Autosave({ draft: () => draftOf({ ...open, documents, history, placeOf }), hasUnsaved, onChange: emitState });
export const keepNoDrafts = () => autosave.turnOff();
export const beforeReload = () => autosave.beforeReload();
export const watchLeaving = () => autosave.watchLeaving();

const canSave = () => {
  const all = documents.all();
  const wanted = all.some(documents.isChanged) ? all.filter(documents.isChanged) : all;
  return wanted.length > 0 && wanted.every(({ path, handle }) => handle || placeOf(path).directory);
};
export const state = (): PageState => ({
  title: labelOf(open.source),
  changed: documents.all().filter(documents.isChanged).length,
  revision: documents.revision,
  ...history.labels,
  draft: autosave.state,
  folder: folders.isReachable && canSave(),
  ended: !folders.isReachable,
  catalogs: folders.all.map((one) => ({ ...one, changed: filesBelow(one.root).filter(documents.isChanged).length })),
  catalog: folders.current,
  applicable: applicable(),
  changedPaths: changedFiles().map(({ path }) => path),
});

/** The last change in the shown catalog, until something else is changed. */
export const lastMade = () => (open.lastChange?.root === folders.current ? open.lastChange : null);

/** The label of the change to apply to other catalogs: the last one, or all unsaved ones. Empty if there is none. */
function applicable(): string {
  if (folders.all.length < 2) return "";
  return lastMade()?.label ?? (changedSinceLoaded().size ? `All changes in ${shownCatalog()}` : "");
}
