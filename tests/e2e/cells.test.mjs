// Cells that preview the effect of a value, changed rows, and the matrix of a package.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { bundleDocument, channelDocument, longChannel, newPage, openFiles, packageDocument, place, ready, setup, text, violations, withSample } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

const list = (page) => page.locator(".candidates.is-open");
const options = (page) => list(page).getByRole("option");
const field = (page, label) => page.getByLabel(label, { exact: true });

test("17 88 a focused replaces shows the end of a long name, where the version is", async () => {
  const page = await newPage(site);
  const name = (version) => `a-package-with-a-rather-long-name-of-the-enterprise-edition-of-the-operator.v${version}`;
  await openFiles(page, {
    "catalog.yaml": `${packageDocument("foo", "stable")}${channelDocument("foo", "stable", `- name: ${name("1.1.0")}\n  replaces: ${name("1.0.0")}\n- name: ${name("1.0.0")}\n`)}`,
  });
  const replaces = field(page, `Replaces of ${name("1.1.0")}`);
  const isAtEnd = () => replaces.evaluate((input) => [input.scrollWidth > input.clientWidth, input.scrollLeft + input.clientWidth >= input.scrollWidth - 1]);
  await replaces.focus();
  await list(page).waitFor();
  assert.deepEqual(await isAtEnd(), [true, true]);
  await page.keyboard.press("Escape");
  await field(page, `Skips of ${name("1.1.0")}`).focus();
  await page
    .locator(`tr[data-drop-entry="${name("1.1.0")}"] td[data-text]`)
    .first()
    .click();
  await list(page).waitFor();
  assert.deepEqual(await isAtEnd(), [true, true]);
  await page.context().close();
});

test("17 a cell offers values with their effect: the selected value is written, and one undo reverts it", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const now = await text(page);
    await field(page, "Skips of watering-can.v1.2.0").focus();
    const good = options(page).filter({ hasText: "no version is stranded" }).first();
    await good.waitFor();
    assert.match(await options(page).first().textContent(), /no version is stranded/, "what strands no version is first");
    assert.deepEqual(await violations(page), []);
    const before = await field(page, "Skips of watering-can.v1.2.0").inputValue();
    await page.keyboard.press("ArrowDown");
    await page.locator(".candidates [aria-selected=true]").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForFunction((now) => globalThis.olmkit.text("catalog.yaml") !== now, now);
    await page.locator(".is-message").waitFor({ state: "detached" });
    assert.ok((await field(page, "Skips of watering-can.v1.2.0").inputValue()).startsWith(before), "the names that were there stay");
    assert.equal(await list(page).count(), 0);
    await page.locator("tr.is-edited", { hasText: "watering-can.v1.2.0" }).getByText("changed").waitFor();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.waitForFunction((now) => globalThis.olmkit.text("catalog.yaml") === now, now);
    await page.locator("tr.is-edited").waitFor({ state: "detached" });
  });
});

test("17 a value that strands a version is marked; Escape writes nothing", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const now = await text(page);
    const replaces = field(page, "Replaces of watering-can.v1.2.0");
    const was = await replaces.inputValue();
    await replaces.focus();
    await options(page).locator(".effect.is-bad").first().waitFor();
    await replaces.fill("1.0");
    await options(page).first().waitFor();
    await page.keyboard.press("Escape");
    await list(page).waitFor({ state: "detached" });
    assert.equal(await replaces.inputValue(), was);
    assert.equal(await text(page), now);
  });
});

test("17 a name of skips is removed by its chip; a range shows the number of matching entries", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const skips = field(page, "Skips of watering-can.v1.2.0");
    const names = (await skips.inputValue()).split(", ");
    await skips.focus();
    await list(page)
      .getByRole("button", { name: `Remove ${names[0].replace(/^.*\.v/, "")}` })
      .click();
    await page.waitForFunction((name) => !document.querySelector('[aria-label="Skips of watering-can.v1.2.0"]').value.includes(name), names[0]);
    await field(page, "skipRange of watering-can.v1.2.0").fill(">=1.0.0 <1.2.0");
    await options(page)
      .filter({ hasText: /matches \d+ entr/ })
      .first()
      .waitFor();
  });
});

