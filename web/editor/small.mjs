// After Trunk's release build: optimizes the page's wasm, minifies its scripts, and makes one file of its styles. The hashes in
// index.html follow.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { minify } from "terser";
import { numbering } from "../../scripts/import-names.mjs";
import { optimized, withoutExports } from "../../scripts/wasm-opt.mjs";

const folder = process.env.TRUNK_STAGING_DIR;
const hash = (bytes) => `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
const page = join(folder ?? "", "index.html");
const STYLE = /[ \t]*<link rel="stylesheet" href="\.\/([^"]+\.css)"[^>]*>\n?/g;

async function shrink(name, small) {
  const path = join(folder, name);
  const before = readFileSync(path);
  const after = await small(before);
  const html = readFileSync(page, "utf8");
  // Trunk has no hash for a file that it only copies.
  if (name.startsWith("olmkit-web") && !html.includes(hash(before))) throw new Error(`index.html does not have the hash of ${name}`);
  writeFileSync(page, html.replaceAll(hash(before), hash(after)));
  writeFileSync(path, after);
}

const numbered = numbering();

// Classes of wasm-streams, which Leptos depends on. The page does not use streams.
const isStream = (name) => name.includes("intounderlying");

/** A module for browsers: 3 % smaller, gzipped, than esbuild makes it. */
async function minified(script) {
  const { code } = await minify(script.toString(), { module: true, ecma: 2022, compress: { passes: 2 } });
  return Buffer.from(code);
}

/** All styles in their order in one file: gzip finds in it what they have in common. */
async function joinStyles() {
  const html = readFileSync(page, "utf8");
  const names = [...html.matchAll(STYLE)].map(([, name]) => name);
  if (!names.length) throw new Error("index.html has no styles");
  const all = names.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
  const { code } = await transform(all, { loader: "css", minify: true });
  const style = `style-${createHash("sha256").update(code).digest("hex").slice(0, 16)}.css`;
  for (const name of names) rmSync(join(folder, name));
  writeFileSync(join(folder, style), code);
  const links = [`    <link rel="stylesheet" href="./${style}" integrity="${hash(code)}">\n`]; // in the place of the first
  writeFileSync(
    page,
    html.replace(STYLE, () => links.pop() ?? ""),
  );
}

if (process.env.TRUNK_PROFILE === "release") {
  for (const name of readdirSync(folder)) {
    if (name.endsWith(".wasm")) await shrink(name, (module) => optimized(withoutExports(numbered(module), isStream)));
    if (name.endsWith(".js")) await shrink(name, (script) => minified(numbered(script)));
  }
  await joinStyles();
}
