// Forms for the text: the entry, deprecations, the cursor, previews of fixes, effects of a change.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { difference, entryMenu, fill, newPage, openFiles, problems, ready, review, sample, setup, text, toChannel, violations, withSample } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

const original = sample("valid");
const onChange = (page) => page.getByText("1 changed").waitFor();
const entry = (page, name) => page.locator(".entry-name", { hasText: name }).click();

test("33 an entry is renamed everywhere, after a preview; its bundle, replaces and skips follow, in one undo step", async () => {
  await withSample(site, "valid", async (page) => {
    await entry(page, "watering-can.v1.0.1");
    await entryMenu(page, "Rename");
    const dialog = page.getByRole("dialog", { name: "Rename watering-can.v1.0.1" });
    await dialog.getByLabel("New name").fill("watering-can.v1.0.9");
    await dialog.getByText(/occurrences change in 1 file and \d channels?, as one step/).waitFor();
    await dialog.getByRole("button", { name: "Rename everywhere" }).click();
    await onChange(page);
    const now = await text(page);
    assert.match(now, /- name: watering-can\.v1\.0\.9 # the first supported release\n/);
    assert.match(now, /- name: watering-can\.v1\.1\.0\n {2}replaces: watering-can\.v1\.0\.9\n/);
    assert.match(now, /schema: olm\.bundle\npackage: watering-can\nname: watering-can\.v1\.0\.9\n/);
    assert.doesNotMatch(now, /name: watering-can\.v1\.0\.1\b/);
    await page.getByRole("region", { name: "Entry watering-can.v1.0.9" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 0);
    assert.equal(await text(page), original);
  });
});

test("34 deprecations of a bundle, a channel and a package are added and removed; other bytes do not change", async () => {
  await withSample(site, "valid", async (page) => {
    const deprecate = async (what, message) => {
      await page.locator("summary", { hasText: `Deprecate ${what}` }).click();
      await page.getByLabel("Message to users").fill(message);
      await page.getByRole("button", { name: "Deprecate", exact: true }).click();
    };
    await entry(page, "watering-can.v1.0.1");
    const inEntry = page.locator(".entry-page");
    await entryMenu(page, "Deprecate D");
    await inEntry.getByLabel("Message to users").fill("Use 1.2.0.");
    await inEntry.getByRole("button", { name: "Deprecate", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
    await page.locator("tr.is-deprecated", { hasText: "watering-can.v1.0.1" }).waitFor();
    await inEntry.getByRole("button", { name: "Close the entry" }).click();
    await page.getByRole("button", { name: "Channel menu" }).click();
    await deprecate("channel", "Use fast.");
    await page.locator("p.deprecation", { hasText: "Use fast." }).waitFor();
    await page.locator(".tree .package", { hasText: "watering-can" }).click();
    await deprecate("package", "Use a hose.");
    await page.locator("p.deprecation", { hasText: "Use a hose." }).waitFor();
    await page.locator(".verdict", { hasText: "opm accepts" }).waitFor();
    const now = await text(page);
    assert.match(now, /schema: olm\.deprecations/);
    for (const line of original.split("\n")) assert.ok(now.split("\n").includes(line), `"${line}" is still there`);
    await page.locator("summary", { hasText: "Deprecated package" }).click();
    await page.getByRole("button", { name: "Remove deprecation" }).click();
    await page.locator("p.deprecation").waitFor({ state: "detached" });
    for (let step = 0; step < 4; step += 1) await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => globalThis.olmkit.state().undo === "");
    assert.equal(await text(page), original);
  });
});

test("34 the deprecation of the head says which versions it strands before; going back keeps the message", async () => {
  await withSample(site, "valid", async (page) => {
    await entry(page, "watering-can.v1.2.0");
    await page.keyboard.press("d");
    const form = page.locator(".entry-tool");
    await form.locator("textarea").fill("Use a hose.");
    await page.keyboard.press("Control+Enter");
    const dialog = page.getByRole("dialog", { name: "Deprecate watering-can.v1.2.0" });
    await dialog.getByText(/versions? loses? (their|its) upgrade path/).waitFor();
    assert.equal(await text(page), original, "nothing is written before");
    await dialog.getByRole("button", { name: "Back" }).click();
    assert.equal(await form.locator("textarea").inputValue(), "Use a hose.");
    await form.getByRole("button", { name: "Deprecate", exact: true }).click();
    await dialog.getByRole("button", { name: "Apply" }).click();
    await page.locator("tr.is-deprecated", { hasText: "watering-can.v1.2.0" }).waitFor();
    await form.waitFor({ state: "detached" });
    assert.match(await text(page), /message: Use a hose\./);
  });
});

test("34 the menu closes when its form has been used; the last deprecation is removed with its document, and undo restores every byte", async () => {
  await withSample(site, "valid", async (page) => {
    const opened = page.getByRole("group", { name: "Channel menu" });
    const use = async (form, button) => {
      await page.getByRole("button", { name: "Channel menu" }).click();
      await opened.locator("summary", { hasText: form }).click();
      if (button === "Deprecate") await opened.getByLabel("Message to users").fill("Use fast.");
      if (button === "Add entry") await opened.getByLabel("Entry name").fill("watering-can.v1.3.0");
      await opened.getByRole("button", { name: button, exact: true }).click();
      await opened.waitFor({ state: "hidden" });
    };
    await use("Deprecate channel", "Deprecate");
    await page.locator("p.deprecation", { hasText: "Use fast." }).waitFor();
    const deprecated = await text(page);
    await use("Deprecated channel", "Remove deprecation");
    await page.locator("p.deprecation").waitFor({ state: "detached" });
    assert.equal(await text(page), original);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.locator("p.deprecation", { hasText: "Use fast." }).waitFor();
    assert.equal(await text(page), deprecated);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.locator("p.deprecation").waitFor({ state: "detached" });
    await entry(page, "watering-can.v1.0.0");
    await entryMenu(page, "Change the deprecation D");
    await page.locator(".entry-page").getByRole("button", { name: "Remove deprecation" }).click();
    await page.getByText("removes the olm.deprecations document").waitFor();
    const { removed, added } = difference(original, await text(page));
    assert.deepEqual(added, []);
    assert.deepEqual([removed[0], removed[1], removed.length], ["schema: olm.deprecations", "package: watering-can", 8]);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 0);
    assert.equal(await text(page), original);
    await use("Add an entry", "Add entry");
    await page.locator("tr.is-edited", { hasText: "watering-can.v1.3.0" }).waitFor();
  });
});

test("22 after a channel is removed its package is shown, also with another problem in the file", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const now = await text(page);
    await page.getByRole("button", { name: "Channel menu" }).click();
    await page.getByRole("group", { name: "Channel menu" }).getByRole("button", { name: "Remove channel" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
    await page.locator(".status .verdict").filter({ hasText: "opm" }).waitFor();
    await page.locator(".no-channels").waitFor();
    assert.equal(await page.getByText("cannot be read now").count(), 0);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 0);
    assert.equal(await text(page), now);
  });
});

