// The extension in a real Visual Studio Code: findings, quick fixes, and the editor's page that edits the files.
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { codeServer } from "../../scripts/tools.mjs";
import { after, before, test } from "../test.mjs";
import { CHANNEL, FAST, PACKAGE } from "./catalog.mjs";
import { command, goToLine, openFile, startCode, VSIX } from "./code.mjs";

const skip = codeServer() ? false : "code-server is not installed";

let code;

before(async () => {
  if (!skip) code = await startCode({ "foo/package.yaml": PACKAGE, "foo/stable.yaml": CHANNEL, "foo/fast.yaml": FAST, "olmkit.yaml": "profile: default\n" });
});
after(() => code?.close());

const text = () => readFileSync(join(code.work, "foo/stable.yaml"), "utf8");

test("the package is small, and has the notices of what is in it", { skip: existsSync(VSIX) ? false : "it is not built" }, () => {
  assert.ok(statSync(VSIX).size < 3 * 1024 * 1024, `${statSync(VSIX).size} bytes`);
  const notices = Buffer.from(unzipSync(readFileSync(VSIX))["extension/dist/NOTICES.html"] ?? []).toString();
  for (const name of ["leptos", "serde_json", "vscode-languageclient", "@codemirror/state"]) assert.match(notices, new RegExp(`<h2>[^<]*${name} \\d`), name);
});

test("findings, notes and hints are shown", { skip }, async () => {
  const { page, screenshot } = code;
  await openFile(page, "foo", "stable.yaml");
  await page.getByText("4 entries, head 1.3.0, 1 stranded").waitFor();
  await page.locator(".squiggly-warning, .squiggly-error").first().waitFor();
  await page
    .getByText(/v0:\sstranded/)
    .first()
    .waitFor();
  await page.keyboard.press("Control+Shift+m");
  await page.locator(".markers-panel").getByText("ignore-unused").first().waitFor();
  await screenshot("1-findings");
  await page.keyboard.press("Control+j");
});

test("a quick fix edits the file", { skip }, async () => {
  const { page, screenshot } = code;
  assert.match(text(), /olmkit-ignore/);
  await goToLine(page, 5);
  await page.keyboard.press("Control+.");
  const menu = page.locator(".action-widget");
  await menu.waitFor();
  await screenshot("2-quick-fixes");
  await menu.getByText("Remove the comment").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".view-line").filter({ hasText: "olmkit-ignore" }).waitFor({ state: "detached" });
  await page.keyboard.press("Control+s");
  await expectText((now) => !now.includes("olmkit-ignore"));
});

test("the graph is the editor's page, on the document, and shows an entry in the text", { skip }, async () => {
  const { page, screenshot } = code;
  // Code lenses are redrawn after a save. A click on a lens that is being replaced has no effect.
  await clickUntil(page.getByText("4 entries, head 1.3.0, 1 stranded"), page.locator("iframe.webview"));
  await heading("stable").waitFor();
  await shown()
    .locator(".status .verdict")
    .filter({ hasText: /opm (accepts|rejects)/ })
    .waitFor();
  await node("1.1.0").click();
  await code.page.locator(".monaco-editor .active-line-number").getByText("13", { exact: true }).waitFor();
  await screenshot("3-graph");
});

test("an edit in the page is the smallest one of the document, which is not saved by it", { skip }, async () => {
  const { page, screenshot } = code;
  const before = text();
  await shown().getByRole("button", { name: "Entries", exact: true }).click();
  await cell("skipRange of foo.v1.2.0").fill(">=1.0.0 <1.1.5");
  await page.keyboard.press("Enter");
  await screenshot("4-edited");
  assert.equal(text(), before);
  await shown().locator(".to-changes .count-mark").waitFor();
  await page.keyboard.press("Control+s"); // with the focus in the page
  const skips = "  skips: [foo.v1.1.0]\n";
  await expectText((now) => now === before.replace(skips, `${skips}  skipRange: '>=1.0.0 <1.1.5'\n`));
  await shown().locator(".to-changes .count-mark").waitFor({ state: "detached" });
});

test("undo of Visual Studio Code is seen in the page, from the page and from the text", { skip }, async () => {
  const { page } = code;
  const value = (wanted) => until(async () => (await cell("skipRange of foo.v1.2.0").inputValue()) === wanted);
  await shown().locator(".channel-head h2").click();
  await page.keyboard.press("Control+z");
  await value("");
  await focusText();
  await page.keyboard.press("Control+Shift+z");
  await value(">=1.0.0 <1.1.5");
  await page.keyboard.press("Control+z");
  await value("");
  await page.keyboard.press("Control+s");
  await expectText((now) => !now.includes("1.1.5"));
});

