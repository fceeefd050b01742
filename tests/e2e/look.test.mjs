// The content, place and number of messages: notices, the status bar, the palette, a package without channels.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { bundleFiles, choose, openArchive } from "./bundle.mjs";
import { garden, gardens } from "./garden.mjs";
import { entryMenu, longChannel, newPage, openFiles, packageDocument, place, problems, setup, text, violations } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

const PHONE = { width: 390, height: 844 };
const status = (page) => page.locator(".status");

/** A channel of `pump` in which each entry is a head. */
const heads = (number) => {
  const versions = Array.from({ length: number }, (_, at) => `1.${at}.0`);
  const bundle = (version) =>
    `---\nschema: olm.bundle\npackage: pump\nname: pump.v${version}\nimage: registry.example.com/pump:v${version}\nproperties:\n- type: olm.package\n  value: {packageName: pump, version: ${version}}\n`;
  const entries = versions.map((version) => `- name: pump.v${version}\n`).join("");
  return `---\nschema: olm.package\nname: pump\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: pump\nname: stable\nentries:\n${entries}${versions.map(bundle).join("")}`;
};

for (const [kind, options] of Object.entries({ wide: {}, phone: PHONE })) {
  test(`82 a message without an action disappears, an alarm stays, at the size "${kind}"`, async () => {
    const page = await newPage(site, options);
    await page.clock.install();
    await openFiles(page, { "catalog.yaml": garden() });
    await page.evaluate(() => globalThis.olmkit.edit("catalog.yaml", `${globalThis.olmkit.text("catalog.yaml")}# more\n`));
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
    await page.locator(".topbar .i-undo").click();
    const notice = page.locator(".notice", { hasText: "Undone: " });
    await notice.waitFor();
    const [message, bar] = await Promise.all([notice.boundingBox(), status(page).boundingBox()]);
    assert.ok(message.y + message.height <= bar.y && bar.y - message.y < 120, "it is just above the bars");
    const boxes = await Promise.all((await page.getByRole("heading").all()).map((heading) => heading.boundingBox()));
    const isCovered = (box) => box.y < message.y + message.height && box.y + box.height > message.y && box.x < message.x + message.width && box.x + box.width > message.x;
    assert.deepEqual(boxes.filter(Boolean).filter(isCovered), [], "it covers no heading");
    const isAnnounced = (of) => of.evaluate((element) => element.closest("[aria-live]").ariaLive);
    assert.equal(await isAnnounced(notice), "polite");
    await page.clock.fastForward(5_000);
    assert.ok(await notice.isVisible());
    await notice.getByRole("button", { name: "Close" }).focus();
    await page.clock.fastForward(6_000);
    assert.ok(await notice.isVisible(), "it stays while it has the focus");
    await page.evaluate(() => document.activeElement.blur());
    await page.clock.fastForward(11_000);
    await notice.waitFor({ state: "detached" });
    await choose(page, { name: "logo.png", mimeType: "image/png", buffer: Buffer.from([137, 80, 78, 71, 0, 1]) });
    const alarm = page.locator(".notice.is-alarm");
    await alarm.waitFor();
    await page.clock.fastForward(60_000);
    assert.ok(await alarm.isVisible());
    assert.equal(await isAnnounced(alarm), "assertive");
    await page.context().close();
  });
}

test("82 a message without an action disappears when another page is shown", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": garden() });
  await page.evaluate(() => globalThis.olmkit.edit("catalog.yaml", `${globalThis.olmkit.text("catalog.yaml")}# more\n`));
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  await page.locator(".topbar .i-undo").click();
  const notice = page.locator(".notice", { hasText: "Undone: " });
  await notice.waitFor();
  await page.waitForTimeout(2500); // a younger message may have led to the page
  assert.ok(await notice.isVisible());
  await page.evaluate(() => {
    location.hash = "#catalog";
  });
  await notice.waitFor({ state: "detached", timeout: 3000 });
  await page.context().close();
});

