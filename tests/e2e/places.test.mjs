// Where the focus and the parts of the page are after what had them is gone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { packageOf } from "../npm/consumers/stranded.mjs";
import { channelMenu, newPage, openFiles, ready, setup, text, withSample } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

const isFocused = (page, selector) => page.waitForFunction((selector) => document.activeElement?.matches(selector), selector);
const dialog = (page) => page.locator("dialog[open]");

test("80 after an edit by a dialog, and after its undo, the focus is in the page", async () => {
  await withSample(site, "valid", async (page) => {
    const rows = await page.locator(".entry-name").count();
    await page.locator(".entry-name").last().click();
    await page.locator(".entry-name").last().press("Delete");
    await dialog(page).getByRole("button", { name: "Apply" }).click();
    await page.getByText("1 changed").waitFor();
    await isFocused(page, ".table-scroll, .entry-name, .center h2");
    await page.keyboard.press("Control+z");
    await page.locator(".notice", { hasText: "Undone: " }).waitFor();
    await page.waitForFunction((rows) => document.querySelectorAll(".entry-name").length === rows, rows);
    await isFocused(page, ".table-scroll, .entry-name, .center h2");
  });
});

test("80 the palette opens an entry and focuses its row, not what had the focus before", async () => {
  await withSample(site, "valid", async (page) => {
    await page.locator(".tree .package").first().focus();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("1.0.1");
    await page.locator("dialog[open] [role=option]").first().waitFor();
    await page.keyboard.press("Enter");
    await isFocused(page, "tr.is-selected .entry-name");
  });
});

test("20 the fields of a new entry in the menu of a channel have room for a name", async () => {
  await withSample(site, "valid", async (page) => {
    await page.getByRole("button", { name: "Channel menu" }).click();
    await page.locator(".add-entry > summary").click();
    for (const field of await page.locator(".add-entry input").all()) assert.ok((await field.boundingBox()).width >= 120, "a field is too narrow");
  });
});

test("79 embedded, the text is beside the channel or a tab, and no column is empty", async () => {
  for (const [width, isTab] of [
    [900, true],
    [1200, true],
    [1440, false],
  ]) {
    const page = await newPage(site, { hash: "?embed#sample=valid&package=watering-can&channel=stable", width });
    await ready(page);
    const left = async () => (await page.locator(".center").boundingBox()).x;
    assert.ok((await left()) < 60, `${width}: the channel begins at ${await left()} px`);
    if (isTab) await page.locator(".pane-tabs .to-text").click();
    await page.locator(".code .cm-content").waitFor();
    await page.context().close();
  }
});

test("80 going back closes the dialog about what was shown before", async () => {
  await withSample(site, "valid", async (page) => {
    await page.locator(".tree .channel", { hasText: "candidate" }).first().click();
    await page.locator(".channel-head h2", { hasText: "candidate" }).waitFor();
    await channelMenu(page, "Remove channel");
    await dialog(page).getByRole("button", { name: "Apply" }).waitFor();
    await page.goBack();
    await page.locator(".channel-head h2", { hasText: "stable" }).waitFor();
    await dialog(page).waitFor({ state: "hidden" });
  });
});

test("29 a stranded version whose successor has no bundle gets the bundle, not a release", async () => {
  const page = await newPage(site);
  const whole = packageOf("- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n- name: foo.v1.0.0\n", "1.1.0", "1.0.0");
  const [start, missing, rest] = whole.split(/(?=---\nschema: olm\.bundle)/);
  await openFiles(page, { "catalog.yaml": start + rest });
  await page.locator(".entry-name", { hasText: "1.0.0" }).click();
  const message = page.locator("tr.is-message", { hasText: "but the package has no such olm.bundle" });
  assert.equal(await message.getByRole("button", { name: "New release" }).count(), 0);
  await message.getByRole("button", { name: "Add bundle" }).click();
  await dialog(page).locator("textarea").fill(missing);
  await dialog(page).getByRole("button", { name: "Preview change" }).click();
  await dialog(page).getByRole("button", { name: "Apply" }).click();
  await page.locator(".verdict", { hasText: "opm accepts" }).waitFor();
  const now = await text(page);
  assert.equal(now.match(/- name: foo\.v1\.1\.0/g).length, 1, "the entry is not added again");
  await page.context().close();
});
