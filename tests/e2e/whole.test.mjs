// Properties of the whole page: counts and names in the tree, profiles, no fixes without a request.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { fill, newPage, onDisk, openFolder, sample, save, settings, setup, text, withSample } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

test("15 the tree counts and marks, is filtered by typing, and any bundle is found by a part of its name", async () => {
  const page = await newPage(site);
  const heads = sample("two-heads").replaceAll("watering-can", "rake");
  await openFolder(page, { "a.yaml": sample("valid"), "b.yaml": heads });
  const row = (name) => page.locator(".tree .package", { hasText: name });
  await row("watering-can").getByText("2 channels").waitFor();
  await row("rake").getByText("1 error", { exact: true }).waitFor({ state: "attached" });
  assert.equal(await row("watering-can").locator(".badge").count(), 0);
  await page.locator(".tree input").fill("rak");
  await page.getByText("1 of 3 packages").waitFor();
  assert.equal(await row("watering-can").count(), 0);
  await page.locator(".tree input").fill("");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search for an action or a name" }).fill("can 1.0.1");
  await page.locator("#palette-list [role=option]", { hasText: "watering-can.v1.0.1" }).first().click();
  await page.getByRole("region", { name: "Entry watering-can.v1.0.1" }).waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("42 a file that could be fixed is opened, edited elsewhere and saved without being fixed", async () => {
  const page = await newPage(site);
  const broken = sample("bad-range");
  await openFolder(page, { "broken.yaml": broken, "fine.yaml": sample("valid").replaceAll("watering-can", "rake") });
  await page
    .getByRole("button", { name: /^(Fix|Suggested fix): / })
    .first()
    .waitFor();
  await page.waitForTimeout(600);
  assert.equal(await text(page, "broken.yaml"), broken);
  assert.equal(await page.evaluate(() => globalThis.olmkit.state().changed), 0);
  await page.locator(".tree .package", { hasText: "rake" }).click();
  await page.locator(".tree .channel", { hasText: "stable" }).last().click();
  await fill(page, "Replaces of rake.v1.2.0", "rake.v1.0.1");
  await page.getByText("1 changed").waitFor();
  await save(page);
  await page.getByText("Saved 1 file into the folder.").waitFor();
  assert.equal(await onDisk(page, "broken.yaml"), broken);
  assert.match(await onDisk(page, "fine.yaml"), /replaces: rake\.v1\.0\.1/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("64 the profile selects what is reported, and does not change opm's verdict", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const shown = async (profile) => {
      await (await settings(page)).getByLabel("Profile", { exact: true }).selectOption(profile);
      await page.waitForFunction((profile) => document.querySelector("[aria-label=Profile]").value === profile, profile);
      await page.waitForTimeout(400);
      assert.match(await page.locator(".verdict").textContent(), /opm accepts/);
      return page.locator(".problem").count();
    };
    const [normal, opm, strict] = [await shown("default"), await shown("opm"), await shown("strict")];
    assert.ok(normal > 0);
    assert.equal(opm, 0, "opm accepts it, and so nothing is reported");
    assert.ok(strict >= normal);
  });
});
