// After Trunk: the service worker knows the files of this build and their hash.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const ENGINE = ["client.js", "errors.js", "guard.js", "engine.js", "joined.js", "answering.js", "worker.js", "warm.js", "index.js", "rules.js", "rules_text.js", "core.js", "core_bg.wasm"].map(
  (name) => `olmkit/${name}`,
);

/** Loaded with the first bundle, and kept from then on. */
const LATER = ["bundle-worker.js", "command.js", "run.js", "cli.js", "packed.js", "cli_packed.js"].map((name) => `olmkit/${name}`);

/** What the page loads; the rest of the npm package is not for it. */
const wanted = (path) => path !== "sw.js" && path !== "NOTICES.html" && (!path.startsWith("olmkit/") || ENGINE.includes(path));

const folder = process.env.TRUNK_STAGING_DIR;
const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const files = entries
  .map((entry) =>
    relative(folder, join(entry.parentPath ?? entry.path, entry.name))
      .split(sep)
      .join("/"),
  )
  .filter(wanted)
  .sort();
const missing = ENGINE.filter((path) => !files.includes(path));
if (missing.length) throw new Error(`the engine is not built: ${missing.join(", ")}`);

const source = readFileSync(join(dirname(fileURLToPath(import.meta.url)), "sw.js"), "utf8");
const hash = createHash("sha256").update(source);
for (const path of [...files, ...LATER]) hash.update(path).update(readFileSync(join(folder, path)));
const list = ["./", ...files.filter((path) => path !== "index.html")];
const made = source
  .replace('"version-of-the-build"', JSON.stringify(hash.digest("hex").slice(0, 16)))
  .replace('["files-of-the-build"]', JSON.stringify(list))
  .replace('["files-for-later"]', JSON.stringify(LATER));
if (/of-the-build|for-later/.test(made)) throw new Error("sw.js has no place for the version or the files");
writeFileSync(join(folder, "sw.js"), made);