test("82 a message that is shown again lasts as long as the first time, and F8 in the list of problems keeps it", async () => {
  const page = await newPage(site);
  await page.clock.install();
  await openFiles(page, { "catalog.yaml": `${heads(3)}${heads(2).replaceAll("pump", "hose")}` });
  await page.evaluate(() => globalThis.olmkit.edit("catalog.yaml", `${globalThis.olmkit.text("catalog.yaml")}# more\n`));
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  await problems(page);
  const notice = (text) => page.locator(".notice", { hasText: text });
  await page.locator(".topbar .i-undo").click();
  await notice("Undone: ").waitFor();
  await page.locator(".topbar .i-redo").click();
  await notice("Redone: ").waitFor();
  await page.clock.fastForward(6_000);
  await page.locator(".topbar .i-undo").click();
  await notice("Undone: ").waitFor();
  await page.clock.fastForward(5_000);
  const packages = new Set();
  for (let number = 0; number < 5; number += 1) {
    await page.keyboard.press("F8");
    packages.add((await place(page)).package);
  }
  assert.ok(packages.size > 1, "the selection moves");
  await page.clock.fastForward(1_000);
  assert.ok(await notice("Undone: ").isVisible());
  await page.clock.fastForward(6_000);
  await notice("Undone: ").waitFor({ state: "detached" });
  await page.context().close();
});

test("16 82 the line at the bottom has the verdict, the place of the selection and whether all is saved", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": garden() });
  await page.locator(".entry-name", { hasText: "v2.1.0" }).click();
  const lines = (await text(page)).split("\n");
  const line = lines.indexOf("- name: watering-can.v2.1.0") + 1;
  await status(page)
    .locator(".at-place", { hasText: `catalog.yaml:${line}` })
    .waitFor();
  assert.equal(await status(page).locator(".draft").innerText(), "No changes");
  assert.match(await status(page).locator(".verdict").innerText(), /^opm accepts$/);
  assert.equal(await page.locator(".status[aria-live], .status :is([role=status], [aria-live]) button").count(), 0, "buttons are not announced");
  assert.deepEqual(await status(page).locator("[role=status]").allInnerTexts(), ["opm accepts this catalog", "0 errors, 1 warning, 0 infos"]);
  const steps = page.locator(".entries thead .steps-word");
  const [word, head] = await Promise.all([steps.boundingBox(), page.locator(".entries thead th.number").first().boundingBox()]);
  assert.ok(word.width > 30 && word.x + word.width <= head.x + 1, "the heading is left of the numbers");
  await page.getByLabel("Replaces of watering-can.v2.0.0", { exact: true }).fill("watering-can.v1.4.0");
  await page.keyboard.press("Enter");
  await status(page).locator(".draft", { hasText: "1 changed" }).waitFor();
  await page.goto(`${page.url().split("#")[0]}#catalog`);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("82 the button that removes an entry is drawn for the row under the pointer or with the keyboard focus", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": garden() });
  const rows = page.locator(".entries tr[data-drop-entry]");
  const drawn = () => rows.locator("button.i-close").evaluateAll((all) => all.flatMap((button, at) => (getComputedStyle(button).opacity === "1" ? [at] : [])));
  await page.mouse.move(0, 0);
  await page.waitForFunction(() => document.activeElement.className.includes("entry-name")); // that of the first row
  assert.deepEqual(await drawn(), []);
  await rows.nth(2).hover();
  assert.deepEqual(await drawn(), [2]);
  await page.mouse.move(0, 0);
  await page.keyboard.press("ArrowDown");
  assert.deepEqual(await drawn(), [1]);
  await page.context().close();
});

test("82 the numbers of a channel without skips and skipRange have the heading Steps", async () => {
  const page = await newPage(site);
  await openFiles(page, longChannel(12));
  const [word, range, number] = await Promise.all([".steps-word", "thead th:nth-child(5)", "thead th.number"].map((one) => page.locator(`.entries ${one}`).first().boundingBox()));
  const end = await page.locator(".entries thead th:nth-child(5)").evaluate((head) => {
    const text = document.createRange();
    text.selectNodeContents(head);
    return text.getBoundingClientRect().right;
  });
  assert.ok(word.width > 30 && word.x >= end && word.x + word.width <= number.x + 1, JSON.stringify({ word, range, end, number }));
  await page.context().close();
});

