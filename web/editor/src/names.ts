// Names of the catalog in the code pane: completion, hover, definition, references and rename. The engine computes what
// is at a position and what can be written there.
import { autocompletion, type Completion, type CompletionContext, type CompletionResult, completionKeymap } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import { type EditorState, type Extension, Prec } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, type Tooltip } from "@codemirror/view";
import type { OlmSymbol } from "olmkit";
import type { CursorCommand } from "./generated/page.js";
import { editorOffset, fileOffset } from "./offsets.js";
import type { Emit } from "./store/events.js";
import { ask, documentOf } from "./store.js";

const WORD = /^[\w.+-]*$/;
const QUOTED = /^[\s'"]*/;
const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);

let emit: Emit = () => {};
export function listen(callback: Emit): void {
  emit = callback;
}

/** The engine's answer, or null if it stops. The page reports and handles that itself. */
const answered = <Answer>(asked: Promise<Answer>) => asked.catch(() => null);

/** The extension. `place()`: the path of the shown file. `visit(path, from, to)`: goes to a position. */
export function names(place: () => string, visit: (path: string, from: number, to: number) => void): Extension {
  const symbolAt = (state: EditorState, at: number) => answered(ask("symbol", place(), fileOffset(state, at)));
  const here = (act: Act) => (view: EditorView) => {
    act(view);
    return true;
  };
  const tell = (kind: "references" | "rename") => async (view: EditorView) => {
    const symbol = await symbolAt(view.state, view.state.selection.main.head);
    if (symbol) emit(kind, symbol);
    else emit("message", { message: "No package, channel or bundle is named at the cursor." });
  };
  const follow = async (view: EditorView, at: number) => {
    const symbol = await symbolAt(view.state, at);
    if (!symbol) return;
    const { definition, range } = symbol;
    const isHere = definition?.path === place() && definition.range.start.utf16 === range.start.utf16;
    if (isHere) emit("references", symbol);
    else if (definition) visit(definition.path, definition.range.start.utf16, definition.range.end.utf16);
    else emit("message", { message: symbol.known[0]?.replaceAll("`", "") ?? symbol.name });
  };
  commands = {
    definition: (view: EditorView) => follow(view, view.state.selection.main.head),
    references: tell("references"),
    rename: tell("rename"),
  };
  return [
    autocompletion({ override: [(context) => (isComment(context) ? null : complete(place(), context))], icons: false, interactionDelay: 0 }),
    hoverTooltip(async (view, at) => tooltip(view, await symbolAt(view.state, at)), { hideOnChange: true }),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        const at = (isMac ? event.metaKey : event.ctrlKey) && event.button === 0 ? view.posAtCoords(event) : null;
        if (at === null) return false;
        follow(view, at);
        return true;
      },
    }),
    Prec.high(keymap.of([...completionKeymap, { key: "F12", run: here(commands.definition) }, { key: "Shift-F12", run: here(commands.references) }, { key: "F2", run: here(commands.rename) }])),
  ];
}

type Act = (view: EditorView) => Promise<void>;

let commands: Record<CursorCommand, Act> | undefined;
/** Runs a command at the cursor, as its key does. */
export const run = (command: CursorCommand, view: EditorView) => commands?.[command](view);

/** Whether a comment is being typed, in which no names are completed. */
const isComment = ({ state, pos, explicit }: CompletionContext) => !explicit && syntaxTree(state).resolveInner(pos, -1).name === "comment";

async function complete(path: string, context: CompletionContext): Promise<CompletionResult | null> {
  const { state, pos } = context;
  const asked = documentOf(path);
  const found = await answered(ask("complete", path, fileOffset(state, pos)));
  const { document, version } = documentOf(path);
  if (!found || context.aborted || document !== asked.document || version !== asked.version) return null;
  const start = editorOffset(state, found.range.start.utf16);
  const end = editorOffset(state, found.range.end.utf16);
  const from = Math.min(pos, start + (QUOTED.exec(state.sliceDoc(start, pos))?.[0].length ?? 0));
  if (!context.explicit && !WORD.test(state.sliceDoc(from, pos))) return null;
  // The engine returns the name as it is written here, quotes included. Replace what has been typed meanwhile too.
  const write = (text: string) => (view: EditorView, _: Completion, now: number, to: number) => {
    const whole = { from: now - (from - start), to: to + (end - pos) };
    view.dispatch({ changes: { ...whole, insert: text }, selection: { anchor: whole.from + text.length }, userEvent: "input.complete" });
  };
  const options = found.options.map(({ name, text, detail }, at) => ({ label: name, detail, apply: write(text), sortText: String(at).padStart(6, "0") }));
  // At a complete name, offer all names.
  const stands = state.sliceDoc(from, end).replace(/['"]$/, "");
  if (context.explicit && found.options.some(({ name }) => name === stands)) return { from, options, filter: false };
  return { from, options, validFor: WORD };
}

function tooltip(view: EditorView, symbol: OlmSymbol | null): Tooltip | null {
  if (!symbol) return null;
  const pos = editorOffset(view.state, symbol.range.start.utf16);
  const end = editorOffset(view.state, symbol.range.end.utf16);
  return { pos, end, above: true, create: () => ({ dom: card(symbol) }) };
}

function card({ name, known }: OlmSymbol): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "known";
  dom.append(Object.assign(document.createElement("strong"), { textContent: name }));
  for (const line of known) {
    const row = document.createElement("p");
    for (const [at, part] of line.split("`").entries()) row.append(at % 2 ? Object.assign(document.createElement("code"), { textContent: part }) : part);
    dom.append(row);
  }
  return dom;
}