test("24 promoting shows the edges that the entry gets in the other channel", async () => {
  await withSample(site, "valid", async (page) => {
    await page.locator(".tree .channel", { hasText: "candidate" }).click();
    await entry(page, "watering-can.v1.3.0-rc.1");
    const added = async () => {
      await entryMenu(page, "Promote");
      await page.getByLabel("Promote to").selectOption("stable");
      await page.locator(".entry-tool").getByRole("button", { name: "Promote", exact: true }).click();
      const dialog = page.getByRole("dialog");
      assert.match(await dialog.locator("legend").innerText(), /^In stable it becomes the head\./);
      await dialog.locator("ins.diff-line").first().waitFor();
      const lines = await dialog.locator("ins.diff-line").allInnerTexts();
      await page.keyboard.press("Escape");
      return lines.join("\n");
    };
    const before = await added();
    assert.ok(before.includes("replaces: watering-can.v1.2.0") && !before.includes("skipRange"), before);
    await page.getByLabel("skipRange of watering-can.v1.3.0-rc.1").fill("<1.3.0-rc.1");
    await page.keyboard.press("Enter");
    await onChange(page);
    const after = await added();
    assert.ok(after.includes("skipRange") && after.includes("<1.3.0-rc.1"), after);
  });
});

test("24 an entry is promoted to another channel by keyboard or pointer, without dragging", async () => {
  await withSample(site, "valid", async (page) => {
    await page.locator(".tree .channel", { hasText: "candidate" }).click();
    await entry(page, "watering-can.v1.3.0-rc.1");
    await entryMenu(page, "Promote");
    await page.getByLabel("Promote to").selectOption("stable");
    await page.locator(".entry-tool").getByRole("button", { name: "Promote", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
    await onChange(page);
    assert.match(await text(page), /name: stable\nentries:\n- name: watering-can\.v1\.3\.0-rc\.1\n {2}replaces: watering-can\.v1\.2\.0\n/);
  });
});

test("52 the cursor in the text selects the row; a row selects its place in the text", async () => {
  await withSample(site, "valid", async (page) => {
    await page.locator(".cm-line", { hasText: "replaces: watering-can.v1.0.1" }).click();
    await page.locator("tr.is-selected", { hasText: "watering-can.v1.1.0" }).waitFor();
    await page.locator(".cm-line", { hasText: "watering-can.v1.3.0-rc.1" }).click();
    await page.getByRole("heading", { name: "candidate" }).waitFor();
    await page.locator("tr.is-selected", { hasText: "watering-can.v1.3.0-rc.1" }).waitFor();
    await entry(page, "watering-can.v1.2.0");
    await page.locator(".cm-activeLine", { hasText: "watering-can.v1.2.0" }).waitFor();
  });
});

test("16 the address names package and channel; going back works", async () => {
  await withSample(site, "valid", async (page) => {
    await page.locator(".tree .channel", { hasText: "candidate" }).click();
    await page.getByRole("heading", { name: "candidate" }).waitFor();
    assert.match(page.url(), /#package=watering-can&channel=candidate/);
    await page.goBack();
    await page.getByRole("heading", { name: "stable" }).waitFor();
  });
});

test("68 the number of problems that a change fixes is shown once", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await page
      .getByRole("button", { name: /^(Fix|Suggested fix): / })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    const cluster = dialog.locator(".cluster", { hasText: "fixed" });
    await cluster.waitFor();
    assert.equal((await dialog.innerText()).match(/problems? fixed/g).length, 1);
    assert.match(await cluster.locator("li").first().innerText(), /^stable: watering-can\.v\d/, "the fixed version is named, with its channel");
  });
});

