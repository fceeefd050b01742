// Several catalogs in one folder: tabs, a package in all of them, applying a change to the others, comparisons.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { entryMenu, menu, newPage, openFolder, place, ready, review, save, setup, text, toChannel, violations } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

/** A catalog of the package `can`: versions, each with the entries that it replaces and skips. */
function catalog(entries) {
  const name = (version) => `can.v${version}`;
  const list = entries.map(([version, replaces, ...skips]) =>
    [`- name: ${name(version)}`, ...(replaces ? [`  replaces: ${name(replaces)}`] : []), ...(skips.length ? ["  skips:", ...skips.map((skip) => `  - ${name(skip)}`)] : [])].join("\n"),
  );
  const bundles = entries.map(
    ([version]) =>
      `---\nschema: olm.bundle\npackage: can\nname: ${name(version)}\nimage: registry.example.com/can:v${version}\nproperties:\n- type: olm.package\n  value: {packageName: can, version: ${version}}\n`,
  );
  return `---\nschema: olm.package\nname: can\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: can\nname: stable\nentries:\n${list.join("\n")}\n${bundles.join("")}`;
}

const FILES = {
  "v4.9/can/catalog.yaml": catalog([["1.0.0"], ["1.1.0", "1.0.0"]]),
  "v4.14/can/catalog.yaml": catalog([["1.0.0"], ["1.0.1", "1.0.0"], ["1.1.0", "1.0.1"], ["1.2.0", "1.1.0", "1.0.0"]]),
  "v4.16/can/catalog.yaml": catalog([["1.0.0"], ["1.1.0", "1.0.0"], ["1.2.0", "1.1.0"], ["2.0.0", "1.2.0"]]),
};

const tabs = (page) => page.getByRole("navigation", { name: "Catalogs" });
const shown = (page) => tabs(page).locator("[aria-current]").textContent();
const tab = (page, name) => tabs(page).getByRole("button", { name, exact: false }).click();
const entries = (page) => page.locator(".entry-name").allTextContents();

async function opened(options) {
  const page = await newPage(site, options);
  await openFolder(page, FILES);
  await tabs(page).waitFor();
  return page;
}

test("folders that define the same packages are separate catalogs, regardless of their names", async () => {
  const page = await newPage(site);
  await openFolder(page, { "stable/catalog.yaml": FILES["v4.9/can/catalog.yaml"], "next/catalog.yaml": FILES["v4.16/can/catalog.yaml"] });
  await tabs(page).waitFor();
  assert.deepEqual(await tabs(page).getByRole("button").allTextContents(), ["next", "stable", "Compare"]);
  await page.locator(".status .verdict", { hasText: "opm accepts" }).waitFor();
  await page.context().close();
});

test("the menus of channel and entry are below their buttons, and their forms take the focus", async () => {
  const page = await opened();
  await page.locator(".tree .channel", { hasText: "stable" }).click();
  await page.locator(".entry-name").first().click();
  for (const name of ["Channel menu", "Entry menu"]) {
    const button = page.getByRole("button", { name, exact: true });
    await button.click();
    const menu = page.getByRole("group", { name, exact: true });
    const [above, below] = await Promise.all([button.boundingBox(), menu.boundingBox()]);
    assert.ok(below.y >= above.y + above.height, `${name}: ${below.y}`);
    assert.ok(below.x >= 0 && below.x + below.width <= 1440);
    await button.click();
    await menu.waitFor({ state: "hidden" });
  }
  await page.getByRole("button", { name: "Channel menu" }).click();
  await page.locator(".channel-tools summary", { hasText: "Rename channel" }).click();
  await page.waitForFunction(() => document.activeElement.closest(".channel-tools details[open] form") !== null);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("quick");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Rename channel stable of can to quick" }).getByRole("button", { name: "Apply" }).click();
  await page.locator(".channel-head h2", { hasText: "quick" }).waitFor();
  await page.context().close();
});

