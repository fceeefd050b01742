// The selected entry: its upgrade paths, facts and menu, and the changes of its file.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { entryMenu, fill, newPage, openFiles, sample, setup, simulate, text, violations, withSample } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

const select = (page, version) => page.locator(`.entry-name[title="watering-can.v${version}"]`).click();
const inspector = (page) => page.locator(".entry-page");
const path = (page, semantics) => inspector(page).locator(".path", { hasText: semantics });

test("45 the entry shows its upgrade path under both resolvers as chips, what it is reached from, its image and channels", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await select(page, "1.0.1");
    await path(page, "v0").locator(".is-bad", { hasText: "stranded" }).waitFor();
    await path(page, "v1").locator(".hop.is-head", { hasText: "1.2.0" }).waitFor();
    assert.deepEqual(await path(page, "v1").locator(".to").allTextContents(), ["2 × skips →"]);
    assert.equal(await path(page, "v1").locator(".path-steps").textContent(), "2");
    assert.deepEqual(await inspector(page).locator(".entry-head .tag").allTextContents(), ["skipped", "stranded"]);
    await path(page, "v1").locator(".hop.is-head").click();
    await page.getByRole("region", { name: "Entry watering-can.v1.2.0" }).waitFor();
    await path(page, "v0").getByText("the channel head").waitFor();
    const fact = (name) => inspector(page).locator(`dt:text-is("${name}") + dd`);
    assert.match(await fact("Reached from").textContent(), /1\.1\.0 skips/);
    assert.match(await fact("Image").textContent(), /^…\/[^/]+$/);
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => Object.assign(globalThis, { copied: text }) } }));
    await fact("Image").getByRole("button", { name: "Copy image" }).click();
    const copied = await page.evaluate(() => globalThis.copied);
    assert.match(copied, /^[a-z0-9.-]+\/.*:/);
    assert.ok((await text(page)).includes(`image: ${copied}\n`), copied);
    assert.equal(await fact("Channels").textContent(), "stable");
    await select(page, "1.1.0");
    assert.equal(await fact("Skipped by").textContent(), "1.2.0");
    assert.deepEqual(await violations(page), []);
  });
});

test("46 the menu of the entry has what can be done with it, by keyboard too; a form closes with Escape and with its entry", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await select(page, "1.1.0");
    assert.equal(await page.locator(".simulation").count(), 0, "on request only");
    await page.getByRole("button", { name: "Entry menu" }).press("Enter");
    const menu = page.getByRole("group", { name: "Entry menu" });
    assert.deepEqual(await violations(page), []);
    for (const name of ["Simulate upgrade", "Copy name", "Rename", "Add an edge", "Build a skipRange", "Deprecate D", "Remove Del"]) await menu.getByRole("button", { name, exact: true }).waitFor();
    await menu.getByRole("button", { name: "Build a skipRange" }).press("Enter");
    await page.waitForFunction(() => document.activeElement.matches(".entry-tool input"));
    await page.keyboard.press("Escape");
    await page.locator(".entry-tool").waitFor({ state: "detached" });
    await simulate(page);
    await page.getByRole("region", { name: "Simulate upgrade: installed, channel, target" }).waitFor();
    await select(page, "1.0.0");
    await page.locator(".path-summary", { hasText: "Reaches" }).waitFor();
    await entryMenu(page, "Deprecate D");
    await page.locator(".entry-tool textarea").waitFor();
    assert.deepEqual(await violations(page), []);
    await select(page, "1.2.0");
    await page.locator(".entry-tool").waitFor({ state: "detached" });
  });
});

test("56 the changes of a file are listed beside its text, with their number; opening a position shows the text", async () => {
  await withSample(site, "valid", async (page) => {
    const changes = page.locator(".code-head").getByRole("button", { name: /^Changes/ });
    assert.equal(await changes.textContent(), "Changes 0");
    await changes.click();
    await page.getByText("No changes in this file.").waitFor();
    await fill(page, "Replaces of watering-can.v1.1.0", "");
    await fill(page, "skipRange of watering-can.v1.2.0", "<1.2.0");
    await page.waitForFunction(() => document.querySelector(".code-head").textContent.includes("Changes 2"));
    await page.locator(".code .diff del.diff-line").first().waitFor();
    assert.deepEqual(await violations(page), []);
    await select(page, "1.1.0");
    await entryMenu(page, "Show in the text");
    await page.locator(".cm-activeLine", { hasText: "watering-can.v1.1.0" }).waitFor();
    assert.equal(await page.locator(".code .diff").count(), 0);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => document.querySelector(".code-head").textContent.includes("Changes 0"));
    assert.equal(await text(page), sample("valid"));
  });
});

test("1 files that were chosen one by one have their number for a name", async () => {
  const page = await newPage(site);
  await openFiles(page, { "a.yaml": sample("valid"), "b.yaml": sample("valid").replaceAll("watering-can", "lawn-mower") });
  await page.locator(".topbar .title", { hasText: /^2 files$/ }).waitFor();
  await openFiles(page, { "a.yaml": sample("valid") });
  await page.locator(".topbar .title", { hasText: /^a\.yaml$/ }).waitFor();
  await page.context().close();
});

test("27 the release sheet shows what the skipRange matches and whether opm accepts the result", async () => {
  await withSample(site, "valid", async (page) => {
    await page.getByRole("button", { name: "New release" }).first().click();
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Version", { exact: true }).fill("1.3.0");
    const range = sheet.getByLabel("skipRange", { exact: true });
    for (const [written, hint] of [
      ["<1.3.0", "✓ Matches 4 entries, not itself"],
      ["<=1.3.0", "⚠ Matches 4 entries, and itself"],
      ["^1.0", "⚠ OLM cannot read it"],
    ]) {
      await range.fill(written);
      await sheet.locator(".hint", { hasText: hint }).waitFor();
    }
    await sheet.locator(".release-verdict", { hasText: "opm rejects the result" }).waitFor();
    await sheet.getByRole("button", { name: "Cancel" }).click();
    await sheet.waitFor({ state: "hidden" });
  });
});
