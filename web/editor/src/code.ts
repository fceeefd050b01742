// The code pane: CodeMirror on top of the document store.
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldKeymap, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { diagnosticCount, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { Annotation, type ChangeDesc, EditorState, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Change, Diagnostic } from "olmkit";
import { changedLines, markChanged } from "./changed-lines.js";
import { folding, withBlobsFolded } from "./folding.js";
import type { CursorCommand } from "./generated/page.js";
import { hasLoneReturns, lineBreaks, lineBreaksOf, setLineBreaks } from "./line-breaks.js";
import { countBreaks, type Run } from "./merge.js";
import { names, run } from "./names.js";
import { editorOffset, fileChanges, fileOffset } from "./offsets.js";
import { sameNames } from "./same-names.js";
import type { Place } from "./store/documents.js";
import { documentOf, isOpen, onEdit, onTextChange, RefusedEdit, redo, type TextChange, textOf, typed, undo, unreadable } from "./store.js";
import { indentedJson, yaml } from "./yaml.js";

const remote = Annotation.define<boolean>();
const NOTHING = { path: "", document: 0, version: 0 };
let place: Element | undefined; // the parent element of the view; the gallery has no text pane
let view: EditorView;
let shown = NOTHING; // the document in the view, and the version of its text there
let onCursor: (path: string, offset: number) => void = () => {};
let onRefused: (message: string) => void = () => {};
let onPlace: (place: string) => void = () => {};
/**
 * The place that the view shows next, as soon as it is visible: making the state of a long text takes long. Until then,
 * the view has the text of `shown`.
 */
let wanted: Wanted | null = null;
/** A place; `isChange`: it was changed there, so that the pane only scrolls to it. */
type Wanted = Place & { isChange?: boolean };
let isOutdated = false; // the view was changed while it was hidden
let cursorTimer: ReturnType<typeof setTimeout> | undefined;
const CURSOR_DELAY = 120;
const LONGEST_TINT = 60; // lines: a longer range is a document, not an entry
const MARGIN = 60; // pixels kept visible around a change that is scrolled to

export const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--code-key)" },
  { tag: tags.content, color: "var(--code-text)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--code-key)" }, // not strings
  { tag: tags.comment, color: "var(--code-dim)", fontStyle: "italic" },
  { tag: [tags.separator, tags.punctuation, tags.meta, tags.bracket], color: "var(--code-dim)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "var(--t12)", color: "var(--ink)", backgroundColor: "var(--surface)" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6667" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--ink-3)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--sunken)" },
  ".cm-line": { paddingLeft: "9px" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "36px", padding: "0 2px 0 5px" },
  ".cm-selectedEntry": { backgroundColor: "var(--selected)", boxShadow: "inset 3px 0 var(--accent)" },
  ".cm-changedLine": { boxShadow: "inset 3px 0 var(--good)" },
  ".cm-lintRange": { backgroundImage: "none", paddingBottom: 0, textDecoration: "underline wavy 1px var(--ink-3)", textUnderlineOffset: "3px" },
  ".cm-lintRange-warning": { textDecorationColor: "var(--warning-mark)" },
  ".cm-lintRange-error": { textDecorationColor: "var(--error)" },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-2px" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--accent-soft)" },
  ".cm-selectionMatch": { backgroundColor: "var(--sunken)", outline: "1px dotted var(--control-line)" },
  ".cm-searchMatch": { backgroundColor: "var(--accent-soft)", outline: "1px solid var(--control-line)" },
  ".cm-panels": { backgroundColor: "var(--hover)", color: "var(--ink)" },
  ".cm-tooltip": { backgroundColor: "var(--hover)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxWidth: "min(44rem, 92vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { display: "flex", justifyContent: "space-between", gap: "1.5rem", padding: "3px 8px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--selected)", color: "var(--ink)" },
  ".cm-completionDetail": { color: "var(--ink-2)", fontStyle: "normal" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--hover)", color: "var(--ink-2)", border: "1px solid var(--line)" },
});

