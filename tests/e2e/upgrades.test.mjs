// The picture of a channel, the upgrades of an installed version, and versions that are stranded.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { newPage, openFiles, ready, root, sample, setup, text, violations, withSample } from "./harness.mjs";

let site;
before(async () => { site = await setup(); });
after(() => site.close());

const graph = (page) => page.getByRole("button", { name: "Graph", exact: true }).click();
const node = (page, name) => page.locator(".graph-place .node", { hasText: name });

test("43 47 the graph shows the channel newest on top, marks by sign and word, edges by kind", async () => {
  await withSample(site, "stuck", async (page) => {
    await graph(page);
    await node(page, "watering-can.v1.2.0").waitFor();
    const notes = await page.locator(".graph-place .node").evaluateAll((nodes) => nodes.map((one) => [...one.querySelectorAll("text")].map((text) => text.textContent)));
    assert.deepEqual(notes, [
      ["watering-can.v1.2.0", "★ head"],
      ["watering-can.v1.1.0", "⊘ skipped"],
      ["watering-can.v1.0.1", "⊘ skipped  ⚠ stranded: successor skipped"],
      ["watering-can.v1.0.0", ""],
    ]);
    assert.equal(await page.locator(".edge.is-replaces").count(), 1);
    assert.equal(await page.locator(".edge.is-skips").count(), 2);
    assert.equal(await page.locator(".edge.is-taken").count(), 2);
    assert.deepEqual(await violations(page), []);
  });
});

test("44 the switch from OLM v0 to v1 redraws edges and marks", async () => {
  await withSample(site, "stuck", async (page) => {
    await graph(page);
    await node(page, "stranded").waitFor();
    await page.getByRole("button", { name: "OLM v1" }).first().click();
    await node(page, "stranded").waitFor({ state: "detached" });
    assert.ok((await page.locator(".edge.is-taken").count()) >= 3);
  });
});

test("45 46 installed here: the steps to the head, or why there are none, in words and in the picture", async () => {
  await withSample(site, "stuck", async (page) => {
    await graph(page);
    await node(page, "watering-can.v1.0.0").click();
    await page.locator(".way-summary", { hasText: "Reaches watering-can.v1.2.0 in 1 upgrade." }).waitFor();
    assert.equal(await page.locator(".edge.is-way").count(), 1);
    await page.locator(".cm-activeLine", { hasText: "watering-can.v1.0.0" }).waitFor();
    await node(page, "watering-can.v1.0.1").click();
    await page.locator(".way-summary.is-bad", { hasText: "Never reaches watering-can.v1.2.0" }).waitFor();
    await page.locator(".way", { hasText: "watering-can.v1.1.0" }).waitFor();
    await page.locator(".way").getByRole("button", { name: "OLM v1" }).click();
    await page.locator(".way-summary", { hasText: "Reaches watering-can.v1.2.0" }).waitFor();
    await page.getByLabel("Upgrade to").selectOption("watering-can.v1.1.0");
    await page.locator(".way-summary", { hasText: "watering-can.v1.1.0" }).waitFor();
  });
});

test("48 the graph by keyboard: along versions and edges, zoom and fit, and as a table", async () => {
  await withSample(site, "stuck", async (page) => {
    await graph(page);
    await node(page, "watering-can.v1.2.0").focus();
    await page.keyboard.press("ArrowDown");
    await page.locator(".node.is-selected", { hasText: "watering-can.v1.1.0" }).waitFor();
    await page.waitForFunction(() => document.activeElement.textContent.includes("v1.1.0"));
    await page.keyboard.press("ArrowRight");
    await page.locator(".node.is-selected", { hasText: "watering-can.v1.2.0" }).waitFor();
    await page.waitForFunction(() => document.activeElement.textContent.includes("v1.2.0"));
    const width = () => page.locator(".graph-place svg").evaluate((svg) => svg.clientWidth);
    const before = await width();
    await page.keyboard.press("-");
    assert.ok((await width()) < before);
    await page.getByRole("button", { name: "Fit" }).click();
    await page.getByText("Edges as a table").click();
    await page.getByRole("cell", { name: "skips" }).first().waitFor();
    assert.equal(await page.locator(".edges tbody tr").count(), 3);
  });
});

test("49 broken text leaves the last good picture, greyed, with the reason", async () => {
  await withSample(site, "stuck", async (page) => {
    await graph(page);
    await node(page, "watering-can.v1.2.0").waitFor();
    await page.locator(".cm-line", { hasText: "name: stable" }).first().click();
    await page.keyboard.press("End");
    await page.keyboard.type(": [");
    await page.locator(".graph-place.is-stale").waitFor();
    assert.equal(await page.locator(".graph-place .node").count(), 4);
    await page.getByText("The text of this channel cannot be read now").waitFor();
    await page.keyboard.press("Control+z");
    await page.locator(".graph-place:not(.is-stale)").waitFor();
  });
});

test("50 the graph is exported as SVG, PNG, Mermaid and Graphviz", async () => {
  await withSample(site, "stuck", async (page) => {
    await graph(page);
    const saved = {};
    for (const [kind, label] of [["svg", "SVG"], ["png", "PNG"], ["mmd", "Mermaid"], ["dot", "Graphviz"]]) {
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByLabel("Export the graph").selectOption({ label })]);
      assert.equal(download.suggestedFilename(), `watering-can-stable.${kind}`);
      saved[kind] = readFileSync(await download.path());
    }
    assert.match(saved.svg.toString(), /^<svg /);
    assert.deepEqual([...saved.png.subarray(1, 4)], [...Buffer.from("PNG")]);
    assert.match(saved.mmd.toString(), /^graph LR/);
    assert.match(saved.dot.toString(), /digraph/);
  });
});

