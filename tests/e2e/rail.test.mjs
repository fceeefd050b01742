// The entries of a channel, from its head, with the rail: upgrade edges beside the rows.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { entryNames, longChannel, newPage, openFiles, setup, violations } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

const bundle = (version, more = "") =>
  `---\nschema: olm.bundle\npackage: pump\nname: pump.v${version}\nimage: registry.example.com/pump:v${version}\nproperties:\n- type: olm.package\n  value: {packageName: pump, version: ${version}}\n${more}`;

/** A channel of `pump` with these entries, and a bundle for each. */
const catalog = (entries) => ({
  "catalog.yaml": `---\nschema: olm.package\nname: pump\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: pump\nname: stable\nentries:\n${entries
    .map(([version, more]) => `- name: pump.v${version}\n${more.map((line) => `  ${line}\n`).join("")}`)
    .join("")}${entries.map(([version]) => bundle(version)).join("")}`,
});

const cells = (page, name) => page.locator(".entries tbody tr", { hasText: name }).locator("td.number").allTextContents();
/** Whether a part of the drawing is not empty. */
const drawn = (page, part) => page.locator(`svg.rail path[class="${part}"]`).evaluate((path) => path.getAttribute("d").length > 0);

test("entries are below their successors, with steps; names that only edges mention are at the end", async () => {
  const page = await newPage(site);
  await openFiles(
    page,
    catalog([
      ["1.0.0", []],
      ["1.1.0", ["replaces: pump.v1.0.0"]],
      ["1.2.0", ["replaces: pump.v1.1.0", "skips: [pump.v1.1.0, pump.v0.9.0]"]],
      ["1.3.0", ["replaces: pump.v1.2.0", "skipRange: '>=1.2.0 <1.3.0'"]],
    ]),
  );
  await page.locator("svg.rail").waitFor({ state: "attached" });
  assert.deepEqual(await entryNames(page), ["1.3.0", "1.2.0", "1.1.0", "1.0.0", "0.9.0"]);
  assert.deepEqual(await cells(page, "pump.v1.3.0"), ["0", "0"]);
  assert.deepEqual(await cells(page, "pump.v1.1.0"), ["2", "2"]);
  assert.deepEqual(await cells(page, "pump.v1.0.0"), ["⚠stranded", "3"]);
  await page.locator(".is-gone", { hasText: "not in channel" }).waitFor();
  await page.locator("tr.is-skipped", { hasText: "pump.v1.1.0" }).getByText("skipped").waitFor();
  for (const part of ["edge", "band", "edge cut", "cross", "ring", "node is-error", "node skipped", "node gone"]) assert.ok(await drawn(page, part), part);
  assert.equal(await drawn(page, "edge on"), false);
  await page.locator(".entry-name", { hasText: "pump.v1.1.0" }).hover();
  await page.waitForFunction(() => document.querySelector('svg.rail path[class="edge on"]').getAttribute("d"));
  // Cells show the name without the common prefix. The field contains the full name.
  const cell = page.locator("td", { has: page.getByLabel("Replaces of pump.v1.3.0") });
  assert.equal(await cell.locator(".shown").textContent(), "1.2.0");
  await page.getByLabel("Replaces of pump.v1.3.0").focus();
  assert.equal(await page.getByLabel("Replaces of pump.v1.3.0").inputValue(), "pump.v1.2.0");
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("twenty entries and the whole skipRange are visible at 1440 x 900, and plain runs fold", async () => {
  const page = await newPage(site);
  const versions = Array.from({ length: 30 }, (_, at) => `1.${at}.0`);
  const range = "skipRange: '>=1.10.0-rc.1 <1.29.0'";
  await openFiles(page, catalog(versions.map((version, at) => [version, at ? [`replaces: pump.v${versions[at - 1]}`, ...(at === 29 ? [range] : [])] : []])));
  const scroll = await page.locator(".table-scroll").boundingBox();
  assert.ok((scroll.height - 28) / 28 >= 20, `${scroll.height} px`);
  const shown = page.locator("td .shown", { hasText: ">=1.10.0-rc.1 <1.29.0" });
  assert.ok(await shown.evaluate((cell) => cell.scrollWidth <= cell.clientWidth), "nothing is cut off");
  assert.equal((await entryNames(page)).length, 30);
  await page.getByRole("button", { name: "Fold sequences" }).click();
  const fold = page.locator(".is-fold");
  await fold.getByText("each replaces the previous one").waitFor();
  assert.ok((await entryNames(page)).length < 30);
  assert.ok(await drawn(page, "fold"));
  assert.deepEqual(await violations(page), []);
  await fold.getByRole("button").click();
  await fold.waitFor({ state: "detached" });
  assert.equal((await entryNames(page)).length, 30);
  await page.context().close();
});

test("on a phone the rail is as wide as what is drawn in it", async () => {
  const page = await newPage(site, { width: 390, height: 844 });
  const room = async (entries) => {
    await openFiles(page, catalog(entries));
    await page.locator(".pane-tabs").getByRole("button", { name: "Channel" }).click();
    await page.locator(".entry-name").first().waitFor();
    const [node, cell] = [await page.locator('svg.rail path[class="node head"]').boundingBox(), await page.locator(".rail-cell").first().boundingBox()];
    assert.ok(node.x > cell.x && node.x + node.width < cell.x + cell.width, "what is drawn is beside the names");
    return { width: cell.width, node: node.x };
  };
  const plain = await room([
    ["1.1.0", ["replaces: pump.v1.0.0"]],
    ["1.0.0", []],
  ]);
  const banded = await room([
    ["1.1.0", ["replaces: pump.v1.0.0", "skipRange: <1.1.0"]],
    ["1.0.0", []],
  ]);
  assert.ok(plain.width <= 40, `${plain.width}`);
  assert.ok(banded.width > plain.width && banded.width <= 60, `${banded.width}`);
  assert.ok(banded.node > plain.node, "the band is at its left");
  await page.context().close();
});

test("a long channel draws only visible rows", async () => {
  const page = await newPage(site);
  await openFiles(page, longChannel());
  await page.locator("svg.rail").waitFor({ state: "attached" });
  const nodes = () => page.locator('svg.rail path[class="node"]').evaluate((path) => path.getAttribute("d").split("M").length - 1);
  assert.ok((await nodes()) < 80, `${await nodes()}`);
  await page.locator(".table-scroll").evaluate((place) => place.scrollTo(0, 9000));
  await page.locator(".entry-name", { hasText: "foo.v1.0.170" }).waitFor();
  assert.ok((await nodes()) < 80 && (await nodes()) > 10, `${await nodes()}`);
  await page.waitForTimeout(500);
  assert.equal(await page.locator(".table-scroll").evaluate((place) => place.scrollTop), 9000, "rows that are drawn do not scroll the table on");
  await page.context().close();
});

// The replaced entry has the higher version. OLM v0 follows `replaces`, OLM v1 follows versions.
const LOWER = {
  "catalog.yaml": `---\nschema: olm.package\nname: pump\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: pump\nname: stable\nentries:\n- name: pump.b\n  replaces: pump.a\n- name: pump.a\n${bundle("1.0.0").replace("name: pump.v1.0.0", "name: pump.b")}${bundle("1.1.0").replace("name: pump.v1.1.0", "name: pump.a")}`,
};

test("44 the upgrade path beside the rows is that of the OLM that is chosen", async () => {
  const page = await newPage(site);
  await openFiles(page, LOWER);
  const lit = page.locator(".rail path.edge.on").first();
  await page.locator('.entry-name[title="pump.a"]').click();
  await page.waitForFunction(() => document.querySelector(".rail path.edge.on").getAttribute("d"));
  const v1 = page.locator(".entries thead").getByRole("button", { name: "v1" });
  assert.equal(await page.locator(".entries thead").getByRole("button", { name: "v0" }).getAttribute("aria-pressed"), "true");
  await v1.click();
  await page.waitForFunction(() => !document.querySelector(".rail path.edge.on").getAttribute("d"));
  assert.equal(await v1.getAttribute("aria-pressed"), "true");
  // The graph changes the same setting.
  await page.getByRole("button", { name: "Graph", exact: true }).click();
  await page.getByRole("button", { name: "OLM v0" }).click();
  await page.getByRole("button", { name: "Entries", exact: true }).click();
  await page.waitForFunction(() => document.querySelector(".rail path.edge.on").getAttribute("d"));
  assert.ok(await lit.getAttribute("d"));
  await page.context().close();
});

test("with several heads, the rail, the tags, the heading and the status count the same stranded versions; only the dead edge is cut", async () => {
  const page = await newPage(site);
  const entries = [
    ["1.0.0", []],
    ["1.1.0", ["replaces: pump.v1.0.0"]],
    ["1.2.0", ["replaces: pump.v1.1.0"]],
    ["1.3.0", ["replaces: pump.v1.1.0"]],
    ["1.4.0", ["replaces: pump.v1.3.0"]],
  ];
  await openFiles(page, catalog(entries));
  await page.locator(".tag.is-bad", { hasText: "2 heads" }).waitFor();
  await page.locator("svg.rail").waitFor({ state: "attached" });
  const dots = await page.locator('svg.rail path[class="node is-warning"]').evaluate((path) => path.getAttribute("d").split("M").length - 1);
  const tags = await page.locator(".entries tbody .tag", { hasText: "stranded" }).count();
  assert.deepEqual([dots, tags], [5, 5]);
  await page.locator(".channel-head", { hasText: "5 stranded (5 under OLM v0, 1 under v1)" }).waitFor();
  await page.locator(".status", { hasText: "5 stranded" }).waitFor();
  assert.equal(await drawn(page, "edge cut"), false, "the second head has no edge, and all others lead to a head");
  await page.context().close();
});

test("43 a stranded version that is a row without an entry is counted in the heading, apart from the entries", async () => {
  const page = await newPage(site);
  // 1.1.0 is skipped, and the only one that names the others.
  const entries = [
    ["1.2.0", ["skips: [pump.v1.1.0]"]],
    ["1.1.0", ["replaces: pump.v1.0.0", "skips: [pump.v0.9.0]"]],
    ["1.0.0", []],
  ];
  await openFiles(page, catalog(entries));
  await page.locator(".channel-head", { hasText: "1 stranded under OLM v0, and 1 not in channel" }).waitFor();
  const marked = await page.locator(".entries tbody tr:has(.number:nth-last-child(3) .is-stranded)").count();
  assert.equal(marked, 2, "as many rows are marked");
  await page.getByRole("button", { name: "New release" }).first().click();
  await page.locator(".channel-head", { hasText: "1 stranded, and 1 not in channel" }).waitFor();
  await page.context().close();
});
