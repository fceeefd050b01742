// The release sheet beside its channel, and the review before saving: effects before text.
import assert from "node:assert/strict";
import { packageOf } from "../npm/consumers/stranded.mjs";
import { after, before, test } from "../test.mjs";
import { bundleDocument, channelDocument, entryNames, fill, newPage, openFiles, openFolder, packageDocument, ready, review, sample, setup, text, violations, withSample } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

/** 1.0.1 reaches the head only through `skips`. */
const FIXED = packageOf(
  `- name: foo.v1.2.0
  replaces: foo.v1.0.0
  skips:
  - foo.v1.1.0
  - foo.v1.0.1
- name: foo.v1.1.0
  skips:
  - foo.v1.0.1
- name: foo.v1.0.1
- name: foo.v1.0.0
`,
  "1.2.0",
  "1.1.0",
  "1.0.1",
  "1.0.0",
);

test("27 28 a release is written beside its channel: the table previews it, figures show its effect, Escape discards it", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const now = await text(page);
    const before = await entryNames(page);
    await page.getByRole("button", { name: "New release" }).first().click();
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Version", { exact: true }).fill("1.3.0");
    await page.locator("tr.is-edited", { hasText: "watering-can.v1.3.0" }).getByText("new").waitFor();
    assert.deepEqual(await entryNames(page), ["1.3.0", ...before]);
    assert.deepEqual(await page.locator("tr.is-proposed .entry-name").allTextContents(), ["watering-can.v1.3.0"], "its row is marked");
    assert.deepEqual(await page.locator("tr[data-drop-entry] .tag.is-head").count(), 1);
    assert.match(await sheet.locator(".tiles").textContent(), /^4 of 4versions reach 1\.3\.0/);
    await sheet.getByRole("heading", { name: "Effect on clusters, once its bundle is added" }).waitFor();
    await sheet.getByText("Until it does, opm rejects the catalog, and no version reaches 1.3.0 under OLM v1.").waitFor();
    const facts = await page.locator(".channel-head .facts").innerText();
    assert.match(facts, /head 1\.2\.0 → 1\.3\.0/, "the head before and after");
    assert.match(facts, /0 stranded/);
    const heads = await sheet.locator(".release-groups thead th").evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().height));
    assert.ok(heads.length > 1 && heads.every((height) => height < 36), `headings in one line: ${heads}`);
    assert.deepEqual(await violations(page), []);
    // Without the proposed `skips`, the stranded version stays stranded.
    await sheet.getByLabel("skips", { exact: true }).fill("");
    await page.locator(".tiles .is-warning", { hasText: "of 4" }).waitFor();
    // The page can be used while the sheet is open.
    await page.locator(".entry-name", { hasText: "watering-can.v1.1.0" }).click();
    await page.locator("tr.is-selected", { hasText: "watering-can.v1.1.0" }).waitFor();
    await sheet.getByLabel("Version", { exact: true }).press("Escape");
    await sheet.waitFor({ state: "hidden" });
    await page.locator("tr", { hasText: "watering-can.v1.3.0" }).waitFor({ state: "detached" });
    assert.deepEqual(await entryNames(page), before);
    assert.match(await page.locator(".channel-head .facts").innerText(), /head 1\.2\.0\b(?! →)/);
    assert.equal(await text(page), now);
  });
});

