// The overview of the catalog, and problems grouped by rule.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { bundleDocument as bundle, channelDocument, checked, galleryReady, packageDocument as head, menu, newPage, openFiles, problems, sample, setup, text, violations } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

// 1.0.1 is stranded under OLM v0, because its successor 1.1.0 is skipped.
const PUMP = `${head("pump", "stable")}---
schema: olm.channel
package: pump
name: stable
entries:
- name: pump.v1.2.0
  replaces: pump.v1.0.0
  skips: [pump.v1.1.0]
- name: pump.v1.1.0
  skips: [pump.v1.0.1]
- name: pump.v1.0.1
- name: pump.v1.0.0
${["1.2.0", "1.1.0", "1.0.1", "1.0.0"].map((version) => bundle("pump", version)).join("")}`;

// Versions without quotes are numbers.
const RAKE = `${head("rake", "fast")}---
schema: olm.channel
package: rake
name: fast
entries:
- name: rake.v2.0.0
${bundle("rake", "2.0.0")}`;

const open = async (options) => {
  const page = await newPage(site, options);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), menu(page).then((menu) => menu.getByText("Open files").click())]);
  await chooser.setFiles([{ name: "catalog.yaml", mimeType: "text/plain", buffer: Buffer.from(RAKE + PUMP) }]);
  await checked(page);
  return page;
};

test("15 the overview shows icons and display names of visible packages only", async () => {
  const dot = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script>globalThis.ran = true</script><rect width="1" height="1"/></svg>';
  const listed = (name, icon) =>
    `${head(name, "stable")}${icon ? `icon: {base64data: ${Buffer.from(icon).toString("base64")}, mediatype: image/svg+xml}\n` : ""}---\nschema: olm.channel\npackage: ${name}\nname: stable\nentries:\n- name: ${name}.v1.0.0\n${bundle(name, "1.0.0")}- type: olm.csv.metadata\n  value: {displayName: The ${name}, provider: {name: Tools Inc.}, annotations: {description: Digs.}}\n`;
  const names = Array.from({ length: 60 }, (_, at) => `tool-${String(at).padStart(2, "0")}`);
  const page = await newPage(site);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), menu(page).then((menu) => menu.getByText("Open files").click())]);
  const all = names.map((name, at) => listed(name, at === 1 ? "no image" : at % 2 ? "" : dot)).join("");
  await chooser.setFiles([{ name: "catalog.yaml", mimeType: "text/plain", buffer: Buffer.from(all) }]);
  const row = (name) => page.locator(`tr[data-package="${name}"]`);
  await row("tool-00").getByText("The tool-00").waitFor();
  const image = row("tool-00").locator("img");
  await page.waitForFunction(() => document.querySelector('tr[data-package="tool-00"] img')?.naturalWidth > 0);
  assert.match(await image.getAttribute("src"), /^data:image\/svg\+xml;base64,/);
  assert.equal(await page.evaluate(() => globalThis.ran), undefined, "an image runs nothing");
  await row("tool-01").locator("img").waitFor({ state: "detached" }); // an icon that cannot be drawn
  assert.equal((await row("tool-01").locator(".package-icon").textContent()).trim(), "T0");
  assert.equal(await row("tool-59").getByText("The tool-59").count(), 0, "not visible yet");
  await page.getByRole("region", { name: "Packages of the catalog" }).evaluate((table) => table.scrollTo(0, table.scrollHeight));
  await row("tool-59").getByText("The tool-59").waitFor();
  await row("tool-59").locator("th button").click();
  await page.getByRole("heading", { name: "The tool-59" }).waitFor();
  assert.deepEqual((await page.locator(".bundle-title .facts").allTextContents()).join(" ").match(/Tools Inc\.|Digs\./g), ["Tools Inc.", "Digs."]);
  await page.goBack();
  await row("tool-00").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

