// The document store: what is open, its changes, undo history and drafts, and the engine's session on it. All of it is
// plain JavaScript data outside of any engine. Every change names the document and the version that it was made for.
export { edit, editAt, goToStep, intend, make, owned, preview, redo, revert, setText, snapshot, steps, typed, undo } from "./store/changes.js";
export { ask, configPlace, configuredBy, consider, fixAllStranded, planAll, planFixes, refresh, setProfile, settings, stranded, suppress } from "./store/checks.js";
export { type Part, partsOf, RefusedEdit, StaleEdit } from "./store/edits.js";
export {
  allFiles,
  allPaths,
  bundleFiles,
  bundlePlace,
  catalogOf,
  catalogs,
  changedFiles,
  changedSinceLoaded,
  commandFiles,
  currentFiles,
  documentOf,
  hasUnsavedBundle,
  isBundleFile,
  isOpen,
  loadedFiles,
  shownCatalog,
  textOf,
  unreadable,
} from "./store/files.js";
export { listen, onBundleChange, onChangesEnd, onEdit, onTextChange, type TextChange } from "./store/listeners.js";
export { acceptDeletion, diskChanged, folder, follow, lose, markSaved, onDisk, reached, rebase } from "./store/on-disk.js";
export { pending } from "./store/open.js";
export { closeBundle, openBeside, openBundle, openFiles, showCatalog } from "./store/opening.js";
export { beforeReload, hasUnsaved, keepNoDrafts, lastMade, state, watchLeaving } from "./store/page-state.js";
export { crash, isStopped } from "./store/session.js";