test("38 the fix beside a problem is highlighted although the text was not shown before", async () => {
  const page = await newPage(site);
  await choose(page, { name: "catalog.yaml", mimeType: "text/plain", buffer: Buffer.from(gardens()) });
  await page.locator("tr[data-package]").first().waitFor();
  await problems(page);
  await page.locator('.problem[data-rule="stranded-v0"] .problem-main').click();
  const added = page.locator("ins.diff-line").first();
  await added.waitFor();
  const colors = await added.locator("span").evaluateAll((parts) => parts.map((part) => getComputedStyle(part).color));
  assert.ok(new Set(colors).size > 1, colors.join());
  await page.context().close();
});

test("29 on a phone the button that deprecates a bundle is visible below its field", async () => {
  const page = await newPage(site, PHONE);
  await openFiles(page, { "catalog.yaml": garden() });
  await page.getByRole("button", { name: "Channel", exact: true }).click();
  await page.locator(".entry-name", { hasText: "v2.0.0" }).click();
  await entryMenu(page, "Deprecate");
  const button = page.locator(".deprecation-form").getByRole("button", { name: "Deprecate", exact: true });
  await page.waitForFunction(() => document.activeElement.tagName === "TEXTAREA");
  const [own, bar] = [await button.boundingBox(), await status(page).boundingBox()];
  assert.ok(own.y + own.height <= bar.y, JSON.stringify({ own, bar }));
  await page.context().close();
});

test("20 a package without channels is marked, and its missing default channel is added", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": "schema: olm.package\nname: lonely\ndefaultChannel: stable\n" });
  const empty = page.locator(".no-channels");
  await empty.getByText("This package has no channels").waitFor();
  assert.equal(await page.locator(".matrix").count(), 0);
  assert.deepEqual(await violations(page), []);
  await empty.getByRole("button", { name: "Add a channel" }).click();
  const name = page.getByLabel("Name of the channel");
  assert.equal(await name.inputValue(), "stable");
  await page.getByRole("button", { name: "Add channel", exact: true }).click();
  await page.locator(".center h2", { hasText: "stable" }).waitFor();
  assert.match(await text(page), /schema: olm.channel\npackage: lonely\nname: stable\nentries: \[\]/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a cause that all versions share is shown once", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": heads(30) });
  await page.locator(".channel-head .tag", { hasText: "30 heads" }).waitFor();
  await page.locator(".channel-head", { hasText: "30 stranded" }).waitFor();
  assert.equal(await page.locator(".entries .is-message").count(), 1);
  const row = page.locator(".tree .channel");
  assert.equal(await row.locator(".badge").count(), 1);
  assert.equal(await row.locator(".tag", { hasText: "⚠" }).count(), 0, "it is counted as a problem");
  const [own, count] = await Promise.all([row.boundingBox(), row.locator(".number").boundingBox()]);
  assert.ok(count.x + count.width <= own.x + own.width, "the count is not cut off");
  await page.context().close();
});

test("the tiles of a bundle count as the list that they open", async () => {
  const page = await newPage(site);
  await openArchive(page, bundleFiles());
  const tiles = await page.locator(".bundle-verdicts button").all();
  assert.ok(tiles.length > 2, `${tiles.length} tiles`);
  let findings = 0;
  for (const tile of tiles) {
    const label = await tile.innerText();
    await tile.click();
    for (const severity of ["error", "warning", "info"]) {
      const listed = await page.locator(`.bundle-findings > li.is-${severity}`).count();
      const counted = Number(label.match(new RegExp(`(\\d+) ${severity}`))?.[1] ?? 0);
      assert.equal(counted, listed, `${label}: ${severity}`);
      findings += listed;
    }
  }
  assert.ok(findings > 0, "the list shows findings");
  await page.context().close();
});

test("16 on a phone, a link shows what it selects", async () => {
  const page = await newPage(site, { ...PHONE, hash: "#sample=valid&package=watering-can&channel=stable" });
  await page.locator(".entry-name").first().waitFor();
  assert.equal((await place(page)).channel, "stable");
  // A step that the rail shows is not repeated as text.
  const below = await page.locator(".entries .below").allInnerTexts();
  assert.ok(
    below.some((text) => text === ""),
    below.join("; "),
  );
  await page.context().close();
});