test("folders of OpenShift versions are tabs of one workspace; the address names the shown tab", async () => {
  const page = await opened();
  assert.deepEqual(await tabs(page).getByRole("button").allTextContents(), ["v4.9", "v4.14", "v4.16", "Compare"]);
  assert.equal(await shown(page), "v4.16");
  await page.locator(".tree .channel", { hasText: "stable" }).click();
  await page.locator(".entry-name", { hasText: "2.0.0" }).waitFor();
  await tab(page, "v4.14");
  await page.locator(".entry-name", { hasText: "1.0.1" }).waitFor();
  assert.deepEqual(await entries(page), ["can.v1.2.0", "can.v1.1.0", "can.v1.0.1", "can.v1.0.0"]);
  assert.deepEqual(await place(page), { package: "can", channel: "stable", folder: "v4.14" });
  assert.deepEqual(await violations(page), []);
  // A change of a catalog marks its tab. Undo from another tab switches to it.
  await page.evaluate(() => globalThis.olmkit.edit("v4.14/can/catalog.yaml", `${globalThis.olmkit.text("v4.14/can/catalog.yaml")}# more\n`));
  await tabs(page).getByText("1 changed file").waitFor({ state: "attached" });
  await tab(page, "v4.9");
  await page.waitForFunction(() => globalThis.olmkit.state().catalog === "v4.9/");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => globalThis.olmkit.state().catalog === "v4.14/" && globalThis.olmkit.state().changed === 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a package in all catalogs: head, default, stranded, missing; a click opens the entry there", async () => {
  const page = await opened();
  await page.locator(".tree .package", { hasText: "can" }).click();
  await page.getByRole("button", { name: "Catalogs", exact: true }).click();
  const matrix = page.getByRole("region", { name: "Versions in catalogs" });
  await matrix.waitFor();
  assert.deepEqual(await matrix.locator("tbody th").allTextContents(), ["2.0.0", "1.2.0", "1.1.0", "1.0.1", "1.0.0"]);
  const cell = (name) => matrix.getByRole("button", { name });
  await cell("can.v2.0.0 in v4.16: stable; head of stable").waitFor();
  await cell("can.v1.2.0 in v4.14: stable; head of stable").waitFor();
  await matrix.getByText("can.v2.0.0 is missing in v4.14").waitFor({ state: "attached" });
  assert.deepEqual(await violations(page), []);
  await cell("can.v1.0.1 in v4.14: stable").click();
  await page.getByRole("region", { name: "Entry can.v1.0.1" }).waitFor();
  assert.equal(await shown(page), "v4.14");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("an address with a catalog that is not open is reported and corrected", async () => {
  const page = await opened({ hash: "#package=can&channel=stable&folder=v4.15" });
  const notice = page.locator(".notice", { hasText: "No catalog v4.15 is open." });
  await notice.waitFor();
  assert.deepEqual(await place(page), { package: "can", channel: "stable", folder: "v4.16" });
  await tab(page, "v4.14");
  await page.waitForFunction(() => location.hash.endsWith("folder=v4.14"));
  assert.equal(await page.locator(".notice").filter({ hasText: "is open." }).filter({ hasText: "v4.14" }).count(), 0);
  await page.evaluate(() => {
    location.hash = "#catalog&folder=nope";
  });
  await page.locator(".notice", { hasText: "No catalog nope is open." }).waitFor();
  assert.equal(await shown(page), "v4.14");
  assert.equal((await place(page)).folder, "v4.14");
  await page.context().close();
});

test("a change is applied to the other catalogs too, each with its preview, as one step", async () => {
  const page = await opened({ hash: "#package=can&channel=stable&folder=v4.16" });
  const field = page.getByLabel("Skips of can.v1.2.0", { exact: true });
  await field.fill("can.v1.0.0");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Apply to other catalogs" }).click();
  const dialog = page.getByRole("dialog", { name: "Apply to the other catalogs" });
  await dialog.getByText(/^Not possible: channel .?stable.? has no entry/).waitFor();
  await dialog.getByText("No change is needed.").waitFor();
  assert.ok(await dialog.getByRole("button", { name: "Apply", exact: true }).isDisabled());
  await dialog.getByRole("button", { name: "Back" }).click();
  // 1.1.0 can be deprecated in all catalogs.
  await page.locator('.entry-name[title="can.v1.1.0"]').click();
  await entryMenu(page, "Deprecate D");
  await page.locator(".entry-tool textarea").fill("Use 1.2.0.");
  await page.getByRole("button", { name: "Deprecate", exact: true }).click();
  await page.getByRole("dialog", { name: "Deprecate can.v1.1.0" }).getByRole("button", { name: "Apply" }).click();
  await page.getByRole("button", { name: "Apply to other catalogs" }).click();
  // Under OLM v1, versions lose their upgrade path to a deprecated one: the user has to choose that.
  assert.ok(await dialog.getByRole("button", { name: "Apply", exact: true }).isDisabled());
  for (const name of ["v4.9", "v4.14"]) await dialog.getByRole("checkbox", { name }).check();
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("button", { name: "Apply to 2 catalogs" }).click();
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 3);
  for (const path of Object.keys(FILES)) assert.match(await text(page, path), /message: Use 1\.2\.0\./);
  assert.match(await page.locator(".code-path").textContent(), /^v4\.16\//, "the text is that of the shown catalog");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the review combines the impact on several catalogs, and names the catalog of each change", async () => {
  const page = await opened({ hash: "#package=can&channel=stable&folder=v4.16" });
  for (const path of ["v4.9/can/catalog.yaml", "v4.16/can/catalog.yaml"]) {
    const now = (await text(page, path)).replace("  replaces: can.v1.0.0\n", "  replaces: can.v1.0.0\n  skips:\n  - can.v0.9.0\n");
    await page.evaluate(([path, now]) => globalThis.olmkit.edit(path, now), [path, now]);
  }
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 2);
  const shown = await review(page);
  const cluster = shown.locator(".cluster", { hasText: "Everything else" });
  await cluster
    .getByText(/^v4\.9 \/ stable: /)
    .first()
    .waitFor();
  await cluster
    .getByText(/^v4\.16 \/ stable: /)
    .first()
    .waitFor();
  assert.equal(await cluster.count(), 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the review lists a new problem of several catalogs for each of them", async () => {
  const page = await newPage(site);
  await openFolder(page, Object.fromEntries(Object.keys(FILES).map((path) => [path, FILES["v4.16/can/catalog.yaml"]])));
  await tabs(page).waitFor();
  for (const path of Object.keys(FILES)) {
    const now = (await text(page, path)).replace("entries:\n", "entries:\n- name: can.v0.1.0\n");
    await page.evaluate(([path, now]) => globalThis.olmkit.edit(path, now), [path, now]);
  }
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 3);
  const found = (await review(page)).locator(".cluster", { hasText: /new problems/ }).locator(".new-problem", { hasText: "has no such bundle" });
  await found.first().waitFor();
  // The channel has two heads in each catalog.
  assert.deepEqual(
    (await page.locator(".review-page .cluster.is-bad .new-problem").allInnerTexts()).map((row) => /has 2 heads/.test(row)),
    [true, true, true],
  );
  const places = await found.locator(".meta").allInnerTexts();
  for (const name of ["v4.9", "v4.14", "v4.16"]) assert.equal(places.filter((place) => place.startsWith(`${name}/can / stable`)).length, 1, `${name}: ${places}`);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

/** Opens the dialog that previews the change of the other catalogs. Nothing is applied. */
async function applyToOthers(page) {
  await page.getByRole("button", { name: "Apply to other catalogs" }).click();
  return page.getByRole("dialog", { name: "Apply to the other catalogs" });
}

test("a fix, a release with its bundle and typed text are applied to the other catalogs too", async () => {
  // 1.0.1 is stranded in all catalogs, because its successor is skipped.
  const stranded = [["1.0.0"], ["1.0.1", "1.0.0"], ["1.1.0", "1.0.0", "1.0.1"], ["1.2.0", "1.0.0", "1.1.0"]];
  const files = { "v4.14/can/catalog.yaml": catalog(stranded), "v4.16/can/catalog.yaml": catalog([...stranded, ["2.0.0", "1.2.0"]]), "v4.20/can/catalog.yaml": catalog(stranded) };
  const page = await newPage(site, { hash: "#package=can&channel=stable&folder=v4.20" });
  await openFolder(page, files);
  await page.keyboard.press("F8");
  await page.keyboard.press("Control+.");
  await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  let dialog = await applyToOthers(page);
  await dialog.getByRole("checkbox", { name: "v4.14" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await dialog
    .getByText(/can\.v1\.0\.1 can now upgrade to the channel head/)
    .first()
    .waitFor();
  await dialog.getByRole("button", { name: "Apply to 2 catalogs" }).click();
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 3);
  assert.match(await text(page, "v4.14/can/catalog.yaml"), /- name: can\.v1\.2\.0\n {2}replaces: can\.v1\.0\.0\n {2}skips:\n {2}- can\.v1\.1\.0\n {2}- can\.v1\.0\.1\n/);
  // An entry with its bundle, added by typing. Each catalog adds them where it keeps entries and bundles.
  const own = "v4.20/can/catalog.yaml";
  const more = catalog([["1.3.0"]])
    .split("---\n")
    .at(-1);
  const typed = `${(await text(page, own)).replace("entries:\n", "entries:\n- name: can.v1.3.0\n  replaces: can.v1.2.0\n")}---\n${more}`;
  await page.evaluate(([path, now]) => globalThis.olmkit.edit(path, now), [own, typed]);
  await page.locator(".entry-name", { hasText: "1.3.0" }).waitFor();
  dialog = await applyToOthers(page);
  await dialog.getByText("All changes in v4.20").waitFor();
  assert.ok(await dialog.getByRole("checkbox", { name: "v4.14" }).isChecked());
  // In v4.16 the channel gets a second head: opm would reject the catalog.
  assert.doesNotMatch(await dialog.getByRole("button", { name: "Apply to 1 catalog" }).getAttribute("class"), /is-harmful/);
  assert.ok(!(await dialog.getByRole("checkbox", { name: "v4.16" }).isChecked()));
  await dialog.getByRole("checkbox", { name: "v4.16" }).check();
  const button = dialog.getByRole("button", { name: "Apply to 2 catalogs" });
  assert.match(await button.getAttribute("class"), /is-harmful/);
  await button.click();
  await page.waitForFunction(() => globalThis.olmkit.text("v4.14/can/catalog.yaml").includes("can.v1.3.0"));
  for (const path of Object.keys(files)) {
    const now = await text(page, path);
    assert.match(now, /- name: can\.v1\.3\.0\n {2}replaces: can\.v1\.2\.0\n/, path);
    assert.equal(now.match(/schema: olm\.bundle/g).length, path.startsWith("v4.16") ? 6 : 5, path);
  }
  // A change that cannot be applied to other catalogs is reported, not dropped.
  await page.evaluate(([path, now]) => globalThis.olmkit.edit(path, now), [own, (await text(page, own)).replace("can:v1.2.0", "can:v1.2.1")]);
  dialog = await applyToOthers(page);
  await dialog.getByText("Not possible: olm.bundle can.v1.2.0 was changed").first().waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("two catalogs are compared: clusters first, then the text; so are two states of one", async () => {
  const page = await opened();
  await tabs(page).getByRole("button", { name: "Compare" }).click();
  const dialog = page.getByRole("dialog", { name: "Compare catalogs" });
  await dialog.getByText("1 file differs").waitFor();
  assert.equal(await dialog.getByLabel("From").inputValue(), "now:v4.14/");
  await dialog
    .getByText(/can\.v2\.0\.0/)
    .first()
    .waitFor();
  assert.deepEqual(await violations(page), []);
  await dialog.getByLabel("From").selectOption("v4.9");
  await dialog
    .getByText(/1\.2\.0/)
    .first()
    .waitFor();
  await page.keyboard.press("Escape");
  // The page still holds the compared files.
  for (const path of Object.keys(FILES)) assert.equal(await text(page, path), FILES[path]);
  const path = "v4.16/can/catalog.yaml";
  await page.evaluate(([path, from, to]) => globalThis.olmkit.edit(path, globalThis.olmkit.text(path).replace(from, to)), [path, "defaultChannel: stable", "description: Waters."]);
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  await tabs(page).getByRole("button", { name: "Compare" }).click();
  await dialog.getByLabel("From").selectOption("v4.16, as saved");
  await dialog
    .getByText(/default channel/i)
    .first()
    .waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a comparison says that bundles have their CSV in another property, and which other properties changed", async () => {
  const chain = catalog([["1.0.0"], ["1.1.0", "1.0.0"]]);
  const having = (property) => chain.replaceAll("properties:\n", `properties:\n- type: ${property}\n`);
  const more = having("olm.csv.metadata\n  value: {}").replace(/$/, "- type: olm.maxOpenShiftVersion\n  value: '4.16'\n");
  const page = await newPage(site);
  await openFolder(page, { "v4.14/can/catalog.yaml": having("olm.bundle.object\n  value: {data: e30=}"), "v4.16/can/catalog.yaml": more });
  await tabs(page).getByRole("button", { name: "Compare" }).click();
  const changes = page.getByRole("dialog", { name: "Compare catalogs" }).locator(".package-changes li");
  await changes.getByText("CSV of 2 bundles: olm.bundle.object → olm.csv.metadata.").waitFor();
  await changes.getByText("changed (property olm.maxOpenShiftVersion)").waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the comparison of two catalogs lists first what stops upgrades, and names what only one of them contains once", async () => {
  const jug = (text) => text.replaceAll("can", "jug");
  const chain = catalog([["1.0.0"], ["1.1.0", "1.0.0"]]);
  const pots = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`v4.16/pot${at}/catalog.yaml`, chain.replaceAll("can", `pot${at}`)]));
  const page = await newPage(site);
  await openFolder(page, { "v4.14/can/catalog.yaml": chain, "v4.14/jug/catalog.yaml": jug(chain), "v4.16/can/catalog.yaml": catalog([["1.1.0"], ["1.2.0", "1.1.0"]]), ...pots });
  await tabs(page).getByRole("button", { name: "Compare" }).click();
  const dialog = page.getByRole("dialog", { name: "Compare catalogs" });
  await dialog.locator(".figures").waitFor();
  assert.deepEqual(await dialog.locator(".figures > li").allTextContents(), ["1version loses its path", "1package removed", "1package changed", "9packages added"]);
  const titles = await dialog.locator(".cluster > h3").allTextContents();
  assert.deepEqual(titles.slice(0, 2), ["1 package removed: clusters that follow them get no further upgrades", "1 version loses its upgrade path"]);
  assert.deepEqual(titles.slice(-2), ["1 package changed", "9 packages added"]);
  assert.deepEqual(await dialog.locator(".cluster").first().locator("li").allTextContents(), ["jug, 2 versions"]);
  await dialog.getByText("1 entry added to stable: can.v1.2.0.").waitFor();
  assert.ok(!titles.some((title) => title.includes("fixed")), "a package that was added fixes nothing");
  // Many files are shown as a list.
  await dialog.getByRole("combobox", { name: "Changed file" }).selectOption("jug/catalog.yaml (removed)");
  await dialog.locator("del.diff-line", { hasText: "name: jug" }).first().waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("68 after saving, each changed catalog has its verdict", async () => {
  const page = await opened();
  const edit = (path, from, to) => page.evaluate(([path, from, to]) => globalThis.olmkit.edit(path, globalThis.olmkit.text(path).replace(from, to)), [path, from, to]);
  await edit("v4.14/can/catalog.yaml", "defaultChannel: stable", "defaultChannel: beta");
  await edit("v4.16/can/catalog.yaml", "defaultChannel: stable", "defaultChannel: stable\ndescription: Waters.");
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 2);
  const shown = await review(page);
  const lines = shown.locator(".after-saving li");
  await lines.filter({ hasText: /^v4\.14: opm rejects the catalog, which it accepted before.* Problems that remain: 1 error/ }).waitFor();
  await lines.filter({ hasText: /^v4\.16: opm accepts this catalog\. (No problems remain|Problems that remain: \d+ warnings?)/ }).waitFor();
  await page.context().close();
});

test("68 a catalog that opm rejects before and after a change is named with its rule, also if another one is shown", async () => {
  const page = await newPage(site);
  const broken = FILES["v4.14/can/catalog.yaml"].replace("defaultChannel: stable", "defaultChannel: none");
  await openFolder(page, { "a/can/catalog.yaml": broken, "b/can/catalog.yaml": FILES["v4.16/can/catalog.yaml"] });
  await tabs(page).waitFor();
  const edit = (path) =>
    page.evaluate((path) => globalThis.olmkit.edit(path, globalThis.olmkit.text(path).replace("- name: can.v1.1.0\n", "- name: can.v1.1.0\n  skipRange: '>=0.9.0 <1.1.0'\n")), path);
  await edit("a/can/catalog.yaml");
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  const shown = await review(page);
  const lines = shown.locator(".after-saving li");
  const rejected = lines.filter({ hasText: /^a\/can: opm rejects this catalog: pkg-default-channel-exists\. Problems that remain: 1 error.* None is new\.$/ });
  await rejected.waitFor();
  await shown.getByRole("button", { name: "Save anyway" }).waitFor();
  await edit("b/can/catalog.yaml");
  await lines.filter({ hasText: /^b\/can: opm accepts this catalog\./ }).waitFor();
  await rejected.waitFor();
  const other = shown.locator(".cluster", { hasText: "Everything else" });
  await other.locator("li").first().waitFor();
  for (const line of await other.locator("li").allTextContents()) assert.match(line, /^[ab]\/can \/ stable: /);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("66 undo in several catalogs selects the entry that it changes, in its catalog and its text", async () => {
  const page = await opened({ hash: "#package=can&channel=stable&folder=v4.14" });
  const field = page.getByLabel("skipRange of can.v1.0.1", { exact: true });
  await field.fill(">=1.0.0 <1.0.1");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  const isSelected = () =>
    page.waitForFunction(
      () =>
        globalThis.olmkit.state().catalog === "v4.14/" &&
        document.querySelector("tr.is-selected")?.dataset.dropEntry === "can.v1.0.1" &&
        document.querySelector(".cm-selectedEntry")?.textContent === "- name: can.v1.0.1" &&
        /^v4\.14\/can\/catalog\.yaml:11:/.test(document.querySelector(".at-place").textContent) &&
        new URLSearchParams(location.hash.slice(1)).get("entry") === "can.v1.0.1",
    );
  await isSelected();
  for (const name of ["Undo", "Redo"]) {
    await tab(page, "v4.9");
    await page.waitForFunction(() => globalThis.olmkit.state().catalog === "v4.9/");
    await page.locator(".entry-name").first().waitFor();
    await page.getByRole("button", { name }).click();
    await isSelected();
  }
  await save(page);
  await page.locator(".notice", { hasText: "Saved 1 file" }).waitFor();
  await isSelected();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("68 70 a failed comparison is reported and repeated; the changes are copied as a patch; a file is reverted", async () => {
  const page = await opened();
  const isLoaded = () => page.workers().length > 2; // the engine, that of comparisons, and the command line
  for (let turn = 0; turn < 100 && !isLoaded(); turn += 1) await page.waitForTimeout(100);
  assert.ok(isLoaded());
  await page.evaluate(() => globalThis.olmkit.edit("v4.16/can/catalog.yaml", globalThis.olmkit.text("v4.16/can/catalog.yaml").replace("defaultChannel: stable", "defaultChannel: other")));
  await page.route("**/olmkit/worker.js", (route) => route.abort());
  const dialog = await review(page);
  await dialog
    .getByText(/default channel/i)
    .first()
    .waitFor(); // by the engine that was started while the page was idle
  await toChannel(page);
  await page.evaluate(() => globalThis.olmkit.edit("v4.16/can/catalog.yaml", `${globalThis.olmkit.text("v4.16/can/catalog.yaml")}# end\n`));
  await review(page);
  await dialog.getByText("The impact is not known").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.unroute("**/olmkit/worker.js");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog
    .getByText(/default channel/i)
    .first()
    .waitFor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await dialog.getByRole("button", { name: "Copy patch" }).click();
  await page.getByText("Patch copied.").waitFor({ state: "attached" });
  const folder = mkdtempSync(join(tmpdir(), "olmkit-patch-"));
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  execFileSync("git", ["apply", "-"], { cwd: folder, input: await page.evaluate(() => navigator.clipboard.readText()) });
  assert.equal(readFileSync(join(folder, "v4.16/can/catalog.yaml"), "utf8"), await text(page, "v4.16/can/catalog.yaml"));
  rmSync(folder, { recursive: true });
  await dialog.getByRole("button", { name: "Revert v4.16/can/catalog.yaml" }).click();
  await dialog.getByRole("heading", { name: "Nothing has changed" }).waitFor();
  assert.equal(await text(page, "v4.16/can/catalog.yaml"), FILES["v4.16/can/catalog.yaml"]);
  assert.equal(await page.evaluate(() => globalThis.olmkit.state().undo), "Revert v4.16/can/catalog.yaml");
  await page.context().close();
});

test("15 packages are filtered by their problems and by changes", async () => {
  const page = await newPage(site);
  const other = FILES["v4.9/can/catalog.yaml"].replaceAll("can", "jug").replace("replaces: jug.v1.0.0", "replaces: jug.v9");
  await openFolder(page, { "can/catalog.yaml": FILES["v4.16/can/catalog.yaml"], "jug/catalog.yaml": other });
  const packages = () => page.locator(".tree .package .name").allTextContents();
  const kinds = page.getByRole("group", { name: "Filter packages" });
  assert.deepEqual(await packages(), ["can", "jug"]);
  await kinds.getByRole("button", { name: "Problems 1" }).click();
  assert.deepEqual(await packages(), ["jug"]);
  await page.evaluate(() => globalThis.olmkit.edit("can/catalog.yaml", `${globalThis.olmkit.text("can/catalog.yaml")}# more\n`));
  await kinds.getByRole("button", { name: "Changed 1" }).click();
  assert.deepEqual(await packages(), ["can"]);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("on a phone the dialog of a change for other catalogs is as high as its content", async () => {
  const page = await opened({ width: 390, height: 844 });
  await page.evaluate(() => {
    location.hash = "package=can&channel=stable&folder=v4.16";
  });
  await page.locator(".entry-name", { hasText: "2.0.0" }).click();
  await page.getByLabel("skipRange", { exact: true }).first().fill("<2.0.0");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Apply to other catalogs" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator(".other-catalog").nth(1).waitFor();
  const [box, last, actions] = await Promise.all([dialog, dialog.locator(".other-catalog").last(), dialog.locator(".actions").last()].map((one) => one.boundingBox()));
  assert.ok(actions.y - (last.y + last.height) < 40, `${Math.round(actions.y - (last.y + last.height))} pixels are empty`);
  assert.ok(box.height <= 844 * 0.9);
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

test("68 on a phone the review shows the impact of a change, and the text below", async () => {
  const page = await opened({ width: 390, height: 844 });
  await page.evaluate(() => globalThis.olmkit.edit("v4.16/can/catalog.yaml", globalThis.olmkit.text("v4.16/can/catalog.yaml").replace("  replaces: can.v1.1.0\n", "")));
  const dialog = await review(page);
  const place = (selector) => dialog.locator(selector).first().boundingBox();
  await dialog.locator(".cluster li").first().waitFor();
  const [meaning, sentence, diff, foot] = [await place(".review-body"), await place(".cluster li"), await place(".diff-files"), await place(".review-foot")];
  assert.ok(sentence.y + sentence.height <= meaning.y + meaning.height, "the first sentence is not cut");
  assert.ok(diff.y >= meaning.y + meaning.height && foot.y + foot.height <= 844, "one is below the other, and the button that saves is visible");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

/** Opens two folders of the browser's file system, the second beside the first. */
async function twoFolders(page) {
  await page.evaluate(
    async ([one, two]) => {
      const root = await navigator.storage.getDirectory();
      const folders = [];
      for (const [name, text] of [
        ["mine", one],
        ["theirs", two],
      ]) {
        const folder = await root.getDirectoryHandle(name, { create: true });
        const writable = await (await folder.getFileHandle("catalog.yaml", { create: true })).createWritable();
        await writable.write(text);
        await writable.close();
        folders.push(folder);
      }
      window.showDirectoryPicker = async () => folders.shift();
    },
    [FILES["v4.14/can/catalog.yaml"], FILES["v4.16/can/catalog.yaml"]],
  );
  await menu(page).then((menu) => menu.getByText("Open folder", { exact: true }).click());
  await ready(page);
  await menu(page).then((menu) => menu.getByText("Open folder beside").click());
  await tabs(page).waitFor();
}

const onDisk = (page, folder) =>
  page.evaluate(async (folder) => (await (await (await (await navigator.storage.getDirectory()).getDirectoryHandle(folder)).getFileHandle("catalog.yaml")).getFile()).text(), folder);

test("a second folder is opened beside the first: tabs of one workspace, each saved into its own folder, with one draft", async () => {
  const page = await newPage(site);
  await twoFolders(page);
  assert.deepEqual(await tabs(page).getByRole("button").allTextContents(), ["mine", "theirs", "Compare"]);
  assert.equal(await shown(page), "theirs");
  await page.locator(".tree .channel", { hasText: "stable" }).click();
  await page.locator(".entry-name", { hasText: "2.0.0" }).waitFor();
  await page.getByLabel("skipRange of can.v1.2.0").fill("<1.2.0");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  await page.getByRole("button", { name: "Apply to other catalogs" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Apply to 1 catalog" }).click();
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 2);
  assert.deepEqual(await page.evaluate(() => globalThis.olmkit.state().changedPaths), ["catalog.yaml", "theirs/catalog.yaml"]);
  await page.waitForFunction(() => globalThis.olmkit.state().draft.kind === "saved");
  await page.reload();
  await page.getByText("mine + theirs").waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 2);
  await tabs(page).getByRole("button", { name: "theirs" }).waitFor();
  assert.equal(await tabs(page).locator("button:not(.apply-to-others)").count(), 3);
  await save(page);
  await page.getByText("Saved 2 files into").waitFor();
  for (const folder of ["mine", "theirs"]) assert.match(await onDisk(page, folder), /skipRange: '?<1\.2\.0/, folder);
  assert.doesNotMatch(await onDisk(page, "mine"), /2\.0\.0/, "nothing of the other");
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});
