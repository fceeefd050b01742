// The selection is the same in row, rail, inspector, text and URL; and the problems beside it.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { bundleDocument, channelDocument, checked, longChannel, newPage, openFiles, packageDocument, place, problems, ready, setup, text, violations, withSample } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

const region = (page, name) => page.getByRole("region", { name, exact: true });
const named = (page, name) => page.locator(".entry-name", { hasText: name });
const activeLine = (page) => page.locator(".cm-activeLine").first().textContent();

test("Page Down, End and Home keep the focus on a row of a long channel", async () => {
  const page = await newPage(site);
  await openFiles(page, longChannel());
  await page.locator(".tree .channel", { hasText: "stable" }).click();
  const focused = () => page.evaluate(() => document.activeElement.closest("tr")?.dataset.dropEntry ?? "");
  // Rows move for a few frames. Then the row has the focus and is in view.
  const isAt = (to) => {
    const row = document.activeElement.closest("tr");
    const [own, table] = [document.activeElement, document.querySelector(".table-scroll")].map((element) => element.getBoundingClientRect());
    return new RegExp(to).test(row?.dataset.dropEntry ?? "") && own.top >= table.top && own.bottom <= table.bottom;
  };
  const goes = async (key, to) => {
    await page.keyboard.press(key);
    await page.waitForFunction(isAt, to);
    await page.waitForTimeout(150);
    assert.ok(await page.evaluate(isAt, to), `${key}: the focus stays at ${to}`);
  };
  await page.locator(".entry-name").nth(2).focus();
  await goes("PageDown", "v1\\.0\\.4[5-8]\\d$");
  const first = await focused();
  await goes("PageDown", `v1\\.0\\.4(?!${first.slice(-2)})\\d\\d$`);
  await goes("End", "v1\\.0\\.0$");
  await goes("PageUp", "v1\\.0\\.\\d\\d$");
  await goes("ArrowDown", "v1\\.0\\.\\d+$");
  await goes("Home", "v1\\.0\\.499$");
  await page.context().close();
});

test("the focus goes into the search of the text, and back to the row from Deprecate", async () => {
  await withSample(site, "valid", async (page) => {
    const row = page.locator('.entry-name[title="watering-can.v1.1.0"]');
    await row.focus();
    await page.keyboard.press("d");
    await page.getByRole("heading", { name: "Deprecate bundle" }).waitFor();
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.activeElement.title === "watering-can.v1.1.0");
    await page.keyboard.press("Control+f");
    await page.waitForFunction(() => document.activeElement.closest(".cm-search") !== null);
    await page.keyboard.type("nope");
    assert.equal(await page.locator(".cm-search [main-field]").inputValue(), "nope");
    assert.equal(await page.locator("dialog[open]").count(), 0);
  });
});

test("Back skips an address whose entry was removed", async () => {
  const page = await newPage(site);
  await openFiles(page, longChannel(5));
  await page.locator(".tree .channel", { hasText: "stable" }).click();
  await named(page, "foo.v1.0.2").click();
  await page.waitForFunction(() => location.hash.includes("entry=foo.v1.0.2"));
  await named(page, "foo.v1.0.4").click();
  await page.waitForFunction(() => location.hash.includes("entry=foo.v1.0.4"));
  await page.getByLabel("Remove foo.v1.0.2").click();
  await page.getByRole("dialog").getByLabel("Remove and reconnect: 1.0.3 replaces 1.0.1", { exact: true }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  const length = await page.evaluate(() => history.length);
  await page.goBack();
  await page.waitForFunction(() => !location.hash.includes("entry="));
  await page.goBack();
  await page.waitForFunction(() => !location.hash.includes("entry=") && document.querySelector(".entry-page h3") === null);
  assert.equal(await page.evaluate(() => history.length), length, "nothing was added");
  await page.context().close();
});

test("the entry that is selected is in the address; back, forward and a link lead to it", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await named(page, "watering-can.v1.1.0").click();
    await page.waitForFunction(() => location.hash.includes("entry=watering-can.v1.1.0"));
    await named(page, "watering-can.v1.0.1").click();
    await page.waitForFunction(() => location.hash.includes("entry=watering-can.v1.0.1"));
    await page.goBack();
    await region(page, "Entry watering-can.v1.1.0").waitFor();
    await page.waitForFunction(() => document.querySelector(".cm-activeLine").textContent.includes("watering-can.v1.1.0"));
    await page.goBack();
    await page.locator(".entry-page").waitFor({ state: "detached" });
    await page.goForward();
    await page.goForward();
    await region(page, "Entry watering-can.v1.0.1").waitFor();
    await page.getByRole("button", { name: "Graph", exact: true }).click();
    await page.waitForFunction(() => location.hash.includes("view=graph"));
    const link = page.url();
    const other = await page.context().newPage();
    await other.goto(link);
    await ready(other);
    await other.locator(".graph-place .node.is-selected", { hasText: "watering-can.v1.0.1" }).waitFor();
    await other.keyboard.press("Control+j");
    await region(other, "Entry watering-can.v1.0.1").waitFor();
    assert.match(await activeLine(other), /name: watering-can\.v1\.0\.1/);
    await other.close();
    await page.goBack();
    await page.locator(".entries").waitFor();
    assert.equal((await place(page)).view, undefined);
  });
});

