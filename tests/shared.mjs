// The shared data: recorded responses and real files. CONTRIBUTING.md explains when it may be absent.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The reason for skipping a test that needs the shared data. */
export const ABSENT = "the shared data is absent";

/** Returns the folder of the shared data; `undefined` if it is absent. Throws if it is absent but required. */
export function locate({ OLMKIT_SHARED: setting, CI: ci }, standard = join(root, "..", "shared")) {
  if (setting === "none") return undefined;
  const folder = setting ?? standard;
  if (existsSync(join(folder, "conformance"))) return folder;
  if (setting === undefined && !ci) return undefined;
  throw new Error(`no shared data at ${folder}. Set OLMKIT_SHARED to its folder, or to "none" to use the fixtures of the repository only.`);
}

/** Returns a path in the repository's fixtures, and the same path in the shared data if present. */
export function sources(...below) {
  const own = join(root, "crates", "testing", "fixtures");
  return [own, locate(process.env)].filter(Boolean).map((folder) => join(folder, ...below));
}

/** Returns a path in the shared data; `undefined` if the data is absent. */
export function shared(...below) {
  const folder = locate(process.env);
  return folder && join(folder, ...below);
}
