// The size limits of the wasm modules. scripts/sizes.json records their gzipped sizes, and how much each may grow
// before a build fails. `node scripts/build-pkg.mjs --record` records the sizes of a release build.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./progress.mjs";

const path = join(root, "scripts", "sizes.json");

/** By module: `gzip` in bytes, `tolerance` as a fraction of it, and the `limit` in bytes. */
export const recorded = () => JSON.parse(readFileSync(path, "utf8"));

/**
 * Returns the size of the output of `gzip -9`, in bytes; `undefined` without this program. Node.js is no substitute: the
 * size of its output depends on its version and on the processor, and is up to 1 % larger.
 */
export function gzipped(bytes) {
  try {
    return execFileSync("gzip", ["-9c"], { input: bytes, maxBuffer: 1 << 28, stdio: ["pipe", "pipe", "ignore"] }).length;
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;

/** Evaluates a size. Returns the reasons why the build fails. An unknown size is one in CI only. */
export function judge(name, gzip, { gzip: before, tolerance, limit }, inCi = Boolean(process.env.CI)) {
  const faults = [];
  if (gzip === undefined) return inCi ? [`The program gzip is missing, which measures ${name}_bg.wasm. Install it.`] : [];
  if (gzip > limit) faults.push(`${name}_bg.wasm has ${kib(gzip)} gzipped; its limit is ${kib(limit)}. Find what can be smaller (twiggy top).`);
  if (gzip > before * (1 + tolerance)) {
    const grown = `${name}_bg.wasm has grown to ${kib(gzip)} gzipped. scripts/sizes.json records ${kib(before)} and allows ${(tolerance * 100).toFixed(1)} % more.`;
    faults.push(`${grown} Find what grew (twiggy top). If the change is worth it, record the size: node scripts/build-pkg.mjs --record.`);
  }
  return faults;
}

/** Records the size of a module. */
export function record(name, gzip) {
  const all = recorded();
  all[name].gzip = gzip;
  writeFileSync(path, `${JSON.stringify(all, null, 2)}\n`);
}
