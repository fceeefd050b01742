// Widths between a phone and a wide page: no horizontal scrolling and no overlaps.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { newPage, openFiles, openFolder, review, setup } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

const NAME = "watering-can-operator";
const versions = ["1.2.0", "1.1.0", "1.0.1", "1.0.0"];
const bundles = versions.map(
  (version) =>
    `---\nschema: olm.bundle\npackage: ${NAME}\nname: ${NAME}.v${version}\nimage: registry.example.com/garden/${NAME}:v${version}\nproperties:\n- type: olm.package\n  value: {packageName: ${NAME}, version: ${version}}\n`,
);
// 1.0.1 is stranded under OLM v0.
const CATALOG = `---
schema: olm.package
name: ${NAME}
defaultChannel: stable
---
schema: olm.channel
package: ${NAME}
name: stable
entries:
- name: ${NAME}.v1.2.0
  replaces: ${NAME}.v1.0.0
  skips: [${NAME}.v1.1.0]
  skipRange: ">=1.0.0 <1.0.1"
- name: ${NAME}.v1.1.0
  skips: [${NAME}.v1.0.1]
- name: ${NAME}.v1.0.1
- name: ${NAME}.v1.0.0
${bundles.join("")}`;

const PAGES = {
  catalog: "#catalog",
  package: `#package=${NAME}`,
  channel: `#package=${NAME}&channel=stable`,
  problems: `#package=${NAME}&channel=stable&view=problems`,
  review: `#package=${NAME}&channel=stable&view=review`,
};

/** Returns the elements that are too wide: the page, and tables that scroll horizontally. */
const tooWide = (page) =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth > innerWidth ? [`the page: ${document.documentElement.scrollWidth}`] : [];
    const tables = [...document.querySelectorAll(".table-scroll")].filter((one) => one.scrollWidth > one.clientWidth);
    return [...wide, ...tables.map((one) => `a table: ${one.scrollWidth} > ${one.clientWidth}`)];
  });

/** Returns the parts of the top bar that overlap. */
const covered = (page) =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll(".topbar :is(.brand, .location, .finder, .actions > button)")].map((one) => [one.className, one.getBoundingClientRect()]);
    const shown = parts.filter(([, box]) => box.width > 0).sort(([, a], [, b]) => a.left - b.left);
    return shown.flatMap(([name, box], at) => {
      const [next, after] = shown[at + 1] ?? [];
      return after && after.left < box.right - 0.5 ? [`${name} is below ${next}`] : [];
    });
  });

for (const width of [720, 760, 800, 900, 1000, 1100]) {
  test(`81 nothing scrolls sideways and nothing is covered at ${width} px`, async () => {
    const page = await newPage(site, { width });
    await openFiles(page, { "watering-can-operator/catalog.yaml": CATALOG, "other/catalog.yaml": CATALOG.replaceAll(NAME, "rake") });
    // "Review and save" then shows a number.
    await page.evaluate((path) => globalThis.olmkit.edit(path, `${globalThis.olmkit.text(path)}# more\n`), "watering-can-operator/catalog.yaml");
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
    for (const [name, hash] of Object.entries(PAGES)) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, hash);
      await page.waitForTimeout(300); // the page is drawn, and requests its data
      assert.deepEqual([name, await tooWide(page)], [name, []]);
      assert.deepEqual([name, await covered(page)], [name, []]);
      if (width > 720) assert.ok((await page.locator(".status").boundingBox()).height <= 28, `${name}: the status is one line`);
    }
    await page.evaluate((hash) => {
      location.hash = hash;
    }, PAGES.channel);
    await page.locator(".channel-head h2", { hasText: "stable" }).waitFor();
    await page.getByRole("button", { name: "New release" }).first().click();
    await page.getByLabel("Version", { exact: true }).fill("1.3.0");
    await page.getByText("Effect on clusters").waitFor();
    assert.deepEqual(await tooWide(page), []);
    assert.deepEqual(await covered(page), []);
    await page.context().close();
  });
}