test("17 a repeated name is written once, and the page reports it", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const now = await text(page);
    const skips = field(page, "Skips of watering-can.v1.2.0");
    const was = await skips.inputValue();
    const [first] = was.split(", ");
    await skips.fill(`${was}, ${first}`);
    await skips.press("Enter");
    await page.getByText(`Not changed: ${first} is in skips already.`).waitFor();
    assert.equal(await skips.inputValue(), was);
    assert.equal(await text(page), now);
    await skips.fill(`${was}, new, new`);
    await skips.press("Enter");
    await list(page)
      .locator(".is-unknown", { hasText: /^new not in channel is neither an entry nor a bundle of the package/ })
      .waitFor();
    assert.equal(await text(page), now, "the message appears before it is written");
    await skips.press("Enter");
    await page.getByText(/^Set skips of .*: new is in skips already\.$/).waitFor();
    assert.equal(await skips.inputValue(), `${was}, new, `);
    assert.equal((await text(page)).split(/\bnew\b/).length, now.split(/\bnew\b/).length + 1);
  });
});

const entryText = async (page, name) => (await text(page)).split(`- name: ${name}\n`)[1].split("- name:")[0];

test("26 28 a version as the table shows it is written as the name of its entry", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const skips = field(page, "Skips of watering-can.v1.2.0");
    await skips.click({ position: { x: 20, y: 8 } });
    await page.keyboard.type("1.0.1");
    assert.equal(await skips.inputValue(), "watering-can.v1.1.0, 1.0.1", "what is typed comes after the names that are there");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => globalThis.olmkit.text("catalog.yaml").includes("- watering-can.v1.1.0\n  - watering-can.v1.0.1\n"));
    const replaces = field(page, "Replaces of watering-can.v1.1.0");
    await replaces.fill("1.0.0");
    await replaces.press("Enter");
    await page.waitForFunction(() => /v1\.1\.0\n {2}(skips:\n.*\n {2})?replaces: watering-can\.v1\.0\.0/.test(globalThis.olmkit.text("catalog.yaml")));
    // A substring of a version that matches only one value selects it. Enter writes it.
    await replaces.fill("0.1");
    await list(page).locator("[aria-selected=true]").waitFor();
    await replaces.press("Enter");
    await page.waitForFunction(() => globalThis.olmkit.text("catalog.yaml").includes("replaces: watering-can.v1.0.1"));
    assert.match(await entryText(page, "watering-can.v1.1.0"), /replaces: watering-can\.v1\.0\.1/);
  });
});

test("26 28 a version that the package does not contain is written only after a warning in the list; leaving the cell writes nothing", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const now = await text(page);
    const replaces = field(page, "Replaces of watering-can.v1.2.0");
    const was = await replaces.inputValue();
    await replaces.fill("9.9.9");
    await replaces.press("Enter");
    await list(page).getByText("not in channel", { exact: true }).waitFor();
    await page.keyboard.press("Tab");
    await page.locator(".notice", { hasText: "neither an entry nor a bundle" }).waitFor();
    assert.equal(await replaces.inputValue(), was);
    assert.equal(await text(page), now);
  });
});

