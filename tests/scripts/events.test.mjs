// The events of the page's host have the same names in TypeScript and in Rust.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/folders.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");
const between = (text, start, end) => text.slice(text.indexOf(start) + start.length).split(end)[0];
const kebab = (name) => name.replace(/(?<=.)[A-Z]/g, "-$&").toLowerCase();

test("TypeScript and Rust have the same events", () => {
  const rust = [...between(read("web/src/bridge/events.rs"), "pub enum HostEvent {", "\n}").matchAll(/^ {4}([A-Z]\w*)/gm)].map(([, name]) => kebab(name));
  const host = [...between(read("web/editor/src/store/events.ts"), "export type HostEvents = {", "\n};").matchAll(/^ {2}"?([\w-]+)"?:/gm)].map(([, name]) => name);
  assert.ok(rust.length > 10, rust.join());
  assert.deepEqual(host.sort(), rust.sort());
});
