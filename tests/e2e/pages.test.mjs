// Pages in place of the channel, and parts of the channel page that need room: they do not overlap.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { newPage, openFiles, problems, ready, review, setup, violations, withSample } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

const box = (page, selector) => page.locator(selector).first().boundingBox();
const select = (page, name) => page.locator(`.entry-name[title="${name}"]`).click();
const history = (page) => page.locator(".pane-tabs").getByRole("button", { name: "History" }).click();

/** 1.0.0 is stranded under OLM v1 only, because its successor has a lower version. */
const LOWER = ["1.0.0", "0.9.0"]
  .map((version) => `---\nschema: olm.bundle\npackage: pump\nname: pump.v${version}\nimage: x/y:${version}\nproperties:\n- type: olm.package\n  value: {packageName: pump, version: ${version}}\n`)
  .join("");
const PUMP = `schema: olm.package\nname: pump\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: pump\nname: stable\nentries:\n- name: pump.v1.0.0\n- name: pump.v0.9.0\n  replaces: pump.v1.0.0\n${LOWER}`;

test("81 pages that replace the channel show nothing of its selected entry, and have the whole height", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await select(page, "watering-can.v1.1.0");
    await page.locator(".entry-page").waitFor();
    const high = (await box(page, ".tree")).height;
    for (const go of [history, review, problems]) {
      await go(page);
      await page.getByRole("region", { name: /^Entry / }).waitFor({ state: "detached" });
      const main = await box(page, ".workbench > section:not(.center, .code):visible");
      assert.ok(main.height > high - 4, `${main.height} of ${high}`);
    }
    await page.locator(".pane-tabs .to-channel").click();
    await page.getByRole("region", { name: /^Entry / }).waitFor();
  });
});

test("43 44 where all edges are shown, an entry that either OLM strands is marked, with the OLM that does", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": PUMP });
  await page.evaluate(() => {
    location.hash = "#package=pump&channel=stable";
  });
  await page.getByRole("button", { name: "Graph", exact: true }).click();
  const marked = page.locator(".graph-place .node.is-stranded");
  await marked.waitFor();
  assert.match(await marked.locator("title").textContent(), /^pump\.v1\.0\.0, .*stranded under OLM v1: successor lower/);
  await page.getByRole("button", { name: "OLM v0", exact: true }).click();
  await marked.waitFor({ state: "detached" });
  const crosses = page.locator(".graph-place .graph-cross");
  await crosses.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "All edges", exact: true }).click();
  await marked.waitFor();
  await crosses.waitFor({ state: "attached" });
  assert.equal(await crosses.count(), 1, "the edge that OLM v1 does not take");
  await page.getByRole("button", { name: "Edges as a table" }).click();
  assert.deepEqual(await page.locator(".edges tbody tr").first().locator("td").allTextContents(), ["pump.v1.0.0", "pump.v0.9.0", "replaces", "yes", "v1"]);
  await page.context().close();
});

test("80 the inspector is as high as its content, up to a part of the page; a height that was chosen stays", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const scrolls = () => page.locator(".entry-page").evaluate((one) => one.scrollHeight > one.clientHeight + 1);
    await select(page, "watering-can.v1.0.1");
    await page.locator(".stranded-note").waitFor();
    const [all, stranded] = [await box(page, ".workbench"), await box(page, ".entry-page")];
    assert.equal(await scrolls(), false, `${stranded.height} of ${all.height}`);
    await select(page, "watering-can.v1.2.0");
    await page.locator(".stranded-note").waitFor({ state: "detached" });
    assert.ok((await box(page, ".entry-page")).height < stranded.height - 40);
    const border = page.getByRole("separator", { name: "Height of the entry" });
    await border.focus();
    await page.keyboard.press("End");
    assert.ok(Math.abs((await box(page, ".entry-page")).height - all.height * 0.7) < 4);
    await page.keyboard.press("Enter");
    assert.ok((await box(page, ".entry-page")).height < stranded.height - 40);
  });
});

test("81 on a phone the entry is a bottom sheet: the channel head and the row of the entry stay visible", async () => {
  const page = await newPage(site, { hash: "#sample=stranded-v0&package=watering-can&channel=stable", width: 390, height: 844 });
  await ready(page);
  await page.locator(".pane-tabs").getByRole("button", { name: "Channel" }).click();
  const names = await page.locator(".entries tbody .entry-name").evaluateAll((all) => all.map((one) => one.title));
  assert.ok(names.length > 3);
  for (const name of names) {
    await select(page, name);
    await page.getByRole("region", { name: `Entry ${name}` }).waitFor();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const [sheet, row, head] = [await box(page, ".entry-page"), await box(page, `tr:has(> th .entry-name[title="${name}"])`), await box(page, ".channel-head")];
    assert.ok(row.y >= head.y + head.height && row.y + row.height <= sheet.y + 1, JSON.stringify({ sheet, row, head }));
    assert.ok(head.y >= 0 && sheet.y + sheet.height <= 844);
  }
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Close the entry" }).click();
  await page.getByRole("button", { name: "Graph", exact: true }).click();
  const [graph, zoom] = [await box(page, ".graph-place"), await box(page, ".graph-zoom")];
  assert.ok(graph.height > 450 && zoom.y + zoom.height > graph.y + graph.height - 40, JSON.stringify({ graph, zoom }));
  await page.context().close();
});

