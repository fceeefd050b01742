// Contents of the catalog's bundles, pasted bundles, blobs in the text, suppressed findings.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ABSENT, shared } from "../shared.mjs";
import { after, before, test } from "../test.mjs";
import { bulk, channelMenu, difference, newPage, openFiles, problems, sample, setup, text, violations, withSample } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

const original = sample("valid");
const undone = async (page, now) => {
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 0 && globalThis.olmkit.state().undo === "");
  assert.equal(await text(page), now);
};
const encoded = (object) => Buffer.from(JSON.stringify(object)).toString("base64");

/** A package with a bundle whose objects are in its document. */
const withObjects = () => {
  const csv = {
    apiVersion: "operators.coreos.com/v1alpha1",
    kind: "ClusterServiceVersion",
    metadata: { name: "a.v1.0.0", annotations: { capabilities: "Deep Insights" } },
    spec: {
      displayName: "A <b>waterer</b>",
      description: "x".repeat(3000),
      provider: { name: "Garden" },
      customresourcedefinitions: { owned: [{ name: "plants.garden.example.com", kind: "Plant", version: "v1" }] },
      installModes: [
        { type: "AllNamespaces", supported: true },
        { type: "OwnNamespace", supported: false },
      ],
    },
  };
  const crd = { kind: "CustomResourceDefinition", metadata: { name: "plants.garden.example.com" } };
  return `---\nschema: olm.package\nname: a\ndefaultChannel: c\n---\nschema: olm.channel\npackage: a\nname: c\nentries:\n- name: a.v1.0.0\n---\nschema: olm.bundle\npackage: a\nname: a.v1.0.0\nimage: registry.example.com/a:v1.0.0\nproperties:\n- type: olm.package\n  value: {packageName: a, version: 1.0.0}\n- type: olm.gvk\n  value: {group: garden.example.com, kind: Plant, version: v1}\n- type: olm.bundle.object\n  value:\n    data: ${encoded(csv)}\n- type: olm.bundle.object\n  value:\n    data: ${encoded(crd)}\nrelatedImages:\n- name: pump\n  image: registry.example.com/pump@sha256:${"0".repeat(64)}\n`;
};

