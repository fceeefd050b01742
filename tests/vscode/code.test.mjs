// The extension in a real Visual Studio Code: findings, quick fixes, and the graph that edits the file.
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { codeServer } from "../../scripts/tools.mjs";
import { after, before, test } from "../test.mjs";
import { CHANNEL, PACKAGE } from "./catalog.mjs";
import { goToLine, openFile, startCode, VSIX } from "./code.mjs";

const skip = codeServer() ? false : "code-server is not installed";

let code;

before(async () => {
  if (!skip) code = await startCode({ "foo/package.yaml": PACKAGE, "foo/stable.yaml": CHANNEL, "olmkit.yaml": "profile: default\n" });
});
after(() => code?.close());

const text = () => readFileSync(join(code.work, "foo/stable.yaml"), "utf8");

test("the package is small", { skip: existsSync(VSIX) ? false : "it is not built" }, () => {
  assert.ok(statSync(VSIX).size < 3 * 1024 * 1024, `${statSync(VSIX).size} bytes`);
});

test("findings, notes and hints are shown", { skip }, async () => {
  const { page, picture } = code;
  await openFile(page, "foo", "stable.yaml");
  await page.getByText("4 entries, head 1.3.0, 1 stranded").waitFor();
  await page.locator(".squiggly-warning, .squiggly-error").first().waitFor();
  await page
    .getByText(/v0:\sstranded/)
    .first()
    .waitFor();
  await page.keyboard.press("Control+Shift+m");
  await page.locator(".markers-panel").getByText("ignore-unused").first().waitFor();
  await picture("1-findings");
  await page.keyboard.press("Control+j");
});

test("a quick fix edits the file", { skip }, async () => {
  const { page, picture } = code;
  assert.match(text(), /olmkit-ignore/);
  await goToLine(page, 5);
  await page.keyboard.press("Control+.");
  const menu = page.locator(".action-widget");
  await menu.waitFor();
  await picture("2-quick-fixes");
  await menu.getByText("Remove the comment").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".view-line").filter({ hasText: "olmkit-ignore" }).waitFor({ state: "detached" });
  await page.keyboard.press("Control+s");
  await expectText((now) => !now.includes("olmkit-ignore"));
});

test("the graph shows entries, reveals them, and edits the file", { skip }, async () => {
  const { page, picture } = code;
  // Lenses are drawn anew after a save; a click on one that goes at that moment does nothing.
  await clickUntil(page.getByText("4 entries, head 1.3.0, 1 stranded"), page.locator("iframe.webview"));
  const graph = page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
  const entry = (name) => graph.locator(`[data-entry="${name}"]`);
  await entry("foo.v1.1.0").waitFor();
  assert.match(await entry("foo.v1.1.0").getAttribute("aria-label"), /stranded/);
  await entry("foo.v1.1.0").click();
  // The status bar says which line is selected.
  await page.locator("#status\\.editor\\.selection").filter({ hasText: "Ln 1" }).waitFor();
  await graph.getByRole("button", { name: "Remove and reconnect" }).waitFor();
  await picture("3-graph");
  await graph.getByRole("button", { name: "Remove and reconnect" }).click();
  await page.getByText("3 entries, head 1.3.0", { exact: false }).waitFor();
  await picture("4-edited");
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press("Control+s");
  await expectText((now) => !now.includes("- name: foo.v1.1.0"));
});

test("the graph sets skips and skipRange", { skip }, async () => {
  const { page } = code;
  const graph = page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
  const entry = (name) => graph.locator(`[data-entry="${name}"]`);
  const asked = page.locator(".quick-input-widget");
  await entry("foo.v1.2.0").click();
  await graph.getByRole("button", { name: "Set skipRange…" }).click();
  await asked.getByText("A range of versions", { exact: false }).waitFor();
  await page.keyboard.type(">=1.0.0 <1.1.5");
  await page.keyboard.press("Enter");
  await asked.waitFor({ state: "hidden" });

  await entry("foo.v1.3.0").click();
  await graph.getByRole("button", { name: "Set skips…" }).click();
  await asked.getByText("What does foo.v1.3.0 skip?").waitFor();
  await asked.getByText("foo.v1.0.0", { exact: true }).click();
  await page.keyboard.press("Enter");
  await asked.waitFor({ state: "hidden" });

  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press("Control+s");
  await expectText((now) => now.includes(">=1.0.0 <1.1.5") && /skips:\n {2}- foo\.v1\.2\.0\n {2}- foo\.v1\.0\.0\n/.test(now));
});

/** Clicks until what the click opens is there. */
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

/** Waits until the file on disk is as wanted. */
async function expectText(is) {
  for (let tries = 0; tries < 50 && !is(text()); tries += 1) await new Promise((resolve) => setTimeout(resolve, 200));
  assert.ok(is(text()), text());
}
