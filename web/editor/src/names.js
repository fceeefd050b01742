// The code pane knows the catalog: names are completed, explained, followed, found and renamed. What stands at a place,
// and what may be written there, the engine says.
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { Prec } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap } from "@codemirror/view";
import { editorOffset, fileOffset } from "./offsets.js";
import { ask, documentOf } from "./store.js";

const WORD = /^[\w.+-]*$/;
const QUOTED = /^[\s'"]*/;
const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);

let emit = () => {};
export function listen(callback) {
  emit = callback;
}

/** What the engine answers; nothing when it stops, which the page says and fixes by itself. */
const answer = (...question) => ask(...question).catch(() => null);

/** `place()`: the file that is shown; `visit(path, from, to)`: goes there. */
export function names(place, visit) {
  const symbolAt = (state, at) => answer("symbol", place(), fileOffset(state, at));
  const here = (act) => (view) => (act(view), true);
  const tell = (kind) => async (view) => {
    const symbol = await symbolAt(view.state, view.state.selection.main.head);
    emit(symbol ? kind : "said", symbol ?? { message: "No package, channel or bundle is named at the cursor." });
  };
  const follow = async (view, at) => {
    const symbol = await symbolAt(view.state, at);
    if (!symbol) return;
    const { definition, range } = symbol;
    const isHere = definition?.path === place() && definition.range.start.utf16 === range.start.utf16;
    if (isHere) emit("references", symbol);
    else if (definition) visit(definition.path, definition.range.start.utf16, definition.range.end.utf16);
    else emit("said", { message: symbol.known[0].replaceAll("`", "") });
  };
  commands = {
    definition: (view) => follow(view, view.state.selection.main.head),
    references: tell("references"),
    rename: tell("rename"),
  };
  return [
    autocompletion({ override: [(context) => complete(place(), context)], icons: false, interactionDelay: 0 }),
    hoverTooltip(async (view, at) => tooltip(view, await symbolAt(view.state, at))),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        const at = (isMac ? event.metaKey : event.ctrlKey) && event.button === 0 ? view.posAtCoords(event) : null;
        if (at === null) return false;
        follow(view, at);
        return true;
      },
    }),
    Prec.high(keymap.of([
      ...completionKeymap,
      { key: "F12", run: here(commands.definition) },
      { key: "Shift-F12", run: here(commands.references) },
      { key: "F2", run: here(commands.rename) },
    ])),
  ];
}

let commands = {};
/** Does at the cursor what its key does: `definition`, `references`, `rename`. */
export const run = (command, view) => commands[command]?.(view);

async function complete(path, context) {
  const { state, pos } = context;
  const asked = documentOf(path);
  const found = await answer("complete", path, fileOffset(state, pos));
  const { document, version } = documentOf(path);
  if (!found || context.aborted || document !== asked.document || version !== asked.version) return null;
  const [start, end] = [found.range.start, found.range.end].map(({ utf16 }) => editorOffset(state, utf16));
  const from = Math.min(pos, start + QUOTED.exec(state.sliceDoc(start, pos))[0].length);
  if (!context.explicit && !WORD.test(state.sliceDoc(from, pos))) return null;
  // The engine says how a name is written here, quotes included; what is typed meanwhile is inside.
  const write = (text) => (view, _, now, to) => {
    const whole = { from: now - (from - start), to: to + (end - pos) };
    view.dispatch({ changes: { ...whole, insert: text }, selection: { anchor: whole.from + text.length }, userEvent: "input.complete" });
  };
  const options = found.options.map(({ name, text, detail }, at) => ({ label: name, detail, apply: write(text), sortText: String(at).padStart(6, "0") }));
  // Who asks at a name that stands there whole wants to see the others.
  const stands = state.sliceDoc(from, end).replace(/['"]$/, "");
  if (context.explicit && found.options.some(({ name }) => name === stands)) return { from, options, filter: false };
  return { from, options, validFor: WORD };
}

function tooltip(view, symbol) {
  if (!symbol) return null;
  const [pos, end] = [symbol.range.start, symbol.range.end].map(({ utf16 }) => editorOffset(view.state, utf16));
  return { pos, end, above: true, create: () => ({ dom: card(symbol) }) };
}

function card({ name, known }) {
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
