// The layout of the page: size of the graph, movable borders, focus mode, touch.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageOf } from "../npm/consumers/stranded.mjs";
import { ABSENT, shared } from "../shared.mjs";
import { after, before, test } from "../test.mjs";
import { garden } from "./garden.mjs";
import { bundleDocument, channelDocument, channelMenu, entryMenu, fill, longChannel, newPage, openFiles, packageDocument, ready, root, run, setup, text, violations, withSample } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

const graph = (page) => page.getByRole("button", { name: "Graph", exact: true }).click();
const node = (page, name) => page.locator(".graph-place .node", { hasText: name }).first();
const box = (page, selector) => page.locator(selector).boundingBox();
const zoomOf = (page) => page.locator(".graph-place svg").evaluate((svg) => svg.clientWidth / svg.viewBox.baseVal.width);

test("43 81 the graph has the page for itself until an entry is opened beside it; focus mode has both", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await graph(page);
    await node(page, "watering-can.v1.0.1").click();
    const whole = await box(page, ".graph-place");
    assert.ok(whole.width > 1100 && whole.height > 600, JSON.stringify(whole));
    assert.equal(await page.locator(".entry-page").isVisible(), false);
    // A click on the selected node opens it, like Enter.
    await node(page, "watering-can.v1.0.1").click();
    await page.locator(".entry-page .stranded-note").waitFor();
    assert.ok((await box(page, ".graph-place")).width < whole.width);
    assert.deepEqual(await violations(page), []);
    await channelMenu(page, "Focus mode");
    await page.locator(".tree").waitFor({ state: "hidden" });
    const [place, entry] = [await box(page, ".graph-place"), await box(page, ".entry-page")];
    assert.ok(place.height > 550 && place.width > 850, JSON.stringify(place));
    assert.ok(entry.x >= place.x + place.width - 1 && entry.height > 700, "the entry stands beside");
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Escape");
    await page.locator(".tree").waitFor();
    await page.keyboard.press("Control+j");
    await page.locator(".entry-page").waitFor({ state: "hidden" });
    // A key in the graph enters focus mode; going to a problem leaves it.
    await node(page, "watering-can.v1.0.1").focus();
    await page.keyboard.press("f");
    await page.locator(".tree").waitFor({ state: "hidden" });
    await page.keyboard.press("F8");
    await page.locator(".tree").waitFor();
  });
});

test("80 81 borders between the parts move by keyboard and pointer, are kept, and can be reset", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const border = page.getByRole("separator", { name: "Width of the text" });
    const width = async () => (await box(page, ".code")).width;
    const first = await width();
    await border.focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    const wider = await width();
    assert.ok(Math.abs(wider - first - 32) < 2, `${wider} after ${first}`);
    assert.equal(await border.getAttribute("aria-valuenow"), "456");
    const at = await border.boundingBox();
    await page.mouse.move(at.x + 4, at.y + 300);
    await page.mouse.down();
    await page.mouse.move(at.x + 104, at.y + 300, { steps: 4 });
    await page.mouse.up();
    assert.ok(Math.abs((await width()) - (wider - 100)) < 4);
    await page.locator(".entry-name").first().click();
    const below = page.getByRole("separator", { name: "Height of the entry" });
    const height = (await box(page, ".entry-page")).height;
    await below.focus();
    await page.keyboard.press("ArrowUp");
    assert.ok((await box(page, ".entry-page")).height < height);
    const kept = await width();
    await page.reload();
    await ready(page);
    assert.ok(Math.abs((await width()) - kept) < 2, "kept for the next time");
    await border.focus();
    await page.keyboard.press("Enter");
    assert.ok(Math.abs((await width()) - first) < 2, "back to where it was");
    assert.deepEqual(await violations(page), []);
  });
});

test("48 82 a message does not cover the tools of the graph; on a small page the graph has no minimap", async () => {
  const page = await newPage(site, { width: 800, height: 900 });
  await openFiles(page, longChannel(100));
  await graph(page);
  await node(page, "1.0.99").waitFor();
  assert.equal(await page.locator(".minimap").isVisible(), false);
  await run(page, "compare");
  const notice = await box(page, ".notice-place .notice");
  const tools = await box(page, ".graph-zoom");
  assert.ok(notice.y + notice.height <= tools.y, JSON.stringify([notice, tools]));
  await page.context().close();
});