test("61 a fix shows its diff and its impact before it is applied", async () => {
  await withSample(site, "bad-range", async (page) => {
    const before = await text(page);
    await page
      .getByRole("button", { name: /^(Fix|Suggested fix): / })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("del.diff-line").first().waitFor();
    await dialog.getByText("opm accepts the catalog, which it rejected before.").waitFor();
    assert.equal(await text(page), before, "nothing is changed yet");
    assert.deepEqual(await violations(page), []);
    await dialog.getByRole("button", { name: "Back" }).click();
    assert.equal(await text(page), before);
    await dialog.waitFor({ state: "hidden" });
    // After a dialog, the page resumes asynchronously. A key that is pressed too early has no effect.
    await page.waitForTimeout(300);
    await page.keyboard.press("F8");
    await page.keyboard.press("Control+.");
    await dialog.getByRole("button", { name: "Apply" }).click();
    await page.locator(".verdict", { hasText: "opm accepts" }).waitFor();
  });
});

test("68 the review shows the impact above the diff", async () => {
  await withSample(site, "valid", async (page) => {
    await fill(page, "Replaces of watering-can.v1.2.0", "watering-can.v1.0.1");
    await onChange(page);
    const dialog = await review(page);
    await dialog.getByText("stable: watering-can.v1.2.0 replaces: watering-can.v1.1.0 → watering-can.v1.0.1.").waitFor();
    await dialog.getByText("opm rejects the catalog, which it accepted before").waitFor();
  });
});

