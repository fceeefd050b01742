// YAML's colors for the text pane, line by line: a key costs what is in view, however long the file is. Words are
// colored as opm reads them, which is YAML 1.1. It only colors: what the text means the engine says.
import { StreamLanguage, type StringStream } from "@codemirror/language";

/** `block`: the indentation of a block of text, `quote`: the quote that is open, `depth`: of brackets, `indent`: of the key that was read last. */
type State = { block: number | null; quote: string | null; depth: number; indent: number };

/** A stream with where its token begins, which its type does not name. */
type Stream = StringStream & { start: number };

const WORDS = /^(?:true|false|yes|no|on|off|y|n|null|~)$/i;
const NUMBER = /^[-+]?(?:\.?\d[\d_]*(?:\.\d*)?(?:e[-+]?\d+)?|0x[\da-f]+|0o?[0-7]+|\.inf|\.nan)$/i;
const WORD = 32; // longer is neither a word nor a number

const startState = (): State => ({ block: null, quote: null, depth: 0, indent: 0 });

const isEnd = (text: string, at: number, flow: boolean) => {
  const next = text[at + 1];
  return next === undefined || next === " " || next === "\t" || (flow && ",[]{}".includes(next));
};

/** Whether a colon that ends a key comes next. */
const isKey = (stream: StringStream, flow: boolean) => {
  let at = stream.pos;
  while (" \t".includes(stream.string[at] ?? "none")) at += 1;
  return stream.string[at] === ":" && isEnd(stream.string, at, flow);
};

function named(stream: StringStream, state: State, otherwise: string): string {
  if (!isKey(stream, state.depth > 0)) return otherwise;
  if (state.depth === 0) state.indent = stream.column();
  return "propertyName";
}

/** What is left of the line. */
function rest(stream: StringStream, kind: string): string {
  stream.skipToEnd();
  return kind;
}

/** One character. */
function mark(stream: StringStream): string {
  stream.next();
  return "punctuation";
}

/** The rest of a quoted text; it may end on a later line. */
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
  return named(stream, state, WORDS.test(text) ? "atom" : NUMBER.test(text) ? "number" : "string");
}

/** The first token of a line; undefined for a token that may be anywhere. */
function begin(stream: StringStream, state: State): string | undefined {
  if (state.block !== null) {
    if (stream.indentation() > state.block || /^\s*$/.test(stream.string)) return rest(stream, "string");
    state.block = null;
  }
  if (!state.quote && stream.match(/^(?:---|\.\.\.)(?=\s|$)/)) {
    Object.assign(state, startState());
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
    if (character !== ",") state.depth -= 1;
    return mark(stream);
  }
  if ("-?:".includes(character) && isEnd(stream.string, stream.pos, state.depth > 0)) {
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

export const yaml = StreamLanguage.define({ name: "yaml", startState, copyState: (state) => ({ ...state }), token, languageData: { commentTokens: { line: "#" } } });
