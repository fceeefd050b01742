// The editor in the npm package: scripts/package-page.mjs.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";
import { brotliDecompressSync } from "node:zlib";
import { packagePage } from "../../scripts/package-page.mjs";

test("the editor in the npm package is compressed where that helps, and has no engine of its own", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "olmkit-page-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [from, to] = ["dist", "page"].map((name) => join(folder, name));
  const text = "body { margin: 0 }\n".repeat(100);
  const font = randomBytes(1000);
  const files = { "index.html": text, "base.css": text, "samples/valid.yaml": text, "inter.woff2": font, "olmkit/core.js": text, "olmkit-web.js": text };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(from, name)), { recursive: true });
    writeFileSync(join(from, name), content);
  }
  mkdirSync(to);
  writeFileSync(join(to, "old.css.br"), "of an earlier build");
  packagePage(from, to);
  const names = readdirSync(to, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  assert.deepEqual(names.map(({ name }) => name).sort(), ["base.css.br", "index.html", "inter.woff2", "olmkit-web.js.br", "valid.yaml.br"]);
  assert.equal(brotliDecompressSync(readFileSync(join(to, "samples", "valid.yaml.br"))).toString(), text);
  assert.ok(readFileSync(join(to, "inter.woff2")).equals(font));
});
