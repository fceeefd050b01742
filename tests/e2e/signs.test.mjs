// The status line, the notices and the focus: unchecked rules, the position of the cursor, the names of undo steps.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { bundleFiles, openArchive } from "./bundle.mjs";
import { bundleDocument as bundle, channelDocument as channel, packageDocument as head, newPage, openFiles, place, problems, run, setup, text, withSample } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

const PUMP =
  head("pump", "fast") +
  channel("pump", "fast", "- name: pump.v1.1.0\n  replaces: pump.v1.0.0\n- name: pump.v1.0.0\n") +
  channel("pump", "stable", "- name: pump.v1.0.0\n") +
  ["1.1.0", "1.0.0"].map((version) => bundle("pump", version)).join("");
const HOSE = head("hose", "stable") + channel("hose", "stable", "- name: hose.v1.0.0\n") + bundle("hose", "1.0.0");

const undo = (page) => page.evaluate(() => globalThis.olmkit.state().undo);

test("10 59 unchecked content is reported beside the verdict", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": PUMP, "hose.yaml": HOSE.replace("image: registry", "image: 3\nimages: registry") });
  const expected = "Not checked: upgrades, missing channels and missing bundles of hose, until opm can load all documents.";
  const status = page.locator(".status .is-unchecked");
  assert.equal(await status.innerText(), "Not all checked");
  assert.equal((await status.getAttribute("title")).replaceAll("`", ""), expected);
  await problems(page);
  assert.equal(await page.locator(".problems .notice").innerText(), expected);
  await page.keyboard.press("Control+k");
  await run(page, "Overview of the catalog");
  assert.equal(await page.locator(".catalog-page .notice").innerText(), expected);
  await page.locator(".tiles", { hasText: "not all entries are checked" }).waitFor();
  await openFiles(page, { "catalog.yaml": PUMP });
  await status.waitFor({ state: "detached" });
  assert.equal(await page.locator(".problems .notice").count(), 0);
  await page.context().close();
});

test("59 a finding about a bundle as a whole leads to the overview of the bundle", async () => {
  const page = await newPage(site);
  const files = bundleFiles();
  const sound = Object.fromEntries(Object.entries(files).filter(([path]) => !/clusterserviceversion/.test(path)));
  await openArchive(page, sound);
  await problems(page);
  await page.getByRole("button", { name: "By file" }).click();
  const whole = "The bundle has no ClusterServiceVersion.";
  await page.locator('.problem-main[title="bundle:foo-1.1.0/"]').first().click();
  await page.getByRole("button", { name: "Open in the channel" }).click();
  await page.locator(".bundle-page .bundle-tabs [aria-selected=true]", { hasText: "Overview" }).waitFor();
  await page.waitForFunction(() => document.activeElement.matches(".bundle-page h2"));
  await page.getByRole("tab", { name: /^Findings/ }).click();
  await page.locator(".bundle-findings button", { hasText: whole }).click();
  await page.locator(".bundle-page .bundle-tabs [aria-selected=true]", { hasText: "Overview" }).waitFor();
  await page.context().close();
});

test("66 undo names the whole of a change: an entry with its bundle, a move", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": PUMP });
  await page.locator('.entry-name[title="pump.v1.1.0"]').focus();
  await page.keyboard.press("Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
  await page.waitForFunction(() => !globalThis.olmkit.text("catalog.yaml").includes("pump.v1.1.0"));
  assert.equal(await undo(page), "Remove pump.v1.1.0 from fast, and its bundle");
  await page.keyboard.press("Control+z");
  await page.getByText("Undone: Remove pump.v1.1.0 from fast, and its bundle.").waitFor();
  assert.equal(await text(page), PUMP);
  await page.context().close();
});

test("82 the status line shows the position of the cursor, also after it was moved in the text", async () => {
  await withSample(site, "valid", async (page) => {
    const at = page.locator(".status .at-place");
    const where = (line, column) => at.filter({ hasText: new RegExp(`^catalog\\.yaml:${line}:${column}$`) }).waitFor();
    const lines = (await text(page)).split("\n");
    const name = "watering-can.v1.1.0";
    const line = lines.indexOf(`- name: ${name}`) + 1;
    await page.locator(`.entry-name[title="${name}"]`).click();
    await where(line, "\\d+");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await where(1, 1);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await where(2, 2);
  });
});

test("80 after an action of the palette the focus is in what it shows; undo reports that there is nothing to undo", async () => {
  await withSample(site, "valid", async (page) => {
    const isFocused = (selector) => page.waitForFunction((selector) => document.activeElement.matches(selector), selector);
    await page.locator(".entry-name").first().focus();
    await run(page, "Show the channel as a graph");
    await isFocused(".graph-bar [aria-pressed=true]");
    assert.equal((await place(page)).view, "graph");
    await run(page, "Overview of the catalog");
    await isFocused(".catalog-page h2");
    await run(page, "Undo");
    await page.getByText("Nothing to undo.").waitFor();
    await run(page, "Redo");
    await page.getByText("Nothing to redo.").waitFor();
  });
});
