// Loads modules of the editor for tests in Node.js, because not every supported version can load TypeScript.
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "../../scripts/progress.mjs";

/**
 * Bundles modules of web/editor/src together, so that they share their state. Returns a function that imports one of
 * them.
 */
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
