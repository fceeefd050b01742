// The editor in a real browser. The names of tests start with the numbers of the behaviors that editors are expected to
// have.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ABSENT, shared } from "../shared.mjs";
import { after, before, test } from "../test.mjs";
import { difference, withSample as inSample, menu, newPage, onDisk, openFiles, openFolder, ready, review, sample, save, setup, text, violations } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

const withSample = (name, work, options) => inSample(site, name, work, options);

test("12 the valid sample opens, opm accepts it, nothing is reported", async () => {
  await withSample("valid", async (page) => {
    assert.match(await page.locator(".verdict").textContent(), /opm accepts/);
    assert.equal(await page.locator(".problem").count(), 0);
    await page.locator(".tree .package", { hasText: "watering-can" }).waitFor();
  });
});

for (const [name, rule] of [
  ["two-heads", "channel-multiple-heads"],
  ["cycle", "channel-replaces-cycle"],
  ["stranded", "channel-stranded"],
  ["missing-bundle", "entry-without-bundle"],
  ["bad-range", "ch-skiprange-syntax"],
  ["bad-yaml", "yaml-indicators"],
  ["types", "meta-key-not-string"],
]) {
  test(`12 the sample "${name}" shows ${rule} at its place`, async () => {
    await withSample(name, async (page) => {
      const problem = page.locator(`.problem[data-rule="${rule}"]`).first();
      await problem.waitFor({ state: "attached" });
      assert.match(await problem.textContent(), /catalog\.yaml:\d+:\d+/);
      assert.match(await page.locator(".verdict").textContent(), /opm rejects/);
    });
  });
}

test("2 8 several files open by the file chooser; JSON and YAML together", async () => {
  const page = await newPage(site);
  await openFiles(page, {
    "package.json": '{"schema": "olm.package", "name": "foo", "defaultChannel": "stable"}\n',
    "channel.yaml": "schema: olm.channel\npackage: foo\nname: stable\nentries:\n- name: foo.v1.0.0\n",
    "bundle.json":
      '{"schema": "olm.bundle", "package": "foo", "name": "foo.v1.0.0", "image": "registry.example.com/foo:v1", "properties": [{"type": "olm.package", "value": {"packageName": "foo", "version": "1.0.0"}}]}\n',
  });
  assert.match(await page.locator(".verdict").textContent(), /opm accepts/);
  await page.context().close();
});

test("3 a dropped file opens, with a hint before the drop", async () => {
  const page = await newPage(site);
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], "catalog.yaml"));
    return data;
  }, sample("valid"));
  await page.dispatchEvent("html", "dragenter", { dataTransfer: transfer });
  assert.ok(await page.locator(".drop-hint").isVisible());
  await page.dispatchEvent("html", "drop", { dataTransfer: transfer });
  await ready(page);
  assert.match(await page.locator(".verdict").textContent(), /opm accepts/);
  await page.context().close();
});

