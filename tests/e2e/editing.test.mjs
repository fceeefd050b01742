// Work in the editor: cells, focus, undo that switches to what it changes, unsaved work on the start page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "../test.mjs";
import {
  bundleDocument,
  channelDocument,
  entryMenu,
  fill,
  longChannel,
  menu,
  newPage,
  onDisk,
  openFiles,
  openFolder,
  packageDocument,
  place,
  ready,
  review,
  sample,
  save,
  setup,
  text,
  withSample,
} from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

const REPLACES = "Replaces of watering-can.v1.0.1";
const label = (page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
const shownPath = (page) => page.locator(".code-path").textContent();

test("a refused edit leaves the value of the text in the cell", async () => {
  const page = await newPage(site);
  const anchored =
    "schema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: stable\nentries:\n- &first\n  name: &name foo.v1.0.0\n- <<: *first\n  name: foo.v1.1.0\n  replaces: foo.v1.0.0\n";
  await openFiles(page, { "catalog.yaml": anchored });
  const cell = page.getByLabel("Replaces of foo.v1.0.0");
  await cell.fill("foo.v0.9.0");
  await page.keyboard.press("Enter");
  await page.locator(".notice.is-alarm", { hasText: "Not changed" }).waitFor();
  assert.equal(await text(page), anchored);
  assert.equal(await cell.inputValue(), "");
  await page.context().close();
});

test("the focus stays in a cell that is committed, and the table stays where it is", async () => {
  const page = await newPage(site);
  await openFiles(page, longChannel());
  const table = page.locator(".table-scroll");
  const cell = page.getByLabel("skipRange of foo.v1.0.290");
  // A catalog that was just opened scrolls to its head once more.
  await page.waitForFunction(() => {
    document.querySelector(".table-scroll").scrollTop = 5800;
    return document.querySelector('[aria-label="skipRange of foo.v1.0.290"]');
  });
  await cell.click();
  await page.keyboard.type("<1.0.200");
  const top = await table.evaluate((element) => element.scrollTop);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /skipRange: .?<1\.0\.200/.test(globalThis.olmkit.text("catalog.yaml")));
  await page.getByText("1 changed").waitFor();
  await page.waitForTimeout(500); // the table is redrawn
  assert.equal(await label(page), "skipRange of foo.v1.0.290");
  assert.equal(await table.evaluate((element) => element.scrollTop), top);
  // Another head changes the number of heads, so the page around the table changes too.
  const replaces = page.getByLabel("Replaces of foo.v1.0.289");
  await replaces.fill("");
  const now = await table.evaluate((element) => element.scrollTop);
  await page.keyboard.press("Enter");
  await page.locator(".tag.is-bad", { hasText: "2 heads" }).waitFor();
  assert.equal(await label(page), "Replaces of foo.v1.0.289");
  const moved = Math.abs((await table.evaluate((element) => element.scrollTop)) - now);
  assert.ok(moved < 44, `${moved} px: less than a row, for the message above the table`);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("undo names the change that it reverts and shows its place, also with the focus on a row", async () => {
  await withSample(site, "valid", async (page) => {
    const original = await text(page);
    await page.getByRole("heading", { name: "stable" }).waitFor();
    await fill(page, REPLACES, "watering-can.v1.0.0");
    await page.getByText("1 changed").waitFor();
    await page.locator(".tree .package").first().click();
    await page.locator(".tree .channel").first().click();
    await page.locator(".entry-name").last().focus();
    await page.keyboard.press("Control+z");
    const notice = page.locator(".notice", { hasText: "Undone: " });
    await notice.waitFor();
    assert.equal(await text(page), original);
    await page.getByLabel(REPLACES).waitFor();
    await page.keyboard.press("Control+y");
    await page.locator(".notice", { hasText: "Redone: " }).waitFor();
    await notice.waitFor({ state: "detached" });
  });
});

test("undo shows the file that it changes", async () => {
  const page = await newPage(site);
  await openFiles(page, { "a.yaml": sample("valid"), "b.yaml": sample("valid").replaceAll("watering-can", "lawn-mower") });
  await page.evaluate(() => globalThis.olmkit.edit("a.yaml", `${globalThis.olmkit.text("a.yaml")}# more\n`));
  await page.locator(".tree .package", { hasText: "lawn-mower" }).click();
  await page.waitForFunction(() => document.querySelector(".code-path").textContent === "b.yaml");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelector(".code-path").textContent === "a.yaml");
  assert.equal(await text(page, "a.yaml"), sample("valid"));
  await page.context().close();
});

test("an entry that undo removes is no longer shown, nor is the message about the change", async () => {
  await withSample(site, "valid", async (page) => {
    await page.getByRole("button", { name: "Channel menu" }).click();
    await page.getByText("Add an entry").click();
    await page.locator(".add-entry").getByLabel("Entry name").fill("watering-can.v9.9.9");
    await page.getByRole("button", { name: "Add entry" }).click();
    const panel = page.locator(".entry-page", { hasText: "9.9.9" });
    await panel.waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await panel.waitFor({ state: "detached" });
    assert.equal(await page.locator(".notice").count(), 1, "what was undone");
  });
});

test("unsaved changes are listed on the start page, pasted text too, and go on by one click", async () => {
  const page = await newPage(site);
  page.on("dialog", (dialog) => dialog.accept());
  const paste = (content) =>
    page.evaluate((content) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", content);
      document.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, content);
  await paste(sample("valid"));
  await ready(page);
  await page.getByText("1 changed, draft kept").waitFor();
  assert.equal(await page.locator("tr.is-edited").count(), 0, "no entry has changed since the text was pasted");
  await page.goto("about:blank");
  await page.goto(site.address);
  await page.locator(".drafts li", { hasText: "pasted text" }).getByRole("button", { name: "Continue" }).click();
  await ready(page);
  assert.equal(await text(page, "untitled.yaml"), sample("valid"));
  await fill(page, REPLACES, "watering-can.v1.0.0");
  // The draft of the pasted text is kept already, so the status says nothing about the edit.
  await page.waitForFunction((original) => globalThis.olmkit.text("untitled.yaml") !== original && globalThis.olmkit.state().draft.kind === "saved", sample("valid"));
  const mine = await text(page, "untitled.yaml");
  await page.goto("about:blank");
  await page.goto(site.address);
  const draft = page.locator(".drafts li", { hasText: "pasted text" });
  await draft.getByText("1 file,").waitFor();
  await draft.getByRole("button", { name: "Continue" }).click();
  await ready(page);
  assert.equal(await text(page, "untitled.yaml"), mine);
  await page.locator(".notice", { hasText: "Undo reverts them" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction((original) => globalThis.olmkit.text("untitled.yaml") === original, sample("valid"));
  const [download] = await Promise.all([page.waitForEvent("download"), (await review(page)).getByRole("button", { name: "Download" }).click()]);
  assert.equal(readFileSync(await download.path(), "utf8"), sample("valid"));
  await page.waitForFunction(() => globalThis.olmkit.state().draft.kind === "saved");
  await page.goto("about:blank");
  await page.goto(site.address);
  await page.getByRole("heading", { name: "olmkit" }).waitFor();
  await page.waitForTimeout(300);
  assert.equal(await page.locator(".drafts").count(), 0, "a draft without changes is none");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a recent folder with unsaved changes is marked, and its draft can be discarded", async () => {
  const page = await newPage(site);
  page.on("dialog", (dialog) => dialog.accept());
  await openFolder(page, { "catalog.yaml": sample("valid") });
  await fill(page, REPLACES, "watering-can.v1.0.0");
  await page.getByText("draft kept").waitFor();
  await page.goto("about:blank");
  await page.goto(site.address);
  const folder = page.locator(".recent:not(.drafts) li");
  await folder.getByText("unsaved").waitFor();
  await page.locator(".drafts li").getByRole("button", { name: "Continue" }).click();
  await ready(page);
  assert.match(await text(page), /replaces: watering-can\.v1\.0\.0/);
  await page.goto("about:blank");
  await page.goto(site.address);
  await page
    .locator(".drafts li")
    .getByRole("button", { name: /^Discard/ })
    .click();
  await page.locator(".drafts").waitFor({ state: "detached" });
  await folder.getByText("unsaved").waitFor({ state: "detached" });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a binary file is refused with the reason and the limit; one in a folder is not shown, nor can it be written", async () => {
  const page = await newPage(site);
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]);
  const latin = Buffer.concat([Buffer.from("# caf"), Buffer.from([0xe9]), Buffer.from("\n"), Buffer.from(sample("valid"))]);
  const choose = async (files) => {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), menu(page).then((menu) => menu.getByText("Open files").click())]);
    await chooser.setFiles(files.map(([name, buffer]) => ({ name, mimeType: "text/plain", buffer })));
  };
  await choose([["logo.png", png]]);
  await page
    .locator(".notice.is-alarm", { hasText: "logo.png is a binary file: a catalog is text, in YAML or JSON. Files, folders and archives (.zip, .tar, .tar.gz) of up to 512 MiB can be opened." })
    .waitFor();
  assert.equal(await page.locator(".is-loaded").count(), 0);
  await choose([
    ["a.yaml", Buffer.from(sample("valid"))],
    ["logo.png", png],
    ["latin.yaml", latin],
  ]);
  await ready(page);
  for (const [name, text] of [
    ["logo.png", "is a binary file (1 kB). It is not shown here."],
    ["latin.yaml", "is not valid UTF-8"],
  ]) {
    await page.locator(".tree .files .row", { hasText: name }).click();
    await page.locator(".code .cm-content", { hasText: text }).waitFor();
    await page.locator(".code .cm-content").click();
    await page.keyboard.type("x");
    await assert.rejects(
      page.evaluate((name) => globalThis.olmkit.edit(name, "x"), name),
      /is not UTF-8 text/,
    );
  }
  assert.equal(await page.evaluate(() => globalThis.olmkit.state().changed), 0);
  await page.context().close();
});