test("the cursor in the text selects the row without a step of the history for each line", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const steps = await page.evaluate(() => history.length);
    await page.locator(".cm-line", { hasText: "name: watering-can.v1.0.1" }).first().click();
    await page.waitForFunction(() => location.hash.includes("entry=watering-can.v1.0.1"));
    await page.locator("tr.is-selected", { hasText: "watering-can.v1.0.1" }).waitFor();
    await page.locator(".cm-line", { hasText: "name: watering-can.v1.1.0" }).first().click();
    await page.waitForFunction(() => location.hash.includes("entry=watering-can.v1.1.0"));
    assert.equal(await page.evaluate(() => history.length), steps);
  });
});

test("an entry of the address that the channel does not have is left out", async () => {
  const page = await newPage(site, { hash: "#sample=stranded-v0&package=watering-can&channel=stable&entry=nothing" });
  await ready(page);
  await page.waitForFunction(() => !location.hash.includes("entry="));
  assert.equal(await page.locator(".entry-page").count(), 0);
  await page.context().close();
});

test("16 the address of a package leads to its page, also after a reload and from another catalog", async () => {
  const page = await newPage(site, { hash: "#sample=stranded-v0&package=watering-can" });
  await checked(page);
  const matrix = region(page, "Versions in channels");
  await matrix.waitFor();
  assert.deepEqual(await place(page), { sample: "stranded-v0", package: "watering-can" });
  await page.reload();
  await checked(page);
  await matrix.waitFor();
  const address = new URL(page.url()).hash;
  await openFiles(page, longChannel(5));
  assert.notEqual((await place(page)).sample, "stranded-v0", "another catalog is open");
  await named(page, "foo.v1.0.4").waitFor();
  await page.evaluate((address) => {
    location.hash = address;
  }, address);
  await matrix.waitFor();
  await checked(page);
  assert.deepEqual(await place(page), { sample: "stranded-v0", package: "watering-can" });
  assert.match(await text(page), /name: watering-can\.v1\.0\.1/);
  await page.context().close();
});

test("32 the message below a row has each version once", async () => {
  const page = await newPage(site);
  const entries = "- name: foo.v1.1.0\n  replaces: foo.v1.0.5\n- name: foo.v1.0.5\n  replaces: foo.v1.0.9\n- name: foo.v1.0.9\n";
  const bundles = ["1.1.0", "1.0.5", "1.0.9"].map((version) => bundleDocument("foo", version)).join("");
  await openFiles(page, { "catalog.yaml": `${packageDocument("foo", "stable")}${channelDocument("foo", "stable", entries)}${bundles}` });
  const message = page.locator('.is-message[data-rule="stranded-v1"] p');
  assert.match(await message.textContent(), /^1\.0\.9 is stranded under OLM v1: its successor 1\.0\.5 \(replaces\) has a lower version\.$/);
  await page.context().close();
});

test("32 a stranded version has a message below its row, with its fix; the row does not move", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const message = page.locator('.is-message[data-rule="stranded-v0"]');
    await message.waitFor();
    const row = page.locator("tr[data-drop-entry]", { has: page.locator(".tag.is-warning") }).first();
    assert.ok((await message.boundingBox()).y >= (await row.boundingBox()).y + 27);
    await message.getByRole("button", { name: "Explain" }).click();
    await page.getByRole("dialog").getByRole("heading", { level: 2 }).waitFor();
    await page.keyboard.press("Escape");
    await message.getByRole("button", { name: /^(Fix|Suggested fix): / }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
    await message.waitFor({ state: "detached" });
    assert.deepEqual(await violations(page), []);
  });
});

