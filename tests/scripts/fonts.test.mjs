// The fonts of the page: web/editor/fonts.mjs.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { faces, reduced } from "../../web/editor/fonts.mjs";

const require = createRequire(createRequire(import.meta.url).resolve("subset-font"));
const { convert } = require("fontverter");

/** Returns the tables of a font, by name. */
async function tables(font) {
  const sfnt = Buffer.from(await convert(font, "truetype"));
  const names = Array.from({ length: sfnt.readUInt16BE(4) }, (_, at) => 12 + at * 16);
  return new Map(names.map((at) => [sfnt.toString("latin1", at, at + 4), sfnt.subarray(sfnt.readUInt32BE(at + 8), sfnt.readUInt32BE(at + 8) + sfnt.readUInt32BE(at + 12))]));
}

/** Returns the layout features of a GSUB or GPOS table. */
function features(table) {
  const list = table.readUInt16BE(6);
  return Array.from({ length: table.readUInt16BE(list) }, (_, at) => table.toString("latin1", list + 2 + at * 6, list + 6 + at * 6));
}

test("the fonts are small, have the weights of the styles, and figures of one width, without ligatures", async () => {
  const all = faces();
  assert.equal(all.length, 2);
  for (const face of all) {
    const font = await reduced(face);
    assert.equal(font.toString("latin1", 0, 4), "wOF2");
    assert.ok(font.length < 30_000, `${face.file}: ${font.length} bytes`);
    const found = await tables(font);
    const axis = found.get("fvar").subarray(found.get("fvar").readUInt16BE(4));
    assert.deepEqual([axis.toString("latin1", 0, 4), axis.readInt16BE(4), axis.readInt16BE(12)], ["wght", face.weights.min, face.weights.max]);
    const substitutions = found.has("GSUB") ? features(found.get("GSUB")) : [];
    for (const name of ["liga", "calt"]) assert.ok(!substitutions.includes(name), name);
    if (face.file.startsWith("inter")) assert.ok(substitutions.includes("tnum"));
  }
});