test("48 in a long channel a minimap covers a corner, and the rest is readable", async () => {
  const page = await newPage(site);
  await openFiles(page, longChannel());
  await graph(page);
  await node(page, "foo.v1.0.499").waitFor();
  const [place, map] = [await box(page, ".graph-place"), await box(page, ".minimap")];
  assert.ok(map.width < 220 && map.height < 250 && map.x > place.x + place.width / 2, JSON.stringify(map));
  await page.getByRole("button", { name: "Zoom out" }).click({ clickCount: 8 });
  assert.ok((await zoomOf(page)) < 0.3);
  await page.getByRole("button", { name: "Fit" }).click();
  assert.ok((await zoomOf(page)) >= 0.74, `zoom ${await zoomOf(page)}`);
  await page.getByRole("button", { name: /^\d+%$/ }).click();
  await page.getByRole("button", { name: "100%" }).waitFor();
  // At the end of the scroll range, the toolbar does not cover any node.
  await page.locator(".graph-place").evaluate((place) => place.scrollTo(0, place.scrollHeight));
  await node(page, "foo.v1.0.0").waitFor();
  const [last, tools] = [await node(page, "foo.v1.0.0").boundingBox(), await box(page, ".graph-zoom")];
  assert.ok(last.y + last.height <= tools.y, `${last.y} ${tools.y}`);
  await page.context().close();
});

test("48 the scale of the graph follows from the size of the page, and its letters can be read", async () => {
  const page = await newPage(site);
  await openFiles(page, longChannel(12));
  await graph(page);
  await node(page, "foo.v1.0.11").waitFor();
  const seen = [];
  for (const [width, height] of [
    [1440, 500],
    [1440, 900],
    [1400, 900],
    [800, 900],
  ]) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(200);
    seen.push(await zoomOf(page));
  }
  assert.equal(seen[0], seen[1]);
  assert.ok(
    seen.every((zoom) => zoom >= 0.75 && zoom <= 1),
    seen.join(", "),
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator(".minimap").waitFor({ state: "detached" });
  await page.context().close();
});

test("48 a channel of ten minor versions is whole when its graph is first shown", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": garden() });
  await graph(page);
  await node(page, "1.0.0").waitFor();
  const [last, tools] = [await node(page, "1.0.0").boundingBox(), await box(page, ".graph-zoom")];
  assert.ok(last.y + last.height <= tools.y, JSON.stringify({ last, tools }));
  await page.context().close();
});

test("48 on a phone the label beside a skipRange is on the page, in several lines where it has no room", async () => {
  const page = await newPage(site, { width: 390, height: 844 });
  await openFiles(page, { "catalog.yaml": garden() });
  await page.getByRole("button", { name: "Channel", exact: true }).click();
  await graph(page);
  const label = page.locator(".graph-range");
  await label.waitFor();
  const { x, width } = await label.boundingBox();
  assert.ok(x + width <= 390, `${x} ${width}`);
  await page.setViewportSize({ width: 372, height: 600 });
  await label.locator("tspan").nth(2).waitFor();
  assert.deepEqual(await label.locator("tspan").allTextContents(), ["skipRange", ">=2.1.0", "<2.4.0"]);
  const narrow = await label.boundingBox();
  const outline = 6; // behind the letters
  assert.ok(narrow.x + narrow.width - outline <= 372, JSON.stringify(narrow));
  await page.context().close();
});

test("48 a graph that is a little higher than the page is whole above the tools, at first and by Fit", async () => {
  const page = await newPage(site, { height: 640 });
  const minors = Array.from({ length: 7 }, (_, at) => `- name: foo.v1.${at}.0\n${at ? `  replaces: foo.v1.${at - 1}.0\n` : ""}`);
  await openFiles(page, { "catalog.yaml": packageOf(minors.reverse().join(""), ...minors.map((_, at) => `1.${at}.0`)) });
  await graph(page);
  const isClear = async () => {
    const [last, tools] = [await node(page, "1.0.0").boundingBox(), await box(page, ".graph-zoom")];
    return last.y + last.height <= tools.y;
  };
  await node(page, "1.0.0").waitFor();
  const seen = [];
  for (const height of [640, 660, 680, 700, 720]) {
    await page.setViewportSize({ width: 1440, height });
    await page.waitForTimeout(200);
    seen.push([await zoomOf(page), await isClear()]);
  }
  assert.ok(
    seen.some(([zoom, clear]) => zoom < 1 && clear),
    JSON.stringify(seen),
  );
  assert.ok(
    seen.every(([zoom, clear]) => zoom === 1 || clear),
    JSON.stringify(seen),
  );
  await page.setViewportSize({ width: 1440, height: 560 });
  await page.getByRole("button", { name: "Fit" }).click();
  assert.ok(await isClear(), "by Fit");
  await page.context().close();
});

