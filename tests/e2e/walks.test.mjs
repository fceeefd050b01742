// Two tasks of a maintainer who is new to the editor, with the numbers of clicks and keystrokes from the guides
// (docs/guides/release-a-version.md, docs/guides/fix-stranded-versions.md).
import assert from "node:assert/strict";
import { zipSync } from "fflate";
import { packageOf, TWICE } from "../npm/consumers/stranded.mjs";
import { after, before, test } from "../test.mjs";
import { choose, soundBundle } from "./bundle.mjs";
import { checked, newPage, setup, text } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

/** Counts the actions of a user: a click, or a key with its modifiers. */
function person(page) {
  const count = { clicks: 0, keys: 0 };
  return {
    count,
    click: async (locator) => {
      count.clicks += 1;
      await locator.click();
    },
    press: async (keys) => {
      count.keys += 1;
      await page.keyboard.press(keys);
    },
  };
}

const yaml = (name, content) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
const CHANNELS = ["stable", "fast", "candidate", ...Array.from({ length: 11 }, (_, at) => `stable-v0.${at}`)];

/** A package with fourteen channels that all have the same version. */
const manyChannels = () =>
  packageOf("- name: foo.v1.0.0\n", "1.0.0") +
  CHANNELS.slice(1)
    .map((name) => `---\nschema: olm.channel\npackage: foo\nname: ${name}\nentries:\n- name: foo.v1.0.0\n`)
    .join("");

test("31 a release is added to three of fourteen channels: 7 clicks and a key", async () => {
  const page = await newPage(site);
  await choose(page, yaml("catalog.yaml", manyChannels()));
  await checked(page);
  await choose(page, { name: "foo-1.1.0.zip", mimeType: "application/zip", buffer: Buffer.from(zipSync(soundBundle())) });
  const { click, press, count } = person(page);
  await click(page.locator(".bundle-page").getByRole("button", { name: "Add to catalog" }));
  const dialog = page.getByRole("dialog", { name: /to the catalog/ });
  await dialog
    .locator(".add-channel")
    .nth(CHANNELS.length - 1)
    .waitFor();
  assert.deepEqual(await dialog.getByRole("checkbox", { name: "stable", exact: true }).isChecked(), true, "the bundle's own channel");
  for (const name of ["candidate", "fast"]) await click(dialog.getByRole("checkbox", { name, exact: true }));
  await click(dialog.getByRole("button", { name: "Preview change" }));
  await click(page.getByRole("button", { name: "Apply" }));
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  await page.locator(".verdict", { hasText: "opm accepts" }).waitFor();
  await press("Control+s");
  await click(page.locator(".review-page").getByRole("button", { name: "Download" }));
  const added = (await text(page)).match(/- name: foo\.v1\.1\.0\n {2}replaces: foo\.v1\.0\.0\n/g);
  assert.equal(added.length, 3);
  assert.deepEqual(page.problems, []);
  // Opening the bundle is the seventh click.
  assert.deepEqual({ clicks: count.clicks + 1, keys: count.keys }, { clicks: 7, keys: 1 });
  await page.context().close();
});

test("31 a release whose bundle is in the catalog is added to three of fourteen channels from one sheet: 4 clicks and a key", async () => {
  const page = await newPage(site);
  const added = packageOf("- name: foo.v1.1.0\n", "1.1.0");
  const before = manyChannels() + added.slice(added.lastIndexOf("---\nschema: olm.bundle"));
  await choose(page, yaml("catalog.yaml", before));
  await checked(page);
  await page.locator(".tree .channel", { hasText: /^stable(?!-)/ }).click();
  await page.locator(".channel-head h2", { hasText: /^stable$/ }).waitFor();
  const { click, press, count } = person(page);
  await click(page.getByRole("button", { name: "New release" }).first());
  const sheet = page.getByRole("dialog", { name: "New release" });
  await page.keyboard.type("1.1.0");
  await sheet.getByText("foo.v1.1.0 is in the catalog.").waitFor();
  const others = sheet.getByRole("group", { name: "Also in" });
  assert.equal(await others.getByRole("checkbox").count(), CHANNELS.length - 1);
  for (const name of ["candidate", "fast"]) await click(others.getByRole("checkbox", { name, exact: true }));
  await others.getByText("fast: replaces 1.0.0").waitFor();
  await others.getByText("candidate: replaces 1.0.0").waitFor();
  await click(sheet.getByRole("button", { name: /^Add release/ }));
  await page.locator(".verdict", { hasText: "opm accepts" }).waitFor();
  const now = await text(page);
  assert.equal(now.match(/- name: foo\.v1\.1\.0\n {2}replaces: foo\.v1\.0\.0\n/g).length, 3);
  await page.locator(".channel-head h2", { hasText: /^stable$/ }).waitFor();
  await press("Control+z");
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 0);
  assert.equal(await text(page), before);
  assert.deepEqual(page.problems, []);
  assert.deepEqual(count, { clicks: 4, keys: 1 });
  await page.context().close();
});

test("61 a stranded version is found and fixed: 4 clicks and a key", async () => {
  const page = await newPage(site);
  await choose(page, yaml("catalog.yaml", TWICE), yaml("other.yaml", packageOf("- name: bar.v1.0.0\n", "1.0.0").replaceAll("foo", "bar")));
  await checked(page);
  const { click, press, count } = person(page);
  await click(
    page
      .getByRole("row", { name: /foo.*2 stranded/ })
      .getByRole("button")
      .first(),
  );
  await click(page.getByRole("button", { name: "Fix all stranded" }));
  await page.getByRole("dialog").getByText("upgrade to the channel head").first().waitFor();
  await click(page.getByRole("dialog").getByRole("button", { name: "Apply" }));
  await page.waitForFunction(async () => (await globalThis.olmkit.ask("stranded")).stranded.length === 0);
  await press("Control+s");
  await click(page.locator(".review-page").getByRole("button", { name: "Download" }));
  assert.deepEqual(page.problems, []);
  assert.deepEqual(count, { clicks: 4, keys: 1 });
  await page.context().close();
});