test("17 26 a name that is typed after one was written is another name; undo reverts the last change while the field has the focus", async () => {
  await withSample(site, "valid", async (page) => {
    const skips = field(page, "Skips of watering-can.v1.2.0");
    const written = (names) =>
      page.waitForFunction(
        (names) =>
          globalThis.olmkit
            .text("catalog.yaml")
            .match(/v1\.2\.0\n(.*\n)*?- name/)[0]
            .match(/(?<=- )watering-can\.\S+/g)
            ?.join() === names,
        names,
      );
    await skips.focus();
    await page.keyboard.type("1.0.1");
    await page.keyboard.press("Enter");
    await page.keyboard.type("1.0.0");
    await written("watering-can.v1.0.1");
    await page.keyboard.press("Enter");
    await written("watering-can.v1.0.1,watering-can.v1.0.0");
    assert.match(await skips.inputValue(), /1\.0\.0, $/);
    await page.keyboard.press("Control+z");
    await written("watering-can.v1.0.1");
    await page.waitForFunction(() => /1\.0\.1, $/.test(document.activeElement.value));
    await page.keyboard.type("9");
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => /1\.0\.1, $/.test(document.activeElement.value));
    await written("watering-can.v1.0.1");
    // A range is replaced by what is typed.
    await field(page, "skipRange of watering-can.v1.2.0").focus();
    await page.keyboard.type(">=1.0.1 <1.2.0");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => globalThis.olmkit.text("catalog.yaml").includes("skipRange: '>=1.0.1 <1.2.0'"));
  });
});

test("80 keys go from a row to its cells, into a field and back", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.tagName);
    await page.locator(".entry-name", { hasText: "watering-can.v1.2.0" }).focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(), "TD");
    await page.keyboard.press("Enter");
    assert.equal(await focused(), "Replaces of watering-can.v1.2.0");
    await page.keyboard.press("Escape");
    assert.equal(await focused(), "TD");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("F2");
    assert.equal(await focused(), "Skips of watering-can.v1.2.0");
    await page.keyboard.press("Escape");
    await page.keyboard.press("PageDown");
    assert.equal(await focused(), "TD");
    await page.keyboard.press("Escape");
    assert.equal(await focused(), "BUTTON");
    assert.equal(await list(page).count(), 0);
    await page.keyboard.press("g");
    await page.waitForFunction(() => document.activeElement.closest(".graph-frame"));
  });
});

test("17 a click on a cell of replaces selects its name, so that typing replaces it; a further click sets the caret", async () => {
  await withSample(site, "valid", async (page) => {
    const replaces = field(page, "Replaces of watering-can.v1.1.0");
    const selection = () => replaces.evaluate((input) => input.value.slice(input.selectionStart, input.selectionEnd));
    await replaces.click();
    assert.deepEqual([await selection(), await replaces.inputValue()], ["watering-can.v1.0.1", "watering-can.v1.0.1"]);
    await page.keyboard.type("1.0.0");
    assert.equal(await replaces.inputValue(), "1.0.0");
    await options(page).filter({ hasText: "1.0.0" }).first().waitFor();
    await replaces.click();
    assert.equal(await selection(), "");
  });
});