test("on a phone the row that is selected stays visible above the sheet of its entry", async () => {
  const page = await newPage(site, { width: 390, height: 844 });
  await openFiles(page, longChannel(20));
  await page.locator(".pane-tabs").getByRole("button", { name: "Channel" }).click();
  for (const name of ["foo.v1.0.11", "foo.v1.0.15"]) {
    const row = page.locator(`.entry-name[title="${name}"]`);
    const seen = await row.boundingBox();
    assert.ok(seen.y > 0 && seen.y + seen.height < 760, "it is visible before");
    await row.click();
    await page
      .getByRole("region", { name: `Entry ${name}` })
      .getByText("Reached from")
      .waitFor();
    await page.waitForFunction(
      (name) => document.querySelector(`.entry-name[title="${name}"]`).getBoundingClientRect().bottom <= document.querySelector(".entry-page").getBoundingClientRect().top,
      name,
    );
    const [now, head] = [await row.boundingBox(), await box(page, ".entries thead")];
    assert.ok(now.y >= head.y + head.height, `${name} is below the head of the table`);
    await page.getByRole("button", { name: "Close the entry" }).click();
    await page.locator(".entry-page").waitFor({ state: "detached" });
  }
  await page.context().close();
});

test("48 81 by touch: two fingers zoom the graph, a finger that rests drags an entry onto another", async () => {
  const context = await site.browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: "block" });
  await withSample(
    site,
    "stranded-v0",
    async (page) => {
      await page.locator(".pane-tabs").getByRole("button", { name: "Channel" }).tap();
      await graph(page);
      await node(page, "watering-can.v1.2.0").waitFor();
      await page.locator(".graph-frame").scrollIntoViewIfNeeded();
      const touch = await context.newCDPSession(page);
      const send = (type, ...points) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
      const place = await box(page, ".graph-place");
      const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
      const before = await zoomOf(page);
      await send("touchStart", [x - 30, y], [x + 30, y]);
      await send("touchMove", [x - 60, y], [x + 60, y]);
      await send("touchEnd");
      assert.ok(Math.abs((await zoomOf(page)) - 2 * before) < 0.2, `from ${before} to ${await zoomOf(page)}`);
      await page.getByRole("button", { name: "Fit" }).tap();
      const middle = async (name) => {
        const found = await node(page, name).locator("rect").boundingBox();
        return [Math.max(found.x, place.x) + 20, found.y + found.height / 2];
      };
      const [from, to] = [await middle("watering-can.v1.0.0"), await middle("watering-can.v1.2.0")];
      await send("touchStart", from);
      await page.waitForTimeout(600);
      for (const part of [0.3, 0.6, 1]) await send("touchMove", [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]);
      await send("touchEnd");
      await page.getByRole("dialog").getByRole("heading", { name: "From watering-can.v1.0.0 to watering-can.v1.2.0" }).waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Back" }).tap();
      assert.equal(await text(page), readFileSync(join(root, "web", "samples", "stranded-v0.yaml"), "utf8"));
    },
    { context },
  );
});

const corpus = shared("corpus", "catalogs", "v4.20");
for (const name of ["clusterpulse", "kubernaut-operator", "aws-neuron-operator", "slurm-operator"]) {
  test(`81 the real ${name}: the graph has room beside its messages, and a phone shows it`, async (context) => {
    if (!corpus) return context.skip(ABSENT);
    const file = join(corpus, name, "catalog.yaml");
    for (const [width, height, colorScheme, least] of [
      [1440, 900, "light", 280],
      [390, 844, "dark", 280],
    ]) {
      const page = await newPage(site, { width, height, colorScheme });
      await openFiles(page, { "catalog.yaml": readFileSync(file, "utf8") });
      if (width < 800) await page.locator(".pane-tabs").getByRole("button", { name: "Channel" }).click();
      await page.locator(".crumbs").getByRole("button", { name }).click();
      await page.locator(".stranded-item").first().getByRole("button", { name: "Show" }).click();
      await page.locator(".graph-place .node.is-stranded").first().waitFor();
      await page.waitForTimeout(200);
      const place = await box(page, ".graph-place");
      assert.ok(place.height >= least, `${place.height} px at ${width}`);
      assert.ok(place.y >= 0 && place.y + place.height / 2 < height, "visible");
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the page");
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(page.problems, []);
      await page.context().close();
    }
  });
}