test("83 with forced colors the marks of the matrix, the icon of the primary button and the selected entry are visible", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await newPage(site, { colorScheme });
    await openFiles(page, { "catalog.yaml": garden() });
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    await page.goto(`${page.url().split("#")[0]}#package=watering-can`);
    await page.locator(".matrix .dot.is-head").first().waitFor();
    const looks = await page.locator(".matrix-legend .dot").evaluateAll((dots) =>
      dots.map((dot) => {
        const { backgroundColor, borderWidth, boxShadow, clipPath, rotate } = getComputedStyle(dot);
        const isFilled = backgroundColor !== getComputedStyle(document.body).backgroundColor;
        return JSON.stringify([isFilled, borderWidth, boxShadow, clipPath, rotate]);
      }),
    );
    assert.equal(new Set(looks).size, 5, looks.join("\n"));
    assert.deepEqual(
      looks.filter((look) => look.startsWith('[false,"0px"')),
      [],
      "no mark is invisible",
    );
    await page.goto(`${page.url().split("#")[0]}#package=watering-can&channel=stable&entry=watering-can.v2.2.0`);
    await page.waitForFunction(() => {
      const selected = document.querySelector(".cm-selectedEntry");
      return selected && getComputedStyle(selected).borderInlineStartWidth === "4px";
    });
    await openFiles(page, { "catalog.yaml": packageDocument("foo", "stable") });
    const plus = page.locator(".no-channels .primary");
    await plus.waitFor();
    const [icon, button] = await plus.evaluate((button) => [getComputedStyle(button, "::before").backgroundColor, getComputedStyle(button).backgroundColor]);
    assert.notEqual(icon, button);
    await page.context().close();
  }
});

test("83 with forced colors the current problem and pressed buttons are visible, also with the focus", async () => {
  const context = await site.browser.newContext({ viewport: { width: 1440, height: 900 }, forcedColors: "active", serviceWorkers: "block" });
  const page = await newPage(site, { context });
  const broken = garden().replace(/replaces: .*\n/, "replaces: gone.v0.0.1\n");
  await openFiles(page, { "a/catalog.yaml": broken });
  const outline = (locator) => locator.evaluate((element) => ["outlineStyle", "outlineColor", "outlineWidth"].map((name) => getComputedStyle(element)[name]).join(" "));
  await problems(page);
  await page.locator(".problem .problem-main").first().click();
  const current = page.locator(".problem[aria-current]");
  await current.waitFor();
  assert.match(await outline(current), /^solid .* 2px$/);
  const pressed = page.locator(".kinds [aria-pressed=true]");
  assert.match(await outline(pressed), /^solid .* 2px$/);
  await page.keyboard.press("Tab");
  await pressed.focus();
  assert.match(await outline(pressed), /^dashed .* 3px$/);
  await page.context().close();
});

test("a message of three lines has a margin above and below, and its row the height of the others", async () => {
  const page = await newPage(site, { width: 1300, height: 900 });
  await openFiles(page, { "catalog.yaml": garden() });
  await page.goto(`${page.url().split("#")[0]}#package=watering-can&channel=stable`);
  const message = page.locator(".entries .message").first();
  await message.waitFor();
  await message.locator("p").evaluate((text) => {
    text.textContent = "word ".repeat(200);
  });
  const [box, words, row] = await Promise.all([message.boundingBox(), message.locator("p").boundingBox(), page.locator("tr.is-message").first().boundingBox()]);
  assert.ok(words.y - box.y >= 2.5 && box.y + box.height - words.y - words.height >= 2.5, JSON.stringify([box, words]));
  assert.equal(row.height, 56);
  await page.context().close();
});

test("80 the palette begins with the actions on the selection", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": garden() });
  const groups = () => page.locator("#palette-list .palette-group").allInnerTexts();
  await page.keyboard.press("Control+k");
  await page.locator("#palette-list [role=option]").first().waitFor();
  assert.deepEqual((await groups()).slice(0, 2), ["In this channel", "In this package"]);
  await page.keyboard.press("Escape");
  await page.locator(".entry-name", { hasText: "v2.1.0" }).click();
  await page.keyboard.press("Control+p");
  await page.locator("#palette-list .palette-group", { hasText: "For the selected entry" }).waitFor();
  assert.deepEqual((await groups()).slice(0, 3), ["For the selected entry", "In this channel", "In this package"]);
  await page.keyboard.type("deprecate");
  await page.locator("#palette-list [role=option] .is-keys", { hasText: /^D$/ }).waitFor();
  await page.context().close();
});
