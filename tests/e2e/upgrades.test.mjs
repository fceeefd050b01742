// The graph of a channel, the upgrades of an installed version, and stranded versions.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ABSENT, shared } from "../shared.mjs";
import { after, before, test } from "../test.mjs";
import { difference, entryMenu, longChannel, newPage, openFiles, setup, simulate, text, violations, withSample } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

const graph = (page) => page.getByRole("button", { name: "Graph", exact: true }).click();
const node = (page, name) => page.locator(".graph-place .node", { hasText: name });

test("43 47 the graph shows a row for each minor version, newest on top, states by outline and title, edges by kind", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await graph(page);
    await node(page, "watering-can.v1.2.0").waitFor();
    const drawn = await page.locator(".graph-place .node").evaluateAll((nodes) => nodes.map((one) => [...one.querySelectorAll("title, text")].map((text) => text.textContent)));
    assert.deepEqual(drawn, [
      ["watering-can.v1.2.0, head", "1.2.0"],
      ["watering-can.v1.1.0, skipped", "1.1.0"],
      ["watering-can.v1.0.1, skipped, stranded under OLM v0: successor skipped", "1.0.1"],
      ["watering-can.v1.0.0", "1.0.0"],
    ]);
    assert.deepEqual(await page.locator(".graph-minor").allTextContents(), ["1.2", "1.1", "1.0"]);
    const places = await page.locator(".graph-place .node rect").evaluateAll((boxes) => boxes.map((one) => [one.x.baseVal.value, one.y.baseVal.value]));
    const [[, head], , [right, low], [left, last]] = places;
    assert.ok(head < last && left < right && low > last, `newest on top, ascending to the right, skipped ones lower: ${places}`);
    assert.equal(await page.locator(".edge.is-cut + .graph-cross").count(), 1, "the edge that is not taken is crossed out");
    assert.equal(await page.locator(".edge.is-replaces").count(), 1);
    assert.equal(await page.locator(".edge.is-skips").count(), 2);
    assert.equal(await page.locator(".edge.is-taken").count(), 2);
    assert.deepEqual(await violations(page), []);
  });
});

test("44 the switch from OLM v0 to v1 redraws edges and marks", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await graph(page);
    await node(page, "stranded").waitFor();
    await page.getByRole("button", { name: "OLM v1" }).first().click();
    await node(page, "stranded").waitFor({ state: "detached" });
    await page.locator(".edge.is-on").nth(2).waitFor();
    await page.getByText("actual upgrade path").waitFor();
    await page.getByRole("button", { name: "All edges" }).click();
    await page.locator(".edge.is-on").first().waitFor({ state: "detached" });
  });
});

test("45 46 simulation of an installed version: the steps to the head, or the reason why there are none, as text and in the graph", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await graph(page);
    await node(page, "watering-can.v1.0.0").click();
    await page.locator(".edge.is-on-path").waitFor();
    assert.equal(await page.locator(".entry-page").isVisible(), false, "the graph has the page for itself");
    await page.keyboard.press("Enter");
    await simulate(page);
    await page.locator(".path-summary", { hasText: "Reaches watering-can.v1.2.0 in 1 upgrade." }).waitFor();
    assert.equal(await page.locator(".edge.is-on-path").count(), 1);
    await page.locator(".cm-activeLine", { hasText: "watering-can.v1.0.0" }).waitFor();
    await node(page, "watering-can.v1.0.1").click();
    await page.locator(".path-summary.is-bad", { hasText: "Never reaches watering-can.v1.2.0" }).waitFor();
    await page.locator(".simulation", { hasText: "watering-can.v1.1.0" }).waitFor();
    await page.locator(".simulation").getByRole("button", { name: "OLM v1" }).click();
    await page.locator(".path-summary", { hasText: "Reaches watering-can.v1.2.0" }).waitFor();
    await page.getByLabel("Upgrade to", { exact: true }).selectOption("watering-can.v1.1.0");
    await page.locator(".path-summary", { hasText: "watering-can.v1.1.0" }).waitFor();
  });
});

