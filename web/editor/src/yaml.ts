// Highlighting of YAML and JSON in the text pane, line by line, so that a key press costs only what is in view, however
// long the file is. Plain scalars are highlighted as opm reads them, which is YAML 1.1. Highlighting only: the engine
// owns the semantics.
import { type IndentContext, indentService, StreamLanguage, type StringStream } from "@codemirror/language";

/**
 * `block`: the indentation of a block scalar. `quote`: the quote that is open. `depth`: the nesting of brackets.
 * `least`: the initial depth, 1 for a JSON text. `indent`: of the key that was read last.
 */
type State = { block: number | null; quote: string | null; depth: number; least: number; indent: number };

/** A stream with the start of its token, which the declared type lacks. */
type Stream = StringStream & { start: number };

const WORDS = /^(?:true|false|yes|no|on|off|y|n|null|~)$/i;
const NUMBER = /^[-+]?(?:\.?\d[\d_]*(?:\.\d*)?(?:e[-+]?\d+)?|0x[\da-f]+|0o?[0-7]+|\.inf|\.nan)$/i;
const WORD = 32; // a longer scalar is neither a keyword nor a number

const startState = (least: number): State => ({ block: null, quote: null, depth: least, least, indent: 0 });

const isEnd = (text: string, at: number, flow: boolean) => {
  const next = text[at + 1];
  return next === undefined || next === " " || next === "\t" || (flow && ",[]{}".includes(next));
};

/** Whether a colon ends a key. In brackets, nothing has to follow the colon after a quoted key. */
const endsKey = (text: string, at: number, flow: boolean) => text[at] === ":" && (isEnd(text, at, flow) || (flow && "\"'".includes(text[at - 1] ?? "none")));

/** Whether the next character is a colon that ends a key. */
const isKey = (stream: StringStream, flow: boolean) => {
  let at = stream.pos;
  while (" \t".includes(stream.string[at] ?? "none")) at += 1;
  return endsKey(stream.string, at, flow);
};

function named(stream: StringStream, state: State, otherwise: string): string {
  if (!isKey(stream, state.depth > 0)) return otherwise;
  if (state.depth === 0) state.indent = stream.column();
  return "propertyName";
}

/** Reads the rest of the line. */
function rest(stream: StringStream, kind: string): string {
  stream.skipToEnd();
  return kind;
}

/** Reads one character. */
function mark(stream: StringStream): string {
  stream.next();
  return "punctuation";
}

/** Reads the rest of a quoted scalar, which may end on a later line. */
function quoted(stream: StringStream, state: State): string {
  const { string } = stream;
  const escapes = state.quote === '"';
  let at = stream.pos; // no regular expression: a line can be megabytes long
  while (at < string.length && string[at] !== state.quote) at += escapes && string[at] === "\\" ? 2 : 1;
  if (at >= string.length) return rest(stream, "string");
  stream.pos = at + 1;
  state.quote = null;
  return named(stream, state, "string");
}

function plain(stream: Stream, state: State): string {
  const { string, start } = stream;
  const flow = state.depth > 0;
  let at = start;
  for (; at < string.length; at += 1) {
    const character = string[at] ?? "";
    if (character === ":" && isEnd(string, at, flow)) break;
    if (character === "#" && at > start && string[at - 1] === " ") break;
    if (flow && ",[]{}".includes(character)) break;
  }
  while (at > start + 1 && " \t".includes(string[at - 1] ?? "none")) at -= 1;
  stream.pos = Math.max(at, start + 1);
  const text = stream.pos - start > WORD ? "" : stream.current();
  return named(stream, state, WORDS.test(text) ? "atom" : NUMBER.test(text) ? "number" : "content");
}

/** Reads the first token of a line. Undefined for a token that may be anywhere. */
function begin(stream: StringStream, state: State): string | undefined {
  if (state.block !== null) {
    if (stream.indentation() > state.block || /^\s*$/.test(stream.string)) return rest(stream, "content");
    state.block = null;
  }
  if (!state.quote && stream.match(/^(?:---|\.\.\.)(?=\s|$)/)) {
    Object.assign(state, startState(state.least));
    return "meta";
  }
  if (!state.quote && stream.match(/^%.*/)) return "meta";
  return undefined;
}

function token(stream: StringStream, state: State): string | null {
  const first = stream.sol() ? begin(stream, state) : undefined;
  if (first) return first;
  if (state.quote) return quoted(stream, state);
  if (stream.eatSpace()) return null;
  const character = stream.peek() ?? "\n";
  if (character === "#") return rest(stream, "comment");
  if (character === '"' || character === "'") {
    stream.next();
    state.quote = character;
    return quoted(stream, state);
  }
  if ("[{".includes(character)) {
    state.depth += 1;
    return mark(stream);
  }
  if (state.depth > 0 && "]},".includes(character)) {
    if (character !== ",") state.depth = Math.max(state.depth - 1, state.least);
    return mark(stream);
  }
  if (endsKey(stream.string, stream.pos, state.depth > 0) || ("-?".includes(character) && isEnd(stream.string, stream.pos, state.depth > 0))) {
    if (character === "-") state.indent = stream.column();
    return mark(stream);
  }
  if (state.depth === 0 && stream.match(/^[|>][-+\d]*(?=\s*$|\s+#)/)) {
    state.block = state.indent;
    return "punctuation";
  }
  if (stream.match(/^[&*!][^\s,[\]{}]*/)) return "meta";
  return plain(stream as Stream, state);
}

const copyState = (state: State): State => ({ ...state });

export const yaml = StreamLanguage.define({ name: "yaml", startState: () => startState(0), copyState, token, languageData: { commentTokens: { line: "#" } } });

/**
 * JSON is highlighted as YAML in brackets. The outermost brackets are assumed to be open, because highlighting of a
 * long text may start in its middle.
 */
export const json = StreamLanguage.define({ name: "json", startState: () => startState(1), copyState, token });

/**
 * The indentation of a line of JSON: that of the previous line, one level more after an open bracket, one less at a
 * closing one.
 */
function indentation(context: IndentContext, pos: number): number {
  const { simulatedBreak, state, unit } = context;
  const end = simulatedBreak === pos ? pos : state.doc.lineAt(pos).from - 1; // the end of a simulated new line, or of the previous line
  if (end < 0) return 0;
  const steps = Number(/[[{]\s*$/.test(context.lineAt(end, -1).text)) - Number(/^\s*[\]}]/.test(context.textAfterPos(pos)));
  return Math.max(0, context.lineIndent(end, -1) + steps * unit);
}

/** JSON in the text pane. */
export const indentedJson = [indentService.of(indentation), json];