test("59 the explanation of a problem begins with the problem; that of a rule, with the rule", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await page.locator('.is-message[data-rule="stranded-v0"]').getByRole("button", { name: "Explain" }).click();
    const dialog = page.getByRole("dialog").filter({ has: page.locator("#rule-title") });
    assert.match(await dialog.locator(".explained").textContent(), /watering-can \/ stable.*1\.0\.1.*stranded under OLM v0/);
    assert.deepEqual(await violations(page), []);
    await dialog.getByRole("button", { name: "Back" }).click();
    await problems(page);
    await page.getByRole("button", { name: "More on stranded-v0" }).click();
    await page.locator(".rule-menu:popover-open").getByRole("button", { name: "Explain rule" }).click();
    await dialog.waitFor();
    assert.equal(await dialog.locator(".explained").count(), 0);
  });
});

test("17 tags, placeholder and legend are there as a whole or not at all, beside the release sheet too", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const row = page.locator("tr", { has: page.locator('.entry-name[title="watering-can.v1.0.1"]') });
    const tag = row.locator(".tag", { hasText: "stranded v0" });
    const [inner, outer] = [await tag.boundingBox(), await row.locator("th").boundingBox()];
    assert.ok(inner.x + inner.width <= outer.x + outer.width && inner.y + inner.height <= outer.y + outer.height, JSON.stringify({ inner, outer }));
    const filter = page.getByRole("searchbox", { name: "Filter the entries" });
    assert.equal(await filter.getAttribute("placeholder"), "Filter");
    await filter.focus();
    assert.match(await filter.getAttribute("placeholder"), />=1\.2 <1\.4/);
    await page.getByRole("button", { name: "New release" }).first().click();
    await page.getByRole("dialog").waitFor();
    await page.locator(".table-legend").waitFor({ state: "hidden" });
    await page.keyboard.press("Escape");
    await page.locator(".table-legend").waitFor();
    const seen = () =>
      page.locator(".table-legend > .rail-legend > span").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom <= one.closest(".table-legend").getBoundingClientRect().bottom + 1));
    assert.deepEqual(await seen(), [true, true, true, true]);
    await page.setViewportSize({ width: 1300, height: 900 });
    assert.equal(new Set(await seen()).size, 1, "all or none");
  });
});

test("81 the legend of the lines is beside the tools, and is hidden when a search needs the room", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const [tools, legend] = [await box(page, ".graph-bar"), await box(page, ".table-legend")];
    assert.ok(tools.height < 40 && legend.y >= tools.y && legend.y + legend.height <= tools.y + tools.height, JSON.stringify({ tools, legend }));
    await page.getByRole("searchbox", { name: "Filter the entries" }).fill("1.1");
    await page.locator(".table-legend").waitFor({ state: "hidden" });
  });
});

test("59 the title of a rule has its names as code, and no backquotes", async () => {
  const page = await newPage(site, { hash: "#sample=valid" });
  await ready(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("dep-minkube");
  const found = page.getByRole("option", { name: /dep-minkube/ });
  assert.doesNotMatch(await found.textContent(), /`/);
  await page.keyboard.press("Enter");
  const title = page.locator("#rule-title");
  await title.locator("code", { hasText: "minKubeVersion" }).waitFor();
  assert.doesNotMatch(await title.textContent(), /`/);
  await page.context().close();
});

test("13 63 a folder of templates: its files with the findings of `olmkit check`, and no verdict on a catalog", async () => {
  const page = await newPage(site);
  const basic = "schema: olm.template.basic\nentries:\n- schema: olm.package\n  name: foo\n  defaultChannel: stable\n";
  const semver = "schema: olm.semver\ngenerateMajorChannels: true\nFasst:\n  bundles:\n  - image: quay.io/example/foo:1.0.0\n";
  await openFiles(page, { "basic.yaml": basic, "semver.yaml": semver });
  await page.getByText("None of these files has an OLM document. olmkit checks the templates among them.").waitFor();
  const files = page.locator(".catalog-page .files");
  assert.deepEqual(await files.locator("> li > .row > .name").allTextContents(), ["basic.yaml", "semver.yaml"]);
  const finding = files.getByRole("button", { name: /^Line 3: .*Unknown field `?Fasst/ });
  await finding.click();
  await page.locator(".code-path", { hasText: "semver.yaml" }).waitFor();
  await page.waitForFunction(() => document.activeElement?.closest(".cm-content"));
  assert.match(await page.locator(".cm-activeLine").textContent(), /Fasst|bundles/);
  assert.doesNotMatch(await page.locator("body").innerText(), /opm accepts|None stranded|reaches its channel head/);
  await page.locator(".pane-tabs .to-channel").click();
  await files.getByRole("button", { name: "basic.yaml" }).click();
  await page.locator(".code-path", { hasText: "basic.yaml" }).waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