test("48 the graph by keyboard: along edges, rows and the upgrade path, zoom and fit, and as a table", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await graph(page);
    await node(page, "watering-can.v1.2.0").focus();
    await page.keyboard.press("ArrowDown");
    await page.locator(".node.is-selected", { hasText: "watering-can.v1.1.0" }).waitFor();
    await page.waitForFunction(() => document.activeElement.textContent.includes("v1.1.0"));
    const goes = async (key, to) => {
      await page.keyboard.press(key);
      await page.waitForFunction((to) => document.activeElement.matches(".is-selected") && document.activeElement.textContent.includes(to), to);
    };
    await goes("ArrowDown", "v1.0.1");
    await goes("ArrowLeft", "v1.0.0");
    await goes("Shift+ArrowRight", "v1.0.1");
    await goes("Home", "v1.2.0");
    await goes("End", "v1.0.0");
    await goes("p", "v1.2.0");
    await page.keyboard.press("p");
    await page.getByText("1.2.0 has no upgrade.").waitFor();
    const height = () => page.locator(".graph-place svg").evaluate((svg) => svg.clientHeight);
    const before = await height();
    await page.keyboard.press("-");
    assert.ok((await height()) < before);
    await page.getByRole("button", { name: "Fit" }).click();
    await page.getByRole("button", { name: "Edges as a table" }).click();
    await page.getByRole("cell", { name: "skips" }).first().waitFor();
    assert.equal(await page.locator(".edges tbody tr").count(), 3);
  });
});

test("49 with a syntax error the last valid graph stays, grayed out, with the reason", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await graph(page);
    await node(page, "watering-can.v1.2.0").waitFor();
    await page.keyboard.press("Control+j");
    await page.locator(".cm-line", { hasText: "name: stable" }).first().click();
    await page.keyboard.press("End");
    await page.keyboard.type(": [");
    await page.locator(".graph-place.is-stale").waitFor();
    assert.equal(await page.locator(".graph-place .node").count(), 4);
    await page.getByText("The text does not contain this channel now").waitFor();
    await page.keyboard.press("Control+z");
    await page.locator(".graph-place:not(.is-stale)").waitFor();
  });
});

test("49 82 with a syntax error, the panel of the entry and the graph show the last readable state", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await page.locator(".entry-name", { hasText: "watering-can.v1.2.0" }).click();
    const paths = page.locator(".paths");
    await paths.getByText("the channel head").first().waitFor();
    const before = await paths.innerText();
    const stranded = await page.locator(".tree .badge").allInnerTexts();
    await page.waitForTimeout(1500); // the graph is kept a moment after the channel was loaded
    const good = await text(page);
    await page.evaluate((now) => globalThis.olmkit.edit("catalog.yaml", now), good.replace("- name: watering-can.v1.1.0\n", "- name: [watering-can.v1.1.0\n"));
    await page.locator(".table-scroll.is-stale").waitFor();
    await page.locator(".paths.is-stale").waitFor();
    assert.equal(await paths.innerText(), before);
    const now = await page.locator(".tree .badge").allInnerTexts();
    assert.deepEqual(
      now.filter((badge) => /stranded/.test(badge) && !stranded.includes(badge)),
      [],
    );
    await graph(page);
    await page.locator(".graph-place.is-stale .node").first().waitFor();
    assert.equal(await page.locator(".graph-place .node").count(), 4);
    await page.keyboard.press("Control+z");
    await page.locator(".graph-place:not(.is-stale)").waitFor();
  });
});