test("one file that cannot be read does not keep a folder from opening: it is a problem with the reason, and opm rejects the catalog", async () => {
  const page = await newPage(site);
  await page.evaluate(() => {
    const read = FileSystemFileHandle.prototype.getFile;
    FileSystemFileHandle.prototype.getFile = function () {
      if (this.name === "locked.yaml") return Promise.reject(new DOMException("no permission", "NotReadableError"));
      return read.call(this);
    };
  });
  await openFolder(page, { "catalog.yaml": sample("valid"), "locked.yaml": "schema: olm.package\nname: locked\n" });
  const [found, ...others] = await page.evaluate(async () => (await globalThis.olmkit.ask("report")).diagnostics);
  assert.deepEqual(others, []);
  assert.deepEqual([found.rule, found.path], ["file-unreadable", "locked.yaml"]);
  assert.match(found.message, /^This file cannot be read: open locked\.yaml: permission denied\./);
  await page.locator(".verdict", { hasText: "opm rejects" }).first().waitFor();
  await page.locator(".tree .files .row", { hasText: "locked.yaml" }).click();
  await page.locator(".code .cm-content", { hasText: "This file cannot be read: open locked.yaml: permission denied." }).waitFor();
  await assert.rejects(
    page.evaluate(() => globalThis.olmkit.edit("locked.yaml", "x")),
    /Not changed: locked\.yaml cannot be read/,
  );
  await page.evaluate(() => globalThis.olmkit.edit("catalog.yaml", "# seen\n"));
  await save(page);
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 0);
  assert.match(await onDisk(page, "catalog.yaml"), /# seen/);
  await page.context().close();
});

