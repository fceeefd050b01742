// What the page shows before anything is known, of text that cannot be read, and of long lists; and what marks the text.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { garden, gardens } from "./garden.mjs";
import { bundleDocument, channelDocument, checked, longChannel, menu, newPage, openFiles, packageDocument, problems, setup, violations } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

/** Opens a catalog without going to one of its channels. */
async function open(files, options) {
  const page = await newPage(site, options);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), menu(page).then((menu) => menu.getByText("Open files").click())]);
  await chooser.setFiles(Object.entries(files).map(([name, text]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) })));
  await checked(page);
  return page;
}

test("15 82 while a catalog loads, the page reports nothing about it", async () => {
  const page = await open({ "catalog.yaml": gardens() });
  await page.locator(".tiles", { hasText: "opm rejects" }).waitFor();
  await page.evaluate(() => globalThis.olmkit.report("opening"));
  await page.locator(".tiles", { hasText: "Checking…" }).waitFor();
  assert.deepEqual(await page.locator(".tiles b").allTextContents(), ["Checking…", "–", "–", "–"]);
  assert.equal(await page.locator(".tiles :is(.is-bad, .is-good, .is-warning)").count(), 0);
  assert.doesNotMatch(await page.locator(".app").innerText(), /rejects|accepts|No package was found|\b0 (packages|errors)/);
  await page.context().close();
});

test("10 a package whose name cannot be read: the problem in the overview, beside the text", async () => {
  const broken = { "broken.yaml": 'schema: olm.package\nname: "foo\n' };
  for (const width of [1440, 390]) {
    const page = await open(broken, { width, height: 844 });
    await page.locator(".channel-problems", { hasText: "A quoted string is not closed." }).waitFor();
    assert.equal(await page.locator(".tree .package").count(), 0);
    assert.equal(await page.locator(".cm-content").isVisible(), width > 720);
    assert.deepEqual(await violations(page), []);
    await page.locator(".channel-problems").getByRole("button", { name: "Open" }).click();
    await page.locator(".cm-content", { hasText: 'name: "foo' }).waitFor();
    await page.context().close();
  }
  const page = await open({ "catalog.yaml": gardens(), ...broken });
  await page.locator(".package-table", { hasText: "watering-can" }).waitFor();
  await page.locator(".channel-problems .problem-place", { hasText: "broken.yaml" }).waitFor();
  await page.context().close();
});

test("10 a document that cannot be read is a problem of its channel, too", async () => {
  const page = await newPage(site, { hash: "#sample=bad-yaml" });
  await page.locator(".channel-problems", { hasText: "block scalar" }).waitFor();
  await page.context().close();
});

test("28 long lists of names are short in the list of values; typing finds the others", async () => {
  const long = longChannel();
  const names = Array.from({ length: 495 }, (_, at) => `foo.v1.0.${at}`);
  const skips = `  skips: [${names.join(", ")}]\n`;
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": long["catalog.yaml"].replace("  replaces: foo.v1.0.498\n", `  replaces: foo.v1.0.498\n${skips}`) });
  const field = page.getByLabel("Skips of foo.v1.0.499", { exact: true });
  await field.focus();
  const chips = page.locator(".candidates .chip");
  await chips.first().waitFor();
  assert.equal(await chips.count(), 12);
  assert.match(await chips.first().textContent(), /^1\.0\.494/, "the nearest first");
  await page.locator(".candidates .chips", { hasText: "483 more" }).waitFor();
  await page.keyboard.type("1.0.77");
  await page.locator(".candidates .chip", { hasText: /^1\.0\.77/ }).waitFor();
  assert.equal(await chips.count(), 1);
  await page.context().close();
  const stranded = await newPage(site);
  await openFiles(stranded, { "catalog.yaml": long["catalog.yaml"].replace("  replaces: foo.v1.0.494\n", "") });
  await stranded.getByLabel("Skips of foo.v1.0.499", { exact: true }).focus();
  await stranded.locator(".candidates [role=option] .name", { hasText: "1.0.498, 1.0.497, 1.0.496, 1.0.495 and 495 more" }).waitFor();
  await stranded.context().close();
});

test("38 a message is below the row that it is about, and says so", async () => {
  // Upgrades stop at 0.1.2, whose successor is lower; 0.0.1 upgrades up to it.
  const entries = "- name: foo.v0.0.1\n- name: foo.v0.1.2\n  replaces: foo.v0.0.1\n- name: foo.v0.0.5\n  replaces: foo.v0.1.2\n- name: foo.v1.0.0\n  replaces: foo.v0.0.5\n";
  const page = await newPage(site);
  const bundles = ["1.0.0", "0.0.5", "0.1.2", "0.0.1"].map((version) => bundleDocument("foo", version)).join("");
  await openFiles(page, { "catalog.yaml": packageDocument("foo", "stable") + channelDocument("foo", "stable", entries) + bundles });
  await page.locator(".is-message", { hasText: "0.1.2 is stranded under OLM v1" }).waitFor();
  const above = () =>
    page
      .locator(".is-message")
      .first()
      .evaluate((message) => {
        const rows = [...document.querySelectorAll(".entries tbody tr:not(.pad)")];
        return rows[rows.indexOf(message) - 1].querySelector(".entry-name").title;
      });
  assert.equal(await above(), "foo.v0.1.2");
  const two = longChannel(20)["catalog.yaml"].replace("  replaces: foo.v1.0.14\n", "");
  await openFiles(page, { "catalog.yaml": two });
  await page.locator(".is-message", { hasText: "has 2 heads" }).waitFor();
  assert.match(await page.locator(".is-message p").first().textContent(), new RegExp((await above()).replace("foo.v", "").replaceAll(".", "\\.")));
  await page.context().close();
});