test("36 a bundle of the catalog shows properties, images, metadata and decoded objects; JSON on demand", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": withObjects() });
  await page.locator(".entry-name", { hasText: "a.v1.0.0" }).click();
  await page.getByRole("button", { name: "Bundle", exact: true }).click();
  const contents = page.locator(".entry-page .contents");
  await contents.getByText("A <b>waterer</b>", { exact: true }).waitFor();
  for (const words of ["Garden", "Deep Insights", "AllNamespaces", "Plant v1", "Plant · garden.example.com/v1", "pump"]) await contents.getByText(words, { exact: true }).first().waitFor();
  assert.equal(await contents.getByText("OwnNamespace").count(), 0, "modes that are not supported are not listed");
  await contents.getByText("CustomResourceDefinition plants.garden.example.com").click();
  await contents.locator("pre", { hasText: '"kind": "CustomResourceDefinition"' }).waitFor();
  await contents.getByText("The document as JSON").click();
  await contents.locator("pre", { hasText: '"schema": "olm.bundle"' }).waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("56 base64 and long lines are folded at first, documents fold, and folded text unfolds when the cursor moves into it", async () => {
  const page = await newPage(site);
  const now = withObjects();
  await openFiles(page, { "catalog.yaml": now });
  const folds = page.locator(".cm-foldPlaceholder");
  await page.locator(".cm-line", { hasText: "data: " }).first().scrollIntoViewIfNeeded();
  await folds.filter({ hasText: "kB" }).first().waitFor();
  const longest = () => page.evaluate(() => Math.max(...[...document.querySelectorAll(".cm-line")].map((line) => line.textContent.length)));
  assert.ok((await longest()) < 200, "no blob is on the page");
  assert.deepEqual(await violations(page), []);
  await folds.filter({ hasText: "kB" }).first().click();
  await page.waitForFunction(() => [...document.querySelectorAll(".cm-line")].some((line) => line.textContent.length > 1000));
  // The keyboard folds and unfolds a document. The text does not change.
  await page.locator(".cm-line", { hasText: /^---$/ }).nth(1).click();
  await page.keyboard.press("Control+Shift+BracketLeft");
  await folds.filter({ hasText: "lines" }).first().waitFor();
  assert.equal(await page.locator(".cm-line", { hasText: "name: c" }).count(), 0);
  await page.keyboard.press("Control+Shift+BracketRight");
  await page.locator(".cm-line", { hasText: "name: c" }).first().waitFor();
  assert.equal(await text(page), now);
  await page.context().close();
});

test("56 a file of 4 MB stays editable", async (context) => {
  const path = shared("corpus", "catalogs", "v4.14", "dell-csm-operator", "catalog.yaml");
  if (!path) return context.skip(ABSENT);
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": readFileSync(path, "utf8") });
  // The text scrolls to the shown channel, and lines of unknown height are measured when they become visible. The
  // position of the line is final once nothing scrolls for several frames.
  const at = await page.waitForFunction(() => {
    const place = document.querySelector(".code .cm-scroller");
    const line = [...place.querySelectorAll(".cm-line")].find((line) => line.textContent.includes("data: "));
    const { left, top } = line?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const isStill = line && place.scrollLeft === 0 && top === globalThis.lastTop;
    globalThis.still = isStill ? (globalThis.still ?? 0) + 1 : 0;
    if (!line) place.scrollTop = 60 * 20;
    else if (!isStill) line.scrollIntoView({ block: "center" });
    place.scrollLeft = 0;
    globalThis.lastTop = top;
    return globalThis.still > 10 && { x: left + 30, y: top + 8 };
  });
  const { x, y } = await at.jsonValue();
  await page.mouse.click(x, y);
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable");
  const taken = async () => Object.fromEntries((await client.send("Performance.getMetrics")).metrics.map(({ name, value }) => [name, value]));
  await page.keyboard.press("Home");
  const before = await taken();
  const KEYS = 30;
  await page.keyboard.type("#".repeat(KEYS));
  const after = await taken();
  const cost = (name) => (((after[name] - before[name]) * 1000) / KEYS).toFixed(1);
  context.diagnostic(`a key in 4 MB costs the page ${cost("TaskDuration")} ms: script ${cost("ScriptDuration")}, layout ${cost("LayoutDuration")}, style ${cost("RecalcStyleDuration")}`);
  await page.getByText("1 changed").waitFor();
  assert.ok((await text(page)).includes("#".repeat(KEYS)));
  await page.context().close();
});

const bundle = (version, owner = "watering-can") =>
  JSON.stringify(
    {
      schema: "olm.bundle",
      package: owner,
      name: `${owner}.v${version}`,
      image: `registry.example.com/garden/${owner}:v${version}`,
      properties: [{ type: "olm.package", value: { packageName: owner, version } }],
    },
    null,
    4,
  );

test("37 the output of opm render is added: documents and entries by the convention of the channel, as one step", async () => {
  await withSample(site, "valid", async (page) => {
    const dialog = page.getByRole("dialog");
    const paste = async (words) => {
      await channelMenu(page, "Add rendered bundles");
      await dialog.getByLabel(/^Output of opm render/).fill(words);
      await dialog.getByRole("button", { name: "Preview change" }).click();
    };
    await paste("not: [a bundle");
    await dialog.getByRole("alert").filter({ hasText: "opm cannot read it" }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Escape");
    await paste(bundle("1.0.0", "missing"));
    await dialog.getByRole("alert").filter({ hasText: "the catalog has no package missing" }).waitFor();
    await page.keyboard.press("Escape");
    await paste(["1.3.0", "1.3.0-rc.10", "1.4.0", "1.3.0-rc.2"].map((version) => `${bundle(version)}\n`).join(""));
    await dialog.getByText("watering-can.v1.4.0 becomes an entry of stable").waitFor();
    await dialog.getByText("Head of stable: watering-can.v1.2.0 → watering-can.v1.4.0.").waitFor();
    assert.deepEqual(await violations(page), []);
    await dialog.getByRole("button", { name: "Apply" }).click();
    await page.getByText("1 changed").waitFor();
    const now = await text(page);
    assert.match(now, /- name: watering-can\.v1\.4\.0\n {2}replaces: watering-can\.v1\.3\.0\n/);
    assert.match(now, /- name: watering-can\.v1\.3\.0\n {2}replaces: watering-can\.v1\.3\.0-rc\.10\n/);
    assert.match(now, /- name: watering-can\.v1\.3\.0-rc\.10\n {2}replaces: watering-can\.v1\.3\.0-rc\.2\n/);
    assert.match(now, /- name: watering-can\.v1\.3\.0-rc\.2\n {2}replaces: watering-can\.v1\.2\.0\n/);
    assert.match(now, /---\nimage: registry\.example\.com\/garden\/watering-can:v1\.3\.0\nname: watering-can\.v1\.3\.0\n/);
    await page.locator(".verdict", { hasText: "opm accepts" }).waitFor();
    for (const line of original.split("\n")) assert.ok(now.split("\n").includes(line), `"${line}" is still there`);
    await undone(page, original);
  });
});

test("37 going back from the preview loses nothing: the pasted text and its channel are there", async () => {
  await withSample(site, "valid", async (page) => {
    await channelMenu(page, "Add rendered bundles");
    const paste = page.getByRole("dialog", { name: "Add rendered bundles" });
    const written = paste.getByLabel(/^Output of opm render/);
    await written.fill(bundle("1.3.0"));
    await paste.getByLabel("Entries in").selectOption("candidate");
    await paste.getByRole("button", { name: "Preview change" }).click();
    const preview = page.getByRole("dialog", { name: /^Add/ }).filter({ has: page.getByRole("button", { name: "Apply" }) });
    await preview.getByText("watering-can.v1.3.0 becomes an entry of candidate").waitFor();
    assert.deepEqual(await violations(page), []);
    await preview.getByRole("button", { name: "Back" }).click();
    await preview.waitFor({ state: "detached" });
    assert.equal(await written.inputValue(), bundle("1.3.0"));
    assert.equal(await paste.getByLabel("Entries in").inputValue(), "candidate");
    await paste.getByRole("button", { name: "Preview change" }).click();
    await preview.getByRole("button", { name: "Apply" }).click();
    await page.getByText("1 changed").waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await channelMenu(page, "Add rendered bundles");
    assert.equal(await written.inputValue(), "");
    await page.keyboard.press("Escape");
    await undone(page, original);
  });
});

test("27 37 the output of opm render is added together with the new release, as one step", async () => {
  await withSample(site, "valid", async (page) => {
    await page.getByRole("button", { name: "New release" }).first().click();
    const release = page.getByRole("dialog", { name: "New release" });
    await release.getByRole("button", { name: "Paste rendered" }).click();
    const written = release.getByLabel(/^Output of opm render/);
    await written.fill(bundle("1.3.0").replaceAll("watering-can", "lawn-mower"));
    await release.getByText("It has no bundle of watering-can.").waitFor();
    await written.fill(bundle("1.3.0"));
    await release.getByText("1 olm.bundle pasted from opm render").waitFor();
    assert.equal(await release.getByLabel("Version", { exact: true }).inputValue(), "1.3.0");
    assert.equal(await release.getByLabel("Entry name").inputValue(), "watering-can.v1.3.0");
    await release.getByText("+1 olm.bundle").waitFor();
    await release.getByText("opm accepts the result").waitFor();
    assert.deepEqual(await violations(page), []);
    // Later input in the fields takes precedence.
    await release.getByLabel("skipRange", { exact: true }).fill(">=1.2.0 <1.3.0");
    await release.getByRole("button", { name: /^Add release/ }).click();
    await page.locator("tr.is-selected", { hasText: "1.3.0" }).waitFor();
    const now = await text(page);
    assert.match(now, /- name: watering-can\.v1\.3\.0\n(?: {2}.*\n)*? {2}skipRange: "?'?>=1\.2\.0 <1\.3\.0/);
    assert.match(now, /name: watering-can\.v1\.3\.0\n(?!.*replaces)/);
    assert.equal(now.match(/schema: olm\.bundle/g).length, original.match(/schema: olm\.bundle/g).length + 1);
    await page.locator(".status .verdict", { hasText: "opm accepts" }).waitFor();
    await undone(page, original);
  });
});

test("62 a finding is suppressed by a comment with a reason, after a preview", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const now = await text(page);
    await problems(page);
    await page.locator('.problem[data-rule="stranded-v0"] .problem-main').first().click();
    const problem = page.getByRole("region", { name: "Problem", exact: true });
    await problem.getByRole("button", { name: "Suppress" }).click();
    await problem.getByRole("button", { name: "Preview comment" }).click();
    assert.equal(await page.getByRole("dialog").count(), 0, "without a reason nothing happens");
    await problem.getByLabel("Reason").fill("no cluster runs it");
    await problem.getByRole("button", { name: "Preview comment" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Apply" }).click();
    await page.getByText("1 changed").waitFor();
    const { removed, added } = difference(now, await text(page));
    assert.ok(added.length <= 2 && added.join("\n").includes("# olmkit-ignore stranded-v0: no cluster runs it"), `${removed} -> ${added}`);
    await page.locator('.problem[data-rule="stranded-v0"]').waitFor({ state: "detached" });
    await undone(page, now);
  });
});

test("38 a field with a finding is marked, and shows the finding", async () => {
  await withSample(site, "valid", async (page) => {
    const field = page.getByLabel("skipRange of watering-can.v1.2.0", { exact: true });
    assert.equal(await field.getAttribute("aria-invalid"), null);
    await field.fill(">=2.0.0 <1.0.0");
    await page.keyboard.press("Enter");
    const marked = page.locator("input[aria-invalid=true]");
    await marked.waitFor();
    assert.equal(await marked.getAttribute("aria-label"), "skipRange of watering-can.v1.2.0");
    assert.notEqual(await marked.getAttribute("title"), null);
    assert.deepEqual(await violations(page), []);
    await page.getByRole("button", { name: "Undo" }).click();
    await marked.waitFor({ state: "detached" });
  });
});

for (const [zoom, width, height] of [
  [200, 720, 450],
  [400, 360, 225],
]) {
  test(`89 at ${zoom} % an entry is edited, chosen, removed; nothing is out of reach`, async () => {
    const context = await site.browser.newContext({ viewport: { width, height }, deviceScaleFactor: zoom / 100, serviceWorkers: "block" });
    await withSample(
      site,
      "valid",
      async (page) => {
        const pane = (name) => page.getByRole("navigation", { name: "Parts of the page" }).getByRole("button", { name }).click();
        await pane("Channel");
        await page.locator(".entry-name", { hasText: "v1.0.1" }).click();
        await page.getByRole("region", { name: "Entry watering-can.v1.0.1" }).getByRole("button", { name: "Bundle", exact: true }).click();
        await channelMenu(page, "Select entries");
        await page.locator('.entry-name[title="watering-can.v1.1.0"]').click();
        await bulk(page).getByRole("button", { name: "Remove" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
        await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
        await pane("Text");
        await page.locator(".cm-line", { hasText: "schema: olm.package" }).first().click();
        await pane("Problems");
        await page.locator(".problems").getByLabel("Filter the problems").fill("x");
        await page.getByRole("button", { name: "Undo" }).click();
        await page.waitForFunction(() => globalThis.olmkit.state().changed === 0);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, "no scrolling in two directions");
      },
      { context },
    );
  });
}
