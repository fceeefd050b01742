// Regressions: fixes that add problems, renames in one step, state of the previous catalog, removals and their undo,
// one count for the same fact.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "../test.mjs";
import { bundleDocument as bundle, channelDocument as channel, channelMenu, entryMenu, packageDocument as head, newPage, openFiles, root, sample, setup, text } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

// Only `fast` contains 1.2.0 and 1.1.0.
const PUMP =
  head("pump", "fast") +
  channel("pump", "fast", "- name: pump.v1.2.0\n  replaces: pump.v1.1.0\n- name: pump.v1.1.0\n  replaces: pump.v1.0.0\n- name: pump.v1.0.0\n") +
  channel("pump", "stable", "- name: pump.v1.0.0\n") +
  ["1.2.0", "1.1.0", "1.0.0"].map((version) => bundle("pump", version)).join("");

const SAMPLES = readdirSync(join(root, "web", "samples"))
  .map((file) => file.replace(/\.yaml$/, ""))
  .filter((name) => !["gallery", "types"].includes(name));

test("61 no fix of any sample adds problems", async () => {
  const page = await newPage(site);
  let tried = 0;
  for (const name of SAMPLES) {
    await openFiles(page, { [`${name}.yaml`]: sample(name) });
    const worse = await page.evaluate(async (path) => {
      const { ask, edit, text } = globalThis.olmkit;
      const original = text(path);
      const { diagnostics } = await ask("report");
      const found = [];
      let fixes = 0;
      for (const { rule, fixes: offered } of diagnostics) {
        for (const { title, edits } of offered) {
          fixes += 1;
          const at = [...edits].sort((a, b) => b.range.start.utf16 - a.range.start.utf16);
          const fixed = at.reduce((now, { range, text }) => now.slice(0, range.start.utf16) + text + now.slice(range.end.utf16), original);
          edit(path, fixed);
          const after = (await ask("report")).diagnostics;
          const errors = (all) => all.filter(({ severity }) => severity === "error").length;
          // An error may become a warning.
          const isWorse = after.length > diagnostics.length || (after.length === diagnostics.length && errors(after) >= errors(diagnostics));
          if (isWorse || errors(after) > errors(diagnostics)) found.push(`${rule}: ${title}`);
          edit(path, original);
          await ask("report");
        }
      }
      return { found, fixes };
    }, `${name}.yaml`);
    assert.deepEqual(worse.found, [], name);
    tried += worse.fixes;
  }
  assert.ok(tried >= 2, `${tried} fixes`);
  await page.context().close();
});

test("33 renaming an entry in the panel renames it in all channels and files, and its bundle; the panel follows", async () => {
  const page = await newPage(site);
  const files = {
    "a.yaml": head("pump", "fast") + channel("pump", "fast", "- name: pump.v1.1.0\n  replaces: pump.v1.0.0\n- name: pump.v1.0.0\n"),
    "b.yaml": channel("pump", "stable", "- name: pump.v1.0.0\n") + bundle("pump", "1.1.0") + bundle("pump", "1.0.0"),
  };
  await openFiles(page, files);
  await page.locator('.entry-name[title="pump.v1.0.0"]').click();
  await page.getByRole("region", { name: "Entry pump.v1.0.0" }).waitFor();
  await entryMenu(page, "Rename");
  const dialog = page.getByRole("dialog", { name: "Rename pump.v1.0.0" });
  await dialog.getByLabel("New name").fill("pump.v1.0.9");
  await dialog.getByText(/occurrences change in 2 files and 2 channels, as one step/).waitFor();
  await dialog.getByRole("button", { name: "Rename everywhere" }).click();
  await page.getByRole("region", { name: "Entry pump.v1.0.9" }).waitFor();
  for (const path of Object.keys(files)) assert.equal(await text(page, path), files[path].replaceAll("pump.v1.0.0", "pump.v1.0.9"), path);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 0);
  for (const path of Object.keys(files)) assert.equal(await text(page, path), files[path], path);
  // The entry with the old name is no longer shown.
  await page.getByRole("region", { name: "Entry pump.v1.0.9" }).waitFor({ state: "detached" });
  await page.context().close();
});