test("81 between a phone and a wide page, long names fit: in the overview, the location and the review", async () => {
  const page = await newPage(site, { width: 760, height: 900 });
  const other = "multicluster-global-hub-operator";
  await openFolder(page, { "can.yaml": CATALOG, "hub.yaml": CATALOG.replaceAll(NAME, other) });
  const go = (hash) =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, hash);
  await go("#catalog");
  await page.locator(".package-table").waitFor();
  assert.deepEqual(await tooWide(page), []);
  const lines = await page.locator(".kinds > button").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  assert.ok(Math.max(...lines) < 36, "the numbers of packages are beside their labels");
  await go(`#package=${other}&channel=stable`);
  await page.locator(".crumbs .here", { hasText: "stable" }).waitFor();
  assert.ok(await page.locator(".crumbs .here > span").evaluate((name) => name.scrollWidth <= name.clientWidth), "the channel is whole");
  await page.evaluate((text) => globalThis.olmkit.edit("can.yaml", text), CATALOG.replace(/ {2}replaces: .*\n/, ""));
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  const foot = (await review(page)).locator(".review-foot");
  await foot.getByRole("button", { name: "Save anyway" }).waitFor();
  const boxes = await foot.locator("> *").evaluateAll((parts) => parts.map((part) => [part.textContent, part.scrollWidth > part.clientWidth, part.getBoundingClientRect().toJSON()]));
  const overlaps = boxes.flatMap(([name, , a], at) =>
    boxes
      .slice(at + 1)
      .filter(([, , b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map(([other]) => `${name}, ${other}`),
  );
  assert.deepEqual(overlaps, []);
  assert.deepEqual(
    boxes.filter(([, isCut]) => isCut).map(([name]) => name),
    [],
  );
  await page.context().close();
});

test("89 at 400 % zoom the release sheet scrolls as a whole, so that its fields have the room", async () => {
  const page = await newPage(site, { width: 320, height: 256 });
  await openFiles(page, { "catalog.yaml": CATALOG });
  await page.getByRole("button", { name: "Channel", exact: true }).click();
  await page.getByRole("button", { name: "New release" }).first().click();
  const sheet = page.getByRole("dialog", { name: "New release" });
  await sheet.getByLabel("Version", { exact: true }).fill("1.3.0");
  await sheet.locator(".tiles").waitFor();
  for (const label of ["Version", "Entry name", "replaces", "skipRange", "skips"]) {
    const field = sheet.getByLabel(label, { exact: true });
    await field.focus();
    const [sheetBox, box] = [await sheet.boundingBox(), await field.boundingBox()];
    assert.ok(box.y >= sheetBox.y && box.y + box.height <= 256, `${label} is visible`);
    const hit = await field.evaluate((field) => {
      const { left, top, width, height } = field.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === field;
    });
    assert.ok(hit, `nothing covers ${label}`);
  }
  const room = await page.evaluate(() => {
    const rows = [...document.querySelectorAll(".release :is(.sheet-head, .release-fields .field, .actions)")];
    return rows.filter((row) => ["sticky", "fixed"].includes(getComputedStyle(row).position)).length;
  });
  assert.equal(room, 0, "nothing stays over what scrolls");
  await sheet.getByRole("button", { name: "Add release" }).click();
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.context().close();
});

/** Names without a common prefix, as after renaming an operator. */
const LONG = [
  "a-package-with-a-long-name-community-edition.v1.0.0",
  "a-package-with-a-long-name-enterprise-edition.v1.5.0",
  "watering-can.v1.6.0",
  "a-package-with-a-long-name-enterprise-edition.v1.7.0",
];
const RENAMED = `---
schema: olm.package
name: ${NAME}
defaultChannel: release-candidates-with-a-long-name-4.20
${["release-candidates-with-a-long-name-4.20", "stable"]
  .map((channel) => `---\nschema: olm.channel\npackage: ${NAME}\nname: ${channel}\nentries:\n${LONG.map((name, at) => `- name: ${name}\n${at ? `  replaces: ${LONG[at - 1]}\n` : ""}`).join("")}`)
  .join(
    "",
  )}${LONG.map((name) => `---\nschema: olm.bundle\npackage: ${NAME}\nname: ${name}\nimage: registry.example.com/garden/can:${name}\nproperties:\n- type: olm.package\n  value: {packageName: ${NAME}, version: ${name.split(".v")[1]}}\n`).join("")}`;

/** Returns the cells whose text extends into the next cell. */
const overflowing = (page, selector) =>
  page.locator(selector).evaluateAll((cells) =>
    cells
      .filter((cell) => cell.offsetParent)
      .filter((cell) => [...cell.querySelectorAll("*")].some((part) => part.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1 && getComputedStyle(cell).overflowX === "visible"))
      .map((cell) => cell.textContent),
  );

test("88 long names in cells are cut before their versions and have the whole name as title", async () => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ]) {
    const page = await newPage(site, { width, height });
    await openFiles(page, { "catalog.yaml": RENAMED });
    await page.evaluate((name) => {
      location.hash = `#package=${name}`;
    }, NAME);
    if (width < 700) await page.getByRole("button", { name: "Channel", exact: true }).click();
    const matrix = page.locator(".matrix");
    await matrix.locator("tbody tr").nth(3).waitFor();
    assert.deepEqual(await overflowing(page, ".matrix :is(th, td)"), []);
    const dot = await matrix.locator("tbody tr").first().locator("td button").first().boundingBox();
    assert.ok(dot.x + dot.width <= width, `the first channel is visible at ${width}: ${Math.round(dot.x)}`);
    const versions = await matrix.locator("tbody th").evaluateAll((all) =>
      all.map((cell) => {
        const version = cell.querySelector(".cut > span:last-child");
        return version.scrollWidth <= version.clientWidth && version.getBoundingClientRect().right <= cell.getBoundingClientRect().right && cell.title.endsWith(version.textContent);
      }),
    );
    assert.deepEqual(versions, [true, true, true, true], "versions are whole");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.evaluate((name) => {
      location.hash = `#package=${name}&channel=stable`;
    }, NAME);
    await page.locator(".entry-name").nth(3).waitFor();
    assert.deepEqual(await overflowing(page, ".entries tbody :is(th, td)"), []);
    const shown = await page
      .locator(".entry-name .cut > span:last-child")
      .evaluateAll((all) => all.map((one) => [one.textContent, one.getBoundingClientRect().right <= one.closest("th").getBoundingClientRect().right]));
    assert.deepEqual(shown, [
      [".v1.7.0", true],
      [".v1.6.0", true],
      [".v1.5.0", true],
      [".v1.0.0", true],
    ]);
    if (width > 700) assert.equal(await page.locator("td[data-text] > input").first().getAttribute("title"), LONG[2]);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});

