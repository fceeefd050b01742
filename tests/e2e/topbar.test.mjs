// The location in the top bar, the switch of the panel, and icons.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { bundleDocument, channelDocument, newPage, openFiles, packageDocument, place, sample, setup, violations } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

const two = (name) => packageDocument(name, "stable") + ["stable", "fast"].map((channel) => channelDocument(name, channel, `- name: ${name}.v1.0.0\n`)).join("") + bundleDocument(name, "1.0.0");
const CATALOG = { "catalog.yaml": two("pump") + two("rake") };

const open = async (options) => {
  const page = await newPage(site, options);
  await openFiles(page, CATALOG);
  await page.evaluate(() => {
    location.hash = "#package=rake&channel=stable";
  });
  const crumbs = page.locator(".crumbs");
  await crumbs.locator("[aria-current=page]", { hasText: "stable" }).waitFor({ state: "attached" });
  return { page, crumbs };
};

for (const [width, colorScheme] of [
  [1440, "light"],
  [390, "dark"],
]) {
  test(`16 80 the shown channel in the location opens the list of the package's channels, at ${width} px`, async () => {
    const { page, crumbs } = await open({ width, height: 844, colorScheme });
    await crumbs.getByRole("button", { name: "stable", exact: true }).click();
    const options = page.getByRole("dialog").getByRole("option");
    await options.filter({ hasText: "channel of rake" }).nth(1).waitFor();
    assert.equal(await options.count(), 2, "only the channels of this package");
    await options.filter({ hasText: "fast" }).click();
    await page.getByRole("heading", { name: "fast", exact: true }).waitFor();
    assert.deepEqual([(await place(page)).package, (await place(page)).channel], ["rake", "fast"]);
    assert.deepEqual(await violations(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("16 81 on a phone the location is what is shown, with a button that leads up", async () => {
  const { page, crumbs } = await open({ width: 390, height: 844 });
  assert.equal(await crumbs.innerText(), "stable");
  await crumbs.getByRole("button", { name: "Back to rake" }).click();
  await page.locator(".package-page").waitFor();
  assert.equal(await crumbs.innerText(), "rake");
  await crumbs.getByRole("button", { name: "Back to the catalog" }).click();
  await page.locator(".tiles").waitFor();
  await page.context().close();
});

test("83 a button of the top bar hides and shows entry and text; where they are hidden anyway, it is disabled", async () => {
  const { page } = await open({});
  const toggle = page.locator(".topbar").getByRole("button", { name: "Entry and text" });
  assert.equal(await toggle.getAttribute("aria-pressed"), "true");
  await toggle.click();
  await page.locator(".code").waitFor({ state: "hidden" });
  assert.equal(await toggle.getAttribute("aria-pressed"), "false");
  await page.keyboard.press("Control+j");
  await page.locator(".code").waitFor();
  await page.locator(".crumbs").getByRole("button", { name: "rake" }).click();
  await page.locator(".package-page").waitFor();
  assert.ok(await toggle.isDisabled());
  await page.context().close();
});

test("the tabs of a channel have icons", async () => {
  const page = await newPage(site, { hash: "#sample=valid&package=watering-can&channel=stable" });
  const icon = (name) => page.getByRole("button", { name, exact: true }).evaluate((button) => getComputedStyle(button, "::before").maskImage);
  await page.getByRole("button", { name: "Graph", exact: true }).waitFor();
  const icons = [await icon("Entries"), await icon("Graph")];
  assert.ok(icons.every((image) => image.startsWith("url(")) && icons[0] !== icons[1], icons.join());
  await page.context().close();
});

test("81 the fields of a release are in two columns on a phone too", async () => {
  const page = await newPage(site, { width: 390, height: 844 });
  await openFiles(page, { "catalog.yaml": sample("valid") });
  await page.getByRole("button", { name: "Channel", exact: true }).click();
  await page.getByRole("button", { name: "New release" }).first().click();
  const form = page.locator(".release-fields");
  await form.getByLabel("Version", { exact: true }).fill("2.5.0");
  const box = (label) => form.getByLabel(label, { exact: true }).boundingBox();
  const [version, name, replaces, range, skips] = await Promise.all(["Version", "Entry name", "replaces", "skipRange", "skips"].map(box));
  assert.deepEqual([version.y, replaces.y], [name.y, range.y]);
  assert.ok(version.x + version.width < name.x && skips.width > 300, JSON.stringify([version, name, skips]));
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});
