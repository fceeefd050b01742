// The names of a module's imports have numbers, which can be compressed, instead of hashes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { numbering } from "../../scripts/import-names.mjs";
import { root } from "../../scripts/progress.mjs";

test("equal hashes of a module and its script become equal numbers of the same length", () => {
  const numbered = numbering();
  const module = "__wbg_new_0123456789abcdef __wbg_get_fedcba9876543210 __wbindgen_cast_0123456789abcdef";
  assert.equal(numbered(Buffer.from(module)).toString(), "__wbg_new_0000000000000000 __wbg_get_0000000000000001 __wbindgen_cast_0000000000000000");
  assert.equal(numbered(Buffer.from("imports.__wbg_get_fedcba9876543210 = 1")).toString(), "imports.__wbg_get_0000000000000001 = 1");
  assert.equal(numbered(Buffer.from("other_0123456789abcdef")).toString(), "other_0123456789abcdef");
});

test("the built engine imports no name with a hash", async () => {
  const module = await WebAssembly.compile(readFileSync(join(root, "pkg/dist/core_bg.wasm")));
  const endings = WebAssembly.Module.imports(module).flatMap(({ name }) => name.match(/^__wb\w+_([0-9a-f]{16})$/)?.[1] ?? []);
  assert.ok(endings.length > 5, `${endings.length} names have numbers`);
  assert.deepEqual(
    endings.filter((ending) => Number(ending) >= endings.length),
    [],
  );
});