test("15 display names that become known do not move the columns of the overview", async () => {
  const page = await newPage(site);
  const names = Array.from({ length: 60 }, (_, at) => `tool-${at}`);
  const listed = (name, at) =>
    `${head(name, "stable")}---\nschema: olm.channel\npackage: ${name}\nname: stable\nentries:\n- name: ${name}.v1.0.0\n${bundle(name, "1.0.0")}- type: olm.csv.metadata\n  value: {displayName: "${at === 59 ? "A long display name of a tool" : "T"}"}\n`;
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), menu(page).then((menu) => menu.getByText("Open files").click())]);
  await chooser.setFiles([{ name: "catalog.yaml", mimeType: "text/plain", buffer: Buffer.from(names.map(listed).join("")) }]);
  const row = (name) => page.locator(`tr[data-package="${name}"]`);
  await row("tool-0").getByText("T", { exact: true }).waitFor();
  const columns = () => page.locator(".package-table thead th").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
  const before = await columns();
  await page.getByRole("region", { name: "Packages of the catalog" }).evaluate((table) => table.scrollTo(0, table.scrollHeight));
  await row("tool-59").getByText("A long display name of a tool").waitFor();
  assert.deepEqual(await columns(), before);
  await page.context().close();
});

test("15 only packages with a changed document are listed as changed, not all of a changed file", async () => {
  const page = await newPage(site);
  const whole = (name) => `${head(name, "stable")}${channelDocument(name, "stable", `- name: ${name}.v1.0.0\n`)}${bundle(name, "1.0.0")}`;
  await openFiles(page, { "catalog.yaml": ["hoe", "pump", "rake"].map(whole).join("") });
  const kinds = page.getByRole("group", { name: "Filter packages" });
  const changed = (number) => kinds.getByRole("button", { name: `Changed ${number}` });
  const packages = () => page.locator(".tree .package .name").allTextContents();
  const write = (from, to) => page.evaluate(([from, to]) => globalThis.olmkit.edit("catalog.yaml", globalThis.olmkit.text("catalog.yaml").replace(from, to)), [from, to]);
  await changed(0).click();
  await write("registry.example.com/rake:v1.0.0", "registry.example.com/rake:v1.0.1");
  await changed(1).waitFor();
  assert.deepEqual(await packages(), ["rake"]);
  await write("name: hoe\ndefaultChannel: stable", "name: hoe\ndefaultChannel: fast");
  await changed(2).waitFor();
  assert.deepEqual(await packages(), ["hoe", "rake"]);
  await write(bundle("pump", "1.0.0"), "");
  await changed(3).waitFor();
  for (const left of [2, 1, 0]) {
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await changed(left).waitFor();
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("15 a catalog of several packages opens with its overview: verdict, stranded versions, packages with problems first", async () => {
  const page = await open();
  await page.getByRole("heading", { name: "catalog.yaml" }).waitFor();
  const tiles = page.locator(".tiles li");
  assert.deepEqual(await tiles.locator("b").allTextContents(), ["opm accepts", "1 stranded", "1 warning", "1 of 2"]);
  assert.match(await tiles.nth(1).textContent(), /under OLM v0$/);
  const rows = page.locator(".package-table tbody tr");
  assert.deepEqual(await rows.locator("th button").allTextContents(), ["pump", "rake"]);
  assert.deepEqual((await rows.first().locator("td").allTextContents()).slice(0, 6), ["", "stable", "1.2.0", "1", "4", "1 stranded"]);
  assert.match(await page.locator(".status").textContent(), /1 stranded \(under OLM v0\)/);
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Report", exact: true }).click();
  await page.getByRole("dialog").getByRole("group", { name: "The report" }).waitFor();
  await page.keyboard.press("Escape");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("16 the overview has an address: back and forward lead to it and away from it", async () => {
  const page = await open();
  await page.locator(".package-table").getByRole("button", { name: "pump" }).click();
  await page.getByRole("heading", { name: "pump", exact: true }).waitFor();
  await page.locator(".tree .channel", { hasText: "stable" }).click();
  await page.locator(".channel-head h2", { hasText: "stable" }).waitFor();
  await page.getByRole("button", { name: "catalog.yaml", exact: true }).click();
  await page.locator(".tiles").waitFor();
  assert.match(page.url(), /#catalog$/);
  await page.goBack();
  await page.locator(".channel-head h2", { hasText: "stable" }).waitFor();
  await page.goForward();
  await page.locator(".tiles").waitFor();
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await page.locator(".tiles").waitFor();
  await page.context().close();
});

test("81 the overview on a phone: name, head and stranded versions, without horizontal scrolling", async () => {
  const page = await open({ width: 390, height: 844 });
  await page.locator(".pane-tabs").getByRole("button", { name: "Catalog" }).click();
  await page.locator(".tiles").waitFor();
  assert.ok(await page.locator(".package-table tbody tr").first().isVisible());
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

test("58 versions that are stranded for one reason are one problem, with the same count everywhere", async () => {
  const page = await newPage(site);
  const two =
    PUMP.replace("  skips: [pump.v1.0.1]\n", "  skips: [pump.v1.0.1, pump.v1.0.2]\n").replace("- name: pump.v1.0.1\n", "- name: pump.v1.0.1\n- name: pump.v1.0.2\n") + bundle("pump", "1.0.2");
  await openFiles(page, { "catalog.yaml": two });
  await page.locator('.is-message[data-rule="stranded-v0"]').waitFor();
  assert.equal(await page.locator(".is-message").count(), 1);
  await page.locator(".crumbs").getByRole("button", { name: "pump" }).click();
  await page.locator(".stranded-item", { hasText: "2 versions" }).waitFor();
  assert.equal(await page.locator(".stranded-item").count(), 1);
  assert.match(await page.locator(".stranded-item p").innerText(), /^⚠ 2 versions of stable never reach the head under OLM v0\. .*stranded under OLM v0: /, "with the reason");
  assert.deepEqual(await page.locator(".stranded-item button").allTextContents(), ["Preview fix", "Show"], "one action and a link");
  await page.goBack();
  assert.equal(await page.locator('.problem[data-rule="stranded-v0"]').count(), 1);
  assert.match(await page.locator(".tree .channel").textContent(), /2 stranded/);
  assert.match(await page.locator(".channel-head").textContent(), /2 stranded/);
  assert.match(await page.locator(".status").textContent(), /2 stranded \(under OLM v0\)/);
  await page.context().close();
});

test("58 61 problems are grouped by rule, with its title; all safe fixes of one rule are one change", async () => {
  const page = await newPage(site);
  const channel = "---\nschema: olm.channel\npackage: rake\nname: 1.20\nentries:\n- name: rake.v2.0.0\n";
  const loose = RAKE.replace("package: rake\nname: fast", "package: rake\nname: 1.10").replace("defaultChannel: fast", 'defaultChannel: "1.10"') + channel;
  await openFiles(page, { "catalog.yaml": loose + PUMP });
  await problems(page);
  const groups = page.locator(".problem-group");
  const rules = () => page.locator(".problem-group .group-head .meta:not(.group-count)").allTextContents();
  await groups.first().waitFor();
  const named = await rules();
  assert.ok(named.length > 1 && named.at(-1).startsWith("stranded-v0"), named.join());
  await groups
    .first()
    .getByRole("heading", { name: /\w+ \w+/ })
    .waitFor();
  // Each rule has one heading, and every problem is under a heading.
  assert.equal(new Set(named).size, named.length);
  const total = await page.evaluate(async () => (await globalThis.olmkit.ask("report")).diagnostics.length);
  assert.equal(await page.locator(".problem-group .problem").count(), total);
  await page.getByRole("button", { name: "By file" }).click();
  assert.equal(await groups.count(), 0);
  assert.equal(await page.locator(".problem").count(), total);
  await page.getByRole("button", { name: "By package" }).click();
  const packages = await page.evaluate(async () => new Set((await globalThis.olmkit.ask("report")).diagnostics.map((one) => one.package ?? one.path)).size);
  assert.equal(await groups.count(), packages);
  assert.equal(await page.locator(".problem-group .problem").count(), total);
  await page.getByRole("button", { name: "By rule" }).click();
  // The problem shown beside the list is marked in the list before a problem is selected.
  assert.match(await page.locator(".problem-page .facts").first().innerText(), /^1 of/);
  const shown = page.locator(".problem[aria-current]");
  assert.equal(await shown.count(), 1);
  assert.equal(await shown.locator(".problem-main").getAttribute("title"), await page.locator(".problem-page .facts .whole").innerText());
  await page.getByLabel("Filter the problems").fill("no such text");
  await page.getByText("No problem matches the filter.").waitFor();
  assert.equal(await page.locator(".problem-page button").count(), 0, "no problem is shown that the list does not have");
  await page.getByLabel("Filter the problems").fill("");
  assert.match(await page.locator(".problems-title .facts").innerText(), /^\d+ \w+.* in 2 packages · opm (accepts|rejects) this catalog$/);
  const own = page.locator(".problem-group", { hasText: "meta-key-not-string" });
  await own.getByRole("button", { name: "Fix all 2", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
  await page.waitForFunction(() => globalThis.olmkit.text("catalog.yaml").includes('name: "1.10"'));
  assert.match(await text(page), /name: "1.20"/);
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

test("the gallery shows the parts of the page in both themes, keeps no draft, and is not linked", async () => {
  const page = await newPage(site);
  await page.getByRole("button", { name: "Open folder" }).first().waitFor();
  assert.doesNotMatch(await page.content(), /gallery/);
  await page.goto(`${site.address}?gallery`);
  await galleryReady(page);
  const names = await page.locator(".gallery-theme").first().locator(".specimen > h3").allTextContents();
  for (const name of [
    "Buttons",
    "Fields",
    "Tags and counts",
    "Impact",
    "Lines",
    "Packages",
    "Channel",
    "Entries",
    "Graph",
    "Matrix",
    "Overview",
    "Problems",
    "Status",
    "Palette",
    "Merge conflict",
    "Preview of a change",
    "hover",
    "focus",
  ])
    assert.ok(names.includes(name), `${name} in ${names}`);
  const grounds = await page.locator(".gallery-theme").evaluateAll((themes) => themes.map((theme) => getComputedStyle(theme).backgroundColor));
  assert.equal(new Set(grounds).size, 2, `${grounds}`);
  const looks = (state) => page.locator(`.gallery-theme >> nth=0 >> button.primary${state}`).first();
  const ground = (button) => button.evaluate((one) => getComputedStyle(one).backgroundColor);
  assert.notEqual(await ground(looks(".as-hover")), await ground(looks(":not(.as-hover)")));
  assert.equal(await looks(".as-focus").evaluate((one) => getComputedStyle(one).outlineStyle), "solid");
  assert.deepEqual(page.problems, []);
  assert.deepEqual(page.foreign, []);
  await page.goto(site.address);
  await page.getByRole("heading", { name: "olmkit" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Continue" }).count(), 0, "no draft of it");
  await page.context().close();
});

test("a new package is a document and its first channel, from the overview, the tree and the palette", async () => {
  const page = await open();
  const dialog = page.getByRole("dialog", { name: "New package" });
  await page.locator(".catalog-page").getByRole("button", { name: "New package" }).click();
  assert.equal(await dialog.getByLabel("Default channel").inputValue(), "stable");
  await dialog.getByLabel("Name", { exact: true }).fill("pump");
  await dialog.getByRole("button", { name: "Add package" }).click();
  await dialog.getByText("Not added: the catalog already has a package").waitFor();
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.locator(".tree").getByRole("button", { name: "New package" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("hose");
  await dialog.getByLabel("Default channel").fill("fast");
  await dialog.getByLabel(/^First bundles/).fill(bundle("hose", "1.1.0") + bundle("hose", "1.0.0"));
  await dialog.getByRole("button", { name: "Add package" }).click();
  await page.locator(".channel-head h2", { hasText: "fast" }).waitFor();
  const path = "hose/catalog.yaml";
  await page.waitForFunction((path) => globalThis.olmkit.state().changedPaths.includes(path), path);
  assert.match(await text(page, path), /entries:\n- name: hose\.v1\.0\.0\n- name: hose\.v1\.1\.0\n {2}replaces: hose\.v1\.0\.0\n/);

  await page.keyboard.press("Control+k");
  await page.keyboard.type("New package");
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Name", { exact: true }).fill("empty");
  await dialog.getByRole("button", { name: "Add package" }).click();
  await page.getByText("the channel is empty; opm rejects it until it has an entry").waitFor();
  await page.locator(".tree .package", { hasText: "empty" }).waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("58 81 a problem is read whole in the list at every width, and does not repeat what the heading says", async () => {
  const page = await open({ width: 390, height: 844 });
  await problems(page);
  const texts = page.locator(".problem-text");
  await texts.first().waitFor();
  const cut = () => texts.evaluateAll((all) => all.filter((text) => text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 1).map((text) => text.innerText));
  for (const width of [390, 760, 1440, 900]) {
    await page.setViewportSize({ width, height: 844 });
    assert.deepEqual([width, await cut()], [width, []]);
  }
  const stranded = page.locator('.problem[data-rule="stranded-v0"]');
  assert.match(await stranded.locator(".problem-text").innerText(), /but 1\.2\.0 skips 1\.1\.0\.$/);
  assert.equal(await stranded.locator(".problem-place").innerText(), "pump / stable");
  assert.equal(await stranded.locator(".meta", { hasText: "FBC" }).count(), 0, "the heading names the rule");
  await page.getByRole("button", { name: "By package" }).click();
  await page.locator(".problem-group h3", { hasText: "pump" }).waitFor();
  assert.equal(await stranded.locator(".problem-place").innerText(), "stable", "the heading names the package");
  await page.getByRole("button", { name: "By rule" }).click();
  const last = texts.last();
  await last.click();
  const [word] = (await last.getAttribute("title")).replaceAll("`", "").split(" ").slice(-1);
  await page.locator(".problem-page .problem-says", { hasText: word }).waitFor();
  await page.context().close();
});

test("a channel whose package has no document has no graph, and the page shows the reason", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": PUMP.slice(PUMP.indexOf("---\nschema: olm.channel")) });
  await page.getByRole("button", { name: "Graph", exact: true }).click();
  await page.getByText("No graph: the catalog has no olm.package document of pump").waitFor();
  await page.getByRole("button", { name: "Show entries" }).click();
  await page.locator(".entries").waitFor();
  await page.context().close();
});

// 25 versions that can only upgrade to 1.1.0, which 1.2.0 skips.
const STRANDED = Array.from({ length: 25 }, (_, at) => `1.0.${at + 1}`);
const CASCADE =
  head("pump", "stable") +
  `---\nschema: olm.channel\npackage: pump\nname: stable\nentries:\n- name: pump.v1.2.0\n  replaces: pump.v1.0.0\n  skips: [pump.v1.1.0]\n- name: pump.v1.1.0\n  skips: [${STRANDED.map((version) => `pump.v${version}`).join(", ")}]\n${[...STRANDED, "1.0.0"].map((version) => `- name: pump.v${version}\n`).join("")}` +
  ["1.2.0", "1.1.0", ...STRANDED, "1.0.0"].map((version) => bundle("pump", version)).join("");

test("58 versions that are stranded for one reason have the same count everywhere, and are one problem", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": CASCADE + RAKE });
  await page.locator(".channel-head .is-warning", { hasText: "25 stranded" }).waitFor();
  assert.match(await page.locator(".tree .channel").textContent(), /25 stranded/);
  assert.match(await page.locator(".tree .package", { hasText: "pump" }).textContent(), /25 stranded/);
  assert.match(await page.locator(".status").textContent(), /25 stranded \(under OLM v0\)/);
  await page.locator(".pane-tabs .i-problems").click();
  const listed = page.locator('.problem[data-rule="stranded-v0"]');
  await listed.locator(".problem-main").click();
  assert.equal(await listed.count(), 1);
  await page.getByRole("region", { name: "Problem" }).getByText("1.0.1 and 24 more in stable").waitFor();
  await page.evaluate(() => {
    location.hash = "#package=pump";
  });
  await page.locator(".stranded-item", { hasText: "25 versions of stable never reach the head under OLM v0." }).waitFor();
  assert.equal(await page.locator(".stranded-item").count(), 1);
  assert.equal(await page.locator(".matrix td .dot.is-stranded").count(), 25);
  assert.match((await page.locator("dt", { hasText: "Stranded under OLM v0" }).locator("xpath=following-sibling::dd[1]").textContent()).trim(), /^25$/);
  await page.evaluate(() => {
    location.hash = "#catalog";
  });
  await page.locator('tr[data-package="pump"] .tag', { hasText: "25 stranded" }).waitFor();
  await page.locator(".tiles li", { hasText: "25 stranded" }).waitFor();
  await page.context().close();
});

test("58 the matrix marks in red only what opm rejects the channel for", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": sample("stranded") });
  await page.locator(".crumbs").getByRole("button", { name: "watering-can" }).click();
  await page.locator(".matrix td .dot.is-rejected").first().waitFor();
  assert.equal(await page.locator(".matrix td .dot.is-stranded").count(), 0);
  await openFiles(page, { "catalog.yaml": CASCADE });
  await page.locator(".crumbs").getByRole("button", { name: "pump" }).click();
  await page.locator(".matrix td .dot.is-stranded").first().waitFor();
  assert.equal(await page.locator(".matrix td .dot.is-rejected").count(), 0);
  await page.context().close();
});

test("15 24 80 channels have one order in the tree, the matrix and the palette: the newest version first", async () => {
  const page = await newPage(site);
  const own = { "v1.9": ["1.9.0"], "v1.10": ["1.10.0"], stable: ["1.10.0", "1.9.0", "1.2.0"], "v1.2": ["1.2.0"] };
  const channels = Object.entries(own).map(([name, versions]) =>
    versions.reduce(
      (text, version, at) => `${text}- name: pump.v${version}\n${versions[at + 1] ? `  replaces: pump.v${versions[at + 1]}\n` : ""}`,
      `---\nschema: olm.channel\npackage: pump\nname: ${name}\nentries:\n`,
    ),
  );
  await openFiles(page, { "catalog.yaml": head("pump", "v1.9") + channels.join("") + ["1.10.0", "1.9.0", "1.2.0"].map((version) => bundle("pump", version)).join("") });
  await page.locator(".tree .package").click();
  const wanted = ["stable", "v1.10", "v1.9", "v1.2"];
  assert.deepEqual(await page.locator(".tree .channel .name").allTextContents(), wanted);
  await page.locator(".matrix thead th button").first().waitFor();
  assert.deepEqual(await page.locator(".matrix thead th button").allTextContents(), wanted);
  const versions = await page.locator(".matrix tbody th").allTextContents();
  assert.deepEqual(versions, ["1.10.0", "1.9.0", "1.2.0"]);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("#pump");
  const options = page.getByRole("dialog").getByRole("option");
  await options.nth(3).waitFor();
  assert.deepEqual(await options.locator(".name").allTextContents(), wanted);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("@stable pump.v");
  await options.filter({ hasText: "pump.v1.2.0" }).first().waitFor();
  const entries = (await options.locator(".name").allTextContents()).filter((name) => name.startsWith("pump.v"));
  assert.deepEqual(
    entries.slice(0, 3),
    versions.map((version) => `pump.v${version}`),
  );
  await page.context().close();
});
