// The licenses of the editor's contents: scripts/notices.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { page, pageContents } from "../../scripts/notices.mjs";

test("the notices of the editor name the crates of all its modules, the packages of npm in its script, and its fonts, each with a text", async () => {
  const found = await pageContents();
  const names = found.map(({ name }) => name);
  const wanted = ["leptos", "serde_json", "clap", "@codemirror/view", "@lezer/common", "fflate", "modern-tar", "@fontsource-variable/inter", "@fontsource-variable/jetbrains-mono"];
  for (const name of wanted) assert.ok(names.includes(name), name);
  assert.ok(!names.includes("esbuild"), "it only builds the script");
  for (const { name, texts } of found) assert.ok(texts.length > 0, `${name} has no text`);
  const html = page(found);
  assert.match(html, /<h2>[^<]*@fontsource-variable\/inter \d[^<]*\(OFL-1\.1\)/);
  assert.match(html, /SIL OPEN FONT LICENSE/i);
});
