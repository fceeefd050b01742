// Lists of a large catalog: only visible rows are drawn, and keys, screen readers and the selection reach all of them.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { bundleDocument, channelDocument, checked, newPage, openFiles, openFolder, packageDocument, setup, violations } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

const PACKAGES = 300;
const VERSIONS = 200;
const names = Array.from({ length: PACKAGES }, (_, at) => `tool-${String(at).padStart(3, "0")}`);
const small = (name) => packageDocument(name, "stable") + channelDocument(name, "stable", `- name: ${name}.v1.0.0\n`) + bundleDocument(name, "1.0.0");
const versions = Array.from({ length: VERSIONS }, (_, minor) => `1.${minor}.0`).reverse();
const entries = versions.map((version, at) => `- name: zebra.v${version}\n${versions[at + 1] ? `  replaces: zebra.v${versions[at + 1]}\n` : ""}`).join("");
const ZEBRA = `${packageDocument("zebra", "stable")}${["stable", "fast"].map((channel) => channelDocument("zebra", channel, entries)).join("")}${versions.map((version) => bundleDocument("zebra", version)).join("")}`;

/** Opens a catalog with this place of the address. */
async function open(text, place, options) {
  const page = await newPage(site, options);
  await openFiles(page, { "catalog.yaml": text });
  await page.evaluate((place) => {
    location.hash = place;
  }, place);
  await checked(page);
  return page;
}
const large = (place, options) => open(names.map(small).join("") + ZEBRA, place, options);
const scrollTo = (locator, top) => locator.evaluate((element, top) => element.scrollTo(0, top), top);

