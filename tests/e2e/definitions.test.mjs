// A channel that a package defines several times.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { bundleDocument, channelDocument, newPage, openFiles, packageDocument, setup, violations } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

const FILES = {
  "a.yaml": packageDocument("foo", "stable") + channelDocument("foo", "stable", "- name: foo.v1.0.0\n") + bundleDocument("foo", "1.0.0"),
  "b.yaml": channelDocument("foo", "stable", "- name: foo.v2.0.0\n") + bundleDocument("foo", "2.0.0"),
};

/** The file and the text of the line at the cursor of the text. */
const cursor = (page) => page.locator(".status").innerText();

test("15 38 a channel with two definitions: the tree and the page of the package tell them apart and lead to the text of each", async () => {
  const page = await newPage(site);
  await openFiles(page, FILES);
  const rows = page.locator(".tree .channel");
  await page.locator(".tree .package").click();
  await rows.nth(1).waitFor();
  assert.deepEqual(await rows.locator(".meta:not(.number)").allInnerTexts(), ["b.yaml:4"], "the second definition has its place");
  await rows.nth(1).click();
  await page.locator(".code-path", { hasText: "b.yaml" }).waitFor();
  await page.waitForFunction(() => document.querySelector(".status").textContent.includes("b.yaml:4"));
  assert.match(await cursor(page), /b\.yaml:4/);
  await page.locator(".tree .package").click();
  const note = page.locator(".package-page .definitions");
  assert.match(await note.innerText(), /Channel\s+stable\s+is defined 2 times\. opm rejects the catalog/);
  assert.deepEqual(await note.getByRole("button").allInnerTexts(), ["a.yaml:8", "b.yaml:4"]);
  assert.deepEqual(await violations(page), []);
  await note.getByRole("button", { name: "b.yaml:4" }).click();
  await page.locator(".code-path", { hasText: "b.yaml" }).waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