test("61 the preview of a fix is beside the channel that it changes", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": garden() });
  const row = page.locator(".is-message").first();
  await row.locator(".i-fix").click();
  const dialog = page.getByRole("dialog");
  await dialog.locator(".diff ins").first().waitFor();
  const [sheet, table] = await Promise.all([dialog.boundingBox(), page.locator(".table-scroll").boundingBox()]);
  assert.ok(table.x + table.width <= sheet.x + 1, JSON.stringify({ sheet, table }));
  assert.deepEqual(await violations(page), []);
  await page.setViewportSize({ width: 390, height: 844 });
  const low = await dialog.boundingBox();
  assert.ok(low.x === 0 && low.width === 390 && low.y > 48 && Math.round(low.y + low.height) === 844, JSON.stringify(low));
  await page.context().close();
});

test("57 in the text, only quoted strings and keys have a color, changed lines have a bar, and problems a line below them", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": garden() });
  const color = (text) =>
    page
      .locator(".cm-line span", { hasText: new RegExp(`^${text}$`) })
      .first()
      .evaluate((part) => getComputedStyle(part).color);
  const [plain, quoted, key] = await Promise.all([color("olm.package"), color("'>=2.1.0 <2.4.0'"), color("entries")]);
  assert.equal(plain, await page.locator(".cm-editor").evaluate((editor) => getComputedStyle(editor).color));
  assert.equal(new Set([plain, quoted, key]).size, 3);
  assert.match(
    await page
      .locator(".cm-lintRange-warning")
      .first()
      .evaluate((range) => getComputedStyle(range).textDecoration),
    /wavy/,
  );
  assert.equal(await page.locator(".cm-changedLine").count(), 0);
  const field = page.getByLabel("Replaces of watering-can.v2.0.0", { exact: true });
  await field.fill("watering-can.v1.3.0");
  await field.press("Enter");
  await page.locator(".cm-changedLine", { hasText: "replaces: watering-can.v1.3.0" }).waitFor();
  assert.equal(await page.locator(".cm-changedLine").count(), 1);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.locator(".cm-changedLine").waitFor({ state: "detached" });
  await page.context().close();
});

test("58 81 in the list, the first sentence of a problem is whole on a wide page, and all of it beside it", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": garden() });
  await problems(page);
  const rows = await page.locator(".problem").evaluateAll((all) =>
    all.map((row) => {
      const text = row.querySelector(".problem-text");
      return { height: row.getBoundingClientRect().height, isCut: text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight };
    }),
  );
  assert.ok(rows.length > 0);
  // One line, or two if the sentence is long.
  for (const { height, isCut } of rows) assert.ok(height >= 32 && height <= 52 && !isCut, JSON.stringify(rows));
  const text = await page.locator(".problem-text").first().getAttribute("title");
  assert.ok(text.includes("never installs a skipped version"));
  await page.locator(".problem-page", { hasText: "never installs a skipped version" }).waitFor();
  await page.context().close();
});

test("88 the titles of all pages are at the same place, and text has hyphens of its font", async () => {
  const page = await open({ "catalog.yaml": gardens() });
  const at = async (selector) => {
    const title = page.locator(`${selector} h2`).locator("visible=true").first();
    await title.waitFor();
    const { x, y } = await title.boundingBox();
    return [Math.round(x), Math.round(y)];
  };
  const places = [await at(".catalog-page")];
  await page.locator(".tree .package", { hasText: "rake" }).click();
  await page.locator(".tree .channel", { hasText: "stable" }).click();
  await page.locator(".center h2", { hasText: "stable" }).waitFor();
  places.push(await at(".center .page"));
  for (const name of ["problems", "history"]) {
    await page.locator(`.pane-tabs .i-${name}`).click();
    places.push(await at(`.${name}`));
  }
  assert.equal(new Set(places.map(String)).size, 1, JSON.stringify(places));
  const numeric = (selector) =>
    page
      .locator(selector)
      .first()
      .evaluate((part) => getComputedStyle(part).fontVariantNumeric);
  assert.equal(await numeric(".tree .name"), "normal");
  assert.equal(await numeric(".tree .number"), "tabular-nums");
  await page.context().close();
});