test("arrow keys go from entry to entry, skipping other rows", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const rows = await page.locator(".entry-name").evaluateAll((all) => all.map((one) => one.title));
    await page.locator(".entry-name").first().focus();
    for (const name of rows.slice(1)) {
      await page.keyboard.press("ArrowDown");
      assert.equal(await page.evaluate(() => document.activeElement.title), name);
    }
    await page.keyboard.press("ArrowUp");
    assert.equal(await page.evaluate(() => document.activeElement.title), rows.at(-2));
  });
});

for (const [width, colorScheme] of [
  [1440, "light"],
  [900, "light"],
  [390, "dark"],
]) {
  test(`58 61 problems are a page with an address: the selected one is explained beside, with the effect of its fix, at ${width} px`, async () => {
    const page = await newPage(site, { hash: "#sample=stranded-v0", width, colorScheme });
    await ready(page);
    const before = await text(page);
    await problems(page);
    assert.equal((await place(page)).view, "problems");
    assert.equal(await page.locator(".center").isVisible(), false);
    assert.equal(await region(page, "Problem").isVisible(), width !== 390, "on a phone the list is there first");
    await page.locator('.problem[data-rule="stranded-v0"] .problem-main').click();
    const detail = region(page, "Problem");
    await detail.getByText("Checked: 1 problem fixed, 1 version can upgrade to the channel head, no version loses its upgrade path.").waitFor();
    await detail.locator(".problem-rail .node.is-warning[d^=M]").waitFor({ state: "attached" });
    assert.deepEqual(await detail.locator(".problem-rail li").first().innerText(), "1.2.0\nhead");
    assert.match(await detail.locator(".problem-rail").innerText(), /1\.0\.1\s*stranded under OLM v0/);
    await detail.getByRole("heading", { name: "Effect on clusters" }).waitFor();
    assert.equal(await page.locator(".code").isVisible(), false, "nothing but the problem is beside the list");
    await detail.locator("ins.diff-line").first().waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(await violations(page), []);
    await detail.getByRole("button", { name: "Apply" }).click();
    await page.waitForFunction((before) => globalThis.olmkit.text("catalog.yaml") !== before, before);
    await page.goBack();
    await page.locator(".center").waitFor();
    await page.goForward();
    await page.locator(".problems").waitFor();
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("57 F8 in the list selects the next problem of the list", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": "---\nschema: olm.package\nname: 1.0\n---\nschema: olm.channel\npackage: 1.0\nname: 2.0\nentries: []\n" });
  await problems(page);
  const number = (number) => page.locator(".problem-page .facts", { hasText: new RegExp(`^${number} of`) }).waitFor();
  await number(1);
  await page.keyboard.press("F8");
  await number(2);
  assert.ok(
    await page
      .locator(".problem")
      .nth(1)
      .evaluate((row) => row.matches("[aria-current]")),
    "the list is followed, not the file",
  );
  await page.keyboard.press("Shift+F8");
  await number(1);
  await page.keyboard.press("F8");
  await number(2);
  assert.equal(await page.locator(".problem[aria-current]").count(), 1);
  assert.ok(await page.locator(".problems").isVisible());
  await page.context().close();
});

test("61 a second click on a fix does not apply the fix of the next problem", async () => {
  const channel = (name) => channelDocument("foo", name, "- name: foo.v1.0.0\n");
  // The first problem is shown although it is not selected.
  for (const isSelected of [false, true]) {
    const page = await newPage(site);
    await openFiles(page, { "catalog.yaml": packageDocument("foo", "stable") + ["stable", "1.10", "1.20"].map(channel).join("") + bundleDocument("foo", "1.0.0") });
    await page.keyboard.press("Control+.");
    await page.getByText("Select a problem first.").waitFor();
    assert.equal(await page.getByRole("dialog").count(), 0);
    await problems(page);
    if (isSelected) await page.locator(".problem-main").first().click();
    const detail = region(page, "Problem");
    await detail.locator(".fix-checked").waitFor();
    const { x, y } = await detail.getByRole("button", { name: "Apply" }).boundingBox();
    await page.mouse.dblclick(x + 5, y + 5);
    await detail.getByText("This problem is no longer found.").waitFor();
    await page.mouse.click(x + 5, y + 5);
    assert.match(await text(page), /name: "1\.10"\n[\s\S]*name: 1\.20\n/);
    assert.equal(await page.locator(".notice.is-alarm").count(), 0);
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("F8");
    await detail.getByText("1 of 1").waitFor();
    await page.keyboard.press("Control+.");
    await page.getByRole("dialog").getByRole("heading", { name: "Quote 1.20" }).waitFor();
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});

test("61 an unsafe fix beside the list of problems is marked as one", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": packageDocument("foo", "stabel") + channelDocument("foo", "stable", "- name: foo.v1.0.0\n") + bundleDocument("foo", "1.0.0") });
  await problems(page);
  await region(page, "Problem").locator(".fix-card").getByText("Unsafe fix: review before applying.").waitFor();
  await page.context().close();
});

test("61 a fix after which opm rejects the catalog is marked", async () => {
  const init = () => {
    const rejected = { kind: "verdict", count: 1, consequences: ["opm rejects it."], verdicts: [{ catalog: null, rejects: true, message: "opm rejects it." }] };
    globalThis.Worker = class extends Worker {
      addEventListener(type, listener) {
        super.addEventListener(type, (event) => {
          event.data?.result?.clusters?.push(rejected);
          listener(event);
        });
      }
    };
  };
  const page = await newPage(site, { hash: "#sample=stranded-v0", init });
  await ready(page);
  await problems(page);
  await page.locator(".fix-checked.is-bad", { hasText: "no version loses its upgrade path. opm rejects it." }).waitFor();
  await page.context().close();
});

test("66 undo of a removed channel shows that channel, undo of a removed entry selects it", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await page.locator(".entry-name", { hasText: "watering-can.v1.0.0" }).focus();
    await page.keyboard.press("Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
    await page.waitForFunction(() => !globalThis.olmkit.text("catalog.yaml").includes("- name: watering-can.v1.0.0"));
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.locator("tr.is-selected", { hasText: "watering-can.v1.0.0" }).waitFor();
    assert.match(await page.title(), /^watering-can\.v1\.0\.0 · stable · watering-can · olmkit$/);
  });
});