/** The parts that extend over the edge of the window. */
const cutAtEdge = (page, selector) =>
  page.locator(selector).evaluateAll((parts) => parts.filter((part) => part.checkVisibility() && part.getBoundingClientRect().right > innerWidth + 0.5).map((part) => part.className || part.tagName));

test("88 89 long names of channels and long versions stay in the window, on a phone and at 400 % too", async () => {
  const version = "1.3.0-alpha.20240101123456+build.sha.abcdef0123456789";
  const channel = "openshift-servicemesh-3.1-candidate-builds";
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": CATALOG.replaceAll("stable", channel).replaceAll("1.2.0", version) });
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [320, 640],
    [360, 225],
  ]) {
    await page.setViewportSize({ width, height });
    await page.goto(`${page.url().split("#")[0]}#package=${NAME}`);
    await page.locator(".package-facts select").waitFor();
    assert.deepEqual([width, await cutAtEdge(page, ".package-facts *")], [width, []]);
    await page.goto(`${page.url().split("#")[0]}#package=${NAME}&channel=${channel}&entry=${NAME}.v1.0.0`);
    await page.locator(".hop.is-head").first().waitFor();
    assert.deepEqual([width, await cutAtEdge(page, ".entry-page .path *, .channel-head .facts *")], [width, []]);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`);
    await page.goto(`${page.url().split("#")[0]}#package=${NAME}&channel=${channel}&entry=${NAME}.v${encodeURIComponent(version)}`);
    const tag = page.locator(".entry-head .tag", { hasText: "head" });
    await tag.waitFor();
    const [tags, own] = await Promise.all([page.locator(".entry-head > .tags").boundingBox(), tag.boundingBox()]);
    assert.ok(own.x + own.width <= tags.x + tags.width + 0.5, `${width} px: the tag is whole`);
  }
  await page.context().close();
});