/** A key binding that is always consumed, so that no other binding sees the key. */
const handled = (act: () => unknown) => () => {
  act();
  return true;
};

const history = [
  { key: "Mod-z", run: handled(undo) },
  { key: "Mod-y", mac: "Mod-Shift-z", run: handled(redo) },
  { key: "Mod-Shift-z", run: handled(redo) },
];

/** Whether the text of a file is shown as JSON: its content decides, as in the engine. */
export const isJson = (path: string): boolean => /^\s*\{/.test(textOf(path).slice(0, 4096));

function stateFor(path: string): EditorState {
  const text = textOf(path);
  return EditorState.create({
    doc: text,
    extensions: [
      lineBreaks.init(() => lineBreaksOf(text)),
      lineNumbers(),
      folding,
      drawSelection(),
      highlightActiveLine(),
      sameNames,
      bracketMatching(),
      search({ top: true }),
      names(() => shown.path, visit),
      isJson(path) ? indentedJson : yaml,
      syntaxHighlighting(colors),
      tinted,
      changedLines,
      theme,
      EditorView.contentAttributes.of({ "aria-label": `Text of ${path}` }),
      keymap.of([...history, ...searchKeymap, ...lintKeymap, ...foldKeymap, ...defaultKeymap, indentWithTab]),
      EditorView.updateListener.of((update) => {
        if (update.transactions.some((transaction) => USER.some((kind) => transaction.isUserEvent(kind)))) cursorMoved();
        if (update.selectionSet || update.docChanged) placeChanged(update.view);
        if (!update.docChanged || update.transactions.some((transaction) => transaction.annotation(remote))) return;
        write(fileChanges(update.startState, update.changes), update.state);
      }),
    ],
  });
}

// Events of the user that move the cursor. Changes that the page makes to the text itself must not be reported back to
// it.
const USER = ["select", "input", "delete", "move"];

function cursorMoved(): void {
  clearTimeout(cursorTimer);
  cursorTimer = setTimeout(() => onCursor(shown.path, fileOffset(view.state, view.state.selection.main.head)), CURSOR_DELAY);
}

/** Reports the position of the cursor, whatever moved it. Not later: another frame would cost more than the report. */
function placeChanged({ state }: EditorView): void {
  if (!wanted) onPlace(isText(shown.path) ? placeOf(state) : "");
}

const isText = (path: string) => isOpen(path) && !unreadable(path);

function placeOf({ doc, selection: { main } }: EditorState): string {
  const line = doc.lineAt(main.head);
  return `${shown.path}:${line.number}:${main.head - line.from + 1}`;
}

/** The position of the cursor that `go` sets, read from the text. */
function placeIn(text: string, { path, from, to }: Place): string {
  const before = text.slice(0, from);
  const start = Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1;
  const end = from + text.slice(from).search(/[\r\n]|$/);
  return `${path}:${countBreaks(before) + 1}:${Math.min(Math.max(from, to), end) - start + 1}`;
}

/**
 * Writes typed changes into the shown document. If they are refused, restores the document and reports what was typed.
 */
function write(changes: Change[], state: EditorState): void {
  try {
    shown = { ...shown, version: typed({ ...shown, changes }) };
    const { path } = shown;
    if (hasLoneReturns(state) && !hasLinesOf(state, path)) queueMicrotask(() => showAgain(path));
  } catch (error) {
    if (!(error instanceof RefusedEdit)) throw error;
    const text = changes.map((change) => change.text).join(" ");
    const { path } = shown;
    queueMicrotask(() => showAgain(path)); // a view cannot be replaced while it is being updated
    onRefused(text ? `${error.message} You typed: ${text}` : error.message);
  }
}

/** Whether a state has the lines of the text of a file. Not if a change joined a CR and an LF to one line break. */
const hasLinesOf = (state: EditorState, path: string) => countBreaks(textOf(path)) === state.doc.lines - 1;

/** A read-only state without text, or with the reason why there is none. */
const emptyState = (doc = "") =>
  EditorState.create({ doc, extensions: [theme, EditorView.lineWrapping, EditorState.readOnly.of(true), EditorView.editable.of(false), EditorView.contentAttributes.of({ "aria-label": "Text" })] });

type Lines = { from: number; to: number };
const NO_LINES: Lines = { from: 0, to: 0 };
/** Highlights the lines of the selected item, also those that are added to it. */
const tint = StateEffect.define<Lines>();
const tinted = StateField.define<Lines>({
  create: () => NO_LINES,
  update: (lines, { changes, effects, newDoc }) => effects.reduce((now, effect) => (effect.is(tint) ? effect.value : now), moved(lines, changes, newDoc)),
  provide: (field) => EditorView.decorations.compute(["doc", field], (state) => linesOf(state, state.field(field))),
});
/** The lines after a change. A line that is added below them belongs to them if it is indented more than the first. */
function moved(lines: Lines, changes: ChangeDesc, doc: Text): Lines {
  const [from, to] = [changes.mapPos(lines.from), changes.mapPos(lines.to, 1)];
  const indent = (at: number) => doc.lineAt(at).text.search(/\S/);
  let end = to;
  changes.iterChangedRanges((_from, _to, start, stop) => {
    if (from < to && stop > start && start === doc.lineAt(to).to + 1 && indent(start) > indent(from)) end = stop;
  });
  return { from, to: end };
}
const tintLines = (from: number, to: number) => tint.of({ from: editorOffset(view.state, from), to: Math.max(editorOffset(view.state, from), editorOffset(view.state, to)) });
export function leaveEntry(): void {
  if (wanted) wanted = { ...wanted, to: wanted.from };
  view?.dispatch({ effects: tint.of(NO_LINES) });
}

function linesOf({ doc }: EditorState, { from, to }: Lines): DecorationSet {
  if (from >= to) return Decoration.none;
  const [first, last] = [doc.lineAt(from).number, doc.lineAt(Math.max(from, to - 1)).number];
  if (last - first > LONGEST_TINT) return Decoration.none;
  return Decoration.set(Array.from({ length: last - first + 1 }, (_, at) => Decoration.line({ class: "cm-selectedEntry" }).range(doc.line(first + at).from)));
}

/** Shows a state in a new view: pending measurements of the previous view are about another text. */
function showState(state: EditorState): void {
  const isFocused = view?.hasFocus;
  view?.destroy();
  clearTimeout(cursorTimer);
  view = new EditorView({ parent: place, state });
  view.scrollDOM.tabIndex = 0; // makes scrolling by keyboard possible
  if (isFocused) view.focus();
  placeChanged(view);
}

/**
 * Mounts the pane. `cursor(path, offset)` is called when the user has moved the cursor, `at(place)` when the cursor moves,
 * `refused(message)` when typed text could not be written.
 */
export function mount(element: Element, cursor: typeof onCursor, at: typeof onPlace, refused: typeof onRefused): void {
  onCursor = cursor;
  onPlace = at;
  onRefused = refused;
  place = element;
  if (view) showState(view.state);
  new ResizeObserver(shownAgain).observe(element);
  onTextChange((change) => (change ? take(change) : follow()));
  onEdit(goToChange);
}

const isVisible = () => place?.checkVisibility() ?? false;

/**
 * Shows what is wanted in a view that was hidden. Recreates it if its text or marks changed, because it has not drawn all
 * of that.
 */
function shownAgain(): void {
  if (!isVisible()) return;
  if (wanted) return void drawWanted();
  if (!isOutdated) return;
  isOutdated = false;
  if (!isOpen(shown.path)) return;
  draw(shown.path);
  view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head, { y: "center" }) });
}