test("57 F8 begins with the problems of the channel that is shown", async () => {
  const page = await newPage(site);
  const one = (name) => `schema: olm.package\nname: ${name}\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: ${name}\nname: stable\nentries:\n- name: ${name}.v1.0.0\n`;
  await openFiles(page, { "a/catalog.yaml": one("a"), "b/catalog.yaml": one("b") });
  await page.evaluate(() => {
    location.hash = "#package=b&channel=stable";
  });
  await page.locator(".entry-name", { hasText: "b.v1.0.0" }).waitFor();
  await page.keyboard.press("F8");
  await page.locator(".code-path", { hasText: "b/catalog.yaml" }).waitFor();
  assert.match(page.url(), /package=b/);
  await page.context().close();
});

for (const [what, line, at, typed, undone] of [
  ["the name of the channel is another key", "name: stable", "Home", "b: [", 4],
  ["the document is no channel", "schema: olm.channel", "End", "x", 1],
  ["the channel has another name", "name: stable", "End", "-45", 3],
  ["the channel belongs to another package", "package: watering-can", "End", "x", 1],
]) {
  test(`52 typing does not take the text away: ${what}`, async () => {
    await withSample(site, "stranded-v0", async (page) => {
      const original = await text(page);
      await page
        .locator(".cm-line", { hasText: new RegExp(`^${line}$`) })
        .first()
        .click();
      await page.keyboard.press(at);
      for (const key of typed) {
        await page.keyboard.type(key);
        await page.waitForTimeout(300); // the page follows
        assert.ok(await page.evaluate(() => document.activeElement.closest(".cm-content")?.checkVisibility()), `the focus after ${key}`);
      }
      const expected = at === "End" ? `${line}${typed}` : `${typed}${line}`;
      assert.ok((await text(page)).includes(`\n${expected}\n`), "no key is lost");
      for (let step = 0; step < undone; step += 1) await page.keyboard.press("Backspace");
      await page.waitForFunction((original) => globalThis.olmkit.text("catalog.yaml") === original, original);
      await page.locator(".table-scroll:not(.is-stale)").waitFor();
      await page.waitForFunction(() => location.hash.includes("package=watering-can&channel=stable"));
      assert.ok(await page.evaluate(() => document.activeElement.closest(".cm-content") !== null));
    });
  });
}

test("38 errors of a channel that no row has are on its page", async () => {
  const page = await newPage(site);
  const entries = "- name: foo.v1.0.0\n";
  const twice = `${packageDocument("foo", "stable")}${channelDocument("foo", "stable", entries)}${channelDocument("foo", "stable", entries)}${bundleDocument("foo", "1.0.0")}`;
  await openFiles(page, { "catalog.yaml": twice });
  const errors = page.getByRole("list", { name: "Errors of the channel" });
  await page.locator(".tree .channel", { hasText: "stable" }).first().click();
  await errors.getByText("Channel stable of package foo is defined more than once.").waitFor();
  assert.deepEqual(await violations(page), []);
  await errors.getByRole("button", { name: "Open" }).click();
  await page.locator(".cm-activeLine", { hasText: "name: stable" }).waitFor();
  await page.context().close();
});

