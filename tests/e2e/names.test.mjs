// Names in the text pane: completion, hover, definitions, references and renaming.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { difference, newPage, openFiles, sample, setup, text, violations, withSample } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

/** Returns the screen position of the middle of a substring, in the first line that contains a text. */
async function place(page, line, part) {
  const found = page.locator(".code .cm-line", { hasText: line }).first();
  await found.scrollIntoViewIfNeeded();
  // A line that is wider than the pane is scrolled to its middle.
  await found.evaluate((line) => line.closest(".cm-scroller").scrollTo({ left: 0 }));
  return found.evaluate((element, part) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.data.indexOf(part);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + part.length);
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }
    throw new Error(`${part} is not in the line`);
  }, part);
}

const click = async (page, line, part, options) => {
  const { x, y } = await place(page, line, part);
  await page.mouse.click(x, y, options);
};

/** Package, channel and bundles in separate files, as a maintainer keeps them. */
function split() {
  const [, pkg, stable, candidate, ...bundles] = sample("valid").split("---\n");
  return { "package.yaml": pkg, "channels/stable.yaml": stable, "channels/candidate.yaml": candidate, "bundles.yaml": bundles.join("---\n") };
}
const flat = () => Object.fromEntries(Object.entries(split()).map(([path, text]) => [path.replace("channels/", "ch-"), text]));

async function opened(options) {
  const page = await newPage(site, options);
  await openFiles(page, flat());
  await page.locator(".tree .channel", { hasText: "stable" }).click();
  await page.locator(".code-path", { hasText: "ch-stable.yaml" }).waitFor();
  return page;
}

test("53 names are completed: bundles newest first, in replaces, in skips, as the file writes them", async () => {
  await withSample(site, "valid", async (page) => {
    await click(page, "name: watering-can.v1.0.1 #", "v1.0.1");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("  replaces: ");
    await page.keyboard.press("Control+Space");
    const options = page.locator(".cm-tooltip-autocomplete li");
    await options.first().waitFor();
    assert.deepEqual(await options.allTextContents(), ["watering-can.v1.3.0-rc.11.3.0-rc.1, not in this channel", "watering-can.v1.2.01.2.0", "watering-can.v1.1.01.1.0", "watering-can.v1.0.01.0.0"]);
    assert.deepEqual(await violations(page), []);
    await page.keyboard.type("v1.0");
    await page.locator(".cm-tooltip-autocomplete li[aria-selected]", { hasText: "v1.0.0" }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".cm-tooltip-autocomplete").waitFor({ state: "detached" });
    const { removed, added } = difference(sample("valid"), await text(page));
    assert.deepEqual([removed, added], [[], ["  replaces: watering-can.v1.0.0"]]);
  });
});

test("53 channels in defaultChannel, schemas, property types, in JSON with its quotes", async () => {
  const page = await newPage(site);
  const json = '{"schema": "olm.package", "name": "foo", "defaultChannel": ""}\n';
  await openFiles(page, { "a.json": json, "b.yaml": 'schema: olm.channel\npackage: foo\nname: "4.1"\nentries:\n- name: foo.v1.0.0\n' });
  await page.locator(".tree .package", { hasText: "foo" }).click();
  await page.getByRole("button", { name: "Show in the text" }).click();
  await click(page, "defaultChannel", '""');
  await page.keyboard.press("Control+Space");
  await page.locator(".cm-tooltip-autocomplete li", { hasText: "4.1" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => globalThis.olmkit.text("a.json").includes('"4.1"'));
  assert.equal(await text(page, "a.json"), json.replace('""', '"4.1"'));
  await click(page, "defaultChannel", "olm.package");
  await page.keyboard.press("Control+Space");
  const schemas = page.locator(".cm-tooltip-autocomplete li");
  await schemas.first().waitFor();
  assert.deepEqual(await schemas.allTextContents(), ["olm.package", "olm.channel", "olm.bundle", "olm.deprecations", "olmkit.assertions"]);
  await page.context().close();
});

test("54 hovering over a name shows its version, channels, successors and deprecation; over a squiggle the finding", async () => {
  const page = await newPage(site);
  const deprecated = "---\nschema: olm.deprecations\npackage: watering-can\nentries:\n- reference: {schema: olm.bundle, name: watering-can.v1.0.1}\n  message: Too little water.\n";
  await openFiles(page, { "catalog.yaml": sample("valid").replace("replaces: watering-can.v1.1.0", "replaces: watering-can.v1.1.9") + deprecated });
  const { x, y } = await place(page, "replaces: watering-can.v1.0.1", "watering-can.v1.0.1");
  await page.mouse.move(x, y);
  const known = page.locator(".known");
  await known.waitFor();
  assert.deepEqual(await known.locator("p").allTextContents(), [
    "Bundle of package watering-can, version 1.0.1.",
    "In stable.",
    "watering-can.v1.1.0 replaces it in stable.",
    "Deprecated: Too little water.",
  ]);
  assert.deepEqual(await violations(page), []);
  await page.evaluate(() => globalThis.olmkit.edit("catalog.yaml", globalThis.olmkit.text("catalog.yaml").replace("replaces: watering-can.v1.0.1", "replaces: watering-can.v1.0")));
  await known.waitFor({ state: "detached" });
  const squiggle = page.locator(".code .cm-lintRange-error, .code .cm-lintRange-warning").first();
  await squiggle.hover();
  await page.locator(".cm-tooltip-lint .cm-diagnostic").first().waitFor();
  await page.context().close();
});

test("the other places of a selected name are marked, not those where it is a part of a longer name", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": sample("valid").replaceAll("candidate", "stable-1.0") });
  await page.locator(".code .cm-line", { hasText: "defaultChannel: stable" }).waitFor();
  await page.locator(".tree .channel", { hasText: /^stable(?!-)/ }).click();
  await page.locator(".cm-selectedEntry", { hasText: "name: stable" }).waitFor();
  const marked = page.locator(".cm-line:has(.cm-selectionMatch)");
  await marked.first().waitFor();
  assert.deepEqual(await marked.allTextContents(), ["defaultChannel: stable"]);
  await page.context().close();
});