test("81 packages, entry and text are hidden by a key, stay hidden, and are shown again on request", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const [tree, code] = [page.locator(".tree"), page.locator(".code")];
    assert.equal(Math.round((await box(page, ".tree")).width), 240);
    assert.equal(Math.round((await box(page, ".code")).width), 424);
    assert.ok((await box(page, ".topbar")).height <= 46, "one line");
    await page.keyboard.press("Control+b");
    await tree.waitFor({ state: "hidden" });
    await page.keyboard.press("Control+j");
    await code.waitFor({ state: "hidden" });
    await page.reload();
    await ready(page);
    await tree.waitFor({ state: "hidden" });
    await code.waitFor({ state: "hidden" });
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Control+b");
    await tree.waitFor();
    await page.locator(".entry-name", { hasText: "v1.1.0" }).click();
    await code.waitFor({ state: "hidden" });
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search for an action or a name" }).fill("go to the text");
    await page.keyboard.press("Enter");
    await code.waitFor();
  });
});

test("81 between 720 and 1240 px the text is a tab, and below the tabs are at the bottom", async () => {
  await withSample(
    site,
    "stranded-v0",
    async (page) => {
      await page.locator(".code").waitFor({ state: "hidden" });
      await page.locator(".entries").waitFor();
      await page.locator(".pane-tabs").getByRole("button", { name: "Text" }).click();
      await page.locator(".code .cm-content").waitFor();
      await page.locator(".tree").waitFor();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      assert.deepEqual(await violations(page), []);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.locator(".pane-tabs").getByRole("button", { name: "Channel" }).click();
      const tabs = await box(page, ".pane-tabs");
      assert.ok(tabs.y + tabs.height >= 840, `${tabs.y} ${tabs.height}`);
    },
    { width: 900 },
  );
});

test("81 an entry that is open keeps its fields when the window becomes as narrow as a phone, and leaves them to the table when it is wide again", async () => {
  await withSample(site, "valid", async (page) => {
    await page.locator('.entry-name[title="watering-can.v1.2.0"]').click();
    const fields = page.locator(".entry-page .edge-fields input");
    assert.equal(await fields.count(), 0);
    await page.setViewportSize({ width: 390, height: 844 });
    await fields.nth(2).waitFor();
    await page.locator(".entries tbody .below").first().waitFor();
    const texts = page.locator(".entry-page .edge-value > .shown");
    assert.deepEqual(await texts.allTextContents(), ["1.1.0", "", ">=1.0.0 <1.2.0"], "without the prefix of all names, as in the table");
    assert.equal(await fields.first().evaluate((field) => getComputedStyle(field).opacity), "0");
    await fields.first().focus();
    assert.equal(await fields.first().evaluate((field) => getComputedStyle(field).opacity), "1", "the whole name can be edited");
    assert.equal(await fields.first().inputValue(), "watering-can.v1.1.0");
    const height = () =>
      page
        .locator(".entries tbody tr[data-drop-entry]")
        .first()
        .evaluate((row) => row.getBoundingClientRect().height);
    assert.equal(await height(), 48);
    await page.setViewportSize({ width: 1440, height: 900 });
    await fields.first().waitFor({ state: "detached" });
    assert.equal(await height(), 28);
  });
});

test("the graph has the same margin on both sides", async () => {
  const page = await newPage(site, { width: 390, height: 844 });
  await openFiles(page, { "catalog.yaml": garden() });
  await page.locator(".pane-tabs").getByRole("button", { name: "Channel" }).click();
  await page.getByRole("button", { name: "Graph", exact: true }).click();
  await page.locator(".graph-place .node").first().waitFor();
  const [place, label] = [await box(page, ".graph-place"), await box(page, ".graph-minor >> nth=0")];
  const margin = await page.locator(".graph-place").evaluate((place) => {
    const ends = [...place.querySelectorAll(".node, .graph-range")].map((drawn) => drawn.getBoundingClientRect().right);
    return place.scrollWidth - place.scrollLeft - (Math.max(...ends) - place.getBoundingClientRect().left);
  });
  assert.ok(Math.abs(margin - (label.x - place.x)) < 8, `${margin} ${label.x - place.x}`);
  await page.context().close();
});

test("the table stays where it is while entries are filtered; the dialog of a new name is as high as its contents", async () => {
  await withSample(site, "valid", async (page) => {
    const top = async () => (await box(page, ".entries")).y;
    const before = await top();
    const filter = page.getByRole("searchbox", { name: "Filter the entries" });
    await filter.fill(">=1.0 <1.2");
    await page.locator(".entry-filter [role=status]", { hasText: "of" }).waitFor();
    assert.equal(await top(), before);
    await filter.fill("");
    await page.locator(".entry-name").first().click();
    await entryMenu(page, "Rename");
    await page.getByRole("dialog").getByLabel("New name").waitFor();
    const { height } = await box(page, "dialog[open]");
    assert.ok(height < 400, `${height}`);
  });
});

