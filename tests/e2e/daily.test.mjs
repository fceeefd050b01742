// Daily work with the editor: opm's messages, copying findings, broken files beside valid ones, undo across saves.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import {
  bundleDocument,
  channelDocument,
  difference,
  fill,
  newPage,
  onDisk,
  openFiles,
  openFolder,
  packageDocument,
  problems,
  ready,
  sample,
  save,
  settings,
  setup,
  text,
  violations,
  withSample,
} from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

const init = () => {
  globalThis.copied = [];
  navigator.clipboard.writeText = async (text) => void globalThis.copied.push(text);
};
const copied = (page) => page.evaluate(() => globalThis.copied.at(-1));

test("63 78 opm's verdict and text, verbatim, beside olmkit's; the command that prints the same", async () => {
  await withSample(
    site,
    "two-heads",
    async (page) => {
      await page.getByRole("button", { name: /^opm rejects: / }).click();
      const dialog = page.getByRole("dialog", { name: "Output of opm validate" });
      const { message } = await page.evaluate(async () => (await globalThis.olmkit.ask("report")).opm);
      assert.equal(await dialog.locator("pre").textContent(), message);
      assert.match(message, /^invalid index:\n└── /);
      assert.deepEqual(await violations(page), []);
      await dialog.getByRole("button", { name: "Copy it" }).click();
      assert.equal(await copied(page), message);
      await dialog.getByRole("button", { name: "Copy the command" }).click();
      assert.equal(await copied(page), "olmkit validate --format opm .");
      await dialog.getByRole("button", { name: "About channel-multiple-heads" }).click();
      await page.getByRole("dialog").locator("code", { hasText: "channel-multiple-heads" }).first().waitFor();
    },
    { init },
  );
  await withSample(site, "valid", async (page) => {
    await page.getByRole("button", { name: "opm accepts", exact: true }).click();
    await page.getByText("It accepts this catalog, prints nothing, and exits with 0.").waitFor();
  });
});

test("58 the problems that are shown are copied as text, Markdown and JSON", async () => {
  await withSample(
    site,
    "two-heads",
    async (page) => {
      await problems(page);
      const copy = async (format) => {
        await page.getByRole("button", { name: "Copy the problems that match the filter" }).click();
        await page.getByRole("button", { name: `Copy ${format}` }).click();
      };
      const found = (await page.evaluate(async () => (await globalThis.olmkit.ask("report")).diagnostics)).filter(({ rule }) => rule === "channel-multiple-heads");
      await page.getByPlaceholder("Filter: text, rule, file").fill("channel-multiple-heads");
      await page.waitForFunction((count) => document.querySelectorAll(".problem").length === count, found.length);
      await copy("as text");
      const { path, range, code, message } = found[0];
      assert.equal((await copied(page)).split("\n")[0], `${path}:${range.start.line}:${range.start.column}: error ${code} channel-multiple-heads: ${message}`);
      await copy("as Markdown");
      assert.match(await copied(page), /^\| \| rule \| what \| where \|\n\|---\|---\|---\|---\|\n\| error \| FBC\d+ `channel-multiple-heads` \| /);
      await copy("as JSON");
      assert.deepEqual(
        JSON.parse(await copied(page)).map((one) => one.message),
        found.map((one) => one.message),
      );
      assert.deepEqual(await violations(page), []);
    },
    { init },
  );
});

test("10 a file is listed under the packages if it has an error that no package shows", async () => {
  const page = await newPage(site);
  await openFiles(page, {
    "a.yaml": `${packageDocument("foo", "stable")}---\nname: [broken\n`,
    "b.yaml": channelDocument("foo", "stable", "- name: foo.v1.0.0\n  skipRange: invalid\n"),
    "c.yaml": bundleDocument("foo", "1.0.0").replace("version: 1.0.0", "version: invalid"),
  });
  await page.locator(".status").getByText("3 errors").waitFor();
  const listed = page.locator(".tree .files .row");
  assert.deepEqual(await listed.locator(".name").allTextContents(), ["a.yaml"]);
  assert.match(await listed.locator(".badge").textContent(), /1 error$/);
  assert.match(await page.locator(".tree .package .badge").first().textContent(), /2 errors$/);
  await page.context().close();
});

test("10 a broken file is marked and leaves every other package usable", async () => {
  const page = await newPage(site);
  await openFiles(page, { "a.yaml": sample("valid"), "b.yaml": "schema: olm.package\nname: [broken\n" });
  await page.locator(".tree .files .row", { hasText: "b.yaml" }).waitFor();
  await page.locator(".tree .package", { hasText: "watering-can" }).click();
  await page.locator(".tree .channel", { hasText: "stable" }).click();
  await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
  await page.getByText("1 changed").waitFor();
  const { removed, added } = difference(sample("valid"), await text(page, "a.yaml"));
  assert.ok(removed.length + added.length <= 2 && added.some((line) => line.trim() === "replaces: watering-can.v1.0.0"), [...removed, ...added].join("\n"));
  await page.context().close();
});

test("67 74 undo survives saving; leaving asks only while something is unsaved", async () => {
  const page = await newPage(site);
  const original = sample("valid");
  await openFolder(page, { "catalog.yaml": original });
  const asks = () => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
  assert.equal(await asks(), false);
  await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
  await page.getByText("1 changed").waitFor();
  assert.equal(await asks(), true);
  await save(page);
  await page.getByText("Saved 1 file into the folder.").waitFor();
  assert.equal(await asks(), false);
  assert.notEqual(await onDisk(page, "catalog.yaml"), original);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("1 changed").waitFor();
  assert.equal(await text(page), original);
  assert.equal(await asks(), true);
  await page.context().close();
});

test("83 a selected theme is kept, and applies before the first paint", async () => {
  await withSample(site, "valid", async (page) => {
    await (await settings(page)).getByRole("button", { name: "dark" }).click();
    await page.reload();
    await ready(page);
    assert.equal(await (await settings(page)).getByRole("button", { name: "dark" }).getAttribute("aria-pressed"), "true");
    assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
    assert.deepEqual(await violations(page), []);
  });
});