test("what is typed in the text is in the page, and the cursor selects there", { skip }, async () => {
  const { page } = code;
  await goToLine(page, 11);
  await page.keyboard.press("End");
  await page.keyboard.type("-rc1");
  await until(async () => (await cell("Replaces of foo.v1.2.0").inputValue()) === "foo.v1.1.0-rc1");
  await shown().locator("tr.is-selected").filter({ hasText: "1.2.0" }).waitFor();
  await page.keyboard.press("Control+z");
  await until(async () => (await cell("Replaces of foo.v1.2.0").inputValue()) === "foo.v1.1.0");
});

test("a field that is committed does not take the focus back from the text", { skip }, async () => {
  const frame = await frameOfPage();
  // Frames take long, as on a slow machine.
  await frame.evaluate(() => {
    globalThis.quick = globalThis.requestAnimationFrame;
    globalThis.requestAnimationFrame = (act) => setTimeout(act, 250);
  });
  await cell("Replaces of foo.v1.1.0").fill("foo.v1.0.0");
  await code.page.keyboard.press("Enter");
  await focusText();
  await new Promise((resolve) => setTimeout(resolve, 2000));
  assert.equal(await frame.evaluate(() => document.hasFocus()), false);
  await frame.evaluate(() => Object.assign(globalThis, { requestAnimationFrame: globalThis.quick }));
  await code.page.keyboard.press("Control+z");
  await until(async () => (await cell("Replaces of foo.v1.1.0").inputValue()) === "");
});

test("a file that is not open in the editor is edited too", { skip }, async () => {
  const { page } = code;
  await shown().locator(".tree").getByText("fast", { exact: true }).click();
  await heading("fast").waitFor();
  await cell("skipRange of foo.v1.3.0").fill("<1.0.0");
  await page.keyboard.press("Enter");
  await shown().locator(".to-changes .count-mark").waitFor();
  await focusText();
  await openFile(page, "foo", "fast.yaml");
  await page.keyboard.press("Control+s");
  await until(() => /^- name: foo\.v1\.3\.0\n {2}skipRange: .?<1\.0\.0/m.test(readFileSync(join(code.work, "foo/fast.yaml"), "utf8")));
});

test("the palette opens the channel at the cursor, in the page of its catalog", { skip }, async () => {
  const { page, screenshot } = code;
  await openFile(page, "foo", "stable.yaml");
  await goToLine(page, 3);
  await heading("stable").waitFor();
  await shown().getByRole("button", { name: "Entries", exact: true }).click();
  await goToLine(page, 3);
  await command(page, "olmkit: Open Upgrade Graph");
  await shown().locator(".graph-place").waitFor();
  await heading("stable").waitFor();
  assert.equal(await page.locator("iframe.webview").count(), 1, "one page for one catalog");
  await screenshot("5-palette");
});

test("an edit for a text that has changed meanwhile is refused", { skip }, async () => {
  const { page } = code;
  // The page does not receive the change, so its edit is for the previous text.
  const frame = await frameOfPage();
  await frame.evaluate(() => {
    globalThis.deaf = (event) => event.data?.do === "change" && event.stopImmediatePropagation();
    addEventListener("message", globalThis.deaf, true);
  });
  await goToLine(page, 1);
  await page.keyboard.press("Home");
  await page.keyboard.type("# new");
  await page.keyboard.press("Enter");
  const path = "foo/stable.yaml";
  const outcome = await frame.evaluate(
    (path) =>
      globalThis.olmkit.edit(path, "lost: true\n").then(
        () => "made",
        ({ name, message }) => `${name}: ${message}`,
      ),
    path,
  );
  assert.match(outcome, /^StaleEdit: Not changed: foo\/stable\.yaml has changed/);
  await page.keyboard.press("Control+s");
  await expectText((now) => now.includes("# new") && !now.includes("lost") && now.includes("foo.v1.3.0"));
});

const shown = () => code.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
const heading = (channel) => shown().locator(".channel-head h2").filter({ hasText: channel });
const cell = (label) => shown().getByLabel(label, { exact: true });
const node = (version) => shown().locator(".node").filter({ hasText: version }).first();
const focusText = () => code.page.locator(".monaco-editor .view-lines").first().click();

/** Returns the frame of the page, for code that must run in it. */
async function frameOfPage() {
  const element = await shown().locator("html").elementHandle();
  return element.ownerFrame();
}

/** Waits until a condition is true. */
async function until(is) {
  for (let tries = 0; tries < 50 && !(await is()); tries += 1) await new Promise((resolve) => setTimeout(resolve, 200));
  assert.ok(await is(), String(is));
}

/** Clicks until the result of the click exists. */
async function clickUntil(target, opened) {
  for (let tries = 0; tries < 5; tries += 1) {
    await target.click();
    const there = await opened.waitFor({ state: "attached", timeout: 5000 }).then(
      () => true,
      () => false,
    );
    if (there) return;
  }
  throw new Error("five clicks opened nothing");
}

/** Waits until the file on disk matches. */
async function expectText(is) {
  for (let tries = 0; tries < 50 && !is(text()); tries += 1) await new Promise((resolve) => setTimeout(resolve, 200));
  assert.ok(is(text()), text());
}
