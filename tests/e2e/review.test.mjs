// The page of unsaved changes, and the history of changes.
import assert from "node:assert/strict";
import { packageOf } from "../npm/consumers/stranded.mjs";
import { after, before, test } from "../test.mjs";
import { channelDocument, fill, newPage, onDisk, openFiles, openFolder, place, ready, review, sample, save, setup, text, toChannel, violations, withSample } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

const original = sample("valid");
const edit = (page, from, to, path = "catalog.yaml") => page.evaluate(([path, from, to]) => globalThis.olmkit.edit(path, globalThis.olmkit.text(path).replace(from, to)), [path, from, to]);

test("68 the review is a page with an address: back leaves it, a link restores it, a second key saves", async () => {
  const page = await newPage(site);
  await openFolder(page, { "catalog.yaml": original });
  await page.locator(".tree .channel", { hasText: "stable" }).first().click();
  await edit(page, /$/, "# more\n");
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  await page.locator(".pane-tabs .to-changes").click();
  const shown = await review(page);
  assert.equal((await place(page)).view, "review");
  assert.equal(await page.locator(".crumbs [aria-current=page]").innerText(), "Review and save");
  assert.equal(await page.locator(".pane-tabs .to-changes").getAttribute("aria-pressed"), "true");
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "H2", "the heading has the focus");
  await shown.getByText("No changes to packages").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.goBack();
  await shown.waitFor({ state: "hidden" });
  assert.equal((await place(page)).view, undefined);
  await page.goForward();
  await shown.waitFor();
  await shown.locator(".save-now.is-ready").waitFor();
  await page.keyboard.press("Control+s");
  await page.getByText("Saved 1 file into the folder.").waitFor();
  assert.match(await onDisk(page, "catalog.yaml"), /# more\n$/);
  await shown.waitFor({ state: "hidden" });
  await page.locator(".entries").waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("68 a version that loses its upgrade path is named with the reason; the fix is a button", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await fill(page, "Skips of watering-can.v1.2.0", "watering-can.v1.1.0, watering-can.v1.0.1");
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
    const shown = await review(page);
    assert.match(await shown.locator(".figures").innerText(), /1\s*version gains a path/);
    await shown.locator(".after-saving", { hasText: "opm accepts" }).waitFor();
  });
  const page = await newPage(site);
  const fixed = sample("stranded-v0").replace("  - watering-can.v1.1.0\n", "  - watering-can.v1.1.0\n  - watering-can.v1.0.1\n");
  await openFiles(page, { "catalog.yaml": fixed });
  await edit(page, fixed, sample("stranded-v0"));
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  const shown = await review(page);
  const lost = shown.locator(".cluster.is-bad");
  await lost.getByText("1.0.1 in watering-can / stable, under OLM v0").waitFor();
  assert.match(await lost.locator(".meta").first().innerText(), /is stranded under OLM v0/);
  await lost.locator(".i-fix").first().click();
  await lost.waitFor({ state: "detached" });
  await page.context().close();
});

test("68 the fix of a new problem is offered if its first place has none", async () => {
  const versions = ["1.3.0", "1.2.0", "1.1.0", "1.0.0"];
  const chain = versions.map((version, at) => `- name: foo.v${version}\n${versions[at + 1] ? `  replaces: foo.v${versions[at + 1]}\n` : ""}`).join("");
  const added = (name, skips) =>
    channelDocument("foo", name, `- name: foo.v1.3.0\n  replaces: foo.v1.0.0\n  skips: ${skips}\n- name: foo.v1.2.0\n  skips: [foo.v1.1.0]\n- name: foo.v1.1.0\n- name: foo.v1.0.0\n`);
  // The skips in channel `a` cannot be changed, because an alias repeats them.
  const shared = `${added("a", "&skips [foo.v1.2.0]")}properties:\n- type: example\n  value: *skips\n`;
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": packageOf(chain, ...versions) });
  await edit(page, /$/, shared + added("b", "[foo.v1.2.0]"));
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  const problem = (await review(page)).locator(".new-problem", { hasText: "The same problem: in b." });
  await problem.locator(".i-fix").click();
  await page.waitForFunction(() => /name: b\n.*skips: \[foo\.v1\.[12]\.0, foo\.v1\.[12]\.0\]/s.test(globalThis.olmkit.text("catalog.yaml")));
  await page.context().close();
});

