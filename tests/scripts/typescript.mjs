// Modules of the editor for tests in Node, which does not read TypeScript in every version that we support.
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "../../scripts/progress.mjs";

/** Builds modules of web/editor/src together, so that what they share is one, and answers with a function that imports one. */
export async function editorModules(names) {
  const folder = mkdtempSync(join(tmpdir(), "olmkit-editor-"));
  process.on("exit", () => rmSync(folder, { recursive: true }));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const source = join(root, "web/editor/src");
  const entryPoints = names.map((name) => join(source, `${name}.ts`));
  await build({
    entryPoints,
    outdir: folder,
    outbase: source,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "neutral",
    packages: "external",
    logLevel: "error",
  });
  return (name) => import(pathToFileURL(join(folder, `${name}.mjs`)));
}
