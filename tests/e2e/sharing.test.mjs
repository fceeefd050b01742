// Using the open files elsewhere: exports, reports, printing, embedding in another page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { after, before, test } from "../test.mjs";
import { menu, newPage, openFiles, ready, sample, settings, setup, text, violations, withSample } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

const share = (page) => menu(page).then((menu) => menu.getByRole("button", { name: "Share", exact: true }).click());

async function exported(page, group, name) {
  const button = page.getByRole("group", { name: group }).getByRole("button", { name, exact: true });
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test("77 the catalog as YAML, JSON, JSON lines, by package and as it is", async () => {
  const page = await newPage(site);
  const files = {
    "a.yaml": `${sample("valid")}# a comment\n`,
    "b.json":
      '{"schema": "olm.package", "name": "other", "defaultChannel": "one"}\n{"schema": "olm.channel", "package": "other", "name": "one", "entries": [{"name": "other.v1.0.0"}]}\n{"schema": "olm.bundle", "package": "other", "name": "other.v1.0.0", "image": "registry.example.com/other:v1", "properties": [{"type": "olm.package", "value": {"packageName": "other", "version": "1.0.0"}}]}\n',
  };
  await openFiles(page, files);
  await share(page);
  const yaml = await exported(page, "The catalog", "YAML");
  assert.match(yaml.name, /\.yaml$/);
  assert.match(yaml.bytes.toString(), /^---\n/);
  const json = await exported(page, "The catalog", "JSON");
  const lines = await exported(page, "The catalog", "JSON lines");
  const documents = lines.bytes
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    documents.filter(({ package: owner, name }) => [owner, name].includes("other")).map(({ schema }) => schema),
    ["olm.package", "olm.channel", "olm.bundle"],
  );
  const again = json.bytes
    .toString()
    .split(/^(?=\{$)/m)
    .map((one) => JSON.parse(one));
  assert.deepEqual(again, documents, "the same documents");
  const packages = unzipSync((await exported(page, "The catalog", "A file for each package")).bytes);
  assert.ok(Object.keys(packages).includes("other/catalog.yaml"), Object.keys(packages).join());
  assert.equal(Object.keys(packages).length, new Set(documents.map(({ name, package: owner }) => owner ?? name)).size);
  const worker = page.waitForEvent("worker", (worker) => worker.url().endsWith("zip-worker.js"));
  const same = unzipSync((await exported(page, "The catalog", "The original files")).bytes);
  await worker; // the page is not blocked
  assert.deepEqual(Object.fromEntries(Object.entries(same).map(([path, bytes]) => [path, Buffer.from(bytes).toString()])), files);

  // The export is the same catalog.
  await page.keyboard.press("Escape");
  await openFiles(page, { "again.yaml": yaml.bytes.toString() });
  await page.locator(".verdict").filter({ hasText: "opm accepts" }).waitFor();
  assert.deepEqual(page.problems, []);
  assert.deepEqual(page.foreign, []);
  await page.context().close();
});

test("77 the report as HTML, Markdown, SARIF and JSON, as the command line prints it; what opm refuses is not rendered", async () => {
  await withSample(site, "two-heads", async (page) => {
    await share(page);
    const html = await exported(page, "The report", "HTML");
    assert.match(html.bytes.toString(), /<li class="error">.*\n?.*channel-multiple-heads/s);
    const markdown = await exported(page, "The report", "Markdown");
    assert.match(markdown.bytes.toString(), /^### olmkit/);
    const sarif = JSON.parse((await exported(page, "The report", "SARIF")).bytes);
    assert.equal(sarif.version, "2.1.0");
    assert.ok(sarif.runs[0].results.some(({ ruleId }) => ruleId === "channel-multiple-heads"));
    const json = JSON.parse((await exported(page, "The report", "JSON")).bytes);
    assert.equal(json.opm.accepted, false);
    assert.deepEqual(await violations(page), []);
    // The exported page is self-contained: it runs no script and sends no request.
    const reader = await page.context().newPage();
    const asked = [];
    reader.on("request", (request) => asked.push(request.url()));
    await reader.setContent(html.bytes.toString());
    await reader.getByRole("heading", { name: "olmkit report" }).waitFor();
    assert.deepEqual(asked, []);
    assert.deepEqual(await violations(reader), []);
  });
  await withSample(site, "bad-yaml", async (page) => {
    await share(page);
    await page.getByRole("group", { name: "The catalog" }).getByRole("button", { name: "YAML", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "opm cannot render this catalog: " }).waitFor();
  });
});

test("77 the report is under the profile that is chosen", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const rules = async () => {
      await share(page);
      const report = JSON.parse((await exported(page, "The report", "JSON")).bytes);
      await page.keyboard.press("Escape");
      return report.diagnostics.length;
    };
    const usual = await rules();
    await (await settings(page)).getByLabel("Profile").selectOption("opm");
    await ready(page);
    assert.notEqual(await rules(), usual);
  });
});