test("15 17 the overview of a large catalog draws the visible rows, and its columns stay where they are", async () => {
  // The widest row is not among the first.
  const long = "a-tool-with-a-long-name-of-its-own";
  const page = await open([...names.slice(0, -1), `tool-${long}`].map(small).join(""), "#catalog");
  const table = page.locator(".package-table");
  const row = (name) => table.locator(`tr[data-package="${name}"]`);
  await row("tool-000").waitFor();
  assert.equal(await table.getAttribute("aria-rowcount"), String(PACKAGES + 1));
  const drawn = () => table.locator("tr[data-package]").count();
  assert.ok((await drawn()) < 60, `${await drawn()} rows`);
  const columns = () => table.locator("thead th").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
  const before = await columns();
  await scrollTo(page.getByRole("region", { name: "Packages of the catalog" }), 100_000);
  await row(`tool-${long}`).waitFor();
  assert.equal(await row(`tool-${long}`).getAttribute("aria-rowindex"), String(PACKAGES + 1));
  assert.equal(await row("tool-000").count(), 0);
  assert.deepEqual(await columns(), before);
  assert.ok(
    await row(`tool-${long}`)
      .locator("th")
      .evaluate((cell) => cell.scrollWidth <= cell.clientWidth),
    "the longest name has room",
  );
  assert.deepEqual(await violations(page), []);
  await row(`tool-${long}`).getByRole("button").click();
  await page.locator(".package-page").waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("15 80 the packages of a large catalog are drawn when they are visible, and keys reach all of them", async () => {
  const page = await large("#catalog");
  const items = page.locator(".tree [role=treeitem]");
  await items.first().waitFor();
  assert.ok((await items.count()) < 60, `${await items.count()} items`);
  assert.deepEqual([await items.first().getAttribute("aria-posinset"), await items.first().getAttribute("aria-setsize")], ["1", String(PACKAGES + 1)]);
  const press = async (key, name, number) => {
    await page.keyboard.press(key);
    await page.waitForFunction((name) => document.activeElement.matches("[role=treeitem]") && document.activeElement.querySelector(".name").textContent === name, name);
    if (number !== undefined) assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-posinset")), String(number));
    const { top, bottom } = await page.evaluate(() => document.activeElement.getBoundingClientRect().toJSON());
    assert.ok(top > 100 && bottom < 880, `${name} is in view: ${top} to ${bottom}`);
  };
  await page.getByPlaceholder("Filter by name").focus();
  await press("ArrowDown", "tool-000", 1);
  await press("End", "zebra", PACKAGES + 1);
  await press("ArrowUp", "tool-299", PACKAGES);
  await press("Home", "tool-000", 1);
  await press("z", "zebra", PACKAGES + 1);
  await press("t", "tool-000", 1);
  for (let at = 1; at <= 40; at += 1) await press("ArrowDown", `tool-${String(at).padStart(3, "0")}`, at + 1);
  // The item of the Tab key is always drawn.
  await scrollTo(page.locator(".side-rest"), 5000);
  await page.locator(".tree .package", { hasText: "tool-200" }).waitFor();
  assert.equal(await page.locator('.tree [role=treeitem][tabindex="0"]').count(), 1);
  assert.deepEqual(await violations(page), []);
  // What is selected elsewhere is shown, with its channels.
  await page.evaluate(() => {
    location.hash = "#package=zebra&channel=fast";
  });
  await page.locator(".tree .channel[aria-current]", { hasText: "fast" }).waitFor();
  await page.waitForFunction(() => {
    const { top, bottom } = document.querySelector(".tree .channel[aria-current]").getBoundingClientRect();
    return top > 100 && bottom < 880;
  });
  await page.evaluate(() => {
    location.hash = "#package=tool-150";
  });
  await page.locator(".tree .package[aria-current]", { hasText: "tool-150" }).waitFor();
  await page.getByPlaceholder("Filter by name").fill("zeb");
  await page.locator(".tree .package", { hasText: "zebra" }).waitFor();
  assert.equal(await page.locator(".tree .package").count(), 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

for (const size of [16, 20]) {
  test(`17 24 the versions of a package are drawn when they are visible, with letters of ${size} px`, async () => {
    const page = await open(small("tool-000") + ZEBRA, "#package=zebra");
    if (size !== 16) await page.addStyleTag({ content: `:root { font-size: ${size}px }` });
    const table = page.locator(".matrix");
    const row = (version) => table.locator("tbody th", { hasText: new RegExp(`^${version.replaceAll(".", "\\.")}$`) });
    await row("1.199.0").waitFor();
    assert.equal(await table.getAttribute("aria-rowcount"), String(VERSIONS + 1));
    assert.ok((await table.locator("tbody tr").count()) < 70);
    const place = page.getByRole("region", { name: "Versions in channels" });
    await scrollTo(place, 2000);
    await row(`1.${VERSIONS - 1 - Math.ceil(2000 / ((25 * size) / 16)) - 2}.0`).waitFor();
    const [height, gaps] = await place.evaluate((place) => {
      const tops = [...place.querySelectorAll("tbody tr:not(.pad)")].map((row) => row.getBoundingClientRect().top);
      return [place.scrollHeight, [...new Set(tops.slice(1).map((top, at) => Math.round((top - tops[at]) * 100) / 100))]];
    });
    assert.deepEqual(gaps, [Math.round((25 * size) / 16)]);
    await scrollTo(place, 100_000);
    await row("1.0.0").waitFor();
    assert.equal(await place.evaluate((place) => place.scrollHeight), height, "all rows have the same height");
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

/** The number of rows that a table draws in the task that scrolls it. */
const drawnAtOnce = (place, top) =>
  place.evaluate(async (place, top) => {
    const before = new Set(place.querySelectorAll("tbody tr:not(.pad)"));
    place.scrollTo(0, top);
    place.dispatchEvent(new Event("scroll")); // the one of the browser is dispatched with the next frame
    for (let turn = 0; turn < 1000; turn += 1) await null; // what follows in the same task
    return [...place.querySelectorAll("tbody tr:not(.pad)")].filter((row) => !before.has(row)).length;
  }, top);

for (const [what, place, region] of [
  ["entries", "#package=zebra&channel=stable", "Entries of the channel"],
  ["versions", "#package=zebra", "Versions in channels"],
]) {
  test(`17 24 a table of ${what} that is scrolled far draws its rows in parts`, async () => {
    const page = await open(small("tool-000") + ZEBRA, place);
    const table = page.getByRole("region", { name: region });
    const visible = () => table.locator("tbody tr:not(.pad)").count();
    await table.locator("tbody th", { hasText: "1.199.0" }).waitFor();
    await page.waitForTimeout(200); // all visible rows are drawn
    const before = await visible();
    assert.ok(before > 15 && before < 60, `${before} rows`);
    for (const top of [2500, 500]) {
      const drawn = await drawnAtOnce(table, top);
      assert.ok(drawn > 0 && drawn <= 12, `${drawn} rows at once`);
      await page.waitForFunction(([selector, before]) => document.querySelectorAll(selector).length >= before, [`[aria-label="${region}"] tbody tr:not(.pad)`, before]);
    }
    // Rows beside drawn ones are fewer: the turn of a wheel is to fit into a frame.
    await page.waitForTimeout(200);
    const drawn = await drawnAtOnce(table, 800);
    assert.ok(drawn > 0 && drawn <= 6, `${drawn} rows at once`);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("17 the versions in several catalogs are drawn when they are visible", async () => {
  const page = await newPage(site, { hash: "#package=zebra" });
  await openFolder(page, { "v4.14/zebra/catalog.yaml": ZEBRA, "v4.16/zebra/catalog.yaml": ZEBRA });
  await page.getByRole("navigation", { name: "Catalogs" }).waitFor();
  await page.evaluate(() => {
    location.hash = "#package=zebra&folder=v4.14";
  });
  await page.getByRole("button", { name: "Catalogs", exact: true }).click();
  const place = page.getByRole("region", { name: "Versions in catalogs" });
  const row = (version) => place.locator("tbody th", { hasText: new RegExp(`^${version.replaceAll(".", "\\.")}$`) });
  await row("1.199.0").waitFor();
  assert.equal(await place.locator("table").getAttribute("aria-rowcount"), String(VERSIONS + 1));
  assert.ok((await place.locator("tbody tr").count()) < 70);
  await scrollTo(place, 100_000);
  await row("1.0.0").waitFor();
  assert.equal(await row("1.199.0").count(), 0);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("17 23 the text of a package is drawn when its pane is visible, at the place of the package", async () => {
  const page = await newPage(site);
  await openFiles(page, { "tool.yaml": small("tool"), "zebra.yaml": ZEBRA });
  const drawn = () => page.locator(".code .cm-content").getAttribute("aria-label");
  const isDrawn = (path) => page.waitForFunction((label) => document.querySelector(".code .cm-content").ariaLabel === label, `Text of ${path}`);
  await isDrawn("tool.yaml");
  await page.locator(".tree .package", { hasText: "zebra" }).click();
  await page.locator(".matrix tbody th").first().waitFor();
  // The status shows the place of the name nevertheless.
  await page.locator(".status .at-place", { hasText: "zebra.yaml:3:12" }).waitFor();
  assert.equal(await drawn(), "Text of tool.yaml", "the page of a package does not show the text");
  await page.getByRole("button", { name: "Show in the text" }).click();
  await isDrawn("zebra.yaml");
  await page.locator(".cm-activeLine", { hasText: "name: zebra" }).waitFor();
  await page.locator(".tree .package", { hasText: "tool" }).click();
  await page.locator(".package-page h2", { hasText: "tool" }).waitFor();
  await page.locator(".tree .channel", { hasText: "stable" }).first().click();
  await isDrawn("tool.yaml");
  await page.locator(".cm-activeLine", { hasText: "name: stable" }).waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
