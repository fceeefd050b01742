// All relative links of the documents have a target file, and a heading in it. The website's table of contents lists
// all pages.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { test } from "node:test";
import { mapLinks, pages, summary } from "../../scripts/build-site.mjs";
import { root } from "../../scripts/progress.mjs";

const inDocs = pages().map((page) => join("docs", page));
const others = readdirSync(root).filter((name) => name.endsWith(".md"));
const documents = [...others, ...inDocs, "pkg/README.md"];
const read = (path) => readFileSync(join(root, path), "utf8");

/** Returns the anchors of a page's headings, as GitHub and mdBook generate them. */
function anchors(text) {
  const plain = text.replace(/^```[\s\S]*?^```$/gm, "");
  const headings = [...plain.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => heading.replace(/[`*]/g, ""));
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test("links lead to files and headings", () => {
  const broken = [];
  for (const document of documents) {
    mapLinks(read(document), (target) => {
      const [path, anchor] = target.split("#");
      const file = relative(root, resolve(root, dirname(document), path));
      if (!existsSync(join(root, file))) broken.push(`${document}: ${target}`);
      else if (anchor && file.endsWith(".md") && !anchors(read(file)).includes(anchor)) broken.push(`${document}: ${target}`);
      return target;
    });
  }
  assert.deepEqual(broken, []);
});

test("links into the page itself lead to headings", () => {
  const broken = documents.flatMap((document) => {
    const text = read(document).replace(/^```[\s\S]*?^```$/gm, "");
    const known = anchors(text);
    return [...text.matchAll(/\]\(#([^)]+)\)/g)].filter(([, anchor]) => !known.includes(anchor)).map(([link]) => `${document}: ${link}`);
  });
  assert.deepEqual(broken, []);
});

test("the contents of the website have every page once", () => {
  const texts = new Map(pages().map((page) => [page, read(join("docs", page))]));
  const targets = [...summary(texts).matchAll(/\]\((.+?)\)/g)].map(([, target]) => target);
  assert.deepEqual(targets.toSorted(), pages().toSorted());
});

test("code is not searched for links", () => {
  const seen = [];
  mapLinks("[a](b.md) `[c](d.md)`\n```\n[e](f.md)\n```\n[g](https://h) [i](#j)", (target) => {
    seen.push(target);
    return target;
  });
  assert.deepEqual(seen, ["b.md"]);
});

test("npm's guide and the command line have every edit", () => {
  const [, variants] = /pub enum Intention \{([\s\S]*?)^\}/m.exec(read("crates/api/src/intention.rs"));
  const verbs = [...variants.matchAll(/^ {4}([A-Z]\w+) \{/gm)].map(([, name]) => name.replace(/(?!^)[A-Z]/g, "-$&").toLowerCase()).sort();
  const [, listed] = /Intentions: (.*?);/.exec(read("pkg/README.md"));
  assert.deepEqual([...listed.matchAll(/`([\w-]+)`/g)].map(([, verb]) => verb).sort(), verbs);
  const [, edits] = /const EDITS[^=]*= &\[([\s\S]*?)^\];/m.exec(read("crates/cli/src/args/edit.rs"));
  assert.deepEqual(
    verbs.filter((verb) => !new RegExp(`\\bverb\\(\\s*"${verb}"`).test(edits)),
    [],
  );
  const [, branches] = /fn read\(&mut self\) -> Intention \{([\s\S]*?)^ {4}\}/m.exec(read("crates/api/src/intention/wire.rs"));
  assert.deepEqual([...branches.matchAll(/^ {12}"([\w-]+)" =>|verb != "([\w-]+)"/gm)].map(([, verb, last]) => verb ?? last).sort(), verbs);
});
