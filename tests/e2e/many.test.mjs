// Many entries with the same problem: one cause is one line, everywhere, and the number of entries is always complete.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { bundleDocument, channelDocument, newPage, openFiles, packageDocument, problems, review, run, setup, violations } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

const MANY = 30;
const versions = Array.from({ length: MANY }, (_, minor) => `1.${minor}.0`).reverse();
const entries = versions.map((version, at) => `- name: foo.v${version}\n${versions[at + 1] ? `  replaces: foo.v${versions[at + 1]}\n` : ""}`).join("");
const FILES = { "catalog.yaml": `${packageDocument("foo", "stable")}${channelDocument("foo", "stable", entries)}${versions.map((version) => bundleDocument("foo", version)).join("")}` };

const edit = (page, change) => page.evaluate((text) => globalThis.olmkit.edit("catalog.yaml", text), change(FILES["catalog.yaml"]));

/** A catalog without the bundles of 1.0.0 to 1.27.0. */
async function broken() {
  const page = await newPage(site);
  await openFiles(page, FILES);
  await edit(page, (text) => text.slice(0, text.indexOf(bundleDocument("foo", "1.27.0"))));
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  await page.locator(".status").getByText("28 errors").waitFor();
  return page;
}

test("10 58 what opm rejects in a channel for one reason is one problem, with its versions and a fix", async () => {
  const page = await newPage(site);
  await openFiles(page, FILES);
  await edit(page, (text) => text.replace("  replaces: foo.v1.28.0\n", "  replaces: foo.v1.28.0\n  skips: [foo.v1.28.0]\n"));
  await page.locator(".status").getByText("1 error,").waitFor();
  await problems(page);
  const problem = page.locator('.problem[data-rule="channel-stranded"]');
  assert.match(await problem.textContent(), /1\.27\.0, 1\.0\.0, 1\.1\.0.* and \d+ more are stranded/);
  await page.locator(".problem-page").getByRole("button", { name: "Apply" }).click();
  await page.locator(".verdict", { hasText: "opm accepts" }).waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("58 entries of a channel with the same problem are one line, which names them and shows each on request", async () => {
  const page = await broken();
  await problems(page);
  const group = page.locator('.problem-group:has([data-rule="entry-without-bundle"])');
  await group.locator(".group-count", { hasText: "28" }).waitFor();
  assert.equal(await group.locator(".problem").count(), 1);
  const more = group.locator(".problem-alike");
  assert.match(await more.textContent(), /The same problem: 1\.0\.0, 1\.1\.0, 1\.2\.0.* and 15 more\./);
  assert.deepEqual(await violations(page), []);
  await more.getByRole("button", { name: "Show 27 more problems" }).press("Enter");
  await more.waitFor({ state: "detached" });
  assert.equal(await group.locator(".problem").count(), 28);
  await page.waitForFunction(() => document.activeElement.closest(".problem")?.matches(":nth-child(2)"), undefined, { timeout: 5000 });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("58 the same problem in several channels is one line, and messages that name other things are problems of their own", async () => {
  const page = await newPage(site);
  const gone = (version) => `- name: foo.v2.0.0\n  skips: [foo.v0.1.0, foo.v0.${version}.0]\n`;
  const channels = ["a", "b", "c", "d"].map((name, at) => channelDocument("foo", name, gone(at + 2))).join("");
  await openFiles(page, { "catalog.yaml": `${packageDocument("foo", "a")}${channels}${bundleDocument("foo", "2.0.0")}` });
  await run(page, "profile: strict");
  await problems(page);
  const group = page.locator('.problem-group:has([data-rule="skips-unknown"])');
  await group.locator(".group-count", { hasText: "8" }).waitFor();
  assert.equal(await group.locator(".problem-alike").textContent(), "The same problem: in b, c and d.Show 3 more problems");
  const shown = await group.locator(".problem-text").allTextContents();
  assert.deepEqual(
    shown.map((one) => /skips ([\d.]+),/.exec(one)?.[1]),
    ["0.1.0", "0.2.0", "0.3.0", "0.4.0", "0.5.0"],
  );
  await page.context().close();
});

test("58 of more problems than the list shows, the most severe are shown, and the others on request", async () => {
  const page = await newPage(site);
  const names = Array.from({ length: 90 }, (_, at) => `p${String(at).padStart(2, "0")}`);
  const warned = names.map(
    (name) =>
      `${packageDocument(name, "stable")}${channelDocument(name, "stable", `- name: ${name}.v1.1.0\n- name: ${name}.v1.0.0\n  replaces: ${name}.v1.1.0\n`)}${bundleDocument(name, "1.1.0")}${bundleDocument(name, "1.0.0")}`,
  );
  await openFiles(page, { "catalog.yaml": `${warned.join("")}${packageDocument("zz", "stable")}${channelDocument("zz", "stable", "- name: zz.v1.0.0\n")}` });
  await problems(page);
  const list = page.locator(".problems");
  await list.locator('.problem[data-rule="entry-without-bundle"]').waitFor();
  const [shown, of] = /^(\d+) shown of (\d+)/
    .exec(await list.getByRole("status").first().textContent())
    .slice(1)
    .map(Number);
  assert.ok(of >= 90 && shown < of, `${shown} of ${of}`);
  const nodes = await page.evaluate(() => document.querySelectorAll(".problems *").length);
  assert.ok(nodes < 2000, `${nodes} elements`);
  const count = await list.locator(".problem").count();
  await list.getByRole("button", { name: /^Show \d+ more$/ }).click();
  await page.waitForFunction((count) => document.querySelectorAll(".problems .problem").length > count, count);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("57 F8 goes through the problems of one line", async () => {
  const page = await broken();
  await problems(page);
  const group = page.locator('.problem-group:has([data-rule="entry-without-bundle"])');
  await group.locator(".problem").first().locator(".problem-main").click();
  await page.keyboard.press("F8");
  await group.locator(".problem[aria-current]").waitFor();
  assert.match(await group.locator(".problem[aria-current]").textContent(), /has the entry 1\.26\.0/);
  await page.context().close();
});

test("68 the review and a comparison count the entries that they do not name", async () => {
  const page = await newPage(site);
  await openFiles(page, FILES);
  await edit(page, (text) => text.replaceAll(/^image: .*$/gm, "image: UPPER/x"));
  await page.locator(".status").getByText(`${MANY} errors`).waitFor();
  const shown = await review(page);
  const found = shown.locator(".cluster", { hasText: `${MANY} new problems` });
  await found.getByText("10 more problems are not listed.", { exact: true }).waitFor();
  assert.match(await found.locator("li").first().textContent(), /The same problem: 1\.10\.0, 1\.11\.0/);
  assert.equal(await found.locator("li").count(), 2);
  await run(page, "compare");
  const dialog = page.getByRole("dialog", { name: "Compare catalogs" });
  assert.match(await dialog.getByLabel("From").inputValue(), /^saved:/);
  const compared = dialog.locator(".cluster", { hasText: `${MANY} new problems` });
  await compared.getByText("10 more problems are not listed.", { exact: true }).waitFor();
  assert.equal(await compared.locator("li").count(), 2);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("80 the compare action explains what it needs when there is nothing to compare", async () => {
  const page = await newPage(site);
  await openFiles(page, FILES);
  await run(page, "compare");
  await page.getByText("Open another catalog first, or change this one.").waitFor();
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await page.context().close();
});

test("88 names are whole in the list of problems, and in the overview on a phone", async () => {
  const name = "a-package-with-a-rather-long-name-operator";
  const files = {
    "a/catalog.yaml": `${packageDocument(name, "candidate-with-a-long-name")}${channelDocument(name, "candidate-with-a-long-name", `- name: ${name}.v1.0.0\n`)}`,
    "b/catalog.yaml": FILES["catalog.yaml"],
  };
  const page = await newPage(site);
  await openFiles(page, files);
  await problems(page);
  const isWhole = (element) => element.scrollWidth <= element.clientWidth && getComputedStyle(element).whiteSpace === "normal";
  assert.ok(await page.locator(".problem-place").first().evaluate(isWhole));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => {
    location.hash = "#catalog";
  });
  const row = page.locator(`.package-table [data-package="${name}"] th button`);
  await row.waitFor();
  assert.ok(await row.evaluate(isWhole));
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.context().close();
});