test("the address follows problems, and the text follows the forms", async () => {
  const page = await newPage(site);
  const second = sample("two-heads").replaceAll("watering-can", "lawn-mower");
  await openFiles(page, { "a.yaml": sample("valid"), "b.yaml": second });
  await page.locator(".tree .package", { hasText: "watering-can" }).click();
  await page.locator(".tree .channel", { hasText: "stable" }).click();
  await page.keyboard.press("F8");
  await page.waitForFunction(() => location.hash.includes("package=lawn-mower&channel=stable"));
  await page.locator(".tree .package", { hasText: "watering-can" }).click();
  await page.locator(".tree .channel", { hasText: "stable" }).click();
  await page.evaluate(() => globalThis.olmkit.edit("b.yaml", `${globalThis.olmkit.text("b.yaml")}# more\n`));
  await page.waitForFunction(() => document.querySelector(".code-path").textContent === "b.yaml");
  await fill(page, REPLACES, "watering-can.v1.0.0");
  await page.waitForFunction(() => document.querySelector(".code-path").textContent === "a.yaml");
  assert.equal(await shownPath(page), "a.yaml");
  await page.locator(".cm-line", { hasText: "replaces: watering-can.v1.0.0" }).waitFor();
  await page.context().close();
});

test("removing an entry or a channel previews the effect on bundles and the default channel, and can remove the bundles", async () => {
  await withSample(site, "two-heads", async (page) => {
    const dialog = page.getByRole("dialog");
    const accepts = page.locator(".verdict", { hasText: "opm accepts" });
    await page.getByLabel("Remove watering-can.v1.1.0").click();
    await dialog.getByText("! No other channel has watering-can.v1.1.0. opm rejects a bundle that is not in any channel.").waitFor();
    await dialog
      .getByLabel(/Its bundle is removed from the catalog too$/)
      .first()
      .check();
    await dialog.getByRole("button", { name: "Apply" }).click();
    await accepts.waitFor();
    assert.doesNotMatch(await text(page), /name: watering-can\.v1\.1\.0/);
    await page.getByRole("button", { name: "Channel menu" }).click();
    await page.getByRole("button", { name: "Remove channel" }).click();
    await dialog.getByText(/stable is the only channel of watering-can.*bundles? (is|are) in no other channel/).waitFor();
    await dialog.getByRole("button", { name: "Back" }).click();
  });
});

