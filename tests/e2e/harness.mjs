// Runs a browser on the built editor, served on localhost.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "../../scripts/serve.mjs";
import { FLAGS } from "../chromium.mjs";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
// The headless shell draws fonts as Chromium does with `slight`.
const ARGS = [...FLAGS, "--font-render-hinting=slight"];

/**
 * `EDITOR_DIST` names another build than that in `dist`. Without `optimizes`, wasm is not optimized at run time: a page is
 * open for seconds, and the optimization takes about a tenth of the CPU time of a test.
 */
export async function setup(folder = process.env.EDITOR_DIST ?? join(root, "dist"), { optimizes = false } = {}) {
  const server = await serve(folder, 0);
  const address = `http://127.0.0.1:${server.address().port}/`;
  const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium", args: optimizes ? ARGS : [...ARGS, "--js-flags=--no-wasm-tier-up"] });
  return {
    server,
    address,
    browser,
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}

/**
 * Opens a page in a fresh profile. Tests that check `problems` and `foreign` fail on console errors and on requests to
 * other origins.
 */
export async function newPage({ browser, address }, { hash = "", width = 1440, height = 900, colorScheme = "light", init, context, serviceWorkers = "block" } = {}) {
  context ??= await browser.newContext({ viewport: { width, height }, colorScheme, serviceWorkers, acceptDownloads: true });
  const page = await context.newPage();
  if (init) await page.addInitScript(init);
  page.setDefaultTimeout(process.env.CI ? 60_000 : 20_000); // a machine that builds beside the tests is slow
  page.problems = [];
  page.foreign = [];
  page.on("pageerror", (error) => page.problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
  page.on("request", (request) => !request.url().startsWith(address) && !/^(blob|data):/.test(request.url()) && page.foreign.push(request.url()));
  await page.goto(address + hash);
  await page.getByRole("heading", { name: "olmkit" }).waitFor();
  return page;
}

/** Opens the menu at the top. */
export async function menu(page) {
  const menu = page.locator("#menu");
  if (!(await menu.isVisible())) await page.getByRole("button", { name: "Menu", exact: true }).click();
  return menu;
}

/** Opens the settings. */
export async function settings(page) {
  const settings = page.locator("#settings");
  if (!(await settings.isVisible())) await page.locator(".pane-tabs .i-settings").click();
  return settings;
}

/** Opens the page of unsaved changes, and waits for the comparison. */
export async function review(page) {
  const shown = page.locator(".review-page");
  if (!(await shown.isVisible())) await page.keyboard.press("Control+s");
  await shown.getByRole("heading", { name: /^(Review \d+ changes?|Nothing has changed)$/ }).waitFor();
  return shown;
}

/** Saves unsaved changes to the folder. */
export async function save(page) {
  const shown = await review(page);
  await shown.getByRole("button", { name: /^Save (\d+( of \d+)? files?|anyway)$/ }).click();
}

/** Returns from a page to the channel. */
export const toChannel = (page) => page.locator(".pane-tabs .to-channel").click();

/** Runs an action of the channel's menu. */
export async function channelMenu(page, name) {
  await page.getByRole("button", { name: "Channel menu" }).click();
  await page.getByRole("group", { name: "Channel menu" }).getByRole("button", { name }).click();
}

/** Runs an action of the selected entry's menu. */
export async function entryMenu(page, name) {
  await page.getByRole("button", { name: "Entry menu" }).click();
  await page.getByRole("group", { name: "Entry menu" }).getByRole("button", { name, exact: true }).click();
}

/** Opens the simulation for the selected entry. It stays open when another entry is selected. */
export const simulate = (page) => entryMenu(page, "Simulate upgrade");

/** Adds a row to the selection. */
export const choose = (page, name, modifier = "Control") => page.locator(`.entry-name[title="${name}"]`).click({ modifiers: [modifier] });

/** The actions for several selected entries. */
export const bulk = (page) => page.getByRole("group", { name: "Selected entries" });

/** Runs an action of the palette. */
export async function run(page, action) {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search for an action or a name" }).fill(`>${action}`);
  await page.keyboard.press("Enter");
}

/** Shows the list of all problems in place of the channel. */
export const problems = (page) => page.locator(".pane-tabs").getByRole("button", { name: "Problems" }).click();

/** Returns the selection from the parameters of the URL. */
export const place = (page) => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.slice(1))));

export async function openFiles(page, files) {
  const list = Object.entries(files).map(([name, text]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) }));
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), menu(page).then((menu) => menu.getByText("Open files").click())]);
  const before = await page.evaluate(() => globalThis.olmkit.state().revision);
  await chooser.setFiles(list);
  await page.waitForFunction((before) => globalThis.olmkit.state().revision > before, before); // the verdict is no longer that of the previous catalog
  await ready(page);
}

/** Waits until the engine has checked the open files. */
export async function checked(page) {
  await page
    .locator(".status .verdict")
    .filter({ hasText: /opm (accepts|rejects)|No catalog/ })
    .waitFor();
}

/**
 * Waits like `checked`. If the overview of a catalog with several packages is open, selects a channel, where most tests
 * work: the first with a problem, or the first.
 */