test("90 on paper: the whole channel and all problems, nothing to press", async () => {
  await withSample(site, "two-heads", async (page) => {
    for (const view of ["Entries", "Graph"]) {
      await page.getByRole("button", { name: view, exact: true }).click();
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      await page.emulateMedia({ media: "print" });
      assert.equal(await page.locator(view === "Graph" ? ".graph-place svg" : ".entries").isVisible(), true, view);
      assert.ok(await page.locator(".problem").first().isVisible());
      for (const gone of [".code", ".tree", ".topbar .actions", ".minimap", ".pane-tabs"]) assert.equal(await page.locator(gone).locator("visible=true").count(), 0, gone);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${view}: ${wide} px too wide`);
      await page.emulateMedia({ media: "screen" });
      await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    }
    assert.ok((await page.pdf()).length > 1000);
  });
});

test("90 on paper the overview has its figures, those that are buttons too", async () => {
  await withSample(site, "two-heads", async (page) => {
    await page.evaluate(() => {
      location.hash = "#catalog";
    });
    const tiles = page.locator(".tiles > li > *");
    await tiles.first().waitFor();
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    assert.equal(await tiles.locator("visible=true").count(), 4);
  });
});

test("90 on paper, each cell has its value once, and nothing is left of the switches", async () => {
  await withSample(site, "valid", async (page) => {
    const cell = page.locator(".entries tbody td[data-text]", { has: page.getByLabel("Skips of watering-can.v1.1.0", { exact: true }) });
    await cell.locator(".chip").waitFor();
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    assert.equal(await cell.evaluate((cell) => getComputedStyle(cell, "::after").content), '"watering-can.v1.0.0"');
    assert.equal(await page.locator(".entries tbody td[data-text] *").locator("visible=true").count(), 0);
    assert.equal(await page.locator(".switch").locator("visible=true").count(), 0);
  });
});

test("90 on A4 and Letter, the table has its columns and problems have the width of the paper", async () => {
  await withSample(site, "two-heads", async (page) => {
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    for (const width of [718, 740]) {
      await page.setViewportSize({ width, height: 1000 });
      for (const name of ["replaces", "skips", "skipRange"]) assert.ok(await page.locator(".entries thead th", { hasText: new RegExp(`^${name}$`) }).isVisible(), `${name} at ${width} px`);
      const text = await page.locator(".problems .problem-text").first().boundingBox();
      assert.ok(text.width >= 300, `${text.width} of ${width} px`);
    }
  });
});

test("79 embedded in another page, the editor works and keeps nothing", async () => {
  const page = await newPage(site, { hash: "?embed#example=channel-multiple-heads" });
  await ready(page);
  assert.equal(await page.locator(".topbar .actions").isVisible(), false);
  const name = (await page.evaluate(() => globalThis.olmkit.paths()))[0];
  await page.evaluate((name) => globalThis.olmkit.edit(name, `# tried\n${globalThis.olmkit.text(name)}`), name);
  await page.waitForTimeout(600);
  const drafts = await page.evaluate(async () => (await indexedDB.databases()).length);
  await page.context().grantPermissions([]);
  const [whole] = await Promise.all([page.context().waitForEvent("page"), page.getByRole("button", { name: "Open in the editor" }).click()]);
  await whole.locator(".status .verdict").filter({ hasText: "opm rejects" }).waitFor();
  assert.doesNotMatch(whole.url(), /embed/);
  assert.match(await text(whole, name), /^# tried\n/);
  await page.reload();
  await ready(page);
  assert.doesNotMatch(await text(page, name), /^# tried/, "no draft");
  assert.ok(drafts <= 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("79 an example of a rule opens by its address; an unknown example is reported", async () => {
  const page = await newPage(site, { hash: "#example=channel-multiple-heads.1" });
  await ready(page);
  await page.locator('.problem[data-rule="channel-multiple-heads"]').first().waitFor({ state: "attached" });
  await page.goto("about:blank");
  await page.goto(`${site.address}#example=no-such-rule`);
  await page.locator(".notice.is-alarm").filter({ hasText: "There is no rule no-such-rule with an example 1" }).waitFor();
  for (const [hash, message] of [
    ["#example=", "The address names no rule after example=."],
    ["#sample=nope", "There is no sample nope."],
  ]) {
    await page.goto("about:blank");
    await page.goto(site.address + hash);
    await page.locator(".notice.is-alarm").filter({ hasText: message }).waitFor();
  }
  await page.context().close();
});

const LONG = "x".repeat(190);
const ARABIC = "هذا الإصدار قديم، استخدم الإصدار 2.0 (stable) بدلاً منه";
const wide = `---
schema: olm.package
name: ${LONG.slice(0, 63)}
defaultChannel: c-${LONG}
description: "${ARABIC}"
---
schema: olm.channel
package: ${LONG.slice(0, 63)}
name: c-${LONG}
entries:
- name: n-${LONG}.v1.0.0
- name: n-${LONG}.v2.0.0
  replaces: n-${LONG}.v1.0.0
- name: n-${LONG}.v3.0.0
---
schema: olm.bundle
package: ${LONG.slice(0, 63)}
name: n-${LONG}.v1.0.0
image: registry.example.com/${LONG.slice(0, 100)}:v1
properties:
- type: olm.package
  value: {packageName: ${LONG.slice(0, 63)}, version: 1.0.0}
---
schema: olm.deprecations
package: ${LONG.slice(0, 63)}
entries:
- reference: {schema: olm.package}
  message: "${ARABIC}"
- reference: {schema: olm.channel, name: c-${LONG}}
  message: "${ARABIC}"
- reference: {schema: olm.bundle, name: n-${LONG}.v1.0.0}
  message: "${ARABIC}"
`;

for (const [width, height] of [
  [1440, 900],
  [390, 844],
]) {
  test(`88 names of 200 characters and text from right to left break nothing (${width})`, async () => {
    const page = await newPage(site, { width, height });
    await openFiles(page, { "catalog.yaml": wide });
    const tabs = width < 900 ? ["Packages", "Channel", "Text", "Problems"] : [""];
    const over = () =>
      page.evaluate(() => {
        const clips = (element) => {
          for (let at = element.parentElement; at; at = at.parentElement) if (getComputedStyle(at).overflowX !== "visible") return true;
          return false;
        };
        const out = document.documentElement.scrollWidth > innerWidth ? ["the page"] : [];
        for (const element of document.querySelectorAll(".app *, dialog[open] *")) {
          const { left, right, width } = element.getBoundingClientRect();
          if (width && (right > innerWidth + 1 || left < -1) && !clips(element) && !element.closest(".skip, .visually-hidden")) out.push(`${element.tagName}.${element.className}`);
        }
        return out;
      });
    for (const tab of tabs) {
      if (tab) await page.getByRole("button", { name: tab, exact: true }).click();
      assert.deepEqual(await over(), [], tab);
    }
    if (tabs.length > 1) await page.getByRole("button", { name: "Channel", exact: true }).click();
    const message = page.locator(".deprecation").first();
    await message.waitFor();
    assert.equal(await message.evaluate((element) => getComputedStyle(element).unicodeBidi), "plaintext");
    await page.locator(".entry-name").first().click();
    assert.deepEqual(await over(), [], "with an entry");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("xx");
    await page.locator(".palette li").nth(1).waitFor();
    assert.deepEqual(await over(), [], "palette");
    await page.keyboard.press("Escape");
    // The whole page in right-to-left layout.
    await page.evaluate(() => {
      document.documentElement.dir = "rtl";
    });
    assert.deepEqual(await over(), [], "right to left");
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}