test("68 the engine computes the impact of a change: packages in any spelling, new files", async () => {
  const page = await newPage(site);
  const shows = (words) => page.locator(".review-page").getByText(words).waitFor();
  const deprecations = 'schema: olm.deprecations\npackage: "watering-c\\u0061n"\nentries:\n- reference: {schema: olm.package}\n  message: old\n';
  const channel = "schema: olm.channel\npackage: watering-can\nname: beta\nentries:\n- name: watering-can.v1.2.0\n";
  await openFiles(page, { "catalog.yaml": sample("valid"), "deprecations.yaml": deprecations, "beta.yaml": channel, ".indexignore": "beta.yaml\n" });
  await page.evaluate((text) => globalThis.olmkit.edit("deprecations.yaml", text), deprecations.replace("old", "new"));
  await page.getByText("1 changed").waitFor();
  await review(page);
  await shows("Deprecation message of package watering-can changed: new");
  await page.evaluate(() => globalThis.olmkit.edit(".indexignore", "# nothing\n"));
  await page.getByText("2 changed").waitFor();
  await shows("Channel beta added with 1 entry.");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("68 the review lists the versions that can now or can no longer upgrade to the channel head", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await fill(page, "Skips of watering-can.v1.2.0", "watering-can.v1.1.0, watering-can.v1.0.1");
    await onChange(page);
    const shown = await review(page);
    await shown.getByRole("heading", { name: "1 version can now upgrade to the channel head" }).waitFor();
    await shown.getByText("1.0.1 in watering-can / stable, under OLM v0").waitFor();
    await toChannel(page);
    await fill(page, "Skips of watering-can.v1.2.0", "watering-can.v1.1.0");
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 0);
  });
});

test("40 52 a form edit of a CRLF file leaves the text pane as it is: no reload, the place stays", async () => {
  const page = await newPage(site);
  const filler = Array.from({ length: 200 }, (_, at) => `# line ${at}\n`).join("");
  await openFiles(page, { "catalog.yaml": (filler + original).replaceAll("\n", "\r\n") });
  const line = page.locator(".cm-line", { hasText: "replaces: watering-can.v1.0.1" });
  await line.click();
  // The entry at the cursor is shown below the text, which then has less room, so the line may be out of view.
  await page.getByRole("region", { name: "Entry watering-can.v1.1.0" }).waitFor();
  await line.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const place = () => page.evaluate(() => [document.querySelector(".cm-scroller").scrollTop, document.querySelector(".cm-content")]);
  await page.evaluate(() => {
    document.querySelector(".cm-activeLine").marked = true;
  });
  const [before] = await place();
  await fill(page, "skipRange of watering-can.v1.1.0", "<1.1.0");
  await page.getByText("1 changed").waitFor();
  await page
    .locator(".cm-line", { hasText: "skipRange: '<1.1.0'" })
    .or(page.locator(".cm-line", { hasText: "skipRange: <1.1.0" }))
    .waitFor();
  assert.equal((await place())[0], before);
  assert.ok(await page.evaluate(() => [...document.querySelectorAll(".cm-line")].some((line) => line.marked)), "the lines were not drawn anew");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 0);
  assert.equal(await text(page), (filler + original).replaceAll("\n", "\r\n"));
  // Later input goes to the position of the cursor.
  await page.locator(".cm-line", { hasText: "defaultChannel: stable" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" # here");
  await page.getByText("1 changed").waitFor();
  assert.ok((await text(page)).includes("defaultChannel: stable # here\r\n"));
  await page.context().close();
});

