// Builds the website: `node scripts/build-site.mjs FOLDER`. The documentation is at its root (mdBook), the editor in
// `editor/`, the types of the npm package in `api/` (TypeDoc). Requires mdbook on the PATH. `--docs` builds the
// documentation only.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix, relative, resolve } from "node:path";
import { isMain, root } from "./folders.mjs";

const docs = join(root, "docs");
const SOURCE = "https://github.com/olmkit/olmkit/blob/main";
const RULE_FOLDERS = {
  rules: "Rules of catalogs",
  "bundle-rules": "Rules of bundles",
  "dependency-rules": "Rules of dependencies",
  "image-rules": "Rules of images",
  "template-rules": "Rules of templates",
  "configuration-rules": "Rules of the configuration",
};
/** The folders of rules whose examples the editor cannot open. It opens catalogs and bundles only. */
const WITHOUT_EDITOR = new Set(["image-rules", "template-rules", "configuration-rules"]);

/** Returns the Markdown files of the documentation, relative to docs/, with `/`. */
export function pages(folder = docs, prefix = "") {
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) => {
      const path = posix.join(prefix, name);
      if (statSync(join(folder, name)).isDirectory()) return pages(join(folder, name), path);
      return name.endsWith(".md") ? [path] : [];
    });
}

const title = (text) => /^# (.+)$/m.exec(text)?.[1] ?? "";

/** Replaces the target of each relative link outside of code with the result of `change`. */
export function mapLinks(text, change) {
  const parts = text.split(/(^```[\s\S]*?^```$|`[^`\n]*`)/m);
  const link = /(\]\()([^()\s]+)(\))/g;
  const outside = (part) => part.replace(link, (all, open, target, close) => (/^[a-z]+:|^#/i.test(target) ? all : open + change(target) + close));
  return parts.map((part, index) => (index % 2 ? part : outside(part))).join("");
}

/** Rewrites links to files that are not pages of the site, so that they point to the source. */
function toSite(page, text) {
  const linked = mapLinks(text, (target) => {
    const path = relative(docs, resolve(docs, dirname(page), target.split("#")[0])).replaceAll("\\", "/");
    return path.startsWith("..") ? `${SOURCE}/${posix.join("docs", path)}` : target;
  });
  const [folder, name] = page.split("/");
  if (!(folder in RULE_FOLDERS) || name === "README.md" || WITHOUT_EDITOR.has(folder)) return linked;
  return linked.replace(/^## Examples$/m, `$&\n\n[Open the first example in the editor](../editor/#example=${name.replace(/\.md$/, "")})`);
}

/** Returns the table of contents: that of docs/README.md, with all rules below their overview. */
export function summary(texts) {
  const lines = ["# Summary", "", "[olmkit](README.md)"];
  const listed = new Set(["README.md"]);
  const add = (page, label, depth) => {
    if (!texts.has(page) || listed.has(page)) return;
    listed.add(page);
    lines.push(`${"  ".repeat(depth)}- [${label}](${page})`);
    const [folder, name] = page.split("/");
    if (!(folder in RULE_FOLDERS) || name !== "README.md") return;
    for (const rule of texts.keys()) {
      if (rule.startsWith(`${folder}/`)) add(rule, rule.slice(folder.length + 1).replace(/\.md$/, ""), depth + 1);
    }
  };
  for (const line of texts.get("README.md").split("\n")) {
    const heading = /^## (.+)$/.exec(line);
    if (heading) lines.push("", `# ${heading[1]}`, "");
    for (const [, label, target] of line.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)) {
      const folder = target.split("/")[0];
      add(target, RULE_FOLDERS[folder] ?? label, 0);
    }
  }
  for (const [folder, label] of Object.entries(RULE_FOLDERS)) add(`${folder}/README.md`, label, 0);
  for (const page of texts.keys()) add(page, title(texts.get(page)) || page, 0);
  return `${lines.join("\n")}\n`;
}

const BOOK = `[book]
title = "olmkit"
language = "en"
src = "."
[output.html]
git-repository-url = "https://github.com/olmkit/olmkit"
[output.html.fold]
enable = true
[output.html.search]
use-boolean-and = true
`;

function buildDocs(site) {
  const scratch = mkdtempSync(join(tmpdir(), "olmkit-site-"));
  try {
    cpSync(docs, scratch, { recursive: true });
    const texts = new Map(pages().map((page) => [page, readFileSync(join(docs, page), "utf8")]));
    for (const [page, text] of texts) writeFileSync(join(scratch, page), toSite(page, text));
    writeFileSync(join(scratch, "SUMMARY.md"), summary(texts));
    writeFileSync(join(scratch, "book.toml"), BOOK);
    execFileSync("mdbook", ["build", scratch, "--dest-dir", site], { stdio: "inherit" });
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function buildEditor(site) {
  execFileSync(process.execPath, [join(root, "scripts", "start.mjs"), "--build-only"], { cwd: root, stdio: "inherit" });
  cpSync(join(root, "dist"), join(site, "editor"), { recursive: true });
}

/** Returns the arguments of TypeDoc. A type that an entry uses but does not export is an error. */
export function apiArguments(out) {
  const types = ["index", "bundle", "resolver", "client", "worker"].map((name) => join(root, "pkg", "dist", `${name}.d.ts`));
  return ["--out", out, "--name", "olmkit", "--readme", join(root, "pkg", "README.md"), "--skipErrorChecking", "--treatWarningsAsErrors", ...types];
}

// TypeDoc requires a TypeScript with a JavaScript API, which the version that checks this repository does not have. Both
// have the versions that the tests of the npm package use.
function buildApi(site) {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "tests", "npm", "hosts", "package.json"), "utf8"));
  const packages = ["typedoc", "typescript"].map((name) => `--package=${name}@${devDependencies[name]}`);
  execFileSync("npx", ["--yes", ...packages, "typedoc", ...apiArguments(join(site, "api"))], { cwd: root, stdio: "inherit" });
}

if (isMain(import.meta.url)) {
  const [folder] = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));
  if (!folder) {
    console.error("usage: node scripts/build-site.mjs FOLDER [--docs]");
    process.exit(2);
  }
  const site = resolve(folder);
  mkdirSync(site, { recursive: true });
  buildDocs(site);
  if (!process.argv.includes("--docs")) {
    buildEditor(site);
    buildApi(site);
  }
  console.log(site);
}