test("28 in an entry with 1,500 skips typing does not block the page", async () => {
  const page = await newPage(site);
  const skips = Array.from({ length: 1500 }, (_, at) => `foo.v1.0.${at}`);
  const entries = `- name: foo.v2.0.0\n  skips: [${skips.join(", ")}]\n${skips.map((name) => `- name: ${name}\n`).join("")}`;
  await openFiles(page, { "catalog.yaml": packageDocument("foo", "stable") + channelDocument("foo", "stable", entries) + bundleDocument("foo", "2.0.0") });
  const cell = field(page, "Skips of foo.v2.0.0");
  await cell.focus();
  await list(page).waitFor();
  const least = await page.evaluate(async () => {
    const input = document.activeElement;
    const kept = input.value;
    const times = [];
    for (const part of ["f", "fo", "foo", "foo.v9", "foo.v9.9"]) {
      input.value = kept + part;
      const begin = performance.now();
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      times.push(performance.now() - begin);
      await new Promise(requestAnimationFrame);
    }
    return Math.min(...times); // a busy machine delays some of them
  });
  assert.ok(least < 50, `${least} ms`);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("17 in a channel of 500 entries typing does not wait for effects", async () => {
  const page = await newPage(site);
  await openFiles(page, longChannel());
  const cell = field(page, "Replaces of foo.v1.0.499");
  await cell.focus();
  await cell.press("Control+a");
  const worst = await page.evaluate(async () => {
    const input = document.activeElement;
    let worst = 0;
    for (const part of ["f", "fo", "foo", "foo.v1.0.4", "foo.v1.0.49"]) {
      const begin = performance.now();
      input.value = part;
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      worst = Math.max(worst, performance.now() - begin);
      await new Promise(requestAnimationFrame);
    }
    return worst;
  });
  assert.ok(worst < 50, `${worst} ms`);
  await options(page).first().waitFor();
  await page.context().close();
});

test("17 66 edits and undos that follow each other at once are all made, in their order", async () => {
  const page = await newPage(site);
  await openFiles(page, longChannel());
  await page.evaluate(() => {
    const fields = [...document.querySelectorAll('input[aria-label^="skipRange of"]')].slice(0, 12);
    for (const [at, field] of fields.entries()) {
      field.focus();
      field.value = `>=0.${at}.0 <1.0.0`;
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    }
    document.activeElement.blur();
    for (let at = 0; at < 3; at += 1) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true }));
  });
  await page.waitForFunction(() => globalThis.olmkit.state().redo !== "");
  await page.waitForFunction(() => /0\.8\.0/.test(globalThis.olmkit.state().undo) || globalThis.olmkit.text("catalog.yaml").split("skipRange").length === 10);
  const ranges = (await text(page)).match(/skipRange: .*/g).map((line) => Number(/0\.(\d+)\.0/.exec(line)[1]));
  assert.deepEqual(ranges, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  assert.equal(await page.locator(".notice.is-alarm").count(), 0);
  await page.context().close();
});

