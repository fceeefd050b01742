// argv[2]: ajv for JSON Schema 2020-12.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { validate } from "olmkit";

const require = createRequire(import.meta.url);
const Ajv = require(process.argv[2]).default;
const schema = JSON.parse(readFileSync("node_modules/olmkit/schema/report.v1.json", "utf8"));
const fits = new Ajv({ strict: true, allErrors: true, formats: { uint: true, uint32: true } }).compile(schema);
let first;
for (const name of ["good/catalog.yaml", "broken/a.yaml", "broken/.hidden/b.json", "heads/catalog.yaml"]) {
  const report = validate([{ path: name, bytes: readFileSync(`catalogs/${name}`) }], { profile: "strict" });
  assert.ok(fits(report), JSON.stringify(fits.errors));
  first = report.opm.first;
}
assert.equal(fits({ version: 1 }), false);
console.log(first);
