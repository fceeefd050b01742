// Several entries at once; filtering and sorting of the table.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { bulk, bundleDocument, channelDocument, channelMenu, choose, difference, longChannel, newPage, openFiles, packageDocument, sample, setup, text, violations, withSample } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

const original = sample("valid");
const chosen = (page) => page.locator("tr.is-chosen .entry-name").allTextContents();
const undone = async (page) => {
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 0 && globalThis.olmkit.state().undo === "");
  assert.equal(await text(page), original);
};

test("25 entries are selected by Shift, Ctrl, keys, and by taps from the menu of the channel", async () => {
  await withSample(site, "valid", async (page) => {
    await page.locator(".entry-name", { hasText: "v1.2.0" }).click();
    await choose(page, "watering-can.v1.0.1", "Shift");
    assert.deepEqual(await chosen(page), ["watering-can.v1.2.0", "watering-can.v1.1.0", "watering-can.v1.0.1"]);
    await choose(page, "watering-can.v1.1.0");
    assert.deepEqual(await chosen(page), ["watering-can.v1.2.0", "watering-can.v1.0.1"]);
    await page.getByRole("status").filter({ hasText: "2 entries selected" }).waitFor({ state: "attached" });
    await bulk(page).getByText("2 selected").waitFor();
    assert.deepEqual(await violations(page), []);
    await page.evaluate(() => globalThis.olmkit.report("message", { message: "A message" }));
    const [notice, actions] = await Promise.all([page.locator(".notice-place .notice").boundingBox(), bulk(page).boundingBox()]);
    assert.ok(notice.y + notice.height <= actions.y, "a message does not cover the actions");
    await page.getByRole("button", { name: "Clear selection" }).click();
    await bulk(page).waitFor({ state: "detached" });
    // The selected entry is one of them.
    await page.locator(".entry-name", { hasText: "v1.1.0" }).click();
    assert.equal(await bulk(page).count(), 0);
    await choose(page, "watering-can.v1.0.0");
    assert.deepEqual(await chosen(page), ["watering-can.v1.1.0", "watering-can.v1.0.0"]);
    await page.locator(".entry-name", { hasText: "v1.2.0" }).click();
    assert.deepEqual(await chosen(page), [], "a plain click selects one entry");
    await page.locator(".entry-name", { hasText: "v1.2.0" }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Shift+ArrowDown");
    assert.deepEqual(await chosen(page), ["watering-can.v1.2.0", "watering-can.v1.1.0"]);
    await page.keyboard.press("Space");
    assert.deepEqual(await chosen(page), ["watering-can.v1.2.0"]);
    await page.keyboard.press("Control+a");
    assert.equal((await chosen(page)).length, 4);
    await page.keyboard.press("Escape");
    assert.deepEqual(await chosen(page), []);
    await channelMenu(page, "Select entries");
    await page.locator(".entry-name", { hasText: "v1.0.1" }).click();
    await bulk(page).getByText("1 selected").waitFor();
    await page.locator(".entry-name", { hasText: "v1.0.0" }).click();
    await bulk(page).getByRole("button", { name: "Select all" }).click();
    assert.equal((await chosen(page)).length, 4);
    await page.getByRole("button", { name: "Clear selection" }).click();
    await bulk(page).waitFor({ state: "detached" });
  });
});

test("25 several entries are removed as one step, reconnecting their neighbors; stranded versions are listed before", async () => {
  await withSample(site, "valid", async (page) => {
    await choose(page, "watering-can.v1.1.0");
    await choose(page, "watering-can.v1.0.1");
    await bulk(page).getByRole("button", { name: "Remove" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Remove them only", { exact: true }).check();
    await dialog.getByText(/watering-can\.v1\.1\.0 removed from stable/).waitFor();
    await dialog.getByLabel("Remove and reconnect their neighbors", { exact: true }).check();
    await dialog.getByText(/stable: watering-can\.v1\.2\.0 replaces: watering-can\.v1\.1\.0 → none/).waitFor();
    assert.deepEqual(await violations(page), []);
    await dialog.getByRole("button", { name: "Apply" }).click();
    await page.getByText("1 changed").waitFor();
    const { removed, added } = difference(original, await text(page));
    assert.ok(removed.length > added.length && added.every((line) => original.split("\n").includes(line)), `nothing is written anew: ${added}`);
    assert.match(await page.evaluate(() => globalThis.olmkit.state().undo), /^Remove 2 entries from stable$/);
    await undone(page);
  });
});

for (const width of [1440, 390]) {
  test(`25 66 after a removal of several entries is undone, the first of them has the focus, at ${width} px`, async () => {
    const page = await newPage(site, { width, height: 844 });
    await openFiles(page, longChannel(120));
    if (width < 800) await page.locator(".pane-tabs").getByRole("button", { name: "Channel" }).click();
    const focused = (title) => page.waitForFunction((title) => document.activeElement.title === title && document.activeElement.closest("tr.is-selected"), title);
    for (const version of ["1.0.118", "1.0.117", "1.0.116"]) await choose(page, `foo.v${version}`);
    await bulk(page).getByRole("button", { name: "Remove" }).click();
    const apply = page.getByRole("dialog").getByRole("button", { name: "Apply" });
    await page.waitForFunction((button) => !button.disabled, await apply.elementHandle());
    await apply.click();
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 1 && document.activeElement.closest("tr"));
    await page.keyboard.press("Control+z");
    await focused("foo.v1.0.118");
    if (width > 800) {
      await page.keyboard.press("Control+Shift+z");
      await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
      await page.getByRole("button", { name: "Undo", exact: true }).click(); // it is disabled then
      await focused("foo.v1.0.118");
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("25 versions that a removal strands are listed before it is applied", async () => {
  const page = await newPage(site);
  const names = ["a.v1.0.0", "a.v1.1.0", "a.v1.2.0", "a.v1.3.0"];
  const entries = names.map((name, at) => `- name: ${name}\n${at ? `  replaces: ${names[at - 1]}\n` : ""}`).join("");
  const bundles = names
    .map((name) => `---\nschema: olm.bundle\npackage: a\nname: ${name}\nimage: registry.example.com/${name}\nproperties:\n- type: olm.package\n  value: {packageName: a, version: ${name.slice(3)}}\n`)
    .join("");
  await openFiles(page, { "catalog.yaml": `---\nschema: olm.package\nname: a\ndefaultChannel: c\n---\nschema: olm.channel\npackage: a\nname: c\nentries:\n${entries}${bundles}` });
  await choose(page, "a.v1.1.0");
  await choose(page, "a.v1.2.0");
  await bulk(page).getByRole("button", { name: "Remove" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("2 bundles are in no other channel. opm rejects a bundle that is not in any channel.").waitFor();
  await dialog.getByLabel("Remove them only", { exact: true }).check();
  await dialog
    .getByText(/a\.v1\.0\.0.* can no longer upgrade to the channel head/)
    .first()
    .waitFor();
  await dialog.getByLabel("Remove and reconnect their neighbors. 2 bundles are removed from the catalog too").check();
  await dialog.getByText("c: a.v1.3.0 replaces: a.v1.2.0 → a.v1.0.0.").waitFor();
  assert.equal(await dialog.getByText(/a\.v1\.0\.0.* can no longer upgrade to the channel head/).count(), 0);
  await dialog.getByRole("button", { name: "Apply" }).click();
  await page.getByText("1 changed").waitFor();
  assert.match(await page.locator(".verdict").textContent(), /opm accepts/);
  assert.doesNotMatch(await text(page), /a\.v1\.[12]\.0/);
  await page.context().close();
});

test("25 several entries are deprecated, and promoted, as one step each", async () => {
  await withSample(site, "valid", async (page) => {
    await choose(page, "watering-can.v1.1.0");
    await choose(page, "watering-can.v1.0.1");
    await bulk(page).getByLabel("Deprecate with").fill("Use 1.2.0.");
    await bulk(page).getByRole("button", { name: "Deprecate", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
    await page.locator("tr.is-deprecated").nth(1).waitFor();
    assert.equal((await text(page)).match(/message: Use 1\.2\.0\./g).length, 2);
    assert.equal((await text(page)).match(/schema: olm\.deprecations/g).length, 1);
    await undone(page);
    await page.locator(".tree .channel", { hasText: "candidate" }).click();
    await channelMenu(page, "Select entries");
    await bulk(page).getByRole("button", { name: "Select all" }).click();
    await bulk(page).getByLabel("Promote to").selectOption("stable");
    await bulk(page).getByRole("button", { name: "Promote", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Apply" }).click();
    await page.getByText("1 changed").waitFor();
    assert.match(await text(page), /name: stable\nentries:\n- name: watering-can\.v1\.3\.0-rc\.1\n {2}replaces: watering-can\.v1\.2\.0\n/);
    await undone(page);
  });
});

const shown = (page) => page.locator(".entry-name").allTextContents();

test("18 the table is filtered by name, version range, image and property; it shows what matched", async () => {
  const page = await newPage(site);
  const files = longChannel();
  const [first, ...rest] = files["catalog.yaml"].split("version: 1.0.7}\n");
  files["catalog.yaml"] = `${first}version: 1.0.7}\n- type: olm.maxOpenShiftVersion\n  value: "4.16"\n${rest.join("")}`.replace(
    "registry.example.com/foo:v1.0.9\n",
    `registry.example.com/foo@sha256:${"9a".repeat(32)}\n`,
  );
  await openFiles(page, files);
  const filter = page.getByLabel("Filter the entries");
  const shows = (words) => page.locator(".entry-filter [role=status]").filter({ hasText: words }).waitFor();
  await filter.fill(">=1.0.1 <1.0.4");
  await shows("3 of 500 entries: version from 1.0.1 up to, not including, 1.0.4");
  assert.deepEqual(await shown(page), ["foo.v1.0.3", "foo.v1.0.2", "foo.v1.0.1"]);
  await filter.fill("1.0.49 >=1.0 <1.1");
  await shows("11 of 500 entries");
  await filter.fill(">=nonsense");
  await shows("OLM cannot read the range");
  await filter.fill("nothing");
  await shows("0 of 500 entries");
  const [heads, message] = await Promise.all([page.locator(".entries thead").boundingBox(), page.locator(".is-filtered").boundingBox()]);
  assert.ok(message.y - heads.y - heads.height < 40, "the message is below the heads of the columns");
  await page.getByRole("button", { name: "Clear the filter" }).click();
  await page.waitForFunction(() => document.activeElement.id === "entry-filter" && document.activeElement.value === "");
  await filter.fill("sha256:9a9a9a");
  await shows("1 of 500 entries: an image with sha256:9a9a9a");
  assert.deepEqual(await shown(page), ["foo.v1.0.9"]);
  await filter.fill("property:olm.maxOpenShiftVersion");
  await shows("1 of 500 entries: a property of type olm.maxOpenShiftVersion");
  assert.deepEqual(await shown(page), ["foo.v1.0.7"]);
  assert.deepEqual(await violations(page), []);
  // The palette finds the same.
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("combobox", { name: "Search for an action or a name" });
  await palette.fill(">=1.0.1 <1.0.4");
  await page.getByRole("dialog").getByText("In foo: version from 1.0.1 up to, not including, 1.0.4").waitFor();
  const found = page.locator("#palette-list [role=option]", { hasText: "entry of foo/stable" });
  await found.nth(2).waitFor();
  assert.equal(await found.count(), 3);
  await palette.fill("olm.maxOpenShiftVersion");
  await page.locator("#palette-list [role=option]", { hasText: "foo.v1.0.7" }).click();
  await page.getByRole("region", { name: "Entry foo.v1.0.7" }).waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("19 entries are ordered from the head, by version as OLM orders them, or as in the file", async () => {
  const page = await newPage(site);
  const versions = ["1.10.0", "1.9.0", "1.10.0-rc.2", "1.10.0-rc.10", "1.9.0+2"];
  const entries = versions.map((version) => `- name: a.v${version}\n`).join("");
  const bundles = versions
    .map((version) => `---\nschema: olm.bundle\npackage: a\nname: a.v${version}\nimage: registry.example.com/a\nproperties:\n- type: olm.package\n  value: {packageName: a, version: ${version}}\n`)
    .join("");
  await openFiles(page, { "catalog.yaml": `---\nschema: olm.package\nname: a\ndefaultChannel: c\n---\nschema: olm.channel\npackage: a\nname: c\nentries:\n${entries}${bundles}` });
  const header = page.getByRole("button", { name: /^Order: / });
  const descending = ["1.10.0", "1.10.0-rc.10", "1.10.0-rc.2", "1.9.0+2", "1.9.0"].map((version) => `a.v${version}`);
  await page.locator("th[aria-sort=none]").waitFor();
  assert.deepEqual((await shown(page)).length, descending.length);
  await header.click();
  await page.getByRole("button", { name: "Order: File order" }).waitFor();
  assert.deepEqual(
    await shown(page),
    versions.map((version) => `a.v${version}`),
  );
  await header.click();
  await page.locator("th[aria-sort=descending]").waitFor();
  assert.deepEqual(await shown(page), descending);
  await header.click();
  assert.deepEqual(
    await shown(page),
    ["1.9.0", "1.9.0+2", "1.10.0-rc.2", "1.10.0-rc.10", "1.10.0"].map((version) => `a.v${version}`),
  );
  await header.click();
  await page.getByRole("button", { name: "Order: Head first" }).waitFor();
  await page.context().close();
});

test("17 a channel of 5,000 entries scrolls with less than 2,000 nodes", async (context) => {
  const page = await newPage(site);
  await openFiles(page, longChannel(5000));
  await page.locator(".entry-name", { hasText: "v1.0.4999" }).click();
  const nodes = () => page.evaluate(() => document.querySelectorAll("*").length);
  const worst = [await nodes()];
  for (const part of [0.25, 0.5, 1]) {
    await page.evaluate((part) => {
      const place = document.querySelector(".table-scroll");
      place.scrollTop = part * place.scrollHeight;
    }, part);
    await page.waitForTimeout(200);
    worst.push(await nodes());
  }
  await page.locator(".entry-name", { hasText: "v1.0.0" }).waitFor();
  context.diagnostic(`nodes: ${worst.join(", ")}`);
  assert.ok(Math.max(...worst) < 2000, `${worst}`);
  const frames = await page.evaluate(async () => {
    const place = document.querySelector(".table-scroll");
    const times = [];
    for (let step = 0; step < 60; step += 1) {
      place.scrollTop -= 400;
      const from = performance.now();
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      times.push(performance.now() - from);
    }
    return times.sort((a, b) => a - b);
  });
  context.diagnostic(`a frame of scrolling: median ${frames[30].toFixed(1)} ms, p95 ${frames[57].toFixed(1)} ms`);
  await page.context().close();
});

test("25 selected entries that the filter hides are counted, and all that is selected is what is shown", async () => {
  const page = await newPage(site);
  await openFiles(page, longChannel(30));
  await choose(page, "foo.v1.0.29");
  await page.getByLabel("Filter the entries").fill("1.0.1");
  await choose(page, "foo.v1.0.12");
  await bulk(page).getByText("2 selected, 1 hidden by the filter", { exact: true }).waitFor();
  await page.getByRole("status").filter({ hasText: "2 entries selected, 1 hidden by the filter" }).waitFor({ state: "attached" });
  await bulk(page).getByRole("button", { name: "Select all" }).click();
  await bulk(page).getByText("11 selected", { exact: true }).waitFor();
  assert.equal((await chosen(page)).length, 11);
  await bulk(page).getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("dialog").getByRole("heading", { name: "Remove 11 entries" }).waitFor();
  await page.context().close();
});

test("22 25 before a channel loses its last entries, the dialog says so and offers to remove the channel", async () => {
  const page = await newPage(site);
  const channels = channelDocument("can", "stable", "- name: can.v1.1.0\n  replaces: can.v1.0.0\n- name: can.v1.0.0\n") + channelDocument("can", "fast", "- name: can.v1.1.0\n");
  await openFiles(page, { "catalog.yaml": packageDocument("can", "stable") + channels + bundleDocument("can", "1.1.0") + bundleDocument("can", "1.0.0") });
  const dialog = page.getByRole("dialog");
  const entry = (name) => page.locator(`.entry-name[title="${name}"]`);
  await page.locator(".tree .channel", { hasText: "fast" }).click();
  await page.getByRole("heading", { name: "fast" }).waitFor();
  await entry("can.v1.1.0").focus();
  await page.keyboard.press("Delete");
  await dialog.getByText("fast has no other entry. opm rejects a channel without entries.").waitFor();
  assert.deepEqual(await violations(page), []);
  await dialog.getByLabel("Remove the channel").check();
  await dialog.locator(".primary:enabled").click();
  await page.locator(".tree .channel", { hasText: "fast" }).waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => globalThis.olmkit.state().undo), "Remove channel fast of can");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".tree .channel", { hasText: "fast" }).waitFor();
  await page.locator(".tree .channel", { hasText: "stable" }).click();
  await page.getByRole("heading", { name: "stable" }).waitFor();
  await choose(page, "can.v1.1.0");
  await choose(page, "can.v1.0.0");
  await bulk(page).getByRole("button", { name: "Remove" }).click();
  await dialog.getByLabel("Remove the channel and 1 bundle; fast becomes the default channel").check();
  await dialog.getByText("stable has no other entry.").waitFor();
  await dialog.locator(".primary:enabled").click();
  await page.locator(".tree .channel", { hasText: "stable" }).waitFor({ state: "detached" });
  assert.match(await text(page), /defaultChannel: fast/);
  assert.doesNotMatch(await text(page), /can\.v1\.0\.0/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