test("16 names in the address that the catalog does not have are reported, and the address is corrected", async () => {
  const page = await newPage(site, { hash: "#sample=valid&package=nope&channel=stable" });
  await checked(page);
  const notice = (text) => page.locator(".notice", { hasText: text }).waitFor();
  await notice("This catalog has no package nope.");
  await page.waitForFunction(() => !location.hash.includes("nope"));
  const length = await page.evaluate(() => history.length);
  for (const [asked, message] of [
    ["package=watering-can&channel=fast", "Package watering-can has no channel fast."],
    ["package=watering-can&channel=stable&entry=x.v1", "This channel has no entry x.v1."],
    ["package=other&channel=stable", "This catalog has no package other."],
  ]) {
    await page.evaluate((asked) => location.replace(`#sample=valid&${asked}`), asked);
    await notice(message);
    await page.waitForFunction((asked) => !location.hash.includes(asked.split("=").at(-1)), asked.includes("other") ? "=other" : asked);
  }
  assert.equal(await page.evaluate(() => history.length), length, "Back does not lead to them");
  await page.evaluate(() => location.replace("#sample=valid&package=watering-can&channel=stable&view=zzz"));
  await page.waitForFunction(() => location.hash.includes("channel=stable") && !location.hash.includes("view="));
  await page.context().close();
});

test("48 the graph of a channel that was selected in the table is drawn in its size", async () => {
  const page = await newPage(site);
  const chain = (to) => Array.from({ length: to }, (_, at) => `- name: foo.v1.${at}.0\n${at ? `  replaces: foo.v1.${at - 1}.0\n` : ""}`).join("");
  const bundles = Array.from({ length: 6 }, (_, at) => bundleDocument("foo", `1.${at}.0`)).join("");
  await openFiles(page, { "catalog.yaml": packageDocument("foo", "a") + channelDocument("foo", "a", chain(6)) + channelDocument("foo", "b", chain(5)) + bundles });
  const view = (name) => page.getByRole("button", { name, exact: true }).click();
  await view("Graph");
  await page.locator(".graph-place .node").first().waitFor();
  await view("Entries");
  await page.locator(".tree .channel", { hasText: "b" }).click();
  await page.locator(".entries tr[data-drop-entry]").nth(4).waitFor();
  await view("Graph");
  await page.locator(".graph-place .node").first().waitFor();
  // Width and height have the same scale as those of the drawing.
  await page.waitForFunction(() => {
    const { style, viewBox } = document.querySelector(".graph-place svg");
    const scale = (length, of) => Number.parseFloat(length) / of;
    return Math.abs(scale(style.width, viewBox.baseVal.width) - scale(style.height, viewBox.baseVal.height)) < 0.01;
  });
  await page.context().close();
});

test("16 48 in the graph, an entry of the palette or of the address is in view and has the focus", async () => {
  const page = await newPage(site);
  const minors = Array.from({ length: 40 }, (_, at) => at).reverse();
  const entries = minors.map((minor) => `- name: foo.v1.${minor}.0\n${minor ? `  replaces: foo.v1.${minor - 1}.0\n` : ""}`).join("");
  await openFiles(page, { "catalog.yaml": packageDocument("foo", "stable") + channelDocument("foo", "stable", entries) + minors.map((minor) => bundleDocument("foo", `1.${minor}.0`)).join("") });
  await page.getByRole("button", { name: "Graph", exact: true }).click();
  await page.locator(".graph-place .node").first().waitFor();
  const isShown = (name) =>
    page.waitForFunction((name) => {
      const node = document.querySelector(".graph-place .node.is-selected");
      const [place, frame] = [node?.getBoundingClientRect(), document.querySelector(".graph-place").getBoundingClientRect()];
      return node?.dataset.dropEntry === name && place.top >= frame.top && place.bottom <= frame.bottom && document.activeElement === node;
    }, name);
  await page.locator(".tree .channel").focus();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search for an action or a name" }).fill("@foo.v1.12.0");
  await page.getByRole("option", { name: "foo.v1.12.0" }).waitFor();
  await page.keyboard.press("Enter");
  await isShown("foo.v1.12.0");
  await page.keyboard.press("ArrowUp");
  await isShown("foo.v1.13.0");
  await page.locator(".tree .channel").focus();
  await page.evaluate(() => {
    location.hash = location.hash.replace("foo.v1.13.0", "foo.v1.2.0");
  });
  await isShown("foo.v1.2.0");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