test("55 F12 and Ctrl-click go to the definition, also in another file", async () => {
  const page = await opened();
  const selected = () => page.evaluate(() => getSelection().toString());
  await click(page, "replaces: watering-can.v1.0.1", "v1.0.1");
  await page.keyboard.press("F12");
  await page.locator(".cm-activeLine", { hasText: "# the first supported release" }).waitFor();
  await page.keyboard.press("F12");
  await page.locator(".code-path", { hasText: "bundles.yaml" }).waitFor();
  assert.equal(await selected(), "watering-can.v1.0.1");
  const at = await place(page, "package: watering-can", "watering-can");
  await page.keyboard.down("Control");
  await page.mouse.click(at.x, at.y);
  await page.keyboard.up("Control");
  await page.locator(".code-path", { hasText: "package.yaml" }).waitFor();
  await click(page, "defaultChannel: stable", "stable");
  await page.keyboard.press("F12");
  await page.locator(".code-path", { hasText: "ch-stable.yaml" }).waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("55 Shift-F12 lists every place; a place is one Enter away", async () => {
  const page = await opened();
  await click(page, "replaces: watering-can.v1.1.0", "v1.1.0");
  await page.keyboard.press("Shift+F12");
  const dialog = page.getByRole("dialog", { name: "watering-can.v1.1.0" });
  await dialog.getByText("3 places in 2 files").waitFor();
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("button", { name: /olm\.bundle .*bundles\.yaml/ }).press("Enter");
  await page.locator(".code-path", { hasText: "bundles.yaml" }).waitFor();
  await dialog.waitFor({ state: "hidden" });
  // This position is the definition. From there, the references are listed again.
  await page.keyboard.press("F12");
  await dialog.waitFor();
  await page.context().close();
});

test("55 33 66 F2 renames a bundle in every file, as one step", async () => {
  const page = await opened();
  await click(page, "replaces: watering-can.v1.1.0", "v1.1.0");
  await page.keyboard.press("F2");
  const dialog = page.getByRole("dialog", { name: "Rename watering-can.v1.1.0" });
  const name = dialog.getByLabel("New name");
  await name.fill("watering-can.v1.2.0");
  await dialog.getByText("has a bundle watering-can.v1.2.0 already", { exact: false }).or(dialog.getByText("already")).waitFor();
  assert.ok(await dialog.getByRole("button", { name: "Rename everywhere" }).isDisabled());
  await name.fill("watering-can.v1.1.1");
  await dialog.getByText("3 occurrences change in 2 files and 1 channel, as one step.").waitFor();
  await dialog.getByText("Clusters that run watering-can.v1.1.0 keep this name").waitFor();
  await dialog.getByRole("region", { name: "Impact" }).getByText("Bundle watering-can.v1.1.0 renamed to watering-can.v1.1.1").waitFor();
  assert.deepEqual(await violations(page), []);
  await name.press("Enter");
  await page.getByText("2 changed").waitFor();
  for (const path of ["ch-stable.yaml", "bundles.yaml"]) {
    assert.equal(await text(page, path), flat()[path].replaceAll(/(name|replaces): watering-can\.v1\.1\.0/g, "$1: watering-can.v1.1.1"));
  }
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 0);
  await page.context().close();
});

test("55 80 the same from the palette; a message appears where there is no name", async () => {
  const page = await opened();
  await click(page, "entries:", "entries");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("all references");
  await page.keyboard.press("Enter");
  await page.getByText("No package, channel or bundle is named at the cursor.").waitFor();
  await page.context().close();
});

test("68 versions that clusters may run and that can no longer upgrade are a problem while editing", async () => {
  await withSample(site, "valid", async (page) => {
    const row = page.locator('.problem[data-rule="versions-removed"]');
    assert.equal(await row.count(), 0);
    const catalog = await text(page);
    // Only the head remains, and no version can upgrade to it.
    const alone = catalog.replace(/ {2}replaces: watering-can\.v1\.1\.0\n {2}skipRange[\s\S]*?(?=---\n)/, "");
    await page.evaluate((text) => globalThis.olmkit.edit("catalog.yaml", text), alone);
    await row.first().waitFor({ state: "attached" });
    assert.match(await row.first().textContent(), /stable.*can no longer upgrade to its head/);
    // The finding is still present after a restart of the engine.
    await page.evaluate(() => globalThis.olmkit.crash());
    await page.getByText("The engine stopped and was restarted.").waitFor();
    await row.first().waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await row.first().waitFor({ state: "detached" });
  });
});