test("27 the release sheet shows the lines that it writes, as the fields are", async () => {
  await withSample(site, "valid", async (page) => {
    await page.getByRole("button", { name: "New release" }).first().click();
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Version", { exact: true }).fill("1.3.0");
    const change = sheet.getByRole("region", { name: "Change in the file" });
    await change.locator("ins.diff-line").first().waitFor();
    await change.getByText("catalog.yaml").waitFor();
    const lines = () => change.locator(".diff").innerText();
    assert.match(await lines(), /- name: watering-can\.v1\.3\.0\n\s+replaces: watering-can\.v1\.2\.0/);
    const numbers = await change.locator(".diff-line").evaluateAll((lines) => lines.map((line) => line.dataset.line));
    const before = await text(page);
    const first = before.split("\n").indexOf(before.split("\n").find((line) => line.includes("- name: watering-can.v1.2.0"))) + 1;
    assert.ok(numbers.includes(String(first)), `${numbers} are the lines of the file, among them ${first}`);
    await sheet.getByLabel("skipRange", { exact: true }).fill("<1.3.0");
    await page.waitForFunction(() => /skipRange: '?<1\.3\.0/.test(document.querySelector(".file-change .diff")?.textContent));
    assert.equal(await text(page), before, "nothing is written yet");
    await sheet.getByRole("button", { name: "Add release" }).click();
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
    await page.locator("tr.is-selected", { hasText: "watering-can.v1.3.0" }).waitFor();
    await page.getByRole("region", { name: "Entry watering-can.v1.3.0" }).waitFor();
    assert.match(await text(page), /- name: watering-can\.v1\.3\.0\n\s+replaces: watering-can\.v1\.2\.0\n\s+skipRange: '?<1\.3\.0/);
  });
});

test("27 the message about a proposal is below its field, without the value of the field", async () => {
  const page = await newPage(site);
  const entries = ["- name: foo.v1.2.0\n  replaces: foo.v1.1.0\n  skipRange: '>=1.0.0 <1.2.0'", "- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n  skipRange: '>=1.0.0 <1.1.0'", "- name: foo.v1.0.0"];
  await openFiles(page, { "catalog.yaml": packageOf(`${entries.join("\n")}\n`, "1.2.0", "1.1.0", "1.0.0") });
  await page.getByRole("button", { name: "New release" }).first().click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Version", { exact: true }).fill("1.3.0");
  await sheet.locator(".tiles").waitFor();
  const below = (label) =>
    sheet
      .locator(".release-fields > div", { has: page.getByLabel(label, { exact: true }) })
      .locator(".facts")
      .allTextContents();
  assert.match((await below("replaces")).join(), /^It replaces the version below it, [^.]*\.$/);
  assert.match((await below("skipRange")).join(), /^It continues the skipRange of 1\.2\.0\.$/);
  assert.equal(await sheet.getByLabel("skips", { exact: true }).getAttribute("placeholder"), "None");
  await page.context().close();
});

test("68 the review offers the fix of a new problem, and shows the remaining problems", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": FIXED });
  await fill(page, "Skips of foo.v1.2.0", "foo.v1.1.0");
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  const problem = (await review(page)).locator(".new-problem");
  await problem.getByRole("button").click();
  await page.getByText("Nothing has changed").waitFor();
  await page.context().close();
});

test("31 the release sheet keeps its channel while another one is shown, and follows changes of the catalog", async () => {
  const page = await newPage(site);
  const entries = FIXED.match(/entries:\n([\s\S]*?)---/)[1];
  await openFiles(page, { "catalog.yaml": FIXED + channelDocument("foo", "candidate", entries) });
  const show = async (channel) => {
    await page.locator(".tree .channel", { hasText: channel }).click();
    await page.locator(".center h2", { hasText: channel }).waitFor();
  };
  const isInTable = (names) =>
    page.waitForFunction((names) => [...document.querySelectorAll(".entries .entry-name")].map((one) => one.title).join() === names, names.map((name) => `foo.v${name}`).join());
  await show("stable");
  await page.getByRole("button", { name: "New release" }).first().click();
  const sheet = page.getByRole("dialog", { name: "New release" });
  await sheet.getByLabel("Version", { exact: true }).fill("1.3.0");
  await isInTable(["1.3.0", "1.2.0", "1.1.0", "1.0.1", "1.0.0"]);
  await show("candidate");
  await isInTable(["1.2.0", "1.1.0", "1.0.1", "1.0.0"]);
  await sheet.getByText("in stable of foo", { exact: true }).waitFor();
  await show("stable");
  await isInTable(["1.3.0", "1.2.0", "1.1.0", "1.0.1", "1.0.0"]);
  await sheet.locator(".tiles", { hasText: "4 of 4" }).waitFor();
  await page.evaluate(() => globalThis.olmkit.edit("catalog.yaml", globalThis.olmkit.text("catalog.yaml").replace("- name: foo.v1.0.1\n", "")));
  await isInTable(["1.3.0", "1.2.0", "1.1.0", "1.0.0"]);
  await page.keyboard.press("Control+z");
  await isInTable(["1.3.0", "1.2.0", "1.1.0", "1.0.1", "1.0.0"]);
  // A change that the proposal depends on.
  await page.evaluate(() => globalThis.olmkit.edit("catalog.yaml", globalThis.olmkit.text("catalog.yaml").replaceAll("foo.v1.2.0", "foo.v1.2.5")));
  await page.waitForFunction((field) => field.value === "foo.v1.2.5", await sheet.getByLabel("replaces", { exact: true }).elementHandle());
  await show("candidate");
  await sheet.getByRole("button", { name: "Add release" }).click();
  await sheet.waitFor({ state: "hidden" });
  await page.locator(".center h2", { hasText: "stable" }).waitFor();
  assert.match(await text(page), /name: stable\nentries:\n- name: foo\.v1\.3\.0\n {2}replaces: foo\.v1\.2\.5\n/);
  assert.equal((await text(page)).match(/- name: foo\.v1\.3\.0/g).length, 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("27 on a phone the release sheet has the page for itself", async () => {
  await withSample(
    site,
    "valid",
    async (page) => {
      await page.locator(".pane-tabs").getByRole("button", { name: "Channel" }).click();
      await page.getByRole("button", { name: "New release" }).first().click();
      await page.getByRole("dialog").getByLabel("Version", { exact: true }).fill("1.3.0");
      await page.getByRole("dialog").locator(".tiles").waitFor();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      assert.deepEqual(await violations(page), []);
    },
    { width: 390, height: 844, colorScheme: "dark" },
  );
});

test("68 the review lists first the versions that lose an upgrade path, then the rest, with the text beside it; so does saving", async () => {
  await withSample(site, "valid", async (page) => {
    await openFolder(page, { "catalog.yaml": sample("valid") });
    await fill(page, "Replaces of watering-can.v1.1.0", "");
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
    const shown = await review(page);
    const clusters = shown.locator(".cluster");
    await clusters.first().waitFor();
    const titles = await clusters.locator("h3").allTextContents();
    const lost = titles.findIndex((title) => /loses? its|lose their/.test(title));
    assert.equal(lost, 0, titles.join());
    assert.ok(titles.includes("Everything else"), titles.join());
    assert.match(titles.at(-1), /^After saving/);
    assert.match(await shown.locator(".figures li").first().innerText(), /^[1-9]/, "a figure says so too");
    const [what, diff] = [await shown.locator(".review-what").boundingBox(), await shown.locator(".review-text").boundingBox()];
    assert.ok(diff.x >= what.x + what.width - 1, "beside");
    await shown.locator("del.diff-line").first().waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Control+s");
    assert.equal(await page.evaluate(() => globalThis.olmkit.state().changed), 1, "what does harm is not saved by a second key");
    await shown.getByRole("button", { name: "Save anyway" }).click();
    await page.getByText("Saved 1 file into the folder.").waitFor();
  });
});

test("32 on a phone the impact of a removal and its buttons can be reached; Enter on an option applies it", async () => {
  const page = await newPage(site, { hash: "#sample=valid&package=watering-can&channel=stable", width: 390, height: 844 });
  await page.locator('.entry-name[title="watering-can.v1.1.0"]').focus();
  await page.keyboard.press("Delete");
  const dialog = page.getByRole("dialog");
  const apply = dialog.getByRole("button", { name: "Apply" });
  await page.waitForFunction((button) => !button.disabled, await apply.elementHandle());
  const impact = dialog.getByRole("region", { name: "Impact" });
  await impact.getByText("Entry watering-can.v1.1.0 removed from stable.").waitFor();
  assert.ok((await impact.boundingBox()).height >= 80, `${(await impact.boundingBox()).height}`);
  assert.ok(await apply.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight), "the buttons stay visible");
  assert.ok(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth));
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("radio").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  await dialog.waitFor({ state: "hidden" });
  await page.context().close();
});

test("32 the first option that is not refused is selected", async () => {
  const page = await newPage(site);
  const entries =
    "- name: foo.v1.3.0\n  replaces: foo.v1.2.0\n  skips: &old [foo.v0.9.0]\n- name: foo.v1.2.0\n  replaces: foo.v1.1.0\n  skips: *old\n- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n- name: foo.v1.0.0\n";
  const versions = ["1.3.0", "1.2.0", "1.1.0", "1.0.0"];
  await openFiles(page, { "catalog.yaml": `${packageDocument("foo", "stable")}${channelDocument("foo", "stable", entries)}${versions.map((version) => bundleDocument("foo", version)).join("")}` });
  await page.locator('.entry-name[title="foo.v1.1.0"]').focus();
  await page.keyboard.press("Delete");
  const dialog = page.getByRole("dialog");
  const options = dialog.getByRole("radio");
  await page.waitForFunction((button) => !button.disabled, await dialog.getByRole("button", { name: "Apply" }).elementHandle());
  assert.equal(await options.first().isChecked(), false, "1.2.0 has an alias as its skips");
  assert.ok(await dialog.getByLabel("Remove and reconnect: 1.2.0 replaces 1.0.0. Its bundle is removed from the catalog too", { exact: true }).isChecked());
  await options.first().check();
  await dialog.getByRole("alert").getByText("This cannot be done: ").waitFor();
  assert.ok(await options.first().isChecked(), "the selection of the user stays");
  await page.context().close();
});

test("31 the sheet names the entry of another channel that will replace the release, and shows all lines that it writes", async () => {
  await withSample(site, "valid", async (page) => {
    const before = await text(page);
    await page.getByRole("button", { name: "New release" }).first().click();
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Version", { exact: true }).fill("1.2.1");
    const change = sheet.getByRole("region", { name: "Change in the file" });
    await change.getByText("+2 lines").waitFor();
    await sheet.getByRole("checkbox", { name: "candidate" }).check();
    await sheet.getByText("candidate: replaces 1.2.0; 1.3.0-rc.1 will replace it").waitFor();
    await sheet.getByRole("list", { name: "Effect in the other channels" }).getByText("candidate: ").waitFor();
    // The diff covers both channels.
    await change.getByText("+4 lines").waitFor();
    assert.equal(await change.locator("ins.diff-line").count(), 4);
    assert.deepEqual(await violations(page), []);
    await sheet.getByRole("button", { name: "Add release" }).click();
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
    const now = await text(page);
    assert.match(now, /- name: watering-can\.v1\.3\.0-rc\.1\n {2}replaces: watering-can\.v1\.2\.1\n/);
    assert.equal(now.split("\n").length - before.split("\n").length, 4);
  });
});

test("61 an unsafe fix is applied only once its impact is known", async () => {
  const page = await newPage(site, { hash: "#sample=bad-range" });
  await ready(page);
  await page.locator('.center button[aria-label^="Suggested fix"]').first().waitFor();
  const early = await page.evaluate(async () => {
    document.querySelector('.center button[aria-label^="Suggested fix"]').click();
    const enabled = [];
    for (let frame = 0; frame < 600; frame += 1) {
      await new Promise(requestAnimationFrame);
      const dialog = document.querySelector("dialog[open]");
      if (!dialog?.textContent.includes("Analyzing impact")) {
        if (dialog?.querySelector(".primary:enabled")) break;
        continue;
      }
      enabled.push(!dialog.querySelector(".primary").disabled);
    }
    return enabled;
  });
  assert.ok(early.length > 0 && !early.includes(true), `${early}`);
  await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
  await page.locator(".verdict", { hasText: "opm accepts" }).waitFor();
  await page.context().close();
});