test("80 the palette finds actions, packages, channels, entries and rules by keyboard", async () => {
  await withSample(site, "valid", async (page) => {
    const palette = page.getByRole("combobox", { name: "Search for an action or a name" });
    const run = async (query, wanted) => {
      await page.keyboard.press("Control+k");
      await palette.fill(query);
      const option = page.locator("#palette-list [role=option]", { hasText: wanted }).first();
      await option.waitFor();
      for (let step = 0; step < 60 && (await option.getAttribute("aria-selected")) !== "true"; step += 1) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
    };
    await run("candidate", /^candidate.*channel/);
    await page.getByRole("heading", { name: "candidate" }).waitFor();
    await run("1.1.0 stable", /entry of watering-can\/stable/);
    await page.locator("tr.is-selected", { hasText: "watering-can.v1.1.0" }).waitFor();
    await page.keyboard.press("Control+k");
    await palette.fill("problems");
    await page.locator("#palette-list [role=option]", { hasText: "Print the channel and the problems" }).waitFor();
    await page.keyboard.press("Enter"); // the first is the best match, which names nothing else
    await page.getByRole("heading", { name: "Problems", exact: true }).waitFor();
    await page.goBack();
    await run("theme: dark", /Theme: dark/);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    await page.keyboard.press("Control+k");
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "hidden" });
    // The results are in groups with highlighted matches. A prefix letter limits them to one kind.
    await page.keyboard.press("Control+k");
    const icons = async () => new Set(await page.locator("#palette-list [role=option]").evaluateAll((all) => all.map((one) => one.className)));
    const groups = page.locator(".palette-group");
    await palette.fill("stable");
    await groups.getByText("Packages and channels").waitFor();
    const heads = await groups.allTextContents();
    assert.equal(new Set(heads).size, heads.length, heads.join());
    assert.equal(await page.locator("#palette-list [role=option] mark").first().textContent(), "stable");
    assert.deepEqual(await violations(page), []);
    for (const [query, head] of [
      ["#stable", "Packages and channels"],
      ["@1.1", "Entries"],
      [">theme", "Commands"],
    ]) {
      await palette.fill(query);
      await page.waitForFunction((head) => [...document.querySelectorAll(".palette-group")].map((one) => one.textContent).join() === head, head);
      assert.equal((await icons()).size, 1, query);
    }
    await palette.fill(">=1.1.0");
    await groups.getByText("Entries").waitFor();
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "hidden" });
    // The browser reports asynchronously that it closed the dialog. By then the dialog may be open again.
    await page.keyboard.press("Control+k");
    await page.evaluate(async () => {
      document.querySelector("dialog.palette").close();
      dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve, 200));
    });
    assert.ok(await palette.isVisible());
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "hidden" });
    await run("cycle sample", /A cycle in the replaces chain/);
    await page.locator(".verdict", { hasText: "opm rejects" }).waitFor();
    await run("several heads", /channel-multiple-heads/);
    await page.getByRole("heading", { name: "A channel with several heads" }).waitFor();
  });
});

test("59 84 the page explains a rule and opens its example; help and keys are one key away", async () => {
  await withSample(site, "two-heads", async (page) => {
    await problems(page);
    await page.getByRole("button", { name: "More on channel-multiple-heads" }).click();
    await page.locator(".rule-menu:popover-open").getByRole("button", { name: "Explain rule" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "Why it matters" }).waitFor();
    assert.deepEqual(await violations(page), []);
    await dialog.getByRole("button", { name: "Open in the editor" }).first().click();
    await page.locator("header .title", { hasText: "example of channel-multiple-heads" }).waitFor();
    await ready(page);
    await page.locator(".tree .package", { hasText: "foo" }).waitFor();
    await page.locator(".tree .package").first().focus();
    await page.keyboard.press("?");
    await page.getByRole("heading", { name: "How to use the editor" }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "How to use the editor" }).waitFor({ state: "hidden" });
  });
});

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8" onload="parent.hacked = 1"><script>parent.hacked = 1</script><rect width="8" height="8"/></svg>');