test("4 pasted text opens as untitled.yaml", async () => {
  const page = await newPage(site);
  await page.evaluate((content) => {
    const data = new DataTransfer();
    data.setData("text/plain", content);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, sample("two-heads"));
  await ready(page);
  assert.deepEqual(await page.evaluate(() => globalThis.olmkit.paths()), ["untitled.yaml"]);
  await page.context().close();
});

test("1 69 a folder opens by the picker; saving writes only the changed file", async () => {
  const page = await newPage(site);
  await openFolder(page, { "catalog.yaml": sample("valid"), ".indexignore": "README.md\n", "README.md": "# not a catalog\n" });
  assert.match(await page.locator(".verdict").textContent(), /opm accepts/);
  await page.getByLabel("skipRange of watering-can.v1.2.0").fill(">=1.0.0 <1.1.5");
  await page.keyboard.press("Enter");
  await page.getByText("1 changed").waitFor();
  await page.locator(".topbar").getByRole("button", { name: "Review and save" }).click();
  await save(page);
  await page.getByText("Saved 1 file into").waitFor();
  const written = await onDisk(page, "catalog.yaml");
  const { removed, added } = difference(sample("valid"), written);
  assert.deepEqual([removed, added], [["  skipRange: '>=1.0.0 <1.2.0'"], ["  skipRange: '>=1.0.0 <1.1.5'"]]);
  await page.context().close();
});

const original = sample("valid");
async function edited(work) {
  let after;
  await withSample("valid", async (page) => {
    await page.getByLabel("Replaces of watering-can.v1.2.0").waitFor();
    await work(page);
    await page.getByText(/\d+ changed/).waitFor();
    after = await text(page);
  });
  return difference(original, after);
}

test("26 39 40 setting replaces changes one line and keeps the comment beside it", async () => {
  const { removed, added } = await edited(async (page) => {
    await page.getByLabel("Replaces of watering-can.v1.0.1").fill("watering-can.v1.0.0");
    await page.keyboard.press("Enter");
  });
  assert.deepEqual(removed, []);
  assert.deepEqual(added, ["  replaces: watering-can.v1.0.0"]);
});

test("28 skips are set as a list in the file's own style", async () => {
  const { removed, added } = await edited(async (page) => {
    await page.getByLabel("Skips of watering-can.v1.2.0").fill("watering-can.v1.0.0, watering-can.v1.0.1");
    await page.keyboard.press("Enter");
  });
  assert.deepEqual(removed, []);
  assert.deepEqual(added, ["  skips:", "  - watering-can.v1.0.0", "  - watering-can.v1.0.1"]);
});

test("20 21 22 a channel is added, renamed and removed; three undos restore every byte", async () => {
  await withSample("valid", async (page) => {
    await page.locator(".tree .package", { hasText: "watering-can" }).click();
    await page.getByRole("button", { name: "New channel" }).click();
    await page.getByLabel("Name of the channel").fill("stable");
    await page.getByRole("button", { name: "Add channel" }).click();
    await page.locator(".notice", { hasText: "already has a channel" }).waitFor();
    await page.waitForFunction(() => document.activeElement.matches(".inline-form input"), undefined, { timeout: 5000 });
    await page.getByLabel("Name of the channel").fill("fast");
    await page.getByRole("button", { name: "Add channel" }).click();
    await page.getByRole("heading", { name: "fast" }).waitFor();
    assert.match(await text(page), /name: fast\nentries: \[\]\n/);
    for (const name of ["Add an entry", "Remove channel"]) await page.locator(".empty", { hasText: "This channel has no entries" }).getByRole("button", { name }).waitFor();
    assert.equal(await page.locator(".channel-problems").count(), 0, "it is shown once");
    const fast = await text(page);
    await page.locator(".empty").getByRole("button", { name: "Remove channel" }).click();
    await page.getByRole("dialog", { name: "Remove channel fast of watering-can" }).getByRole("button", { name: "Back" }).click();
    assert.equal(await text(page), fast);
    await page.locator(".empty").getByRole("button", { name: "Add an entry" }).click();
    await page.waitForFunction(() => document.activeElement.matches(".add-entry input"));
    await page.keyboard.type("watering-can.v1.2.0");
    await page.keyboard.press("Enter");
    await page.locator(".entry-name", { hasText: "1.2.0" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".empty", { hasText: "This channel has no entries" }).waitFor();
    await page.getByRole("button", { name: "Channel menu" }).click();
    await page.locator("summary", { hasText: "Rename channel" }).click();
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("stable");
    await page.getByRole("button", { name: "Rename", exact: true }).click();
    await page.locator(".channel-tools").getByRole("alert").getByText("already has a channel").waitFor();
    assert.deepEqual(await page.locator(".channel-tools [role=alert] code").allTextContents(), ["watering-can", "stable"]);
    assert.equal(await name.inputValue(), "stable", "a refused name can be corrected");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Channel menu" }).click();
    assert.equal(await name.inputValue(), "fast", "Escape drops it");
    assert.equal(await page.locator(".channel-tools [role=alert]").count(), 0);
    await name.fill("faster");
    await page.getByRole("button", { name: "Rename", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Rename channel fast of watering-can to faster" });
    await dialog.getByText("Clusters that follow fast get no further upgrades").waitFor();
    assert.equal(await dialog.getByRole("radio").count(), 0, "one option is no choice");
    const only = dialog.locator("p.only-alternative");
    assert.equal(await only.innerText(), "Rename the channel");
    assert.equal(await only.evaluate((text) => getComputedStyle(text).outlineStyle), "none", "text has no focus ring");
    assert.equal(await text(page), fast, "nothing is written before");
    const apply = await dialog.getByRole("button", { name: "Apply" }).elementHandle();
    await page.waitForFunction((button) => !button.disabled, apply);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "faster" }).waitFor();
    await page.getByRole("button", { name: "Channel menu" }).click();
    await page.locator(".channel-tools").getByRole("button", { name: "Remove channel" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
    await page.getByRole("heading", { name: "watering-can" }).waitFor();
    assert.equal(await text(page), original);
    for (let step = 0; step < 3; step += 1) await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => globalThis.olmkit.state().undo === "");
    assert.equal(await text(page), original);
  });
});

test("23 the default channel is one choice and one line", async () => {
  await withSample("valid", async (page) => {
    await page.locator(".tree .package", { hasText: "watering-can" }).click();
    await page.getByLabel("Default channel").selectOption("candidate");
    await page.getByText("1 changed").waitFor();
    const { removed, added } = difference(original, await text(page));
    assert.deepEqual([removed, added], [["defaultChannel: stable"], ["defaultChannel: candidate"]]);
  });
});

test("32 removing an entry reconnects its neighbors, in one undo step", async () => {
  await withSample("valid", async (page) => {
    await page.getByLabel("Remove watering-can.v1.1.0").click();
    const dialog = page.getByRole("dialog");
    // The skipRange of 1.2.0 matches 1.1.0, so it need not skip it.
    const keeping = "Remove and reconnect: 1.2.0 replaces 1.0.1. Its bundle is removed from the catalog too";
    await dialog.locator(".alternative input:checked").waitFor();
    assert.ok(await dialog.getByLabel(keeping, { exact: true }).isChecked(), "what keeps the upgrade path comes first");
    await dialog.getByText("Entry watering-can.v1.1.0 removed from stable.").waitFor();
    assert.equal(
      await dialog
        .locator(".meaning")
        .getByText(/loses? (its|their) upgrade path/)
        .count(),
      0,
    );
    const options = dialog.getByRole("radio");
    await dialog
      .locator(".option-effect:not(:empty)")
      .nth((await options.count()) - 1)
      .waitFor();
    const effects = await dialog.locator(".option-effect").allTextContents();
    assert.equal(effects[0], "No version loses its upgrade path.", "each option has its effect");
    assert.match(effects.at(-1), /opm rejects the catalog/);
    assert.equal(await options.last().evaluate((option) => document.getElementById(option.getAttribute("aria-describedby")).textContent), effects.at(-1));
    await dialog.getByLabel("Remove only: 1.2.0 still names it in replaces", { exact: true }).check();
    await dialog.getByText("Entry watering-can.v1.1.0 removed from stable.").waitFor();
    await dialog.getByLabel("Remove and reconnect: 1.2.0 replaces 1.0.1", { exact: true }).check();
    await dialog.getByText("stable: watering-can.v1.2.0 replaces: watering-can.v1.1.0 → watering-can.v1.0.1").waitFor();
    await dialog.getByRole("button", { name: "Apply" }).click();
    await page.getByText("1 changed").waitFor();
    assert.match(await text(page), /- name: watering-can\.v1\.2\.0\n {2}replaces: watering-can\.v1\.0\.1\n/);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 0);
    assert.equal(await text(page), original);
  });
});

test("52 60 66 typing is checked live; undo covers typing and forms together", async () => {
  await withSample("valid", async (page) => {
    await page.getByLabel("skipRange of watering-can.v1.1.0").fill("<1.1.0");
    await page.keyboard.press("Enter");
    await page.getByText("1 changed").waitFor();
    await page.locator(".cm-content").first().click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await page.keyboard.type("x");
    await page.locator(".verdict", { hasText: "opm rejects" }).waitFor();
    await page.locator(".problem").first().waitFor({ state: "attached" });
    await page.keyboard.press("Control+z");
    await page.locator(".verdict", { hasText: "opm accepts" }).waitFor();
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 0);
    assert.equal(await text(page), original);
  });
});

test("66 two words typed at two places are two undo steps, however fast; one word is one", async () => {
  await withSample("valid", async (page) => {
    await page.locator(".cm-content").first().focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("End");
    await page.keyboard.type(" # one");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await page.keyboard.type(" # twoo");
    await page.keyboard.press("Backspace");
    assert.deepEqual(
      difference(original, await text(page))
        .added.slice(0, 2)
        .map((line) => line.slice(line.lastIndexOf("#"))),
      ["# one", "# two"],
    );
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => globalThis.olmkit.text("catalog.yaml").includes("# two") === false);
    assert.match(await text(page), /# one$/m);
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 0);
    assert.equal(await text(page), original);
  });
});