/** Shows a place of another document in a task of its own, or once the pane is visible. */
function want(place: Wanted): void {
  if (!wanted) setTimeout(() => isVisible() && drawWanted());
  clearTimeout(cursorTimer);
  wanted = place;
  onPlace(isText(place.path) ? placeIn(textOf(place.path), place) : "");
}

function drawWanted(): void {
  if (!wanted) return;
  const { path, from, to, isChange } = wanted;
  wanted = null;
  if (!isOpen(path)) return;
  draw(path);
  if (isChange) scrollToChange(from);
  else go(from, to, false);
}

/**
 * Scrolls to a change that was made elsewhere: in the shown document if it was changed, otherwise in the first changed
 * document.
 */
export function goToChange(places: Place[]): void {
  const place = places.find(({ path }) => path === shownPath()) ?? places[0];
  if (!place || place.path === wanted?.path) return;
  if (!isCurrent(place.path)) {
    if (!isVisible()) return void want({ ...place, isChange: true });
    wanted = null;
    draw(place.path);
  }
  scrollToChange(place.from);
}

/** Keeps the cursor, and does not scroll if the change is already visible. */
function scrollToChange(from: number): void {
  view.dispatch({ effects: EditorView.scrollIntoView(startOf(view.state, editorOffset(view.state, from)), { y: "nearest", yMargin: MARGIN }) });
}