test("32 61 a stranded version is marked on opening, explained, and mended by one proved fix", async () => {
  await withSample(site, "stuck", async (page) => {
    await page.locator(".tree .tag", { hasText: "stranded" }).waitFor();
    await page.locator("tr", { hasText: "watering-can.v1.0.1" }).first().locator(".tag", { hasText: "stranded v0" }).waitFor();
    await page.locator(".entry-name", { hasText: "watering-can.v1.0.1" }).click();
    await page.locator(".stranded-note", { hasText: "Stranded under OLM v0" }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByRole("button", { name: /^Look at the mend/ }).first().click();
    await page.getByRole("dialog").locator(".cm-insertedLine, .cm-changedLine").first().waitFor();
    await page.getByRole("button", { name: "Apply" }).click();
    await page.locator(".stranded-note", { hasText: "Stranded under OLM v0" }).waitFor({ state: "detached" });
    await page.locator(".way-summary", { hasText: "Reaches watering-can.v1.2.0" }).waitFor();
    assert.match(await page.locator(".verdict").textContent(), /opm accepts/);
    assert.match(await text(page), /skips:\n {2}- watering-can\.v1\.1\.0\n {2}- watering-can\.v1\.0\.1\n/);
  });
});

test("29 30 a skipRange is built by pickers or by hand, with what it admits, leaves out, and what is odd", async () => {
  await withSample(site, "stuck", async (page) => {
    await page.locator(".entry-name", { hasText: "watering-can.v1.2.0" }).click();
    await page.getByText("Build a skipRange").click();
    await page.getByLabel("from", { exact: true }).fill("1.0.0");
    await page.getByLabel("to below").fill("1.1.0");
    assert.equal(await page.getByLabel("Range", { exact: true }).inputValue(), ">=1.0.0 <1.1.0");
    const admits = page.getByRole("list", { name: "Admits" });
    await admits.getByText("watering-can.v1.0.1").waitFor();
    assert.deepEqual(await admits.locator("li").allTextContents(), ["watering-can.v1.0.1", "watering-can.v1.0.0"]);
    await page.getByLabel("Range", { exact: true }).fill("^1.0.0");
    await page.getByText("OLM cannot read it").waitFor();
    await page.getByRole("button", { name: ">=1.0.0 <2.0.0" }).click();
    await page.locator(".range-warning", { hasText: "It admits its own entry." }).waitFor();
    await page.getByLabel("to below").fill("1.2.0");
    await page.getByRole("button", { name: "Set the skipRange" }).click();
    await page.getByText("1 changed").waitFor();
    assert.match(await text(page), /skipRange: .?>=1\.0\.0 <1\.2\.0/);
    assert.equal(await page.locator(".stranded-note").count(), 0);
  });
});

test("51 500 entries: the picture stands quickly, few nodes are drawn", async (context) => {
  const names = Array.from({ length: 500 }, (_, at) => `foo.v1.0.${at}`);
  const entries = names.map((name, at) => `- name: ${name}\n${at ? `  replaces: ${names[at - 1]}\n` : ""}`).reverse().join("");
  const bundles = names.map((name, at) => `---\nschema: olm.bundle\npackage: foo\nname: ${name}\nimage: registry.example.com/foo:v1.0.${at}\nproperties:\n- type: olm.package\n  value: {packageName: foo, version: 1.0.${at}}\n`).join("");
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": `---\nschema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: stable\nentries:\n${entries}${bundles}` });
  await page.getByText("500 entries").waitFor();
  const started = Date.now();
  await graph(page);
  await node(page, "foo.v1.0.499").waitFor();
  context.diagnostic(`shown after ${Date.now() - started} ms`);
  assert.ok((await page.locator("*").count()) < 2000, "virtualised");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search for an action or a name" }).fill("foo.v1.0.7");
  await page.locator("#palette-list [role=option]", { hasText: /^foo\.v1\.0\.7entry/ }).click();
  await node(page, /foo\.v1\.0\.7$/).or(page.locator(".node.is-selected")).first().waitFor();
  await page.locator(".way-summary", { hasText: "in 492 upgrades" }).waitFor();
  await page.context().close();
});

const corpus = join(process.env.OLMKIT_SHARED ?? join(root, "..", "shared"), "corpus", "catalogs", "v4.20");
for (const [name, semantics] of [["clusterpulse", "v0"], ["kubernaut-operator", "v0"], ["aws-neuron-operator", "v1"], ["slurm-operator", "v1"]]) {
  test(`45 the real ${name} has versions stranded under ${semantics}, and the editor says so on opening`, async (context) => {
    const file = join(corpus, name, "catalog.yaml");
    if (!existsSync(file)) return context.skip("no real catalogs here");
    const page = await newPage(site);
    await openFiles(page, { "catalog.yaml": readFileSync(file, "utf8") });
    await page.locator(".problem", { hasText: `stranded-${semantics}` }).first().waitFor();
    await page.locator(".tree .tag", { hasText: "stranded" }).first().waitFor();
    await page.context().close();
  });
}
