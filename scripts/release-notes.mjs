// Prints the section of CHANGELOG.md about a version: `node scripts/release-notes.mjs 1.2.3`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isMain, root } from "./folders.mjs";

/** Returns the section of a version in a changelog in the Keep a Changelog format; undefined if it does not exist. */
export function section(changelog, version) {
  const parts = changelog.split(/^## /m).slice(1);
  const part = parts.find((text) => text.startsWith(`[${version}]`));
  return part?.slice(part.indexOf("\n") + 1).trim();
}

if (isMain(import.meta.url)) {
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const notes = section(changelog, process.argv[2]);
  if (!notes) {
    console.error(`CHANGELOG.md has no section for ${process.argv[2]}`);
    process.exit(1);
  }
  console.log(notes);
}