/** Where the selected item begins in the line of a change in it: without it, a line that is scrolled sideways says little. */
function startOf(state: EditorState, at: number): number {
  const item = state.field(tinted, false) ?? NO_LINES;
  return at > item.from && at <= item.to ? Math.max(item.from, state.doc.lineAt(at).from) : at;
}

/** Handles a change of the open documents: the shown one was closed, or another one was opened in its place. */
function follow(): void {
  if (wanted && !isOpen(wanted.path)) wanted = null;
  if (!wanted && shown.document !== 0 && documentOf(shown.path).document !== shown.document) showAgain(shown.path);
}

const showAgain = (path: string) => (isOpen(path) ? draw(path) : clear());

function clear(): void {
  wanted = null;
  shown = NOTHING;
  showState(emptyState());
}

/** Where an offset is after changes. */
const movedBy = (changes: readonly Change[], offset: number) => changes.reduce((now, { from, to, text }) => (from < offset ? now + text.length - (Math.min(to, offset) - from) : now), offset);

/** Applies changes of the document that did not come from this view. */
function take({ path, document, version, changes, source }: TextChange): void {
  if (wanted?.path === path) wanted = { ...wanted, from: movedBy(changes, wanted.from), to: movedBy(changes, wanted.to) };
  if (document !== shown.document || source === "typing") return;
  const { state } = view;
  const mapped = changes.map(({ from, to, text }) => ({ from: editorOffset(state, from), to: editorOffset(state, to), insert: state.toText(text) }));
  const exact = mapped.every((one, at) => fileOffset(state, one.from) === changes[at]?.from && fileOffset(state, one.to) === changes[at].to);
  if (!exact) return void draw(path); // a change begins inside a line break
  shown = { path, document, version };
  view.dispatch({ changes: mapped, annotations: remote.of(true), effects: setLineBreaks.of(lineBreaksOf(textOf(path))) });
  if (!hasLinesOf(view.state, path)) draw(path);
}

export const show = (path: string) => goTo(path, 0, 0, false);

/** Shows a document in a new view. If the view has it already, keeps its position. */
function draw(path: string): void {
  const origin = documentOf(path);
  const keep = shown.document === origin.document ? { top: view.scrollDOM.scrollTop, head: view.state.selection.main.head, lines: view.state.field(tinted, false) } : null;
  shown = { path, ...origin };
  isOutdated = !isVisible();
  const reason = unreadable(path);
  showState(reason ? emptyState(reason) : withBlobsFolded(stateFor(path)));
  paint();
  markChanges(changed.path, changed.runs);
  if (keep) {
    view.dispatch({ selection: { anchor: Math.min(keep.head, view.state.doc.length) }, annotations: remote.of(true), effects: tint.of(keep.lines ?? NO_LINES) });
    view.scrollDOM.scrollTop = keep.top;
  }
}