test("17 81 on a phone a row has its edges below its name, and they are edited where the entry is", async () => {
  const page = await newPage(site, { hash: "#sample=stranded-v0", width: 390, height: 844 });
  await page.locator(".pane-tabs").getByRole("button", { name: "Channel" }).click();
  const row = page.locator("tr[data-drop-entry]", { hasText: "watering-can.v1.2.0" });
  await row.waitFor();
  assert.match(await row.locator(".below").textContent(), /^← 1\./);
  assert.equal((await row.boundingBox()).height, 48);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  const table = page.locator(".table-scroll");
  assert.ok(await table.evaluate((place) => place.scrollWidth <= place.clientWidth), "no scrolling sideways");
  await page.locator(".entry-name", { hasText: "watering-can.v1.2.0" }).click();
  const now = await text(page);
  await page.getByRole("region", { name: "Entry watering-can.v1.2.0" }).getByLabel("replaces", { exact: true }).focus();
  await options(page).filter({ hasText: "nothing" }).click();
  await page.waitForFunction((now) => globalThis.olmkit.text("catalog.yaml") !== now, now);
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

for (const [width, colorScheme] of [
  [1440, "light"],
  [390, "dark"],
]) {
  test(`24 the matrix of a package: versions in channels, with head and stranded; a click opens the entry, at ${width} px`, async () => {
    const page = await newPage(site, { hash: "#sample=stranded-v0", width, height: 844, colorScheme });
    await page.locator(".status .verdict").filter({ hasText: "opm" }).waitFor();
    if (width < 800) await page.locator(".pane-tabs").getByRole("button", { name: "Channel" }).click();
    await page.locator(".crumbs").getByRole("button", { name: "watering-can" }).click();
    const matrix = page.getByRole("region", { name: "Versions in channels" });
    await matrix.getByRole("columnheader", { name: /stable/ }).waitFor();
    const heads = await matrix.getByRole("button", { name: /, head/ }).count();
    const channels = await page.evaluate(async () => (await globalThis.olmkit.ask("outline")).packages[0].channels.length);
    assert.equal(heads, channels);
    await matrix.getByRole("button", { name: /in stable.*stranded$/ }).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(await violations(page), []);
    await matrix.getByRole("button", { name: "watering-can.v1.1.0 in stable, skipped" }).click();
    await page.getByRole("region", { name: "Entry watering-can.v1.1.0" }).waitFor();
    assert.equal((await place(page)).entry, "watering-can.v1.1.0");
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("17 a field that is edited covers the cell beside it only where its text has no room", async () => {
  const page = await newPage(site, { hash: "#sample=stranded-v0" });
  await ready(page);
  const right = (box) => box.x + box.width;
  for (const label of ["Skips", "skipRange"]) {
    const input = field(page, `${label} of watering-can.v1.0.0`);
    await input.focus();
    const [own, cell] = [await input.boundingBox(), await input.locator("xpath=..").boundingBox()];
    assert.ok(own.x >= cell.x && right(own) <= right(cell) + 1, `${label}: ${own.x} to ${right(own)} in ${cell.x} to ${right(cell)}`);
    if (label === "skipRange") {
      await page.keyboard.type(">=1.0.0 <1.2.0");
      assert.ok(right(await input.boundingBox()) <= right(cell) + 1);
      assert.ok(await input.evaluate((one) => one.scrollWidth <= one.clientWidth), "the range is visible");
    }
    await page.keyboard.press("Escape");
  }
  await page.context().close();
});

test("17 as many skips are shown as fit, also after the column became wider", async () => {
  const page = await newPage(site, { width: 1680 });
  const [first, ...skipped] = Array.from({ length: 14 }, (_, at) => `pump.v1.${20 - at}.0`);
  const entries = `- name: ${first}\n  replaces: pump.v1.0.0\n  skips: [${skipped.join(", ")}]\n  skipRange: ">=1.0.0-alpha.1 <1.20.0-alpha.1"\n- name: pump.v1.0.0\n`;
  const bundles = [first, ...skipped, "pump.v1.0.0"].map((name) => bundleDocument("pump", name.slice(6))).join("");
  await openFiles(page, { "catalog.yaml": `${packageDocument("pump", "stable")}---\nschema: olm.channel\npackage: pump\nname: stable\nentries:\n${entries}${bundles}` });
  const chips = page.locator(".entries .shown > .chip");
  await chips.nth(1).waitFor();
  const before = await chips.count();
  await field(page, `skipRange of ${first}`).fill("");
  await page.keyboard.press("Enter");
  await chips.nth(before).waitFor(); // the column of ranges gives its room
  await page.context().close();
});

test("26 an entry that replaces or skips itself is written only after a warning", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const now = await text(page);
    for (const label of ["Replaces of watering-can.v1.1.0", "Skips of watering-can.v1.1.0"]) {
      const cell = field(page, label);
      const was = await cell.inputValue();
      await cell.focus();
      await cell.fill("1.1.0");
      await list(page).getByText("No other version of this channel matches.").waitFor();
      await cell.press("Enter");
      await list(page).locator(".is-unknown", { hasText: "watering-can.v1.1.0 is this entry, which cannot be an upgrade of itself." }).waitFor();
      assert.equal(await text(page), now);
      await page.keyboard.press("Escape");
      assert.equal(await cell.inputValue(), was);
    }
    const replaces = field(page, "Replaces of watering-can.v1.1.0");
    await replaces.fill("1.1.0");
    await page.keyboard.press("Tab");
    await page.locator(".notice", { hasText: "Not changed: watering-can.v1.1.0 is this entry" }).waitFor();
    assert.equal(await text(page), now);
    const skips = field(page, "Skips of watering-can.v1.1.0");
    await skips.fill("1.1.0, nope.v1, nope.v2");
    for (const name of ["watering-can.v1.1.0", "nope.v1", "nope.v2"]) {
      await skips.press("Enter");
      await list(page).locator(".is-unknown", { hasText: name }).waitFor();
    }
    assert.equal(await text(page), now);
    await skips.press("Enter");
    await page.waitForFunction((now) => globalThis.olmkit.text("catalog.yaml") !== now, now);
    assert.match(await text(page), /nope\.v2/);
  });
});
