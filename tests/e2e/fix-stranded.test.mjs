// Several fixes as one change, and a release whose bundle is not in the catalog.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { packageOf, STRANDED, TWICE } from "../npm/consumers/stranded.mjs";
import { ABSENT, shared } from "../shared.mjs";
import { after, before, test } from "../test.mjs";
import { soundBundle } from "./bundle.mjs";
import { difference, newPage, openFiles, place, problems, setup, text, violations } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

const dialog = (page) => page.getByRole("dialog");
const strandedNow = (page) => page.evaluate(async () => (await globalThis.olmkit.ask("stranded")).stranded.map(({ entry, semantics }) => `${entry} ${semantics}`));

async function fixAllStranded(page, original) {
  await page.getByRole("button", { name: "Fix all stranded" }).click();
  await dialog(page)
    .getByRole("heading", { name: /^Fix \d+ stranded versions? in \d+ steps?$/ })
    .waitFor();
  await dialog(page).getByRole("list", { name: "Steps" }).locator("li").first().waitFor();
  await dialog(page).getByText("upgrade to the channel head").first().waitFor();
  await dialog(page).locator("ins.diff-line").first().waitFor();
  assert.deepEqual(await violations(page), []);
  await dialog(page).getByRole("button", { name: "Apply" }).click();
  await page.locator(".is-message").first().waitFor({ state: "detached" });
  assert.deepEqual(await strandedNow(page), []);
  await page.locator(".verdict", { hasText: "opm accepts" }).waitFor();
  const { removed, added } = difference(original, await text(page));
  assert.ok(removed.length === 0 && added.length <= 6, [...removed, ...added].join("\n"));
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 0);
  assert.equal(await text(page), original, "one step");
}

test("61 66 all fixes of a package are one change: the steps, text and meaning first, one undo", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": TWICE });
  assert.deepEqual(await strandedNow(page), STRANDED);
  await fixAllStranded(page, TWICE);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

const corpus = shared("corpus", "catalogs", "v4.20");
test("61 66 the two fixes of the real kubernaut-operator are made as one", async (context) => {
  if (!corpus) return context.skip(ABSENT);
  const file = join(corpus, "kubernaut-operator", "catalog.yaml");
  const page = await newPage(site);
  const original = readFileSync(file, "utf8");
  await openFiles(page, { "catalog.yaml": original });
  await fixAllStranded(page, original);
  await page.context().close();
});

test("31 66 a release whose bundle is missing is marked; the opened bundle is added with it, in one step", async () => {
  const page = await newPage(site);
  const original = packageOf("- name: foo.v1.0.0\n", "1.0.0");
  await openFiles(page, { "catalog.yaml": original });
  await page.getByRole("button", { name: "New release" }).click();
  await dialog(page).getByLabel("Version", { exact: true }).fill("1.1.0");
  await dialog(page).getByText("opm rejects the result: no bundle").waitFor();
  // A file that is not a bundle is refused, and the catalog stays open.
  const archive = dialog(page).locator(".open-bundle");
  await archive.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await dialog(page).getByText("this is not a bundle").waitFor();
  await archive.setInputFiles({ name: "foo-1.1.0.zip", mimeType: "application/zip", buffer: Buffer.from(zipSync(soundBundle())) });
  await dialog(page).getByLabel("Add the document of the open bundle foo.v1.1.0 in the same step").waitFor();
  await dialog(page).getByLabel("Image of the bundle").fill("registry.example.com/foo:v1.1.0");
  assert.deepEqual(await violations(page), []);
  await dialog(page).getByRole("button", { name: "Add release" }).click();
  await page.getByRole("region", { name: "Entry foo.v1.1.0" }).waitFor();
  await page.locator(".verdict", { hasText: "opm accepts" }).waitFor();
  const now = await text(page);
  assert.match(now, /- name: foo\.v1\.1\.0\n {2}replaces: foo\.v1\.0\.0\n/);
  assert.match(now, /image: registry\.example\.com\/foo:v1\.1\.0/);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 0);
  assert.equal(await text(page), original, "one step");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("31 3 a bundle that is dropped onto the open dialog is used; another file is refused, and the catalog stays open", async () => {
  const page = await newPage(site);
  const original = packageOf("- name: foo.v1.0.0\n", "1.0.0");
  await openFiles(page, { "catalog.yaml": original });
  await page.getByRole("button", { name: "New release" }).click();
  await dialog(page).getByLabel("Version", { exact: true }).fill("1.1.0");
  await dialog(page).getByText("Or drop a bundle here.").waitFor();
  const drop = async (name, bytes) => {
    const transfer = await page.evaluateHandle(
      ([name, bytes]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], name));
        return data;
      },
      [name, [...bytes]],
    );
    await page.dispatchEvent("dialog[open] .missing-bundle", "drop", { dataTransfer: transfer });
  };
  await drop("notes.txt", Buffer.from("hello"));
  await dialog(page).getByText("this is not a bundle").waitFor();
  await drop("foo-1.1.0.zip", Buffer.from(zipSync(soundBundle())));
  await dialog(page).getByLabel("Add the document of the open bundle foo.v1.1.0 in the same step").waitFor();
  assert.equal(await text(page), original);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("31 the entry alone is written after the warning that its bundle is missing", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": packageOf("- name: foo.v1.0.0\n", "1.0.0") });
  await page.getByRole("button", { name: "New release" }).click();
  await dialog(page).getByLabel("Version", { exact: true }).fill("1.1.0");
  await dialog(page).getByRole("button", { name: "Add release" }).click();
  await page.locator(".verdict", { hasText: "opm rejects" }).waitFor();
  await page.locator('.is-message[data-rule="entry-without-bundle"]').waitFor();
  await page.context().close();
});

test("38 61 a finding about a missing bundle offers to add it: in the table, in the inspector and beside the list of problems", async () => {
  const page = await newPage(site);
  const documents = (name) => `---\nschema: olm.package\nname: ${name}\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: ${name}\nname: stable\nentries:\n- name: ${name}.v1.0.0\n`;
  await openFiles(page, { "catalog.yaml": documents("pump") + documents("rake") });
  await page.evaluate(() => {
    location.hash = "#package=pump&channel=stable&entry=pump.v1.0.0";
  });
  const pasting = page.getByRole("dialog", { name: "Add rendered bundles" });
  for (const part of ['.is-message[data-rule="entry-without-bundle"]', ".entry-page .findings"]) {
    await page.locator(part).getByRole("button", { name: "Add bundle" }).click();
    await pasting.waitFor();
    await page.keyboard.press("Escape");
    await pasting.waitFor({ state: "hidden" });
  }
  await problems(page);
  await page.locator('.problem[data-rule="entry-without-bundle"]', { hasText: "rake" }).locator(".problem-main").click();
  await page.locator(".problem-page").getByRole("button", { name: "Add bundle" }).click();
  assert.equal(await pasting.getByLabel("Entries in").inputValue(), "stable");
  assert.equal((await place(page)).package, "rake", "the bundle is added to the package of the problem");
  await page.context().close();
});