export async function ready(page) {
  await checked(page);
  const wanted = await page.evaluate(async () => {
    if (!/[#&]catalog(&|$)/.test(location.hash)) return null;
    const { packages } = await globalThis.olmkit.ask("outline");
    const found = packages.find((one) => one.errors) ?? packages.find((one) => one.warnings) ?? packages[0];
    if (!found) return null;
    const channel = found.channels.find((one) => one.name === found.defaultChannel) ?? found.channels[0];
    const place = `package=${encodeURIComponent(found.name)}&channel=${encodeURIComponent(channel?.name ?? "")}`;
    history.replaceState(null, "", location.hash.replace(/([#&])catalog(?=&|$)/, `$1${place}`));
    dispatchEvent(new PopStateEvent("popstate"));
    return channel?.name ?? found.name;
  });
  if (wanted) await page.locator(".center h2", { hasText: wanted }).waitFor({ state: "attached" });
}

/** Waits until the gallery shows its edited entry and the graph. */
export async function galleryReady(page) {
  for (const part of ["tr.is-edited .tag.is-changed", ".graph-place .node", ".matrix .dot"]) await page.locator(part).first().waitFor();
  for (const row of await page.locator('[data-package="watering-can"]').all()) {
    await row.scrollIntoViewIfNeeded();
    await row.locator("img").waitFor();
  }
}

export const text = (page, path = "catalog.yaml") => page.evaluate((path) => globalThis.olmkit.text(path), path);

export async function violations(page) {
  await page.evaluate(axe);
  // During a transition, a color is neither the old nor the new color. The animation of the cursor never ends. In a
  // page that the browser does not draw at the moment, no animation ends.
  await page.evaluate(() => {
    const running = document.getAnimations().filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity);
    const enough = new Promise((resolve) => setTimeout(resolve, 3000));
    return Promise.race([Promise.allSettled(running.map((animation) => animation.finished)), enough]);
  });
  const result = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }));
  return result.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map((node) => node.html)
        .join(" | ")}`,
  );
}

export const sample = (name) => readFileSync(join(root, "web", "samples", `${name}.yaml`), "utf8");

/** Runs a test on a page with a sample. It fails if the console has errors, or if a request went to another origin. */
export async function withSample(site, name, work, options) {
  const page = await newPage(site, { hash: `#sample=${name}`, ...options });
  await ready(page);
  await work(page);
  assert.deepEqual(page.problems, []);
  assert.deepEqual(page.foreign, [], "no request leaves the machine");
  await page.context().close();
}

/** Returns the lines that differ between two texts, without the common start and end. */
export function difference(before, after) {
  const left = before.split("\n");
  const right = after.split("\n");
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  return { removed: left.slice(start, left.length - end), added: right.slice(start, right.length - end) };
}

/** Opens a folder that the page can write to: a real directory handle of the browser's own file system. */
export async function openFolder(page, files) {
  await page.evaluate(async (files) => {
    const directory = await navigator.storage.getDirectory();
    for (const [path, text] of Object.entries(files)) {
      const parts = path.split("/");
      let folder = directory;
      for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part, { create: true });
      const writable = await (await folder.getFileHandle(parts.at(-1), { create: true })).createWritable();
      await writable.write(text);
      await writable.close();
    }
    window.showDirectoryPicker = async () => directory;
  }, files);
  await menu(page).then((menu) => menu.getByText("Open folder", { exact: true }).click());
  await page.waitForFunction(() => globalThis.olmkit.state().folder); // the previously open catalog may be checked already
  await ready(page);
}

/** Returns the content of a file in the browser's file system. */
export const onDisk = (page, name) => page.evaluate(async (name) => (await (await (await navigator.storage.getDirectory()).getFileHandle(name)).getFile()).text(), name);

/** Writes a file like another program. */
export const writeDisk = (page, name, text) =>
  page.evaluate(
    async ([name, text]) => {
      await new Promise((wait) => setTimeout(wait, 20)); // another modification time
      const writable = await (await (await navigator.storage.getDirectory()).getFileHandle(name)).createWritable();
      await writable.write(text);
      await writable.close();
    },
    [name, text],
  );

/** Returns the names in the table of a channel, without their common prefix. */
export const entryNames = (page) =>
  page.locator(".entries tbody :is(.entry-name, .gone-name)").evaluateAll((all) => all.map((one) => [...one.childNodes].map((node) => (node.className === "stem" ? "" : node.textContent)).join("")));

/** Fills a field and presses Enter. */
export async function fill(page, label, value) {
  const field = page.getByLabel(label, { exact: true });
  await field.focus(); // when a list gets the focus, it adds a field for another name
  await field.fill(value);
  await page.keyboard.press("Enter");
}

/** An `olm.package` document. */
export const packageDocument = (name, channel) => `---\nschema: olm.package\nname: ${name}\ndefaultChannel: ${channel}\n`;
/** An `olm.channel` document; `entries` is YAML. */
export const channelDocument = (name, own, entries) => `---\nschema: olm.channel\npackage: ${name}\nname: ${own}\nentries:\n${entries}`;
/** An `olm.bundle` document. */
export const bundleDocument = (name, version) =>
  `---\nschema: olm.bundle\npackage: ${name}\nname: ${name}.v${version}\nimage: registry.example.com/${name}:v${version}\nproperties:\n- type: olm.package\n  value: {packageName: ${name}, version: ${version}}\n`;

/** Returns a channel with this number of entries, each of which replaces the one before. */
export const longChannel = (length = 500) => {
  const names = Array.from({ length }, (_, at) => `foo.v1.0.${at}`);
  const entries = names
    .map((name, at) => `- name: ${name}\n${at ? `  replaces: ${names[at - 1]}\n` : ""}`)
    .reverse()
    .join("");
  const bundles = names
    .map(
      (name, at) =>
        `---\nschema: olm.bundle\npackage: foo\nname: ${name}\nimage: registry.example.com/foo:v1.0.${at}\nproperties:\n- type: olm.package\n  value: {packageName: foo, version: 1.0.${at}}\n`,
    )
    .join("");
  return { "catalog.yaml": `---\nschema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: stable\nentries:\n${entries}${bundles}` };
};
