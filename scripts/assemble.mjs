// Assembles the editor for `npm start` from compiled parts: what Trunk does with index.html, without hashes and without
// optimizing the size. Trunk builds the published editor (`npm run build`), but compiling Trunk takes a third of the
// first start (docs/decisions/README.md).
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isMain, targetFolder } from "./folders.mjs";
import { env, root, TARGET } from "./tools.mjs";

const staging = join(root, "dist.part");
const run = (program, args, more = {}) => execFileSync(program, args, { cwd: root, env: { ...env, ...more }, stdio: ["ignore", "inherit", "inherit"] });
const copy = (from, name = basename(from)) => cpSync(join(root, from), join(staging, name), { recursive: true });

/** The wasm of the page, which `data-bin` names. */
function rust({ "data-bin": name }) {
  const wasm = join(targetFolder, TARGET, "wasm-quick", `${name}.wasm`);
  run("wasm-bindgen", [wasm, "--target", "web", "--no-typescript", "--out-dir", staging, "--out-name", name]);
  return `<script type="module">import init from "./${name}.js"; await init();</script>`;
}

/** By kind of asset: copies it, and returns its line in the page. */
export const ASSETS = {
  css({ href }) {
    copy(href);
    return `<link rel="stylesheet" href="${basename(href)}" />`;
  },
  "copy-file"({ href }) {
    copy(href);
    return "";
  },
  "copy-dir"({ href, "data-target-path": name }) {
    copy(href, name);
    return "";
  },
  rust,
};

/** Returns the line of the page for a line of index.html that is for Trunk; empty if it needs none. */
function placed(link, indent) {
  const attributes = Object.fromEntries([...link.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
  const asset = ASSETS[attributes.rel];
  if (!asset) throw new Error(`index.html asks for something that only Trunk knows: ${link}`);
  const made = asset(attributes);
  return made && `${indent}${made}\n`;
}

function assemble() {
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging);
  const page = readFileSync(join(root, "index.html"), "utf8");
  writeFileSync(join(staging, "index.html"), page.replace(/( *)<link data-trunk [^>]*>\n/g, placed));
  run(process.execPath, ["web/editor/finish.mjs"], { TRUNK_STAGING_DIR: staging });
  rmSync(join(root, "dist"), { recursive: true, force: true });
  renameSync(staging, join(root, "dist"));
}

if (isMain(import.meta.url)) assemble();
