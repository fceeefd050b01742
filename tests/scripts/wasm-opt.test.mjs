import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { ORDERS, similarOrder } from "../../scripts/similar.mjs";
import { optimized, withoutExports } from "../../scripts/wasm-opt.mjs";

/** Returns bytes without repetitions, which depend only on the seed. */
function noise(seed, length) {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

/** Returns functions of three kinds in rotation, further apart than the window of gzip. */
function kinds() {
  const bodies = [];
  for (let at = 0; at < 30; at++) bodies.push(Uint8Array.from([...noise(at % 3, 12_000), ...noise(100 + at, 2_000)]));
  return bodies;
}

test("similar functions are adjacent, each once, and compress better", () => {
  const bodies = kinds();
  const order = similarOrder(bodies, ORDERS[0]);
  assert.deepEqual(
    order.toSorted((a, b) => a - b),
    bodies.map((_, at) => at),
  );
  assert.deepEqual(order, similarOrder(kinds(), ORDERS[0]));
  const changes = order.filter((at, position) => position > 0 && at % 3 !== order[position - 1] % 3);
  assert.equal(changes.length, 2, `${order}`);
  const packed = (list) => gzipSync(Buffer.concat(list), { level: 9 }).length;
  assert.ok(packed(order.map((at) => bodies[at])) < packed(bodies) / 2);
});

/** Compiles a module from its text. */
function compiled(source) {
  const folder = mkdtempSync(join(tmpdir(), "olmkit-wasm-"));
  const [text, binary] = [join(folder, "m.wat"), join(folder, "m.wasm")];
  writeFileSync(text, source);
  const require = createRequire(import.meta.url);
  execFileSync(process.execPath, [join(dirname(require.resolve("binaryen/package.json")), "bin", "wasm-as"), text, "-o", binary]);
  const module = readFileSync(binary);
  rmSync(folder, { recursive: true });
  return module;
}

test("a module loses an export that nothing uses, with its code", async () => {
  const stores = "(i32.store (local.get 0) (i32.const 1))".repeat(200);
  const before = compiled(`(module (memory 1)
    (func (export "kept") (param i32) (result i32) (local.get 0))
    (func (export "unused") (param i32) ${stores}))`);
  const after = await optimized(withoutExports(before, (name) => name === "unused"));
  const { instance } = await WebAssembly.instantiate(after, {});
  assert.deepEqual(Object.keys(instance.exports), ["kept"]);
  assert.equal(instance.exports.kept(7), 7);
  assert.ok(after.length < before.length / 4, `${after.length} of ${before.length} bytes`);
});

test("a module that was made small does the same", async () => {
  const functions = Array.from({ length: 40 }, (_, at) => {
    const calls = at === 0 ? "" : `(local.set $x (call $f${at - 1} (local.get $x)))`;
    return `(func $f${at} (export "f${at}") (param $x i32) (result i32) ${calls} (i32.add (i32.mul (local.get $x) (i32.const ${3 + (at % 4)})) (i32.const ${at})))`;
  });
  const before = compiled(`(module (import "m" "log" (func $log (param i32))) (func (export "say") (call $log (i32.const 7))) ${functions.join("\n")})`);
  const after = await optimized(before);
  const run = async (module) => {
    const logged = [];
    const { instance } = await WebAssembly.instantiate(module, { m: { log: (value) => logged.push(value) } });
    instance.exports.say();
    return [logged, functions.map((_, at) => instance.exports[`f${at}`](5))];
  };
  assert.deepEqual(await run(after), await run(before));
  assert.ok(!WebAssembly.Module.customSections(await WebAssembly.compile(after), "name").length);
});
