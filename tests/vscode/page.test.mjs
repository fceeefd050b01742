// The editor's page as the extension contains it, in Chromium. A mock of Visual Studio Code owns the texts.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { root } from "../../scripts/progress.mjs";
import { serve } from "../../scripts/serve.mjs";
import { FLAGS } from "../chromium.mjs";
import { after, before, mustRun, test } from "../test.mjs";
import { CHANNEL, PACKAGE } from "./catalog.mjs";
import { load } from "./stub.mjs";

const BUILT = join(root, "vscode", "dist", "page");
const skip = existsSync(join(BUILT, "page.wasm")) || mustRun ? false : "the extension is not built";
const FILES = { "package.yaml": PACKAGE, "stable.yaml": CHANNEL };

let server;
let browser;

before(async () => {
  if (skip) return;
  server = await serve(BUILT);
  browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium", args: FLAGS });
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** Runs in the page: answers its messages as the extension does. */
function host(files) {
  const texts = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, { stamp: 1, text }]));
  const tell = (message) => postMessage(message, location.origin);
  const answers = {
    ready: () => {
      const list = Object.entries(texts).map(([path, { stamp, text }]) => ({ path, bytes: new TextEncoder().encode(text), open: { stamp, text, isSaved: true } }));
      tell({ do: "open", name: "foo", folder: "", profile: "", files: list, wanted: { package: "foo", channel: "stable" } });
    },
    edit: ({ id, parts }) => {
      for (const { path, changes } of parts) {
        const own = texts[path];
        for (const { from, to, text } of changes.toReversed()) own.text = own.text.slice(0, from) + text + own.text.slice(to);
        own.stamp += 1;
        tell({ do: "change", path, stamp: own.stamp, changes, length: own.text.length });
      }
      tell({ do: "answer", id, refusal: null });
    },
    reveal: () => {},
  };
  globalThis.acquireVsCodeApi = () => ({ postMessage: (asked) => answers[asked.do](asked) });
  globalThis.textInEditor = (path) => texts[path].text;
}

test("an edit in the page is made in the text, and the page continues to work", { skip }, async () => {
  const { html } = await load("page/html.ts", {});
  const origin = `http://127.0.0.1:${server.address().port}`;
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await page.addInitScript(host, FILES);
  await page.route(`${origin}/`, (route) => route.fulfill({ contentType: "text/html", body: html({ cspSource: origin, asWebviewUri: () => origin }, "") }));
  await page.goto(`${origin}/`);
  await page.locator(".channel-head h2").filter({ hasText: "stable" }).waitFor();
  await page.getByRole("button", { name: "Entries", exact: true }).click();
  await page.getByLabel("skipRange of foo.v1.2.0", { exact: true }).fill(">=1.0.0 <1.1.5");
  await page.keyboard.press("Enter");
  await page.locator(".to-changes .count-mark").waitFor();
  const text = await page.evaluate(() => globalThis.textInEditor("stable.yaml"));
  const skips = "  skips: [foo.v1.1.0]\n";
  assert.equal(text, CHANNEL.replace(skips, `${skips}  skipRange: '>=1.0.0 <1.1.5'\n`));
  await page.locator(".to-changes").click();
  await page.locator(".review-page").getByRole("heading", { name: "Review 1 change" }).waitFor();
  assert.deepEqual(problems, []);
});