test("50 the graph is exported as SVG, PNG, Mermaid and DOT", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await graph(page);
    const saved = {};
    for (const [kind, label] of [
      ["svg", "SVG"],
      ["png", "PNG"],
      ["mmd", "Mermaid"],
      ["dot", "DOT"],
    ]) {
      await page.getByRole("button", { name: "Download the graph" }).click();
      const choice = page.locator("#graph-download").getByRole("button", { name: label });
      await choice.waitFor();
      if (kind === "svg") assert.deepEqual(await violations(page), []);
      const [download] = await Promise.all([page.waitForEvent("download"), choice.click()]);
      assert.equal(download.suggestedFilename(), `watering-can-stable.${kind}`);
      saved[kind] = readFileSync(await download.path());
    }
    assert.match(saved.svg.toString(), /^<svg /);
    assert.deepEqual([...saved.png.subarray(1, 4)], [...Buffer.from("PNG")]);
    assert.match(saved.mmd.toString(), /^graph LR/);
    assert.match(saved.dot.toString(), /digraph/);
  });
});

test("32 61 a stranded version is marked on opening, explained, and fixed by one verified fix", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await page.locator(".tree .channel .badge", { hasText: "stranded" }).waitFor();
    await page.locator("tr", { hasText: "watering-can.v1.0.1" }).first().locator(".tag", { hasText: "stranded v0" }).waitFor();
    await page.locator(".entry-name", { hasText: "watering-can.v1.0.1" }).click();
    await page.locator(".stranded-note", { hasText: "Stranded under OLM v0" }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page
      .getByRole("button", { name: /^Preview fix/ })
      .first()
      .click();
    await page.getByRole("dialog").locator("ins.diff-line").first().waitFor();
    await page.getByRole("button", { name: "Apply" }).click();
    await page.locator(".stranded-note", { hasText: "Stranded under OLM v0" }).waitFor({ state: "detached" });
    await simulate(page);
    await page.locator(".path-summary", { hasText: "Reaches watering-can.v1.2.0" }).waitFor();
    assert.match(await page.locator(".verdict").textContent(), /opm accepts/);
    assert.match(await text(page), /skips:\n {2}- watering-can\.v1\.1\.0\n {2}- watering-can\.v1\.0\.1\n/);
  });
});

test("29 30 a skipRange is built by pickers or as text, with the entries it matches, the others, and warnings", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await page.locator(".entry-name", { hasText: "watering-can.v1.2.0" }).click();
    await entryMenu(page, "Build a skipRange");
    await page.locator(".entry-tool").getByLabel("From", { exact: true }).fill("1.0.0");
    await page.getByLabel("Up to (exclusive)").fill("1.1.0");
    assert.equal(await page.getByLabel("Range", { exact: true }).inputValue(), ">=1.0.0 <1.1.0");
    const matched = page.getByRole("list", { name: "Matches" });
    await matched.getByText("watering-can.v1.0.1").waitFor();
    assert.deepEqual(await matched.locator("li").allTextContents(), ["watering-can.v1.0.1", "watering-can.v1.0.0"]);
    await page.getByLabel("Range", { exact: true }).fill("^1.0.0");
    await page.getByText("OLM cannot read it").waitFor();
    await page.getByRole("button", { name: ">=1.0.0 <2.0.0" }).click();
    await page.locator(".range-warning", { hasText: "It matches its own entry." }).waitFor();
    await page.getByLabel("Up to (exclusive)").fill("1.2.0");
    await page.getByRole("button", { name: "Set the skipRange" }).click();
    await page.getByText("1 changed").waitFor();
    assert.match(await text(page), /skipRange: .?>=1\.0\.0 <1\.2\.0/);
    assert.equal(await page.locator(".stranded-note").count(), 0);
  });
});