test("57 F8 goes through the problems, to table and text", async () => {
  await withSample("two-heads", async (page) => {
    await page.keyboard.press("F8");
    await page.waitForFunction(() => document.activeElement?.closest(".cm-editor"));
    assert.match(await page.locator(".cm-activeLine").first().textContent(), /watering-can\.v1/);
  });
});

test("57 F8 in the table selects the row and keeps the focus there, so that the next key does not change the text", async () => {
  await withSample("stranded-v0", async (page) => {
    const before = await text(page);
    await page.locator(".entry-name").first().click();
    await page.keyboard.press("F8");
    const stranded = page.locator("tr.is-selected .entry-name", { hasText: "1.0.1" });
    await stranded.waitFor();
    await page.waitForFunction(() => document.activeElement?.closest("tr.is-selected") && document.activeElement.matches(".entry-name"));
    await page.keyboard.press("f");
    await page.getByRole("dialog").getByRole("button", { name: "Apply" }).waitFor();
    assert.equal(await text(page), before);
  });
});

test("61 a fix from the problems panel fixes the catalog", async () => {
  await withSample("bad-range", async (page) => {
    await page
      .getByRole("button", { name: /^(Fix|Suggested fix): / })
      .first()
      .click();
    await page.getByRole("button", { name: "Apply" }).click();
    await page.locator(".verdict", { hasText: "opm accepts" }).waitFor();
    assert.match(await text(page), /skipRange: .>=1\.0\.0 <2\.0\.0./);
  });
});

