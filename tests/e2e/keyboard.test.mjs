// Keys of the page and of the rows: when they act, on what, and on other keyboard layouts.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { bundleDocument, channelDocument, choose, fill, newPage, openFiles, packageDocument, run, setup, text, violations, withSample } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

const changed = (page, number) => page.waitForFunction((number) => globalThis.olmkit.state().changed === number, number);
const dialog = (page) => page.getByRole("dialog");
const row = (page, name) => page.locator(`.entry-name[title="watering-can.v${name}"]`);

/** Presses a key as a browser reports it on another keyboard layout, or with Caps Lock. */
const pressed = (page, selector, init) =>
  page.evaluate(([selector, init]) => !document.querySelector(selector).dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init })), [selector, init]);

test("80 behind a modal dialog, keys of the page do nothing", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await fill(page, "Replaces of watering-can.v1.2.0", "1.0.1");
    await changed(page, 1);
    const now = await text(page);
    await row(page, "1.0.0").focus();
    await page.keyboard.press("Delete");
    await dialog(page)
      .getByRole("heading", { name: /^Remove / })
      .waitFor();
    const address = page.url();
    for (const key of ["Control+s", "Control+s", "Control+z", "Control+k", "Control+.", "Control+b", "Control+j", "F8", "?"]) await page.keyboard.press(key);
    await page.waitForTimeout(200);
    assert.equal(await page.locator("dialog[open]").count(), 1);
    assert.equal(page.url(), address);
    assert.equal(await text(page), now);
    assert.equal(await page.locator(".review-page").isVisible(), false);
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await changed(page, 0);
    await page.keyboard.press("Control+k");
    await dialog(page).getByRole("combobox").waitFor();
  });
});

test("80 keys have the same effect with Caps Lock and on a layout without Latin letters", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await fill(page, "Replaces of watering-can.v1.2.0", "1.0.1");
    await changed(page, 1);
    assert.ok(await pressed(page, "body", { key: "Z", code: "KeyZ", ctrlKey: true }));
    await changed(page, 0);
    assert.ok(await pressed(page, "body", { key: "z", code: "KeyZ", ctrlKey: true, shiftKey: true }), "redo with Shift and Caps Lock");
    await changed(page, 1);
    assert.ok(await pressed(page, "body", { key: "я", code: "KeyZ", ctrlKey: true }));
    await changed(page, 0);
    assert.ok(await pressed(page, "body", { key: "л", code: "KeyK", ctrlKey: true }));
    await dialog(page).getByRole("combobox").waitFor();
    await page.keyboard.press("Escape");
    // S without Shift is `skips`, with Caps Lock too.
    await row(page, "1.1.0").focus();
    assert.ok(await pressed(page, ":focus", { key: "S", code: "KeyS" }));
    await page.waitForFunction(() => document.activeElement.ariaLabel === "Skips of watering-can.v1.1.0");
    await row(page, "1.1.0").focus();
    assert.ok(await pressed(page, ":focus", { key: "Ы", code: "KeyS", shiftKey: true }));
    await page.waitForFunction(() => document.activeElement.ariaLabel?.startsWith("skipRange of watering-can.v1.1.0"));
  });
});

test("25 Delete and D act on all selected entries", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await choose(page, "watering-can.v1.0.1");
    await choose(page, "watering-can.v1.0.0");
    await row(page, "1.0.0").focus();
    await page.keyboard.press("d");
    await page.waitForFunction(() => document.activeElement.closest(".bulk form") !== null);
    await row(page, "1.0.0").focus();
    await page.keyboard.press("Delete");
    await dialog(page).getByRole("heading", { name: "Remove 2 entries from stable" }).waitFor();
  });
});

test("32 80 after the removal of an entry the focus is on the entry below it, otherwise on the one above it", async () => {
  await withSample(site, "valid", async (page) => {
    const names = () => page.locator(".entry-name").evaluateAll((all) => all.map((one) => one.title));
    const [head, second, ...rest] = await names();
    const last = rest.at(-1);
    const above = [head, second, ...rest].at(-2);
    const remove = async (name, press) => {
      await press();
      await dialog(page)
        .getByRole("heading", { name: `Remove ${name} from` })
        .waitFor();
      await dialog(page).locator(".primary:enabled").click();
      await page.locator(`.entry-name[title="${name}"]`).waitFor({ state: "detached" });
    };
    const isAt = (name) => page.waitForFunction((name) => document.activeElement.title === name, name);
    const named = (name) => page.locator(`.entry-name[title="${name}"]`);
    await remove(last, async () => {
      await named(last).focus();
      await page.keyboard.press("Delete");
    });
    await isAt(above);
    await remove(head, () => page.getByRole("button", { name: `Remove ${head}` }).click());
    await isAt(second);
    await page.waitForTimeout(500);
    assert.equal(await page.evaluate(() => document.activeElement.title), second, "it stays there");
    assert.deepEqual(page.problems, []);
  });
});