test("68 a reason that several versions share is shown once, and so is the verdict", async () => {
  const page = await newPage(site);
  const entries = [4, 3, 2, 1, 0].map((minor) => `- name: foo.v1.${minor}.0\n${minor ? `  replaces: foo.v1.${minor - 1}.0\n` : ""}`);
  await openFiles(page, { "catalog.yaml": packageOf(entries.join(""), "1.4.0", "1.3.0", "1.2.0", "1.1.0", "1.0.0") });
  await edit(page, "  replaces: foo.v1.3.0\n", "  replaces: foo.v1.9.0\n  skips: [foo.v1.3.0]\n");
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  const shown = await review(page);
  const lost = shown.locator(".cluster.is-bad");
  await lost.locator(".meta").first().waitFor();
  assert.equal((await lost.innerText()).match(/not on the replaces chain/gi)?.length, 1);
  assert.equal((await shown.locator(".after-saving").innerText()).match(/opm rejects/g)?.length, 1);
  await page.context().close();
});

test("68 names that do not begin with the package's name are short too; the place of a problem is below its text", async () => {
  const page = await newPage(site);
  const edges = "- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n- name: foo.v1.0.0\n";
  await openFiles(page, { "catalog.yaml": packageOf(edges, "1.1.0", "1.0.0").replaceAll("package: foo", "package: my-foo").replace("package\nname: foo", "package\nname: my-foo") });
  await edit(page, "  replaces: foo.v1.0.0\n", "  replaces: foo.v0.9.0\n  skipRange: none\n");
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  const shown = await review(page);
  await shown
    .locator(".cluster.is-bad")
    .getByText(/^1\.0\.0 in my-foo \/ stable/)
    .first()
    .waitFor();
  const [text, where] = await shown
    .locator(".new-problem", { hasText: "none" })
    .locator("> span > span")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  assert.ok(where.top >= text.bottom, `${where.top} ${text.bottom}`);
  await page.context().close();
});

test("68 the review counts a version once, with its channels, and names the place of a new problem and of the longest path", async () => {
  const page = await newPage(site);
  const edges = "- name: foo.v1.2.0\n  replaces: foo.v1.1.0\n- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n- name: foo.v1.0.0\n";
  const original = packageOf(edges, "1.2.0", "1.1.0", "1.0.0") + channelDocument("foo", "fast", edges);
  await openFiles(page, { "catalog.yaml": original });
  await edit(page, / {2}replaces: foo\.v1\.0\.0\n/g, "");
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  const shown = await review(page);
  await shown.getByRole("heading", { name: "3 versions lose their upgrade path, in 2 channels" }).waitFor();
  await page.evaluate((now) => globalThis.olmkit.edit("catalog.yaml", now), original.replaceAll("  replaces: foo.v1.1.0\n", "  replaces: foo.v1.0.0\n  skips: [foo.v1.1.0]\n  skipRange: none\n"));
  await shown.locator(".figures").getByText("longest path under OLM v0, foo / fast").waitFor();
  await shown
    .locator(".new-problem", { hasText: "none" })
    .getByText(/^foo \/ /)
    .first()
    .waitFor();
  await page.context().close();
});