test("46 a cluster that switches channels: from the version of one to the head of the other, as text and in the graph", async () => {
  await withSample(site, "valid", async (page) => {
    await page.locator(".tree .channel", { hasText: "candidate" }).click();
    await page.locator(".entry-name", { hasText: "watering-can.v1.3.0-rc.1" }).click();
    await simulate(page);
    await page.locator(".path-summary", { hasText: "This is watering-can.v1.3.0-rc.1" }).waitFor();
    await graph(page);
    await page.keyboard.press("Control+j");
    await page.getByLabel("Channel to follow").selectOption("stable");
    await page.getByRole("heading", { name: "stable" }).waitFor();
    await page.locator(".path-summary.is-bad", { hasText: "Never reaches watering-can.v1.2.0" }).waitFor();
    await node(page, "watering-can.v1.3.0-rc.1").filter({ hasText: "installed" }).waitFor();
    await page.getByText("watering-can.v1.3.0-rc.1 is an entry of candidate.").waitFor();
    // Another version in the same panel: start and target of the upgrade path.
    await page.getByRole("combobox", { name: "Installed", exact: true }).fill("watering-can.v1.0.1");
    await page.keyboard.press("Enter");
    await page.locator(".path-summary", { hasText: "Reaches watering-can.v1.2.0 in 1 upgrade." }).waitFor();
    assert.equal(await page.locator(".graph-band.is-lit").count(), 1);
    await page.locator(".steps-list").getByText("whose skipRange matches it").waitFor();
    // With a start and a target: OLM upgrades directly to the head, and never installs the target.
    await page.getByLabel("Upgrade to", { exact: true }).selectOption("watering-can.v1.1.0");
    await page.locator(".path-summary.is-bad", { hasText: "Never reaches watering-can.v1.1.0: its upgrades end at watering-can.v1.2.0." }).waitFor();
    await page.getByLabel("Channel to follow").selectOption("candidate");
    await page.locator(".path-summary", { hasText: "watering-can.v1.3.0-rc.1" }).waitFor();
    await node(page, "watering-can.v1.0.1").filter({ hasText: "not in this channel" }).waitFor();
    assert.deepEqual(await violations(page), []);
  });
});

test("44 the switch of the graph changes the messages of the channel, not the list of problems", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const listed = page.locator('.problem[data-rule="stranded-v0"]');
    await listed.waitFor({ state: "attached" });
    await page.locator('.is-message[data-rule="stranded-v0"]').waitFor();
    await graph(page);
    const warning = page.locator(".channel-head .is-warning");
    await warning.getByText("1 stranded under OLM v0", { exact: true }).waitFor();
    await page.getByRole("button", { name: "OLM v1" }).first().click();
    await warning.waitFor({ state: "detached" });
    assert.equal(await listed.count(), 1);
    await page.getByRole("button", { name: "OLM v0" }).first().click();
    await warning.getByText("1 stranded", { exact: true }).waitFor();
  });
});

test("29 30 a skipRange warns of near misses, npm syntax, and ranges that match nothing, itself, newer versions or all", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await page.locator(".entry-name", { hasText: "watering-can.v1.1.0" }).click();
    await entryMenu(page, "Build a skipRange");
    const range = page.getByLabel("Range", { exact: true });
    const warned = (wanted) => page.locator(".range-warning", { hasText: wanted }).waitFor();
    await range.fill("<1.0.1");
    const missed = page.getByRole("list", { name: "Does not match" });
    await missed.locator(".is-near", { hasText: "watering-can.v1.0.1 just missed" }).waitFor();
    assert.equal(await missed.locator(".is-near").count(), 1);
    await range.fill("~1.0.0");
    await page.getByText("This is npm syntax: from 1.0.0 up to, not including, 1.1.0.").waitFor();
    assert.deepEqual(await page.getByRole("list", { name: "Matches" }).locator("li").allTextContents(), ["watering-can.v1.0.1", "watering-can.v1.0.0"]);
    await range.fill(">=3.0.0");
    await warned("It matches no other entry of the channel.");
    await range.fill(">2.0.0 <1.0.0");
    await warned("No version can match it.");
    await range.fill("<=1.1.0");
    await warned("It matches its own entry.");
    await range.fill(">1.1.0");
    await warned("It matches newer versions: watering-can.v1.2.0");
    await range.fill(">=0.0.1");
    await warned("It matches every other entry");
    assert.deepEqual(await violations(page), []);
  });
});