test("88 on a phone the matrix of a package has whole versions", async () => {
  const page = await newPage(site, { width: 390, height: 844 });
  const nightly = (name) => name.replaceAll("1.1.0", "1.1.0-nightly-2025-05-17").replaceAll("1.0.1", "1.1.0-nightly-2025-05-16");
  await openFiles(page, { "catalog.yaml": nightly(CATALOG) });
  await page.goto(`${page.url().split("#")[0]}#package=${NAME}`);
  await page.locator(".matrix tbody th", { hasText: "nightly" }).first().waitFor();
  const cut = await page.locator(".matrix tbody th").evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent));
  assert.deepEqual(cut, []);
  await page.context().close();
});

test("88 chips that do not fit are counted, and skips use the room of an empty skipRange column", async () => {
  const text = CATALOG.replace('  skipRange: ">=1.0.0 <1.0.1"\n', "").replace(
    `skips: [${NAME}.v1.1.0]`,
    `skips: [${NAME}.v1.1.0, ${["1.0.12", "1.0.13", "1.0.14", "1.0.15", "1.0.16"].map((version) => `${NAME}.v${version}`).join(", ")}]`,
  );
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": text });
  const cell = page.locator("tr[data-drop-entry]").first().locator("td[data-text]").nth(1);
  const width = () => cell.evaluate((cell) => cell.getBoundingClientRect().width);
  const [more, shown] = [cell.locator(".more"), cell.locator(".chip")];
  await more.waitFor();
  assert.equal(Number((await more.textContent()).slice(1)) + (await shown.count()), 6);
  const [end, box] = [await more.boundingBox(), await cell.boundingBox()];
  assert.ok(end.x + end.width <= box.x + box.width, "it is not cut off");
  const before = await width();
  await page.getByLabel(`skipRange of ${NAME}.v1.2.0`).fill(">=1.0.0 <1.2.0");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  await page.locator(".entries:not(.no-ranges)").waitFor();
  assert.ok((await width()) < before);
  await page.context().close();
});

test("88 a name is as wide as it needs to be where the table has the room; a version without an entry is whole at every width", async () => {
  const names = ["1.2.5274-c04833d", "1.2.5258-3a29cc3", "1.2.5250-7c2c258"].map((version) => `${NAME}.v${version}`);
  const entries = names.map((name, at) => `- name: ${name}\n  replaces: ${names[at + 1] ?? `${NAME}.v1.2.4351-9dd47f8`}\n`).join("");
  const files = { "catalog.yaml": `---\nschema: olm.package\nname: ${NAME}\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: ${NAME}\nname: stable\nentries:\n${entries}` };
  for (const [width, hasRoom] of [
    [1760, true],
    [1200, false],
  ]) {
    const page = await newPage(site, { width });
    await openFiles(page, files);
    /** Whether a part shows its whole text, and nothing covers it. */
    const isWhole = (selector) =>
      page
        .locator(selector)
        .first()
        .evaluate((part) => {
          const { left, right, top, bottom } = part.getBoundingClientRect();
          const isHit = (x) => part.contains(document.elementFromPoint(x, (top + bottom) / 2));
          return part.clientWidth > 0 && part.scrollWidth <= part.clientWidth && isHit(left + 2) && isHit(right - 2);
        });
    assert.ok(await isWhole(".is-gone .gone-name"), `the name at ${width}`);
    assert.ok(await isWhole(".is-gone .tag"), `the tag at ${width}`);
    if (hasRoom) for (const part of [".is-head", ...names.map((name) => `.entry-name[title="${name}"]`)]) assert.ok(await isWhole(part), `${part} at ${width}`);
    await page.context().close();
  }
});

