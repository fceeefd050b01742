// The editor as a part of another page, as in the window of Visual Studio Code: the other parts keep the focus.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { newPage, setup } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

test("a dialog that opens or closes does not take the focus from the page around the editor", async () => {
  const page = await newPage(site);
  await page.goto(`${site.address}NOTICES.html`);
  await page.setContent('<input id="own" /><iframe src="/index.html?embed#sample=valid&package=watering-can&channel=stable" width="1200" height="800"></iframe>');
  const frame = page.frames().find((frame) => frame !== page.mainFrame());
  const editor = page.frameLocator("iframe");
  const own = page.locator("#own");
  await editor.locator('[aria-label="Replaces of watering-can.v1.0.1"]').waitFor();
  const focused = () => page.evaluate(() => document.activeElement.id);
  const palette = () => frame.evaluate(() => dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true })));
  const dialog = editor.getByRole("dialog");

  // With the focus, a dialog takes it and returns it.
  const row = '.entry-name[title="watering-can.v1.1.0"]';
  await editor.locator(row).focus();
  await palette();
  await dialog.waitFor();
  assert.equal(await frame.evaluate(() => document.activeElement.getAttribute("role")), "combobox");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  assert.ok(await frame.evaluate((row) => document.activeElement.matches(row), row));

  await own.focus();
  await palette();
  await dialog.waitFor();
  assert.equal(await focused(), "own");
  await page.keyboard.type("typed");
  assert.equal(await own.inputValue(), "typed");

  // The field of the dialog can be used, and closing the dialog by an action does not take the focus either.
  const field = dialog.getByRole("combobox");
  await field.fill(">Theme: dark");
  await own.focus();
  await frame.evaluate(() => document.querySelector(".palette [role=option]").click());
  await editor.locator(".palette").waitFor({ state: "hidden" });
  assert.equal(await focused(), "own");
  await page.context().close();
});