test("removing the default channel makes the nearest older channel the default", async () => {
  const page = await newPage(site);
  const channel = (name) => `---\nschema: olm.channel\npackage: foo\nname: ${name}\nentries:\n- name: foo.v1.0.0\n`;
  const bundle = "---\nschema: olm.bundle\npackage: foo\nname: foo.v1.0.0\nimage: a/b:1\nproperties:\n- {type: olm.package, value: {packageName: foo, version: 1.0.0}}\n";
  const names = ["stable-1.8", "stable-1.9", "stable-1.10"];
  await openFiles(page, { "catalog.yaml": `schema: olm.package\nname: foo\ndefaultChannel: stable-1.10\n${names.map(channel).join("")}${bundle}` });
  await page.getByRole("button", { name: "Channel menu" }).click();
  await page.getByRole("button", { name: "Remove channel" }).click();
  await page.getByRole("dialog").getByText("stable-1.10 is the default channel: stable-1.9 becomes the default.").waitFor();
  await page.context().close();
});

test("a notice shows names as code", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await page.getByRole("button", { name: "Channel menu" }).click();
    await page.locator("summary", { hasText: "Deprecate channel" }).click();
    await page.getByRole("group", { name: "Channel menu" }).locator("textarea").fill("old");
    await page.getByRole("button", { name: "Deprecate", exact: true }).click();
    await page.locator(".notice code", { hasText: "olm.deprecations" }).waitFor();
  });
});

test("a notice does not move the page", async () => {
  await withSample(site, "valid", async (page) => {
    const before = await page.locator(".workbench").boundingBox();
    await fill(page, REPLACES, "watering-can.v1.0.0");
    await page.getByText("1 changed").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".notice").waitFor();
    assert.deepEqual(await page.locator(".workbench").boundingBox(), before);
  });
});

