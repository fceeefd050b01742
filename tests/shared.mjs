// The shared data: recorded answers and real files (CONTRIBUTING.md says when it may be absent).
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Why a test that needs the shared data is skipped. */
export const ABSENT = "the shared data is absent";

/** Where the shared data is, `undefined` where it is absent; an error when it must be there and is not. */
export function locate({ OLMKIT_SHARED: setting, CI: ci }, standard = join(root, "..", "shared")) {
  if (setting === "none") return undefined;
  const folder = setting ?? standard;
  if (existsSync(join(folder, "conformance"))) return folder;
  if (setting === undefined && !ci) return undefined;
  throw new Error(`no shared data at ${folder}. Set OLMKIT_SHARED to its folder, or to "none" to use the fixtures of the repository only.`);
}

/** A path of the fixtures of the repository, and the same of the shared data where it is present. */
export function sources(...below) {
  const own = join(root, "crates", "testing", "fixtures");
  return [own, locate(process.env)].filter(Boolean).map((folder) => join(folder, ...below));
}

/** A path of the shared data; `undefined` where the data is absent. */
export function shared(...below) {
  const folder = locate(process.env);
  return folder && join(folder, ...below);
}
