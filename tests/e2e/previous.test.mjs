// The previous bundle beside the open bundle: changes of CRDs that break existing objects.
import assert from "node:assert/strict";
import { zipSync } from "fflate";
import { after, before, test } from "../test.mjs";
import { CSV, openArchive, soundBundle } from "./bundle.mjs";
import { newPage, setup, text, violations } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

const CRD = "manifests/foo.crd.yaml";
const changed = (files, path, change) => ({ ...files, [path]: Buffer.from(change(String(files[path]))) });
const sound = soundBundle();
/** The previous version: another scope, and a storage version that the new version lacks. */
const OLD = changed(
  changed(sound, CSV, (csv) => csv.replaceAll("1.1.0", "1.0.0").replace("  replaces: foo.v1.0.0\n", "")),
  CRD,
  (crd) => crd.replace("scope: Namespaced", "scope: Cluster").replace("- name: v1\n", "- name: v1beta1\n"),
);

const card = (page) => page.getByRole("region", { name: "Upgrade" });
const archive = (files) => ({ name: "old.zip", mimeType: "application/zip", buffer: Buffer.from(zipSync(files)) });
const chooseArchive = (page, files) => card(page).locator(".previous-archive").setInputFiles(archive(files));

for (const [width, colorScheme] of [
  [1440, "light"],
  [390, "dark"],
]) {
  test(`36 the previous bundle is chosen in the upgrade card, which shows what breaks objects of it, at ${width} px`, async () => {
    const page = await newPage(site, { width, height: 844, colorScheme });
    await openArchive(page, sound);
    const verdict = page.locator(".bundle-verdicts li", { hasText: "OLM v1" });
    const before = await verdict.innerText();
    await chooseArchive(page, OLD);
    await card(page).getByText("Compared with foo.v1.0.0").waitFor();
    await card(page).getByText(/scope/i).waitFor();
    const found = card(page).locator(".bundle-findings li");
    assert.match(await found.first().getAttribute("class"), /is-error/, "the most severe first");
    assert.deepEqual(
      [
        ...new Set(
          await found
            .locator("code")
            .filter({ hasText: /^[a-z-]+$/ })
            .allInnerTexts(),
        ),
      ].sort(),
      ["crd-stored-version", "oc-crd-upgrade"],
    );
    await found.getByText("previous bundle: manifests/foo.crd.yaml, line 4").first().waitFor();
    assert.notEqual(await verdict.innerText(), before, "the verdicts know them");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(await violations(page), []);
    // A finding leads to its position in the open bundle.
    await found.first().getByRole("button").click();
    await page.locator(".cm-activeLine", { hasText: "name: v1" }).waitFor();
    if (width < 800) await page.locator(".pane-tabs").getByRole("button", { name: "Bundle" }).click();
    await card(page).getByRole("button", { name: "Remove the previous bundle" }).click();
    await card(page).getByRole("button", { name: "Remove the previous bundle" }).waitFor({ state: "detached" });
    assert.equal(await verdict.innerText(), before);
    assert.deepEqual(page.problems, []);
    assert.deepEqual(page.foreign, []);
    await page.context().close();
  });
}

test("36 the comparison follows the text, and ends with the bundle", async () => {
  const page = await newPage(site);
  await openArchive(page, sound);
  await chooseArchive(page, sound);
  await card(page).getByText("No CRD change breaks existing objects.").waitFor();
  await card(page).getByText("It has the same name as the open bundle.").waitFor();
  const path = `bundle:foo-1.1.0/${CRD}`;
  const crd = await text(page, path);
  await page.evaluate(([path, crd]) => globalThis.olmkit.edit(path, crd), [path, crd.replace("scope: Namespaced", "scope: Cluster")]);
  await card(page).locator(".bundle-findings li").first().waitFor();
  await page.evaluate(([path, crd]) => globalThis.olmkit.edit(path, crd), [path, crd]);
  await card(page).getByText("No CRD change breaks existing objects.").waitFor();
  await openArchive(page, sound, "other.zip");
  await card(page).getByRole("button", { name: "Remove the previous bundle" }).waitFor({ state: "detached" });
  await page.context().close();
});

test("36 of a folder of versions, the replaced one is used; a file that is not a bundle is refused; a bundle is dropped on the card", async () => {
  const page = await newPage(site);
  await openArchive(page, sound);
  const versions = (files) => Object.fromEntries(Object.entries(files).flatMap(([path, bytes]) => [[`1.0.0/${path}`, bytes]]));
  const other = changed(OLD, CSV, (csv) => csv.replaceAll("1.0.0", "0.9.0"));
  const under = (folder, files) => Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`${folder}/${path}`, bytes]));
  await chooseArchive(page, { "readme.txt": Buffer.from("x") });
  await card(page).getByRole("alert").filter({ hasText: "this is not a bundle" }).waitFor();
  await chooseArchive(page, { ...under("0.9.0", other), ...under("0.8.0", other) });
  await card(page).getByRole("alert").filter({ hasText: "The folder has 2 bundles" }).waitFor();
  await chooseArchive(page, { ...under("0.9.0", other), ...versions(OLD) });
  await card(page).getByText("Compared with foo.v1.0.0").waitFor();
  await card(page).getByRole("button", { name: "Remove the previous bundle" }).click();
  const bytes = [...zipSync(OLD)];
  await card(page)
    .locator(".takes-bundle")
    .evaluate((place, bytes) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], "old.zip", { type: "application/zip" }));
      place.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, bytes);
  await card(page).getByText("Compared with foo.v1.0.0").waitFor();
  assert.equal(await page.getByRole("heading", { name: "Foo", exact: true }).count(), 1, "the open bundle stays");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("36 the previous bundle is compared again when the same bundle is opened again, until it is removed", async () => {
  const page = await newPage(site);
  const remove = card(page).getByRole("button", { name: "Remove the previous bundle" });
  await openArchive(page, sound);
  await chooseArchive(page, OLD);
  await card(page).getByText("Compared with foo.v1.0.0").waitFor();
  await page.reload();
  await openArchive(page, sound);
  await card(page).getByText("Compared with foo.v1.0.0").waitFor();
  await card(page).locator(".bundle-findings li").first().waitFor();
  await remove.click();
  await remove.waitFor({ state: "detached" });
  await page.reload();
  await openArchive(page, sound);
  await card(page).getByText("Open the previous bundle").waitFor();
  assert.equal(await remove.count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