test("68 the diff has every file in one scroll: heads with counts, folds, both layouts; a long one stays quick", async () => {
  const page = await newPage(site);
  const long = (tail) => `# ${"x".repeat(60)}\n`.repeat(150_000) + tail;
  await openFolder(page, { "catalog.yaml": original, "notes/long.yaml": long("a: 1\n"), ".indexignore": "notes\n" });
  await edit(page, "defaultChannel: stable", "defaultChannel: stable # note");
  await page.evaluate(() => globalThis.olmkit.edit("notes/long.yaml", `# first\n${globalThis.olmkit.text("notes/long.yaml").replace("a: 1", "a: 2")}${"# line\n".repeat(1000)}`));
  const shown = await review(page);
  const files = shown.locator(".diff-file");
  assert.deepEqual(await files.locator("bdi").allTextContents(), await page.evaluate(() => globalThis.olmkit.state().changedPaths));
  const own = files.filter({ hasText: "catalog.yaml" });
  assert.equal((await own.locator("ins.diff-line mark").allTextContents()).join(""), " # note");
  const notes = files.filter({ hasText: "notes/long.yaml" });
  assert.equal(await notes.locator(".diff-head .is-added").textContent(), "+1002");
  assert.ok((await page.locator(".diff-line").count()) < 1000, "what is long is shown in parts");
  const [drawn, more] = [await notes.locator(".diff-line").count(), notes.locator(".more-lines")];
  const promised = Number(/^Show (\d+) more lines$/.exec(await more.textContent())?.[1]);
  await more.click();
  assert.equal((await notes.locator(".diff-line").count()) - drawn, promised);
  assert.equal(await notes.locator("ins.diff-line").count(), 1002);
  assert.equal(await page.evaluate(() => document.activeElement.matches(".diff-line:nth-child(401)")), true, "the first of the new lines has the focus");
  await notes.getByRole("button", { name: "notes/long.yaml", exact: true }).click();
  assert.equal(await notes.locator(".diff-line").count(), 0);
  await shown.getByRole("button", { name: "Split" }).click();
  const pair = own.locator(".diff-pair", { has: page.locator("ins") });
  assert.deepEqual(await pair.locator(".diff-line").allTextContents(), ["defaultChannel: stable", "defaultChannel: stable # note"]);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("67 the history lists the changes; a click restores any state, as one change; the saved state is marked", async () => {
  const page = await newPage(site);
  await openFolder(page, { "catalog.yaml": original });
  await page.locator(".pane-tabs .i-history").click();
  await page.getByText("No changes yet.").waitFor();
  assert.deepEqual(await violations(page), []);
  await toChannel(page);
  await page.locator(".tree .channel", { hasText: "stable" }).first().click();
  await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  const first = await text(page);
  await save(page);
  await page.getByText("Saved 1 file into the folder.").waitFor();
  for (const line of ["one", "two"]) await edit(page, /$/, `# ${line}\n`);
  const last = await text(page);
  await page.locator(".pane-tabs .i-history").click();
  assert.equal((await place(page)).view, "history");
  const rows = page.locator(".step");
  assert.equal(await rows.count(), 4);
  assert.match(await rows.nth(0).innerText(), /catalog\.yaml[\s\S]*current[\s\S]*just now/);
  assert.match(await rows.nth(2).innerText(), /saved/);
  assert.match(await rows.nth(3).innerText(), /^As opened/);
  await rows.nth(2).click();
  await page.waitForFunction((text) => globalThis.olmkit.text("catalog.yaml") === text, first);
  await rows.nth(2).locator(".is-head").waitFor();
  assert.equal(await page.evaluate(() => globalThis.olmkit.state().changed), 0);
  await page.getByText("3 steps, 2 undone").waitFor();
  assert.deepEqual(await violations(page), []);
  // With the keyboard, also redo.
  await rows.nth(2).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForFunction((text) => globalThis.olmkit.text("catalog.yaml") === text, last);
  await rows.nth(3).click();
  await page.waitForFunction((text) => globalThis.olmkit.text("catalog.yaml") === text, original);
  await toChannel(page);
  await page.locator(".history").waitFor({ state: "hidden" });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("68 a message does not cover the buttons that save", async () => {
  for (const width of [390, 1440]) {
    const page = await newPage(site, { width, height: 844 });
    await openFiles(page, { "catalog.yaml": original });
    await edit(page, /$/, "# more\n");
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 0);
    await page.keyboard.press("Control+Shift+z");
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
    await review(page);
    const message = await page.locator(".notice-place .notice", { hasText: "Redone" }).boundingBox();
    const buttons = await page.locator(".review-foot").boundingBox();
    assert.ok(message.y + message.height <= buttons.y, `${width} px: ${JSON.stringify([message, buttons])}`);
    await page.context().close();
  }
});

test("on a phone help and settings are in the menu; elsewhere they are at the left", async () => {
  for (const width of [390, 1440]) {
    const page = await newPage(site, { width, height: 844, hash: "#sample=valid" });
    await ready(page);
    const atLeft = page.locator(".pane-tabs .i-settings");
    assert.equal(await atLeft.isVisible(), width > 400);
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    const inMenu = page.locator("#menu").getByRole("button", { name: "Settings" });
    assert.equal(await inMenu.isVisible(), width < 400);
    await (width < 400 ? inMenu : atLeft).click();
    await page.locator("#settings").getByLabel("Profile", { exact: true }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.context().close();
  }
});

test("68 each version that loses its upgrade path has the reason under its own resolver", async () => {
  await withSample(site, "valid", async (page) => {
    await edit(page, "- name: watering-can.v1.2.0", "- name: watering-can.v7.7.7");
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
    const lost = (await review(page)).locator(".cluster", { hasText: "their upgrade path" });
    const row = (semantics) => lost.locator(".new-problem", { hasText: `stable, under OLM ${semantics}` });
    await row("v0").getByText("Versions that channel stable had in the base catalog can no longer upgrade").waitFor();
    assert.doesNotMatch(await row("v0").innerText(), /is a successor of/);
    await row("v1").getByText("7.7.7 is a successor of 1.1.0, but the package has no such olm.bundle.").waitFor();
  });
});

test("68 the review of a changed description says that other texts changed", async () => {
  await withSample(site, "valid", async (page) => {
    await edit(page, /$/, "# more\n");
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
    await (await review(page)).getByText("Other texts changed, such as descriptions, icons or comments.").waitFor();
  });
});