/** Whether the view shows the current version of the document of this path. */
function isCurrent(path: string): boolean {
  const { document, version } = documentOf(path);
  return shown.document === document && shown.version === version;
}

export function goTo(path: string, from: number, to: number, focus: boolean): void {
  const isShown = shown.document === documentOf(path).document;
  if (!isCurrent(path)) {
    if (!focus) return void want({ path, from, to });
    draw(path);
  }
  wanted = null;
  go(from, to, focus, isShown);
}

/** Goes to a range of the text in the view. `isShown`: whether the user saw this text before. */
function go(from: number, to: number, focus: boolean, isShown = false): void {
  const anchor = editorOffset(view.state, from);
  const head = Math.min(Math.max(anchor, editorOffset(view.state, to)), view.state.doc.lineAt(anchor).to);
  view.dispatch({ effects: tintLines(from, to) });
  const effects = EditorView.scrollIntoView(anchor, { y: "center", x: "end" });
  // Select nothing while the text has the focus: the next typed character would replace the selection.
  if (focus || !view.hasFocus) view.dispatch({ selection: { anchor, head }, effects });
  else if (isShown) view.dispatch({ effects: EditorView.scrollIntoView(anchor, { y: "nearest", yMargin: MARGIN }) });
  else view.dispatch({ selection: { anchor }, effects });
  if (focus) focusView();
}

/** Focuses the view. While a modal dialog is open, waits until it has closed and returned the focus. */
function focusView() {
  const dialog = document.querySelector("dialog:modal");
  if (dialog) dialog.addEventListener("close", () => view.focus(), { once: true });
  else if (view.dom.checkVisibility()) view.focus();
  else requestAnimationFrame(() => view.focus()); // its pane is drawn with the next frame
}

/** Goes to a position as if the user had clicked it, so the page follows. */
function visit(path: string, from: number, to: number): void {
  goTo(path, from, to, true);
  onCursor(shown.path, from);
}

let changed = { path: "", runs: [] as Run[] };
/** Marks the lines that differ from the saved file. Returns the number of places. */
export function markChanges(path: string, runs: Run[]): number {
  changed = { path, runs };
  if (shown.path === path && isOpen(path)) view?.dispatch({ effects: markChanged.of(runs) });
  return runs.length;
}

let marked: Diagnostic[] = [];
export function mark(diagnostics: Diagnostic[]): void {
  marked = diagnostics;
  if (view) paint();
}

function paint(): void {
  if (!place?.checkVisibility()) isOutdated = true;
  const marks = marked
    .filter(({ path }) => path === shown.path)
    .slice(0, 2000)
    .map(({ range, severity, message, help, code }) => {
      const from = editorOffset(view.state, range.start.utf16);
      const to = Math.max(from, editorOffset(view.state, range.end.utf16));
      return { from, to, severity, source: code, message: help ? `${message}\n${help}` : message };
    });
  if (marks.length || diagnosticCount(view.state)) view.dispatch(setDiagnostics(view.state, marks));
}

export function find(): void {
  drawWanted();
  if (!isOpen(shown.path)) return;
  openSearchPanel(view);
  requestAnimationFrame(() => view.dom.querySelector<HTMLElement>(".cm-search [main-field]")?.focus());
}
/** The path of the file that the pane shows, or shows next. */
export const shownPath = () => wanted?.path ?? shown.path;
/** Runs a command at the cursor, as its key does. */
export function atCursor(command: CursorCommand) {
  drawWanted();
  return isOpen(shown.path) && run(command, view);
}