test("the lines of the selected entry are highlighted, with those that are added, until it is closed", async () => {
  await withSample(site, "valid", async (page) => {
    const lines = () => page.locator(".cm-selectedEntry").allTextContents();
    await page.locator('.entry-name[title="watering-can.v1.1.0"]').click();
    await page.locator(".cm-selectedEntry").first().waitFor();
    const before = await lines();
    await fill(page, "skipRange of watering-can.v1.1.0", "<1.1.0");
    await page.locator(".cm-selectedEntry", { hasText: "skipRange" }).waitFor();
    assert.equal((await lines()).length, before.length + 1);
    await page.getByRole("button", { name: "Close the entry" }).click();
    await page.locator(".cm-selectedEntry").first().waitFor({ state: "detached" });
  });
});

test("a field that is added at the start of a line is highlighted, as where entries are not indented", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": garden() });
  await page.locator('.entry-name[title="watering-can.v2.2.0"]').click();
  await page.locator(".cm-selectedEntry", { hasText: "name: watering-can.v2.2.0" }).waitFor();
  await fill(page, "skipRange of watering-can.v2.2.0", "<2.2.0");
  await page.locator(".cm-line", { hasText: "skipRange: '<2.2.0'" }).waitFor();
  const keys = (await page.locator(".cm-selectedEntry").allTextContents()).map((line) => /(\w+):/.exec(line)[1]);
  assert.deepEqual(keys, ["name", "replaces", "skipRange"]);
  await page.context().close();
});

test("a change at the end of a long line does not scroll the text away from where the line begins", async () => {
  const page = await newPage(site);
  const flow = ["1.1.0", "1.0.0"].map((version) => `- {name: pump.v${version}, skips: [pump.v0.1.0, pump.v0.2.0, pump.v0.3.0, pump.v0.4.0, pump.v0.5.0], skipRange: <${version}}`);
  await openFiles(page, { "catalog.yaml": `---\nschema: olm.package\nname: pump\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: pump\nname: stable\nentries:\n${flow.join("\n")}\n` });
  await page.locator('.entry-name[title="pump.v1.1.0"]').click();
  await page.locator(".cm-selectedEntry").first().waitFor();
  await fill(page, "skipRange of pump.v1.1.0", "<1.0.9");
  await page.locator(".cm-line", { hasText: "<1.0.9" }).waitFor();
  assert.equal(await page.locator(".cm-scroller").evaluate((scroller) => scroller.scrollLeft), 0);
  await page.context().close();
});

test("a button beside the filter stays where it is when it is pressed, although the field had the focus", async () => {
  await withSample(site, "valid", async (page) => {
    const fold = page.getByRole("button", { name: "Fold sequences" });
    const place = async () => (await fold.boundingBox()).x;
    const before = await place();
    await page.getByRole("searchbox", { name: "Filter the entries" }).focus();
    assert.equal(await place(), before);
    await fold.click();
    assert.equal(await fold.getAttribute("aria-pressed"), "true");
  });
});

test("the button that fixes all stranded versions does not touch the one above it", async () => {
  const page = await newPage(site);
  const entries = "- name: foo.v1.2.0\n  replaces: foo.v1.0.0\n  skips: [foo.v1.1.0]\n- name: foo.v1.1.0\n  skips: [foo.v1.0.1]\n- name: foo.v1.0.1\n- name: foo.v1.0.0\n";
  const bundles = ["1.2.0", "1.1.0", "1.0.1", "1.0.0"].map((version) => bundleDocument("foo", version)).join("");
  await openFiles(page, { "catalog.yaml": `${packageDocument("foo", "stable")}${["stable", "fast"].map((name) => channelDocument("foo", name, entries)).join("")}${bundles}` });
  await page.locator(".tree .channel", { hasText: "stable" }).click();
  const fix = page.locator(".channel-head").getByRole("button", { name: "Fix all stranded" });
  await fix.waitFor();
  const [above, below] = [await page.locator(".channel-head").getByRole("button", { name: "New release" }).boundingBox(), await fix.boundingBox()];
  assert.ok(below.y - (above.y + above.height) >= 4 || below.x + below.width < above.x, `${above.y + above.height} ${below.y}`);
  await page.context().close();
});