test("68 70 the difference is shown before saving; a download holds exactly the change", async () => {
  await withSample("valid", async (page) => {
    await page.getByLabel("Replaces of watering-can.v1.2.0").fill("watering-can.v1.0.1");
    await page.keyboard.press("Enter");
    await page.getByText("1 changed").waitFor();
    const dialog = await review(page);
    await dialog.getByText("1 file +1 −1 lines").waitFor();
    assert.deepEqual(await dialog.locator(":is(ins, del).diff-line").allTextContents(), ["  replaces: watering-can.v1.1.0", "  replaces: watering-can.v1.0.1"]);
    const [download] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: "Download" }).click()]);
    const { removed, added } = difference(original, readFileSync(await download.path(), "utf8"));
    assert.deepEqual([removed, added], [["  replaces: watering-can.v1.1.0"], ["  replaces: watering-can.v1.0.1"]]);
  });
});

test("40 CRLF files keep their line ends; JSON keeps its layout", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": original.replaceAll("\n", "\r\n") });
  await page.getByLabel("Replaces of watering-can.v1.0.1").fill("watering-can.v1.0.0");
  await page.keyboard.press("Enter");
  await page.getByText("1 changed").waitFor();
  const after = await text(page);
  assert.ok(!/[^\r]\n/.test(after), "every line ends with CRLF");
  assert.equal(after.length - original.replaceAll("\n", "\r\n").length, "  replaces: watering-can.v1.0.0\r\n".length);
  const json = JSON.stringify({ schema: "olm.channel", package: "foo", name: "stable", entries: [{ name: "foo.v1.0.0" }] }, null, 2);
  page.once("dialog", (dialog) => dialog.accept());
  await openFiles(page, { "catalog.json": `{"schema": "olm.package", "name": "foo", "defaultChannel": "stable"}\n${json}\n` });
  await page.getByLabel("skipRange of foo.v1.0.0").fill("<1.0.0");
  await page.keyboard.press("Enter");
  await page.getByText("1 changed").waitFor();
  assert.match(await text(page, "catalog.json"), /\{\n {6}"name": "foo\.v1\.0\.0",\n {6}"skipRange": "<1\.0\.0"\n {4}\}/);
  await page.context().close();
});

