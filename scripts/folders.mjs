// The folders of builds and tools.
import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Cargo's output: `target`, or the folder CARGO_TARGET_DIR. */
export const targetFolder = process.env.CARGO_TARGET_DIR ?? join(root, "target");

/** The native program that `cargo build` and `cargo test` build. */
export const nativeProgram = join(targetFolder, "debug", process.platform === "win32" ? "olmkit.exe" : "olmkit");

/**
 * Tools of this repository that take long to build or to download. All clones of a user share them, so the path of each
 * contains its version. OLMKIT_DEV_CACHE sets another folder.
 */
export const toolsFolder = process.env.OLMKIT_DEV_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "olmkit-dev");

/** Whether Node.js was started with the module `url` (its `import.meta.url`). */
export function isMain(url) {
  const [, started] = process.argv;
  return started !== undefined && existsSync(started) && realpathSync(started) === realpathSync(fileURLToPath(url));
}