test("letters act on the entry whose name has the focus, never while typing, and can be switched off", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const name = (version) => page.locator(`.entry-name[title="watering-can.${version}"]`);
    const press = async (version, key) => {
      await name(version).focus();
      await page.keyboard.press(key);
    };
    for (const [key, field] of [
      ["r", "Replaces"],
      ["s", "Skips"],
      ["Shift+S", "skipRange"],
    ]) {
      await press("v1.1.0", key);
      assert.equal(await label(page), `${field} of watering-can.v1.1.0`);
    }
    await page.keyboard.press("n"); // typed into the field
    assert.equal(await page.getByLabel("skipRange of watering-can.v1.1.0").inputValue(), "n");
    assert.equal(await page.locator("dialog[open]").count(), 0);
    await page.keyboard.press("Backspace");
    await press("v1.1.0", "p");
    await page.waitForFunction(() => document.activeElement?.getAttribute("title") === "watering-can.v1.2.0");
    await press("v1.0.0", "d");
    await page.waitForFunction(() => document.activeElement?.matches(".entry-tool textarea"));
    await press("v1.0.1", "f");
    await page.getByRole("dialog").getByRole("button", { name: "Apply" }).waitFor();
    await page.keyboard.press("Escape");
    await press("v1.0.0", "Delete");
    await page.getByRole("dialog").getByText("watering-can.v1.0.0").first().waitFor();
    await page.keyboard.press("Escape");
    await press("v1.0.0", "n");
    await page.getByRole("dialog").getByRole("heading", { name: "New release" }).waitFor();
    await page.keyboard.press("Escape");
    await press("v1.0.0", "g");
    await page.locator(".graph-place .node").first().focus();
    await page.keyboard.press("g");
    await name("v1.0.0").focus();
    await page.keyboard.press("?");
    await page.getByLabel("Single letters act on").uncheck();
    await page.keyboard.press("Escape");
    await press("v1.0.0", "r");
    assert.equal(await name("v1.0.0").evaluate((element) => element === document.activeElement), true, "nothing happens");
  });
});

