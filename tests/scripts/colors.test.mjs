// Syntax highlighting of YAML and JSON in the text pane: keys, strings, and values that opm reads as another type.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getIndentation, IndentContext } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { highlightTree, tagHighlighter, tags } from "@lezer/highlight";
import { editorModules } from "./typescript.mjs";

const { indentedJson, json, yaml } = await (await editorModules(["yaml"]))("yaml");

const KINDS = ["propertyName", "content", "string", "number", "atom", "comment", "punctuation", "meta"];
const highlighter = tagHighlighter(KINDS.map((name) => ({ tag: tags[name], class: name })));

/** Returns the tokens of a text with their kinds, as `kind:text`. */
function colored(text, language = yaml) {
  const pieces = [];
  highlightTree(language.parser.parse(text), highlighter, (from, to, kind) => pieces.push(`${kind}:${text.slice(from, to)}`));
  return pieces;
}

const of = (kind, text) =>
  colored(text)
    .filter((piece) => piece.startsWith(`${kind}:`))
    .map((piece) => piece.slice(kind.length + 1));

test("keys, texts and marks of a channel", () => {
  assert.deepEqual(colored("---\nschema: olm.channel # one\nentries:\n- name: foo.v1.0.0\n  skips: [a, 'b:c']\n"), [
    "meta:---",
    "propertyName:schema",
    "punctuation::",
    "content:olm.channel",
    "comment:# one",
    "propertyName:entries",
    "punctuation::",
    "punctuation:-",
    "propertyName:name",
    "punctuation::",
    "content:foo.v1.0.0",
    "propertyName:skips",
    "punctuation::",
    "punctuation:[",
    "content:a",
    "punctuation:,",
    "string:'b:c'",
    "punctuation:]",
  ]);
});

test("what YAML 1.1 reads as another type than string", () => {
  assert.deepEqual(of("atom", "a: yes\nb: No\nc: on\nd: null\ne: ~\nf: y\ng: yesterday\nh: 'yes'\n"), ["yes", "No", "on", "null", "~", "y"]);
  assert.deepEqual(of("number", "a: 1.10\nb: 0x1f\nc: 1_000\nd: 1.2.3\ne: .inf\nf: -1e3\n"), ["1.10", "0x1f", "1_000", ".inf", "-1e3"]);
});

test("a block scalar is a string, whatever it contains, and ends with its indentation", () => {
  const text = "a:\n  b: |-\n    key: value\n\n    # no comment\n  c: x\n- >\n  d: e\nf: g\n";
  assert.deepEqual(of("propertyName", text), ["a", "b", "c", "f"]);
  assert.deepEqual(of("comment", text), []);
});

test("quoted texts reach over lines and escape their quotes", () => {
  assert.deepEqual(of("propertyName", 'a: "x\n  b: c\n  \\" d: e"\nf: g\n"h i": j\n\'k\': l\n'), ["a", "f", '"h i"', "'k'"]);
  assert.deepEqual(of("propertyName", "a: it's here\n"), ["a"]);
});

test("colons and number signs inside of words are part of them", () => {
  assert.deepEqual(of("content", "image: quay.io/a/b:v1#x\n- sha256:0a\n"), ["quay.io/a/b:v1#x", "sha256:0a"]);
  assert.deepEqual(of("propertyName", "{a: 1, b: {c: d}, e:}\n"), ["a", "b", "c", "e"]);
});

test("JSON has keys, texts and marks, in lines of any form and from its middle on", () => {
  const kinds = ['propertyName:"a"', "number:1", 'propertyName:"b"', "atom:true", 'string:"c:d"', 'propertyName:"e"', "atom:null"];
  const unmarked = (text, language) => colored(text, language).filter((piece) => !piece.startsWith("punctuation:"));
  const text = '{"a":1,"b":[true,"c:d"],"e":null}';
  const lines = JSON.stringify(JSON.parse(text), null, 4);
  for (const each of [text, lines, text.slice(1), `${lines}\n${lines}`.slice(-lines.length)]) assert.deepEqual(unmarked(each, json), kinds);
  assert.deepEqual(unmarked(`]}}${text}`, json), kinds, "more brackets are closed than opened");
  assert.deepEqual(unmarked(text, yaml), kinds, "in YAML too");
  assert.match(colored(lines, json).join(), /^punctuation:\{,.*punctuation:\}$/);
});

test("a line of JSON is indented as the line before, deeper after an open bracket", () => {
  const of = (doc) => EditorState.create({ doc, extensions: indentedJson });
  const there = (doc, next = "") => getIndentation(of(`${doc}\n${next}`), doc.length + 1);
  const fresh = (doc, next = "") => getIndentation(new IndentContext(of(`${doc}${next}`), { simulateBreak: doc.length }), doc.length);
  for (const indentation of [there, fresh]) {
    assert.equal(indentation('{\n    "a": {'), 6);
    assert.equal(indentation('{\n    "a": [', "]"), 4);
    assert.equal(indentation('{\n    "a": 1,'), 4);
    assert.equal(indentation('{\n    "a": 1', "}"), 2);
  }
  assert.equal(getIndentation(of("{"), 0), 0);
});

test("long and broken text costs what its length costs", () => {
  const long = "a b".repeat(3000);
  for (const text of [
    long,
    `- ${long}`,
    `"${long}`,
    `a: {${"[".repeat(3000)}`,
    `${"a:".repeat(3000)}`,
    `a: |\n ${long}`,
    `a: "${'b\\"'.repeat(1_000_000)}"`,
    "]}]}\n---\n- -  - x\n? y\n: z\n&a *b !c\n%d\n",
  ]) {
    assert.equal(yaml.parser.parse(text).length, text.length);
  }
});
