// Between a phone and a wide page: nothing scrolls sideways, and nothing covers what is beside it.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { newPage, openFiles, setup } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

const NAME = "watering-can-operator";
const versions = ["1.2.0", "1.1.0", "1.0.1", "1.0.0"];
const bundles = versions.map(
  (version) =>
    `---\nschema: olm.bundle\npackage: ${NAME}\nname: ${NAME}.v${version}\nimage: registry.example.com/garden/${NAME}:v${version}\nproperties:\n- type: olm.package\n  value: {packageName: ${NAME}, version: ${version}}\n`,
);
// 1.0.1 is stranded under OLM v0.
const CATALOG = `---
schema: olm.package
name: ${NAME}
defaultChannel: stable
---
schema: olm.channel
package: ${NAME}
name: stable
entries:
- name: ${NAME}.v1.2.0
  replaces: ${NAME}.v1.0.0
  skips: [${NAME}.v1.1.0]
  skipRange: ">=1.0.0 <1.0.1"
- name: ${NAME}.v1.1.0
  skips: [${NAME}.v1.0.1]
- name: ${NAME}.v1.0.1
- name: ${NAME}.v1.0.0
${bundles.join("")}`;

const PAGES = {
  catalog: "#catalog",
  package: `#package=${NAME}`,
  channel: `#package=${NAME}&channel=stable`,
  problems: `#package=${NAME}&channel=stable&view=problems`,
  review: `#package=${NAME}&channel=stable&view=review`,
};

/** What is wider than its place: the page, and tables that scroll sideways. */
const tooWide = (page) =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth > innerWidth ? [`the page: ${document.documentElement.scrollWidth}`] : [];
    const tables = [...document.querySelectorAll(".table-scroll")].filter((one) => one.scrollWidth > one.clientWidth);
    return [...wide, ...tables.map((one) => `a table: ${one.scrollWidth} > ${one.clientWidth}`)];
  });

/** Which parts of the bar at the top overlap. */
const covered = (page) =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll(".topbar :is(.brand, .location, .finder, .actions > button)")].map((one) => [one.className, one.getBoundingClientRect()]);
    const shown = parts.filter(([, box]) => box.width > 0).sort(([, a], [, b]) => a.left - b.left);
    return shown.flatMap(([name, box], at) => {
      const [next, after] = shown[at + 1] ?? [];
      return after && after.left < box.right - 0.5 ? [`${name} is below ${next}`] : [];
    });
  });

for (const width of [720, 760, 800, 900, 1000, 1100]) {
  test(`81 nothing scrolls sideways and nothing is covered at ${width} px`, async () => {
    const page = await newPage(site, { width });
    await openFiles(page, { "watering-can-operator/catalog.yaml": CATALOG, "other/catalog.yaml": CATALOG.replaceAll(NAME, "rake") });
    // "Review and save" has a number then.
    await page.evaluate((path) => globalThis.olmkit.edit(path, `${globalThis.olmkit.text(path)}# more\n`), "watering-can-operator/catalog.yaml");
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
    for (const [name, hash] of Object.entries(PAGES)) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, hash);
      await page.waitForTimeout(300); // a page is drawn, and asks for what it shows
      assert.deepEqual([name, await tooWide(page)], [name, []]);
      assert.deepEqual([name, await covered(page)], [name, []]);
      if (width > 720) assert.ok((await page.locator(".status").boundingBox()).height <= 28, `${name}: the status is one line`);
    }
    await page.evaluate((hash) => {
      location.hash = hash;
    }, PAGES.channel);
    await page.locator(".channel-head h2", { hasText: "stable" }).waitFor();
    await page.getByRole("button", { name: "New release" }).first().click();
    await page.getByLabel("Version", { exact: true }).fill("1.3.0");
    await page.getByText("Effect on clusters").waitFor();
    assert.deepEqual(await tooWide(page), []);
    assert.deepEqual(await covered(page), []);
    await page.context().close();
  });
}