test("88 what real catalogs cut is whole: the default tag in the tree, the heading skipRange, the tag of a problem", async () => {
  const channel = "release-candidates-with-a-long-name-4.20";
  const broken = CATALOG.replaceAll("stable", channel).replace(`- name: ${NAME}.v1.0.0\n`, `- name: ${NAME}.v1.0.0\n  replaces: ${NAME}.v0.9.0\n- name: ${NAME}.v0.9.0\n`);
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": broken.replace('  skipRange: ">=1.0.0 <1.0.1"\n', "") });
  const row = page.locator(".tree .channel");
  await row.locator(".badge.is-error").waitFor();
  const fits = (part) => part.scrollWidth <= part.clientWidth;
  assert.ok(await row.locator(".tag.is-default").evaluate(fits), "the tag of the default channel");
  await page.locator(".pane-tabs").getByRole("button", { name: "Problems" }).click();
  await page.locator('.problem[data-rule="stranded-v0"] .problem-main').first().click();
  const [tag, drawing] = await Promise.all([page.locator(".problem-page h3 .tag").boundingBox(), page.locator(".problem-rail").boundingBox()]);
  assert.ok(tag.y + tag.height + 8 <= drawing.y, `the tag ends at ${tag.y + tag.height}, the drawing starts at ${drawing.y}`);
  await page.locator(".pane-tabs .to-channel").click();
  await page.getByRole("button", { name: "New release" }).first().click();
  await page.locator(".release").waitFor();
  const end = await page.locator(".entries thead th", { hasText: "skipRange" }).evaluate((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect().right;
  });
  assert.ok(end <= (await page.locator(".steps-word").boundingBox()).x + 1, "the heading skipRange");
  await page.context().close();
});

/** The head with several `skips` and a `skipRange`, and the same without the range. */
const BOTH = CATALOG.replace(`skips: [${NAME}.v1.1.0]\n`, `skips: [${NAME}.v1.1.0, ${NAME}.v1.0.9]\n`).replace('">=1.0.0 <', '">=1.0.0-0 <');
const ONLY_SKIPS = BOTH.replace(/ {2}skipRange: .*\n/, "");

/** The widths of the columns of the entries by heading, and the texts of cells that are cut. */
const columns = (page) =>
  page.evaluate(() => {
    const head = [...document.querySelectorAll(".entries thead th")].map((cell) => [cell.textContent.trim().split(" ").at(-1), cell.getBoundingClientRect().width]);
    const parts = [...document.querySelectorAll(".entries tbody :is(.entry-name, .shown, .chip, .chip > .cut > span)")].filter((part) => part.clientWidth > 0);
    return { widths: Object.fromEntries(head), cut: parts.filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.textContent) };
  });

