// Reduces the gzipped size of a wasm module. `node scripts/wasm-opt.mjs IN OUT`.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { isMain, root, targetFolder } from "./folders.mjs";
import { ORDERS, similarOrder } from "./similar.mjs";

const require = createRequire(join(root, "package.json"));
// Resolved on use: the Rust is compiled while the npm packages are still being installed.
const binary = () => join(dirname(require.resolve("binaryen/package.json")), "bin", "wasm-opt");
const cache = join(targetFolder, "wasm-opt");

// `-Oz` reduces the size by another tenth, but not the gzipped size, because its passes replace uniform code of LLVM
// with varied code. Each of these passes was measured to reduce both sizes. `--low-memory-unused` is valid because the
// stack is below everything else, so no object is in the first KiB.
const PASSES = [
  "--low-memory-unused",
  "--remove-unused-module-elements",
  "--duplicate-function-elimination",
  "--dce",
  "--vacuum",
  "--remove-unused-brs",
  "--merge-blocks",
  "--code-folding",
  "--rse",
  "--reorder-locals",
  "--optimize-instructions",
  "--merge-locals",
  "--precompute",
  "--vacuum",
];

// In bytes. Each order of a larger module takes a minute, and the gain is not needed to stay below the limits.
const LARGE = 2_000_000;

const IMPORT = 2;
const EXPORT = 7;
const CODE = 10;
const CUSTOM = 0;

/** Decodes a number (LEB128). Returns it and the offset of the next byte. */
function number(bytes, from) {
  let value = 0;
  for (let at = from, shift = 0; ; at++, shift += 7) {
    value += (bytes[at] & 127) * 2 ** shift;
    if (bytes[at] < 128) return [value, at + 1];
  }
}

function encoded(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

/** Returns the sections of a module: the id, the content, and all bytes of the section. */
function sections(module) {
  const found = [];
  for (let at = 8; at < module.length; ) {
    const [length, from] = number(module, at + 1);
    found.push({ id: module[at], content: module.subarray(from, from + length), whole: module.subarray(at, from + length) });
    at = from + length;
  }
  return found;
}

const section = (all, id) => all.find((one) => one.id === id)?.content ?? Buffer.from([0]);

/** Returns the number of imported functions of a module, which is the index of its first own function. */
function importedFunctions(content) {
  let [count, at] = number(content, 0);
  let functions = 0;
  const skip = () => {
    const [length, from] = number(content, at);
    at = from + length;
  };
  for (; count > 0; count--) {
    skip();
    skip();
    if (content[at] !== 0) throw new Error("the module imports something that is not a function");
    functions++;
    [, at] = number(content, at + 1);
  }
  return functions;
}

/** Returns the functions of a module, each with its length prefix. */
function bodies(content) {
  let [count, at] = number(content, 0);
  const found = [];
  for (; count > 0; count--) {
    const [length, from] = number(content, at);
    found.push(content.subarray(at, from + length));
    at = from + length;
  }
  return found;
}

const isNames = ({ id, content }) => id === CUSTOM && content.subarray(0, 5).equals(prefixed(Buffer.from("name")));

const prefixed = (content) => Buffer.concat([encoded(content.length), content]);

/** Returns the module with names for its functions. Their alphabetical order is that of `similarOrder`. */
export function named(module, parameters) {
  const all = sections(module);
  const first = importedFunctions(section(all, IMPORT));
  const order = similarOrder(bodies(section(all, CODE)), parameters);
  const rank = new Array(order.length);
  order.forEach((at, position) => {
    rank[at] = position;
  });
  const names = rank.map((position, at) => Buffer.concat([encoded(first + at), prefixed(Buffer.from(String(position).padStart(6, "0")))]));
  const functions = Buffer.concat([encoded(names.length), ...names]);
  const content = Buffer.concat([prefixed(Buffer.from("name")), Buffer.from([1]), prefixed(functions)]);
  // `target_features`, also a custom section, is kept: wasm-opt reads the allowed features from it.
  const kept = all.filter((one) => !isNames(one)).map((one) => one.whole);
  return Buffer.concat([module.subarray(0, 8), ...kept, Buffer.from([CUSTOM]), prefixed(content)]);
}

/** Returns the module without the exports that `isUnused` names. The passes then remove what only these use. */
export function withoutExports(module, isUnused) {
  const kept = [];
  const content = section(sections(module), EXPORT);
  let [count, at] = number(content, 0);
  for (; count > 0; count--) {
    const start = at;
    const [length, from] = number(content, at);
    [, at] = number(content, from + length + 1);
    if (!isUnused(content.toString("utf8", from, from + length))) kept.push(content.subarray(start, at));
  }
  const rewritten = Buffer.concat([Buffer.from([EXPORT]), prefixed(Buffer.concat([encoded(kept.length), ...kept]))]);
  return Buffer.concat([module.subarray(0, 8), ...sections(module).map(({ id, whole }) => (id === EXPORT ? rewritten : whole))]);
}

async function run(args) {
  await promisify(execFile)(process.execPath, [binary(), ...args], { cwd: root });
}

const OWN = ["similar.mjs", "wasm-opt.mjs"].map((name) => readFileSync(join(root, "scripts", name)));

/**
 * Returns the optimized module. This takes half a minute or more, so the result is cached by the hash of the module and
 * of these scripts.
 */
export async function optimized(module) {
  const key = OWN.reduce((hash, text) => hash.update(text), createHash("sha256").update(module))
    .digest("hex")
    .slice(0, 16);
  const output = join(cache, `${key}.wasm`);
  if (existsSync(output)) return readFileSync(output);
  mkdirSync(cache, { recursive: true });
  const part = (name) => join(cache, `${key}.${process.pid}.${name}.wasm`);
  writeFileSync(part("in"), module);
  await run([part("in"), ...PASSES, "-o", part("passes")]);
  const passed = readFileSync(part("passes"));
  const orders = passed.length < LARGE ? ORDERS : ORDERS.slice(0, 1);
  // Each module is written while the next order is computed.
  const written = orders.map((parameters, at) => {
    writeFileSync(part(`named${at}`), named(passed, parameters));
    return run([part(`named${at}`), "--reorder-functions-by-name", "-o", part(`out${at}`)]);
  });
  await Promise.all(written);
  const sizes = orders.map((_, at) => gzipSync(readFileSync(part(`out${at}`)), { level: 9 }).length);
  renameSync(part(`out${sizes.indexOf(Math.min(...sizes))}`), output);
  const used = orders.flatMap((_, at) => [`named${at}`, `out${at}`]);
  for (const name of ["in", "passes", ...used]) rmSync(part(name), { force: true });
  return readFileSync(output);
}

if (isMain(import.meta.url)) {
  const [input, output] = process.argv.slice(2);
  writeFileSync(output, await optimized(readFileSync(input)));
}