test("undo keeps the entry selected, and a form that closes returns the focus to it", async () => {
  await withSample(site, "valid", async (page) => {
    const selected = () => page.locator("tr.is-selected .entry-name").getAttribute("title");
    const name = "watering-can.v1.0.1";
    await page.locator(`.entry-name[title="${name}"]`).click();
    await page.keyboard.press("d");
    await page.locator(".entry-tool textarea").fill("Use 1.2.0.");
    await page.getByRole("button", { name: "Deprecate", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
    await page.waitForFunction((name) => globalThis.olmkit.state().changed === 1 && document.activeElement.title === name, name);
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 0);
    await page.locator(".notice", { hasText: "Undone" }).waitFor();
    assert.equal(await selected(), name);
    assert.equal((await place(page)).entry, name);
  });
});

test("undo and redo of a change in several channels stay in the shown channel", async () => {
  const page = await newPage(site);
  const edges = "- name: foo.v1.0.0\n- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n";
  const many = Array.from({ length: 60 }, (_, at) => `- name: foo.v1.2.${at}\n  replaces: foo.v1.${at ? `2.${at - 1}` : "1.0"}\n`).join("");
  const bundles = ["1.0.0", "1.1.0"].map((version) => bundleDocument("foo", version));
  const original = packageDocument("foo", "alpha") + channelDocument("foo", "alpha", edges + many) + channelDocument("foo", "beta", edges) + bundles.join("");
  await openFiles(page, { "catalog.yaml": original });
  await page.locator(".tree").getByText("beta", { exact: true }).click();
  await page.locator('.entry-name[title="foo.v1.1.0"]').click();
  await entryMenu(page, "Rename");
  await page.getByRole("dialog").getByLabel("New name").fill("foo.v1.1.9");
  await page.getByRole("dialog").getByRole("button", { name: "Rename everywhere" }).click();
  for (const [keys, name] of [
    ["Control+z", "foo.v1.1.0"],
    ["Control+y", "foo.v1.1.9"],
  ]) {
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await page.keyboard.press(keys);
    await page.locator(`.entry-name[title="${name}"]`).waitFor();
    await page.locator(".notice", { hasText: keys.endsWith("z") ? "Undone" : "Redone" }).waitFor();
    await page.waitForTimeout(300); // the page follows
    assert.equal((await place(page)).channel, "beta");
    await page.locator(".cm-line", { hasText: /^name: beta$/ }).waitFor();
  }
  await page.context().close();
});

/** The row, the address, the entry panel, the highlighted lines and the position in the status line. */
const selection = (page) =>
  page.evaluate(() => {
    const row = document.querySelector("tr.is-selected");
    const table = row?.closest(".table-scroll").getBoundingClientRect();
    const place = row?.getBoundingClientRect();
    return {
      row: row?.dataset.dropEntry,
      isVisible: Boolean(row) && place.top >= table.top && place.bottom <= table.bottom,
      address: new URLSearchParams(location.hash.slice(1)).get("entry"),
      panel: document.querySelector(".entry-page")?.getAttribute("aria-label"),
      lines: [...document.querySelectorAll(".cm-selectedEntry")].map((line) => line.textContent),
      status: document.querySelector(".at-place").textContent,
    };
  });

/** Waits until an entry is the selected one in every part of the page. */
async function allSelect(page, name, path = "catalog.yaml") {
  const line = (await text(page, path)).split("\n").indexOf(`- name: ${name}`) + 1;
  const expected = { row: name, isVisible: true, address: name, panel: `Entry ${name}`, status: `${path}:${line}` };
  const isSame = (found) => JSON.stringify({ ...found, lines: undefined, status: found.status.replace(/:\d+$/, "") }) === JSON.stringify(expected) && found.lines[0]?.includes(name);
  const until = Date.now() + 10_000;
  let found = await selection(page);
  for (; !isSame(found) && Date.now() < until; found = await selection(page)) await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.ok(isSame(found), JSON.stringify({ found, expected }));
}

/** A package with two channels of 200 entries. The second one is listed after the first one in its file. */
const twoChannels = () => {
  const list = (minor) => Array.from({ length: 200 }, (_, at) => `- name: foo.v1.${minor}.${199 - at}\n${at < 199 ? `  replaces: foo.v1.${minor}.${198 - at}\n` : ""}`).join("");
  const versions = ["1", "2"].flatMap((minor) => Array.from({ length: 200 }, (_, at) => `1.${minor}.${at}`));
  return packageDocument("foo", "stable") + channelDocument("foo", "stable", list(1)) + channelDocument("foo", "fast", list(2)) + versions.map((version) => bundleDocument("foo", version)).join("");
};

/** Scrolls to the row of an entry. */
async function scrollTo(page, name) {
  await page.locator(".table-scroll").evaluate((table) => table.scrollTo(0, table.scrollHeight));
  await page.locator(`.entry-name[title="${name}"]`).waitFor();
}

test("52 66 undo and redo select the entry that they change, in the table, the text, the panel and the address", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": twoChannels() });
  const entry = "foo.v1.1.5";
  await scrollTo(page, entry);
  await fill(page, `skipRange of ${entry}`, ">=1.0.0 <1.1.5");
  await page.getByText("1 changed").waitFor();
  const elsewhere = async () => {
    await page.locator(".tree .channel", { hasText: "fast" }).click();
    await page.locator('.entry-name[title="foo.v1.2.199"]').waitFor();
  };
  // Undo only removes text.
  await elsewhere();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".notice", { hasText: "Undone" }).waitFor();
  await allSelect(page, entry);
  await elsewhere();
  await page.getByRole("button", { name: "Redo" }).click();
  await page.locator(".notice", { hasText: "Redone" }).waitFor();
  await allSelect(page, entry);
  // The entry is selected already, and scrolled out of view.
  await page.locator(".table-scroll").evaluate((table) => table.scrollTo(0, 0));
  await page.locator('.entry-name[title="foo.v1.1.199"]').waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 0);
  await allSelect(page, entry);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("17 52 the row of the edited cell is selected, by a click and by keys", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": twoChannels() });
  await page.locator('.entry-name[title="foo.v1.1.199"]').click();
  await allSelect(page, "foo.v1.1.199");
  await page.getByLabel("skipRange of foo.v1.1.190").click();
  await allSelect(page, "foo.v1.1.190");
  await page.keyboard.type(">=1.0.0 <1.1.190");
  await page.keyboard.press("Enter");
  await page.getByText("1 changed").waitFor();
  await allSelect(page, "foo.v1.1.190");
  await page.locator('.entry-name[title="foo.v1.1.195"]').focus();
  await page.keyboard.press("s");
  await page.waitForFunction(() => document.activeElement.getAttribute("aria-label") === "Skips of foo.v1.1.195");
  await allSelect(page, "foo.v1.1.195");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