test("35 description and icon of a package are set by form and by drop, each as one step; a file that is not an icon is refused", async () => {
  await withSample(site, "valid", async (page) => {
    await page.locator(".tree .package", { hasText: "watering-can" }).click();
    const about = page.locator(".about");
    await about.locator("summary").click();
    await about.getByText("The package has no icon.").waitFor();
    await about.getByLabel("Description").fill("Waters plants.\n\n- all of them\n");
    await about.getByRole("button", { name: "Save description" }).click();
    await onChange(page);
    assert.deepEqual(difference(original, await text(page)), {
      removed: ["description: A made-up operator that waters plants."],
      added: ["description: |", "  Waters plants.", "", "  - all of them"],
    });
    const described = await text(page);
    const choose = (name, buffer) => about.locator("input[type=file]").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
    await choose("a.png", Buffer.from("<p>not an image</p>"));
    await about.getByRole("alert").filter({ hasText: "a.png is not an SVG or PNG that can be drawn." }).waitFor();
    await choose("a.svg", Buffer.alloc(300 * 1024));
    await about.getByRole("alert").filter({ hasText: "300 KiB" }).waitFor();
    await choose("a.bin", PNG);
    await about.getByRole("img", { name: "The selected icon" }).waitFor();
    assert.deepEqual(await violations(page), []);
    await about.getByRole("button", { name: "Use this icon" }).click();
    await page.waitForFunction(() => globalThis.olmkit.text("catalog.yaml").includes("mediatype: image/png"));
    await about.getByRole("img", { name: "The icon of the package" }).waitFor();
    assert.deepEqual(difference(described, await text(page)).added, ["icon:", `  base64data: ${PNG.toString("base64")}`, "  mediatype: image/png"]);
    await page.locator(".verdict", { hasText: "opm accepts" }).waitFor();
    // A file that is dropped on it is previewed as an icon, and not opened as a catalog.
    const transfer = await page.evaluateHandle(
      (bytes) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], "b.svg"));
        return data;
      },
      [...SVG],
    );
    await about.locator(".about-icon").dispatchEvent("drop", { dataTransfer: transfer });
    await about.getByRole("button", { name: "Use this icon" }).click();
    await page.waitForFunction(() => globalThis.olmkit.text("catalog.yaml").includes("mediatype: image/svg+xml"));
    await about.getByRole("img", { name: "The icon of the package" }).waitFor();
    assert.equal(await page.evaluate(() => globalThis.hacked), undefined);
    assert.equal(await about.locator("svg, script, object, iframe").count(), 0);
    await about.getByRole("button", { name: "Remove the icon" }).click();
    await page.waitForFunction((now) => globalThis.olmkit.text("catalog.yaml") === now, described);
    for (let step = 0; step < 4; step += 1) await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => globalThis.olmkit.state().undo === "");
    assert.equal(await text(page), original);
  });
});

test("20 80 a new channel is added by keyboard alone", async () => {
  await withSample(site, "valid", async (page) => {
    await page.evaluate(() => {
      location.hash = "#sample=valid&package=watering-can";
    });
    await page.getByRole("button", { name: "New channel" }).press("Enter");
    await page.waitForFunction(() => document.activeElement.tagName === "INPUT");
    await page.keyboard.type("edge");
    await page.keyboard.press("Enter");
    await page.locator(".tree .channel", { hasText: "edge" }).waitFor();
    assert.match(await text(page), /name: edge\n/);
  });
});

test("80 the palette finds files by the words of their paths, and shows their text", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": sample("valid"), "extra/notes.yaml": "# nothing\n", "extra/more.yaml": "# more\n" });
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("combobox", { name: "Search for an action or a name" });
  const files = page.locator("#palette-list [role=option]", { hasText: /file$/ });
  await palette.fill("extra");
  await page.waitForFunction(() => [...document.querySelectorAll("#palette-list [role=option]")].filter((one) => one.textContent.endsWith("file")).length === 2);
  await palette.fill("extra note");
  await files.filter({ hasText: "extra/notes.yaml" }).waitFor();
  assert.equal(await files.count(), 1);
  assert.deepEqual(await violations(page), []);
  await files.click();
  await page.locator(".code-path", { hasText: "extra/notes.yaml" }).waitFor();
  await page.locator(".cm-content", { hasText: "# nothing" }).waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the palette lists each result once if a query is changed and typed again before its first answer", async () => {
  await withSample(site, "valid", async (page) => {
    await page.keyboard.press("Control+k");
    const options = page.locator("#palette-list [role=option]");
    await page.evaluate(async () => {
      const input = document.querySelector("dialog.palette input");
      for (const value of ["1.1", "1.1x", "1.1"]) {
        Object.assign(input, { value }).dispatchEvent(new Event("input", { bubbles: true }));
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve(); // the page reacts, the engine does not answer yet
      }
    });
    await options.filter({ hasText: "watering-can.v1.1.0" }).first().waitFor();
    await page.waitForTimeout(500); // another answer could come
    const found = await options.allTextContents();
    assert.deepEqual(found, [...new Set(found)]);
  });
});
