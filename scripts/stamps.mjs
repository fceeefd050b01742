// Skips a build if the content of all its inputs is unchanged and its outputs exist.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "./progress.mjs";

const SKIP = new Set(["target", "dist", "node_modules", ".cache", ".git"]);

function files(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path)
    .filter((name) => !SKIP.has(name))
    .sort();
  return names.flatMap((name) => files(join(path, name)));
}

/** Returns one hash of all files below the paths (relative to the root), by name and content, and of `extra`. */
export function fingerprint(paths, extra = "") {
  const hash = createHash("sha256").update(extra);
  for (const file of paths.flatMap((path) => files(join(root, path)))) {
    hash.update(relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

const stampPath = (name) => join(root, ".cache", "stamps", name);

/** Whether the last build has one of these fingerprints, and its outputs still exist. */
export function isFresh(name, prints, outputs) {
  const stamp = stampPath(name);
  return outputs.every((path) => existsSync(join(root, path))) && existsSync(stamp) && prints.includes(readFileSync(stamp, "utf8"));
}

/** Records the fingerprint of a build. */
export function setFresh(name, print) {
  mkdirSync(dirname(stampPath(name)), { recursive: true });
  writeFileSync(stampPath(name), print);
}
