// Writes the licenses of the software in a program as a page: `node scripts/notices.mjs CRATE TARGET FILE`. The texts
// are those that crates, npm packages and fonts are published with. deny.toml lists the allowed licenses.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { isMain, root } from "./folders.mjs";

const require = createRequire(join(root, "package.json"));
const cargo = (...args) => execFileSync("cargo", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });

/**
 * Returns the dependencies of a crate for a target, as `name version`. Macros run at build time and are not included.
 */
function compiledIn(crate, target) {
  const lines = cargo("tree", "--locked", "--package", crate, "--target", target, "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}").split("\n");
  return new Set(lines.map((line) => /^(\S+) v(\S+)/.exec(line)?.slice(1).join(" ")).filter(Boolean));
}

const isLicense = (name) => /^(licen[cs]e|copying|notice|unlicense|copyright)/i.test(name);

/** Returns the license texts of a folder. If the licensee can choose between several, returns that of MIT. */
export function textsOf(folder) {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isLicense(entry.name))
    .map(({ name }) => name)
    .sort();
  const chosen = names.some((name) => /mit/i.test(name)) ? names.filter((name) => !/apache|zlib|unlicense|0bsd/i.test(name)) : names;
  return chosen.map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim());
}

const mit = (owners) => `MIT License

Copyright (c) ${owners}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** Returns the license texts of a package. If it has none, returns those of the licenses that it names. */
function licenseOf({ name, version, license, authors, manifest_path: manifest }) {
  const texts = textsOf(dirname(manifest));
  if (texts.length > 0) return texts;
  const offered = (license ?? "").split(/ OR |\//);
  if (offered.includes("MIT")) return [mit(authors.map((author) => author.replace(/ <.*>$/, "")).join(", ") || `the authors of ${name}`)];
  if (offered.includes("Apache-2.0")) return [readFileSync(join(root, "LICENSE"), "utf8").trim()];
  throw new Error(`${name} ${version} (${license}) has no license text`);
}

/** Returns the contents of a program, sorted: `{ name, version, license, texts }`. */
export function contents(crate, target) {
  const wanted = compiledIn(crate, target);
  const { packages } = JSON.parse(cargo("metadata", "--locked", "--format-version", "1", "--filter-platform", target));
  return packages
    .filter(({ name, version, source }) => source && wanted.has(`${name} ${version}`))
    .map((found) => ({ name: found.name, version: found.version, license: found.license, texts: licenseOf(found) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the bundled npm package in a folder. */
function packageIn(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { name, version, license, texts: textsOf(folder) };
}

export const bundled = (name) => packageIn(join(root, "node_modules", name));

/** Returns the npm packages among the files bundled by esbuild: the `inputs` of its `metafile`. */
export function bundledIn(...metafiles) {
  const folders = metafiles.flatMap(({ inputs }) => Object.keys(inputs)).map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  return [...new Set(folders.filter(Boolean))].sort().map((folder) => packageIn(resolve(root, folder)));
}

const WASM = "wasm32-unknown-unknown";

/** Returns the contents of the wasm modules of the editor: that of the page, and the two of the npm package. */
export const moduleContents = () => ["olmkit-web", "olmkit-wasm", "olmkit-wasm-cli"].flatMap((crate) => contents(crate, WASM));

/** Returns the contents of the editor: crates, npm packages and fonts. */
export async function pageContents() {
  const source = join(root, "web", "editor", "src");
  const entryPoints = ["index.ts", "zip-worker.ts"].map((name) => join(source, name));
  const { metafile } = await require("esbuild").build({ entryPoints, absWorkingDir: root, bundle: true, format: "esm", write: false, metafile: true, outdir: root });
  const fonts = [...readFileSync(join(root, "index.html"), "utf8").matchAll(/href="node_modules\/([^"]+?)\/files\//g)].map(([, name]) => bundled(name));
  return [...moduleContents(), ...bundledIn(metafile), bundled("fflate"), ...fonts];
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Returns the page. Each text appears once, below the names of the software that it covers. */
export function page(found) {
  const under = new Map();
  for (const { name, version, license, texts } of found) {
    for (const text of texts) under.set(text, [...(under.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const parts = [...under].map(([text, names]) => `<h2>${escaped([...new Set(names)].join(", "))}</h2>\n<pre>${escaped(text)}</pre>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>olmkit: third-party notices</title>
<meta name="viewport" content="width=device-width">
</head>
<body>
<h1>Third-party notices</h1>
<p>olmkit contains the following software.</p>
${parts.join("\n")}
</body>
</html>
`;
}

if (isMain(import.meta.url)) {
  const [crate, target, file] = process.argv.slice(2);
  if (!file || !existsSync(dirname(file))) {
    console.error("usage: node scripts/notices.mjs CRATE TARGET FILE");
    process.exit(2);
  }
  writeFileSync(file, page(contents(crate, target)));
}