test("82 a message and the entry beside it end with the catalog that they are about", async () => {
  const page = await newPage(site);
  page.on("dialog", (dialog) => dialog.accept());
  const other = sample("two-heads").replaceAll("watering-can", "lawn-mower");
  await openFiles(page, { "catalog.yaml": sample("stranded-v0") });
  await page.locator('.entry-name[title="watering-can.v1.1.0"]').click();
  await page.getByRole("region", { name: "Entry watering-can.v1.1.0" }).waitFor();
  await page.getByRole("button", { name: "Channel menu" }).click();
  await page.locator("summary", { hasText: "Deprecate channel" }).click();
  await page.getByRole("group", { name: "Channel menu" }).locator("textarea").fill("old");
  await page.getByRole("button", { name: "Deprecate", exact: true }).click();
  await page.locator(".notice code", { hasText: "olm.deprecations" }).waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.locator(".notice", { hasText: "Undone: " }).waitFor();
  assert.equal(await page.locator(".notice").count(), 1, "only what was undone");
  // When a document is removed, its neighbor is not selected instead.
  await page.waitForTimeout(500);
  assert.match(page.url(), /entry=watering-can\.v1\.1\.0$/);
  await openFiles(page, { "other.yaml": other });
  await page.locator(".tag.is-bad", { hasText: "2 heads" }).waitFor();
  assert.equal(await page.locator(".notice:not(.is-alarm)", { hasText: "Undone" }).count(), 0);
  assert.equal(await page.locator(".entry-page").count(), 0);
  assert.doesNotMatch(page.url(), /entry=/);
  await page.context().close();
});

test("22 66 removing the default channel previews the effect on its bundles; undo restores and shows it", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": PUMP });
  await page.locator(".channel-head h2", { hasText: "fast" }).waitFor();
  await channelMenu(page, "Remove channel");
  const dialog = page.getByRole("dialog");
  const warning = dialog.locator(".range-warning");
  await warning.getByText("fast is the default channel: stable becomes the default.").waitFor();
  assert.match(await warning.innerText(), /2 bundles are in no other channel/);
  const [red, green, blue] = (await warning.evaluate((one) => getComputedStyle(one).color)).match(/\d+/g).map(Number);
  assert.ok(red > green && green > blue, `amber, not green: ${red} ${green} ${blue}`);
  assert.equal(await text(page), PUMP, "nothing is changed before");
  await dialog.getByLabel("Remove the channel and 2 bundles").check();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await page.waitForFunction(() => !globalThis.olmkit.text("catalog.yaml").includes("name: fast"));
  assert.match(await text(page), /defaultChannel: stable/);
  assert.doesNotMatch(await text(page), /pump\.v1\.[12]\.0/);
  await page.locator(".status .verdict", { hasText: "opm accepts" }).waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.locator(".channel-head h2", { hasText: "fast" }).waitFor();
  await page.locator('.entry-name[title="pump.v1.2.0"]').waitFor();
  assert.equal(await text(page), PUMP);
  assert.match(page.url(), /channel=fast/);
  await page.locator(".tree .channel[aria-current]", { hasText: "fast" }).waitFor();
  await page.context().close();
});

test("32 an entry of one channel only is removed with its bundle, and opm accepts the result", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": PUMP });
  await page.locator('.entry-name[title="pump.v1.2.0"]').focus();
  await page.keyboard.press("Delete");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("No other channel has pump.v1.2.0.").waitFor();
  // The option that opm accepts comes first.
  await dialog.locator(".alternative input:checked").waitFor();
  assert.ok(
    await dialog
      .getByLabel(/Its bundle is removed from the catalog too$/)
      .first()
      .isChecked(),
  );
  await dialog.getByRole("button", { name: "Apply" }).click();
  await page.waitForFunction(() => !globalThis.olmkit.text("catalog.yaml").includes("pump.v1.2.0"));
  await page.locator(".status .verdict", { hasText: "opm accepts" }).waitFor();
  await page.context().close();
});