test("31 after a release, keys act on the new entry", async () => {
  await withSample(site, "valid", async (page) => {
    await row(page, "1.1.0").focus();
    await page.keyboard.press("n");
    await page.locator(".release").getByLabel("Version", { exact: true }).fill("1.9.0");
    await page.locator(".release [type=submit]:enabled").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.locator(".release[open]").waitFor({ state: "detached" });
    await page.waitForFunction(() => document.activeElement.title === "watering-can.v1.9.0");
    await page.keyboard.press("Delete");
    await dialog(page)
      .getByRole("heading", { name: /^Remove watering-can\.v1\.9\.0/ })
      .waitFor();
  });
});

test("80 82 the packages are one stop of the Tab key, with the keys of a tree", async () => {
  const page = await newPage(site);
  const one = (name) => packageDocument(name, "stable") + ["stable", "fast"].map((channel) => channelDocument(name, channel, `- name: ${name}.v1.0.0\n`)).join("") + bundleDocument(name, "1.0.0");
  await openFiles(page, Object.fromEntries(["apple", "banana", "blueberry", "cherry"].map((name) => [`${name}.yaml`, one(name)])));
  const focused = () => page.evaluate(() => document.activeElement.closest("[role=treeitem]")?.querySelector(".name").textContent);
  const press = async (keys, name) => {
    for (const key of keys.split(" ")) await page.keyboard.press(key);
    assert.equal(await focused(), name, keys);
  };
  const isOpen = (name, is) => page.locator(`.tree .package[aria-expanded="${is}"]`, { hasText: name }).waitFor();
  const filter = page.getByPlaceholder("Filter by name");
  await page.locator(".tree .package", { hasText: "apple" }).click();
  await isOpen("apple", true);
  await filter.focus();
  await press("ArrowDown", "apple");
  await press("ArrowDown ArrowDown ArrowDown", "banana");
  await press("End", "cherry");
  await press("ArrowUp ArrowUp", "banana");
  const address = page.url();
  await press("ArrowRight", "banana");
  await isOpen("banana", true);
  assert.deepEqual(await violations(page), []);
  await press("ArrowRight", "stable");
  await press("ArrowLeft", "banana");
  await press("ArrowLeft", "banana");
  await isOpen("banana", false);
  assert.equal(page.url(), address, "expanding selects nothing");
  await press("b", "blueberry");
  await press("b", "banana");
  await press("Home", "apple");
  await press("ArrowLeft", "apple");
  await isOpen("apple", false);
  await press("c", "cherry");
  await press("Enter", "cherry");
  await page.waitForFunction(() => location.hash.includes("package=cherry"));
  await isOpen("cherry", true);
  // The list is one stop: the item that had the focus last.
  await press("Home", "apple");
  await press("Shift+Tab", undefined);
  await press("Tab", "apple");
  assert.equal(await page.locator('.tree [role=treeitem][tabindex="0"]').count(), 1);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.closest(".tree")), null);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("80 the palette has the actions of the shown channel and package", async () => {
  await withSample(site, "valid", async (page) => {
    const offered = async (words) => {
      await page.keyboard.press("Control+k");
      const field = page.getByRole("combobox", { name: "Search for an action or a name" });
      await field.fill(`>${words}`);
      const found = await page.locator("dialog.palette [role=option] .name").allTextContents();
      await page.keyboard.press("Escape");
      await field.waitFor({ state: "hidden" });
      return found;
    };
    assert.deepEqual(await offered("make default"), [], "stable is the default channel");
    await page.locator(".tree .channel", { hasText: "candidate" }).first().click();
    await page.locator(".channel-head h2", { hasText: "candidate" }).waitFor();
    await run(page, "Rename channel");
    const channel = page.getByRole("group", { name: "Channel menu" });
    await page.waitForFunction(() => document.activeElement?.matches(".rename-channel input"));
    await page.keyboard.press("Escape");
    await run(page, "Deprecate channel");
    await page.waitForFunction(() => document.activeElement?.matches(".deprecate-channel textarea"));
    await page.keyboard.press("Escape");
    await channel.waitFor({ state: "hidden" });
    await run(page, "Remove channel");
    await dialog(page)
      .getByRole("heading", { name: /candidate/ })
      .waitFor();
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "hidden" });
    await run(page, "Make default");
    await changed(page, 1);
    await page.locator(".channel-head .tag.is-default").waitFor();
    await run(page, "New channel in this package");
    await page.waitForFunction(() => document.activeElement?.matches(".package-page .inline-form input"));
    await run(page, "Deprecate package");
    await page.waitForFunction(() => document.activeElement?.matches(".deprecate-package textarea"));
    assert.deepEqual(await offered("Rename channel"), [], "no channel is shown");
  });
});

test("80 G shows the entry that has the focus in the graph and back in the table", async () => {
  await withSample(site, "valid", async (page) => {
    await row(page, "1.0.1").click();
    await page.keyboard.press("g");
    await page.waitForFunction(() => document.activeElement?.matches('.graph-place .node[data-drop-entry="watering-can.v1.0.1"]'));
    await page.keyboard.press("g");
    await page.waitForFunction(() => document.activeElement?.matches('.entry-name[title="watering-can.v1.0.1"]'));
  });
});