test("41 an edit through an alias asks whether to change a copy or to go to the anchor", async () => {
  const page = await newPage(site);
  const shared =
    "schema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: stable\nx: &r foo.v0.9.0 # shared\nentries:\n- name: foo.v1.0.0\n  replaces: *r # 1\n";
  await openFiles(page, { "catalog.yaml": shared });
  const cell = page.getByLabel("Replaces of foo.v1.0.0");
  const dialog = page.getByRole("dialog", { name: "Change a shared value" });
  const change = async () => {
    await cell.fill("foo.v0.8.0");
    await page.keyboard.press("Enter");
    await dialog.getByText("The alias in line 11 repeats the value in line 8.").waitFor();
  };
  await change();
  await dialog.getByRole("button", { name: "Go to line 8" }).click();
  await page.waitForFunction(() => document.activeElement?.closest(".cm-content") && getSelection().toString() === "foo.v0.9.0");
  assert.equal(await text(page), shared);
  await change();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await page.getByText("1 changed").waitFor();
  assert.equal(await text(page), shared.replace("*r # 1", "foo.v0.8.0 # 1"));
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("Undone: Change a shared value in one place.").waitFor();
  assert.equal(await text(page), shared);
  await page.context().close();
});

test("71 72 a draft survives a reload", async () => {
  const page = await newPage(site, { hash: "#sample=valid" });
  await ready(page);
  await page.getByLabel("Replaces of watering-can.v1.0.1").fill("watering-can.v1.0.0");
  await page.keyboard.press("Enter");
  await page.getByText("draft kept").waitFor();
  const changed = await text(page);
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await ready(page);
  await page.getByText("Unsaved changes restored").waitFor();
  assert.equal(await text(page), changed);
  await page.context().close();
});

test("9 14 real catalogs of 20 MB open without a network", async (context) => {
  const corpus = shared("corpus", "catalogs", "v4.16");
  if (!corpus) return context.skip(ABSENT);
  const page = await newPage(site);
  const files = readdirSync(corpus).map((name) => ({ name: `${name}.yaml`, mimeType: "text/plain", buffer: readFileSync(join(corpus, name, "catalog.yaml")) }));
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), menu(page).then((menu) => menu.getByText("Open files").click())]);
  await chooser.setFiles(files);
  await ready(page);
  assert.match(await page.locator(".verdict").textContent(), /opm accepts/);
  await page.context().close();
});

for (const colorScheme of ["light", "dark"]) {
  test(`81 82 axe finds nothing (${colorScheme})`, async () => {
    await withSample(
      "two-heads",
      async (page) => {
        assert.deepEqual(await violations(page), []);
        await page.locator(".tree .package", { hasText: "watering-can" }).click();
        assert.deepEqual(await violations(page), []);
      },
      { colorScheme },
    );
    const page = await newPage(site, { colorScheme });
    assert.deepEqual(await violations(page), []);
    await page.context().close();
  });
}

test("81 nothing is wider than a phone, and the page itself does not scroll", async () => {
  await withSample(
    "valid",
    async (page) => {
      const over = await page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]);
      assert.ok(
        over.every((pixels) => pixels <= 0),
        `the page is ${over} px too wide and too high`,
      );
    },
    { width: 390, height: 844 },
  );
});