for (const width of [760, 900, 1024, 1101, 1240, 1241, 1280, 1366, 1440, 1920]) {
  test(`81 88 at ${width} px no column of the entries is lost, and one without contents gives up its room`, async () => {
    const page = await newPage(site, { width, height: 700 });
    for (const catalog of [ONLY_SKIPS, BOTH]) {
      await openFiles(page, { "watering-can-operator/catalog.yaml": catalog });
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `${PAGES.channel}&entry=${NAME}.v1.1.0`);
      await page.locator(`tr[data-drop-entry="${NAME}.v1.2.0"] .chip`).first().waitFor();
      await page.locator(".entry-page").waitFor();
      const { widths, cut } = await columns(page);
      for (const name of ["replaces", "skips", "skipRange"]) assert.ok(widths[name] >= 56, `${name}: ${widths[name]}`);
      for (const name of ["v0", "v1"]) assert.ok(widths[name] >= 28, `${name}: ${widths[name]}`);
      const sign = page.locator(`tr[data-drop-entry="${NAME}.v1.0.1"] .number .is-stranded`).first();
      const isVisible = await sign.evaluate((sign) => {
        const { left, top, width, height } = sign.getBoundingClientRect();
        return width > 0 && sign.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      assert.ok(isVisible, "the sign of the stranded version");
      assert.deepEqual(await tooWide(page), []);
      if (width >= 900) {
        assert.deepEqual(cut, []);
        assert.equal(await page.locator(`tr[data-drop-entry="${NAME}.v1.2.0"] .chip`).count(), 2, "all chips");
      }
    }
    assert.equal(await page.locator(".code").isVisible(), width > 1240, "the text is a tab where the table needs its room");
    await page.context().close();
  });
}

// Names as long as those of nightly builds, ranges of the same length, and a rail with a band and a lane beside the chain.
const NIGHTLY = ["2026-08-22", "2026-08-21", "2026-08-20", "2026-08-19"].map((day) => `sail.v1.31.0-nightly-${day}`);
const NIGHTLIES = `---
schema: olm.package
name: sail
defaultChannel: nightly
---
schema: olm.channel
package: sail
name: nightly
entries:
- name: ${NIGHTLY[0]}
  replaces: ${NIGHTLY[3]}
  skips: [${NIGHTLY[1]}]
  skipRange: ">=1.0.0 <1.31.0-nightly-2026-08-19"
- name: ${NIGHTLY[1]}
  skips: [${NIGHTLY[2]}]
- name: ${NIGHTLY[2]}
- name: ${NIGHTLY[3]}
`;

for (const width of [721, 760, 900, 1100]) {
  test(`81 88 at ${width} px the table of long names has all columns in view, and a tag beside empty cells is whole`, async () => {
    const page = await newPage(site, { width });
    const versions = NIGHTLY.map(
      (name) =>
        `---\nschema: olm.bundle\npackage: sail\nname: ${name}\nimage: registry.example.com/${name}\nproperties:\n- type: olm.package\n  value: {packageName: sail, version: ${name.slice("sail.v".length)}}\n`,
    );
    await openFiles(page, { "catalog.yaml": NIGHTLIES + versions.join("") });
    const row = page.locator(`tr[data-drop-entry="${NIGHTLY[2]}"]`);
    await row.locator(".tag", { hasText: "stranded v0" }).waitFor();
    assert.deepEqual(await tooWide(page), []);
    const tag = await row.locator(".tag.is-warning").evaluate((tag) => [tag.textContent, tag.scrollWidth <= tag.clientWidth]);
    assert.deepEqual(tag, ["⚠ stranded v0", true]);
    const pane = await page.locator(".table-scroll").boundingBox();
    await row.hover();
    for (const part of [row.locator(".number").last(), row.getByRole("button", { name: "Remove" })]) {
      const { x, width } = await part.boundingBox();
      assert.ok(width >= 24 && x + width <= pane.x + pane.width, `${x + width} of ${pane.x + pane.width}`);
    }
    await page.context().close();
  });
}

for (const width of [1280, 1440]) {
  test(`88 beside the release sheet at ${width} px a skipRange is whole`, async () => {
    const page = await newPage(site, { width });
    await openFiles(page, { "catalog.yaml": CATALOG.replace(/ {2}skips: .*\n/g, "") });
    await page.getByRole("button", { name: "New release" }).first().click();
    await page.getByLabel("Version", { exact: true }).fill("1.10.1");
    await page.getByText("Effect on clusters").waitFor();
    await page.getByRole("dialog").getByLabel("skipRange", { exact: true }).fill(">=1.0.0 <1.10.1");
    await page.locator(`tr[data-drop-entry="${NAME}.v1.10.1"] td[data-text=">=1.0.0 <1.10.1"]`).waitFor();
    const { widths, cut } = await columns(page);
    assert.deepEqual(cut, []);
    assert.ok(widths.v0 >= 28 && widths.v1 >= 28, JSON.stringify(widths));
    assert.deepEqual(await tooWide(page), []);
    await page.context().close();
  });
}