test("47 kinds of edges are hidden and shown again; edges on the selected upgrade path stay", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await graph(page);
    await page.locator(".edge.is-skips").first().waitFor({ state: "attached" });
    await page.locator(".rail-legend").getByRole("button", { name: "skips" }).click();
    await page.locator(".edge.is-skips").first().waitFor({ state: "detached" });
    assert.equal(await page.locator(".edge.is-replaces").count(), 1);
    await page.locator(".rail-legend").getByRole("button", { name: "skips" }).click();
    await page.locator(".edge.is-skips").first().waitFor({ state: "attached" });
  });
});

test("48 51 a long channel has a minimap, is laid out off the main thread, and is stable under a small edit", async (context) => {
  const page = await newPage(site);
  await openFiles(page, longChannel());
  await page.locator(".channel-head").getByText("500 entries").waitFor();
  const times = await page.evaluate(async () => {
    const times = [];
    for (let round = 0; round < 5; round += 1) {
      const start = performance.now();
      const { channels } = await globalThis.olmkit.ask("graph", { package: "foo", channel: "stable", semantics: "v0" });
      times.push(performance.now() - start);
      if (channels[0].nodes.length !== 500) throw new Error("not the whole channel");
    }
    return times;
  });
  context.diagnostic(`graph of 500 entries: ${times.map((time) => time.toFixed(1)).join(", ")} ms there and back`);
  await graph(page);
  await node(page, "foo.v1.0.499").waitFor();
  const map = page.locator(".minimap");
  const box = await map.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await node(page, /foo\.v1\.0\.250/).waitFor();
  const places = () => page.locator(".graph-place .node").evaluateAll((nodes) => nodes.map((one) => [one.dataset.drag, one.querySelector("rect").getAttribute("y")].join()));
  const others = async () => (await places()).filter((place) => !place.startsWith("foo.v1.0.249,"));
  const before = await others();
  const scrolled = await page.locator(".graph-place").evaluate((place) => place.scrollTop);
  await page.evaluate(() => globalThis.olmkit.edit("catalog.yaml", globalThis.olmkit.text("catalog.yaml").replace("replaces: foo.v1.0.249", "skips: [foo.v1.0.249]\n  replaces: foo.v1.0.248")));
  await page.locator(".edge.is-skips").first().waitFor({ state: "attached" });
  assert.deepEqual(await others(), before);
  assert.equal(await page.locator(".graph-place").evaluate((place) => place.scrollTop), scrolled);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("51 a channel of 500 entries is drawn quickly, with few nodes", async (context) => {
  const page = await newPage(site);
  await openFiles(page, longChannel());
  await page.locator(".channel-head").getByText("500 entries").waitFor();
  const started = Date.now();
  await graph(page);
  await node(page, "foo.v1.0.499").waitFor();
  context.diagnostic(`shown after ${Date.now() - started} ms`);
  assert.ok((await page.locator("*").count()) < 2000, "virtualized");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search for an action or a name" }).fill("foo.v1.0.7");
  await page.locator("#palette-list [role=option]", { hasText: /^foo\.v1\.0\.7entry/ }).click();
  await node(page, /foo\.v1\.0\.7$/)
    .or(page.locator(".node.is-selected"))
    .first()
    .waitFor();
  await page.keyboard.press("Control+j");
  await page.locator(".path", { hasText: "492 × replaces →" }).first().waitFor();
  await page.context().close();
});

const corpus = shared("corpus", "catalogs", "v4.20");
// Package, channel, semantics, and whether a fix exists (otherwise only a new release helps).
const STRANDED = [
  ["clusterpulse", "fast-v0", "v0", true],
  ["kubernaut-operator", "candidate-v1", "v0", true],
  ["aws-neuron-operator", "Fast", "v1", true],
  ["slurm-operator", "release-1.0", "v1", false],
];
for (const [name, channel, semantics, fixes] of STRANDED) {
  test(`32 45 61 the real ${name} has versions stranded under ${semantics}: reported on opening, explained, and ${fixes ? "fixed in one click" : "only a new release can help"}`, async (context) => {
    if (!corpus) return context.skip(ABSENT);
    const file = join(corpus, name, "catalog.yaml");
    const page = await newPage(site);
    const original = readFileSync(file, "utf8");
    await openFiles(page, { "catalog.yaml": original });
    await page.locator(".crumbs").getByRole("button", { name }).click();
    const note = page
      .locator(".stranded-item", { hasText: `of ${channel} never` })
      .filter({ hasText: `OLM ${semantics}` })
      .first();
    await note.waitFor();
    await page.locator(".tree .badge", { hasText: "stranded" }).first().waitFor();
    await note.getByRole("button", { name: "Show" }).click();
    await page.getByRole("heading", { name: channel, exact: true }).waitFor();
    await page.locator(".graph-place .node.is-stranded").first().waitFor();
    await page.locator(".path .is-bad", { hasText: "stranded" }).first().waitFor();
    await page.locator(".entry-page .stranded-note", { hasText: `Stranded under OLM ${semantics}` }).waitFor();
    const here = page.locator(".entry-page .stranded-note").first();
    const count = () =>
      page.evaluate(async ([owner, channel, semantics]) => (await globalThis.olmkit.ask("stranded", { package: owner, channel, semantics })).stranded.length, [name, channel, semantics]);
    const all = () => page.evaluate(async () => (await globalThis.olmkit.ask("stranded")).stranded.map(({ channel, entry, semantics }) => `${channel} ${entry} ${semantics}`));
    const [before, whoBefore] = [await count(), await all()];
    if (fixes) {
      await here.getByRole("button", { name: "Preview fix" }).click();
      await page.getByRole("dialog").getByText("upgrade to the channel head").first().waitFor();
      await page.getByRole("button", { name: "Apply" }).click();
    } else {
      assert.equal(await here.getByRole("button", { name: "Preview fix" }).count(), 0);
      await page.locator(".channel-head").getByRole("button", { name: "New release" }).first().click();
      await page.getByRole("dialog").getByLabel("Version", { exact: true }).fill("1.0.2");
      await page
        .getByRole("dialog")
        .getByRole("row", { name: /stranded \d/ })
        .first()
        .waitFor();
      await page.getByRole("button", { name: "Add release" }).click();
      await page.getByText("1 changed").waitFor();
      assert.equal(difference(original, await text(page)).removed.length, 0);
      // The bundle is added too.
      await page.evaluate(
        async ([owner]) => {
          const now = globalThis.olmkit.text("catalog.yaml");
          await globalThis.olmkit.edit(
            "catalog.yaml",
            `${now}---\nschema: olm.bundle\npackage: ${owner}\nname: ${owner}.v1.0.2\nimage: registry.example.com/${owner}:v1.0.2\nproperties:\n- type: olm.package\n  value: {packageName: ${owner}, version: 1.0.2}\n`,
          );
        },
        [name],
      );
    }
    await page.getByText("1 changed").waitFor();
    assert.ok((await count()) < before);
    const fresh = (await all()).filter((one) => !whoBefore.includes(one));
    assert.deepEqual(fresh, [], "it strands no other version");
    const { removed, added } = difference(original, await text(page));
    if (fixes) context.diagnostic(`${added.length} lines added`);
    if (fixes) assert.ok(removed.length === 0 && added.length <= 5, [...removed, ...added].join("\n"));
    await page.locator(".verdict", { hasText: "opm accepts" }).waitFor();
    await page.context().close();
  });
}

test("the table of edges says how many of them it lists", async () => {
  const versions = Array.from({ length: 70 }, (_, at) => `foo.v1.0.${at}`);
  const entry = (name, at) => `- name: ${name}\n${at ? `  replaces: ${versions[at - 1]}\n  skips: [${versions.slice(0, at).join(", ")}]\n` : ""}`;
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": `schema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: stable\nentries:\n${versions.map(entry).join("")}` });
  await graph(page);
  await page.getByRole("button", { name: "Edges as a table" }).click();
  await page.locator(".edges caption").getByText("The first 2000 of 2484 edges").waitFor();
  assert.equal(await page.locator(".edges tbody tr").count(), 2000);
  await page.context().close();
});
