// No typed text is lost: drafts, other tabs, files that change on disk.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "../test.mjs";
import { difference, fill, menu, newPage, onDisk, openFiles, openFolder, problems, ready, review, sample, save, setup, text, toChannel, withSample, writeDisk } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

const original = sample("valid");
const accepts = (page) => page.locator(".verdict", { hasText: "opm accepts" }).waitFor();
const onChange = (page) => page.getByText("1 changed").waitFor();

test("71 72 a draft that cannot be stored is a persistent warning", async () => {
  const init = () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
  };
  await withSample(
    site,
    "valid",
    async (page) => {
      await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
      const warning = page.locator(".notice.is-alarm", { hasText: "No draft is kept: the storage of this browser is full" });
      await warning.waitFor();
      const state = page.locator(".status .draft", { hasText: "1 changed, draft not kept: the storage of this browser is full" });
      await state.waitFor();
      await fill(page, "skipRange of watering-can.v1.1.0", "<1.1.0");
      await page.waitForTimeout(600);
      assert.ok(await warning.isVisible());
    },
    { init },
  );
});

test("73 a catalog in two tabs is reported, and each tab keeps its own draft", async () => {
  const first = await newPage(site, { hash: "#sample=valid" });
  await ready(first);
  await fill(first, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
  await first.getByText("draft kept").waitFor();
  const second = await newPage(site, { hash: "#sample=valid", context: first.context() });
  await ready(second);
  await second.locator(".notice", { hasText: "also open in another tab" }).waitFor();
  assert.equal(await text(second), original, "the draft belongs to the other tab");
  await fill(second, "skipRange of watering-can.v1.1.0", "<1.1.0");
  await second.getByText("draft kept").waitFor();
  const drafts = [await text(first), await text(second)];
  for (const page of [first, second]) await page.close({ runBeforeUnload: false });
  const again = [];
  for (let tab = 0; tab < 2; tab += 1) {
    const page = await newPage(site, { hash: "#sample=valid", context: first.context() });
    await ready(page);
    await page.locator(".notice", { hasText: "Unsaved changes restored" }).waitFor();
    again.push(await text(page));
  }
  assert.deepEqual(again.sort(), drafts.sort());
  await first.context().close();
});

test("71 a draft that another tab has can be continued here as soon as that tab is closed", async () => {
  const first = await newPage(site);
  await openFiles(first, { "catalog.yaml": original });
  await fill(first, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
  await first.getByText("draft kept").waitFor();
  const mine = await text(first);
  const second = await newPage(site, { context: first.context() });
  await second.getByText("open in another tab").waitFor();
  await first.close({ runBeforeUnload: false });
  await second.getByRole("button", { name: "Continue" }).click();
  await second.getByText("Unsaved changes restored").waitFor();
  assert.equal(await text(second), mine);
  await second.context().close();
});

test("71 a change that is undone right before the page is left does not come back", async () => {
  const page = await newPage(site);
  for (let round = 0; round < 20; round += 1) {
    await openFiles(page, { "catalog.yaml": original });
    assert.equal(await text(page), original, `round ${round}`);
    await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
    await page.getByText("draft kept").waitFor();
    const left = page.evaluate(async (original) => {
      const key = new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true, cancelable: true });
      document.activeElement.blur();
      document.body.dispatchEvent(key);
      while (globalThis.olmkit.text("catalog.yaml") !== original) await new Promise((wait) => setTimeout(wait));
      location.reload();
    }, original);
    await left.catch(() => {}); // the page may be left before it answers
    await page.waitForFunction(() => document.querySelector(".topbar button"));
  }
  await page.context().close();
});

test("71 a draft is reported as stored only with the last change in it", async () => {
  const init = () => {
    globalThis.writes = []; // the write of a draft ends when its function is called
    Object.defineProperty(IDBTransaction.prototype, "oncomplete", {
      set(done) {
        const isDraft = this.mode === "readwrite" && this.objectStoreNames.contains("drafts");
        this.addEventListener("complete", (event) => (isDraft ? globalThis.writes.push(() => done(event)) : done(event)));
      },
    });
  };
  const work = async (page) => {
    const end = (at) => page.waitForFunction((at) => globalThis.writes[at], at).then(() => page.evaluate((at) => globalThis.writes[at](), at));
    await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
    await page.waitForFunction(() => globalThis.writes.length === 1);
    await fill(page, "skipRange of watering-can.v1.1.0", "<1.1.0");
    await page.waitForTimeout(600);
    await end(0);
    await page.waitForTimeout(300);
    assert.equal(await page.evaluate(() => globalThis.olmkit.state().draft.kind), "pending");
    await end(1);
    await page.getByText("draft kept").waitFor();
  };
  await withSample(site, "valid", work, { init });
});

test("72 a draft is merged onto files that changed meanwhile; if both changed the same lines, saving asks", async () => {
  const page = await newPage(site);
  await openFolder(page, { "catalog.yaml": original });
  await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
  await page.getByText("draft kept").waitFor();
  const draft = await text(page);
  await writeDisk(page, "catalog.yaml", `# theirs\n${original}`);
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await openFolder(page, {});
  await page.locator(".notice", { hasText: "merged with the current files" }).waitFor();
  assert.equal(await text(page), `# theirs\n${draft}`);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.waitForFunction((expected) => globalThis.olmkit.text("catalog.yaml") === expected, `# theirs\n${original}`);
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await page.waitForFunction((expected) => globalThis.olmkit.text("catalog.yaml") === expected, `# theirs\n${draft}`);
  await page.getByText("draft kept").waitFor();
  await writeDisk(page, "catalog.yaml", original.replace(/(- name: watering-can\.v1\.0\.1.*\n)/, "$1  skips: [watering-can.v0.9.0]\n"));
  await page.reload();
  await openFolder(page, {});
  await page.locator(".notice", { hasText: "Unsaved changes restored" }).waitFor();
  assert.equal(await text(page), `# theirs\n${draft}`);
  await (await review(page)).getByText("changed on disk since it was opened").waitFor();
  await page.context().close();
});

test("72 undo of a restored draft does not show a text as unchanged that differs from the disk", async () => {
  const page = await newPage(site);
  page.on("dialog", (dialog) => dialog.accept());
  const theirs = original.replace(/(- name: watering-can\.v1\.0\.1.*\n)/, "$1  skips: [watering-can.v0.9.0]\n");
  const again = async () => {
    await page.reload();
    await openFolder(page, {});
    await page.locator(".notice", { hasText: "Unsaved changes restored. Undo reverts them. 1 file was changed on disk in the same lines. You are asked what to keep when you save." }).waitFor();
  };
  const changed = () => page.evaluate(() => globalThis.olmkit.state().changed);
  await openFolder(page, { "catalog.yaml": original });
  await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
  await page.getByText("draft kept").waitFor();
  const draft = await text(page);
  await writeDisk(page, "catalog.yaml", theirs);
  await again();
  await again(); // the draft knows what it was made on
  assert.equal(await text(page), draft);
  await page.keyboard.press("Control+z");
  await page.locator(".notice", { hasText: "Undone" }).waitFor();
  assert.equal(await text(page), original);
  assert.equal(await changed(), 1);
  await page.keyboard.press("Control+y");
  await page.locator(".notice", { hasText: "Redone" }).waitFor();
  const shown = await review(page);
  await shown.getByText("in the same lines as here").waitFor();
  assert.ok(await shown.locator(".save-now").isDisabled());
  await shown.locator("del", { hasText: "skips: [watering-can.v0.9.0]" }).waitFor();
  await shown.getByRole("button", { name: "Use version on disk" }).click();
  await shown.getByText("Nothing has changed").waitFor();
  assert.equal(await text(page), theirs);
  await page.keyboard.press("Control+z");
  await shown.getByText("in the same lines as here").waitFor();
  assert.equal(await text(page), draft);
  await shown.getByRole("button", { name: "Overwrite" }).click();
  await page.getByText("Saved 1 file into").waitFor();
  assert.equal(await onDisk(page, "catalog.yaml"), draft);
  assert.equal(await changed(), 0);
  await page.context().close();
});

test("72 a notice about a restored draft does not hide the one about a missing name", async () => {
  const page = await newPage(site, { hash: "#sample=valid" });
  await ready(page);
  page.on("dialog", (dialog) => dialog.accept());
  for (const [address, missing] of [
    ["package=nope", "This catalog has no package nope."],
    ["package=watering-can&channel=stable&entry=nope", "This channel has no entry nope."],
  ]) {
    await page.evaluate(() => globalThis.olmkit.edit("catalog.yaml", `${globalThis.olmkit.text("catalog.yaml")}# mine\n`));
    await page.getByText("draft kept").waitFor();
    await page.evaluate((address) => history.replaceState(null, "", `#sample=valid&${address}`), address);
    await page.reload();
    await page.locator(".notice", { hasText: "Unsaved changes restored" }).filter({ hasText: missing }).waitFor();
  }
  await page.context().close();
});

test("72 after the revert of a draft in conflict, edits are made on the text on disk; undo brings the conflict back", async () => {
  const page = await newPage(site);
  page.on("dialog", (dialog) => dialog.accept());
  const theirs = original.replace(/(- name: watering-can\.v1\.0\.1.*\n)/, "$1  skips: [watering-can.v0.9.0]\n");
  await openFolder(page, { "catalog.yaml": original });
  await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
  await page.getByText("draft kept").waitFor();
  const draft = await text(page);
  await writeDisk(page, "catalog.yaml", theirs);
  await page.reload();
  await openFolder(page, {});
  await page.locator(".notice", { hasText: "Unsaved changes restored" }).waitFor();
  const shown = await review(page);
  await shown.getByText("in the same lines as here").waitFor();
  await page.getByRole("button", { name: "Revert catalog.yaml" }).click();
  await shown.getByText("Nothing has changed").waitFor();
  await page.keyboard.press("Control+z");
  await shown.getByText("in the same lines as here").waitFor();
  assert.equal(await text(page), draft);
  await page.keyboard.press("Control+y");
  await shown.getByText("Nothing has changed").waitFor();
  await toChannel(page);
  await fill(page, "skipRange of watering-can.v1.2.0", ">=1.1.0 <1.2.0");
  await onChange(page);
  await save(page);
  await page.getByText("Saved 1 file into").waitFor();
  const saved = await onDisk(page, "catalog.yaml");
  assert.match(saved, /skips: \[watering-can\.v0\.9\.0\]/);
  assert.match(saved, /skipRange: '>=1\.1\.0 <1\.2\.0'/);
  await page.context().close();
});

test("69 a file that changed on disk is not overwritten: the conflict is shown before saving and can be merged", async () => {
  const page = await newPage(site);
  await openFolder(page, { "catalog.yaml": original });
  await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
  await onChange(page);
  const theirs = `# theirs\n${original}`;
  await writeDisk(page, "catalog.yaml", theirs);
  const dialog = await review(page);
  await dialog.getByText("changed on disk since it was opened").waitFor();
  assert.ok(await dialog.getByRole("button", { name: "Save 1 file" }).isDisabled());
  assert.equal(await onDisk(page, "catalog.yaml"), theirs);
  await dialog.getByRole("button", { name: "Merge" }).click();
  await dialog.getByText("changed on disk since it was opened").waitFor({ state: "detached" });
  await save(page);
  await page.getByText("Saved 1 file into").waitFor();
  const { removed, added } = difference(theirs, await onDisk(page, "catalog.yaml"));
  assert.deepEqual([removed, added], [[], ["  replaces: watering-can.v1.0.0"]]);
  await page.context().close();
});

test("67 69 after a save, rows, review, revert and undo show the differences from the disk", async () => {
  const page = await newPage(site);
  await openFolder(page, { "catalog.yaml": original });
  const marked = () => page.locator("tr.is-edited .entry-name").evaluateAll((all) => all.map((one) => one.title));
  const isMarked = (names) => page.waitForFunction((names) => [...document.querySelectorAll("tr.is-edited .entry-name")].map((one) => one.title).join() === names, names.join());
  const meaning = async () => {
    const shown = await review(page);
    await shown.getByText(/^1 file \+\d/).waitFor();
    await shown.locator(".cluster").first().waitFor();
    return shown.locator(".review-body").innerText();
  };
  await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
  await onChange(page);
  await isMarked(["watering-can.v1.0.1"]);
  await meaning();
  await save(page);
  await page.getByText("Saved 1 file into").waitFor();
  await isMarked([]);
  const saved = await onDisk(page, "catalog.yaml");
  await fill(page, "skipRange of watering-can.v1.2.0", ">=1.1.0 <1.2.0");
  await onChange(page);
  await isMarked(["watering-can.v1.2.0"]);
  assert.doesNotMatch(await meaning(), /v1\.0\.1/, "what was saved is not a change any more");
  await page.getByRole("button", { name: "Revert catalog.yaml" }).click();
  await page.getByText("Nothing has changed").waitFor();
  assert.equal(await text(page), saved);
  await toChannel(page);
  await isMarked([]);
  await page.evaluate(() => document.activeElement.blur()); // a field has its own undo
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("Control+z"); // the revert, the second change, the first
  await page.waitForFunction((original) => globalThis.olmkit.text("catalog.yaml") === original, original);
  assert.equal(await page.evaluate(() => globalThis.olmkit.state().changed), 1, "before the save is a change again");
  await isMarked(["watering-can.v1.0.1"]);
  assert.match(await meaning(), /v1\.0\.1/, "and what was undone is one");
  await toChannel(page);
  assert.deepEqual(await marked(), ["watering-can.v1.0.1"]);
  await page.context().close();
});

test("69 the review shows a change on disk when the user returns to the page", async () => {
  const page = await newPage(site);
  await openFolder(page, { "catalog.yaml": original });
  await fill(page, "skipRange of watering-can.v1.2.0", ">=1.1.0 <1.2.0");
  await onChange(page);
  const shown = await review(page);
  await shown.locator(".save-now.is-ready").waitFor();
  await writeDisk(page, "catalog.yaml", `${original}# theirs\n`);
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await shown.getByText("Both sets of changes fit together").waitFor();
  await shown.locator(".figures").waitFor();
  assert.ok(await shown.locator(".save-now").isDisabled());
  assert.equal(await shown.locator(".save-now.is-ready").count(), 0, "a file in conflict is not saved");
  const revision = () => page.evaluate(() => globalThis.olmkit.state().revision);
  const before = await revision();
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await page.waitForTimeout(300);
  assert.equal(await revision(), before, "nothing is analyzed again");
  await writeDisk(page, "catalog.yaml", original);
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await shown.locator(".save-now.is-ready").waitFor();
  assert.equal(await shown.getByText("Both sets of changes fit together").count(), 0);
  await page.context().close();
});

test("69 a conflict in the same lines: overwrite, or use the version on disk", async () => {
  const page = await newPage(site);
  await openFolder(page, { "catalog.yaml": original });
  const theirs = original.replace("skipRange: '>=1.0.0 <1.2.0'", "skipRange: '<1.2.0'");
  const mine = async () => {
    await fill(page, "skipRange of watering-can.v1.2.0", ">=1.1.0 <1.2.0");
    await onChange(page);
    await (await review(page)).getByText("in the same lines").waitFor();
  };
  await writeDisk(page, "catalog.yaml", theirs);
  await mine();
  await page.getByRole("button", { name: "Changes on disk" }).click();
  const disk = page.getByRole("region", { name: "Changes on disk" });
  await disk.locator("ins.diff-line", { hasText: "'<1.2.0'" }).waitFor();
  await disk.locator("del.diff-line", { hasText: "'>=1.0.0 <1.2.0'" }).waitFor();
  await page.getByRole("button", { name: "Use version on disk" }).click();
  await page.getByText("Nothing has changed").waitFor();
  assert.equal(await text(page), theirs);
  await page.keyboard.press("Control+z");
  await page.getByText("in the same lines").waitFor(); // undone, the conflict is there again
  assert.match(await text(page), /skipRange: '>=1\.1\.0 <1\.2\.0'/);
  await page.keyboard.press("Control+y");
  await page.getByText("Nothing has changed").waitFor();
  await toChannel(page);
  await writeDisk(page, "catalog.yaml", original);
  await mine();
  await page.getByRole("button", { name: "Overwrite" }).click();
  await page.getByText("Saved 1 file into").waitFor();
  assert.match(await onDisk(page, "catalog.yaml"), /skipRange: '>=1\.1\.0 <1\.2\.0'/);
  await page.context().close();
});

test("69 a conflict with a file that is no longer text says so, and why it is not shown", async () => {
  const page = await newPage(site);
  await openFolder(page, { "catalog.yaml": original });
  await fill(page, "skipRange of watering-can.v1.2.0", ">=1.1.0 <1.2.0");
  await onChange(page);
  await writeDisk(page, "catalog.yaml", "\0\0");
  const shown = await review(page);
  await shown.getByText("changed on disk since it was opened, and is no longer text. It cannot be merged.").waitFor();
  assert.equal(await shown.getByRole("button", { name: "Merge" }).count(), 0);
  await page.getByRole("button", { name: "Changes on disk" }).click();
  await page.getByRole("region", { name: "Changes on disk" }).getByText("catalog.yaml is a binary file").waitFor();
  await page.context().close();
});

test("69 who leaves the review while it saves stays there, and learns how it ended", async () => {
  const page = await newPage(site);
  await openFolder(page, { "catalog.yaml": original });
  const leaveWhileSaving = async (range) => {
    await toChannel(page);
    await fill(page, "skipRange of watering-can.v1.2.0", range);
    await onChange(page);
    await review(page);
    await page.evaluate(() => {
      const { createWritable } = FileSystemFileHandle.prototype;
      const held = new Promise((resolve) => Object.assign(globalThis, { release: resolve }));
      FileSystemFileHandle.prototype.createWritable = async function (...options) {
        FileSystemFileHandle.prototype.createWritable = createWritable;
        if (await held) throw new Error("the disk is full");
        return createWritable.apply(this, options);
      };
    });
    await page.locator(".save-now").click();
    await page.locator(".save-now", { hasText: "Saving" }).waitFor();
    await problems(page);
  };
  await leaveWhileSaving(">=1.1.0 <1.2.0");
  await page.evaluate(() => globalThis.release(false));
  await page.getByText("Saved 1 file into").waitFor();
  assert.match(page.url(), /view=problems/);
  await leaveWhileSaving("<1.2.0");
  await page.evaluate(() => globalThis.release(true));
  await page.locator(".notice.is-alarm", { hasText: "Not saved: catalog.yaml: the disk is full." }).waitFor();
  await page.context().close();
});

test("69 overwriting writes the file of the conflict only, over the version that was shown; two clicks save once", async () => {
  const page = await newPage(site);
  const other = original.replaceAll("watering-can", "spade");
  await openFolder(page, { "a.yaml": original, "b.yaml": other });
  for (const path of ["a.yaml", "b.yaml"]) await page.evaluate(([path, now]) => globalThis.olmkit.edit(path, now), [path, `${await text(page, path)}# mine\n`]);
  await writeDisk(page, "a.yaml", `${original}# theirs\n`);
  const shown = await review(page);
  await shown.getByText("in the same lines").waitFor();
  await writeDisk(page, "a.yaml", `${original}# newer\n`);
  await shown.getByRole("button", { name: "Changes on disk" }).click();
  await shown.getByRole("button", { name: "Overwrite" }).click();
  // The conflict is reported again, with the version that is on disk now.
  await shown.getByRole("region", { name: "Changes on disk" }).waitFor({ state: "detached" });
  await page.getByText("Not overwritten: the file changed on disk again.").waitFor();
  assert.equal(await onDisk(page, "a.yaml"), `${original}# newer\n`);
  await shown.getByRole("button", { name: "Overwrite" }).click();
  await page.locator(".notice", { hasText: "Saved 1 file into" }).waitFor();
  assert.equal(await onDisk(page, "a.yaml"), `${original}# mine\n`);
  assert.equal(await onDisk(page, "b.yaml"), other);
  assert.equal(await page.evaluate(() => globalThis.olmkit.state().changed), 1);
  await shown.getByText("in the same lines").waitFor({ state: "detached" });
  await page.evaluate(() => {
    const button = document.querySelector(".save-now");
    button.click();
    button.click();
  });
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 0);
  await page.locator(".review-page").waitFor({ state: "hidden" });
  assert.equal(await onDisk(page, "b.yaml"), `${other}# mine\n`);
  assert.equal(await page.locator(".notice.is-alarm").count(), 0);
  await page.context().close();
});

test("69 while files are written, they cannot be saved again", async () => {
  const page = await newPage(site);
  const pump = "---\nschema: olm.package\nname: pump\n";
  await openFolder(page, { "catalog.yaml": original, "pump.yaml": pump });
  for (const path of ["catalog.yaml", "pump.yaml"]) await page.evaluate((path) => globalThis.olmkit.edit(path, `${globalThis.olmkit.text(path)}# mine\n`), path);
  await page.evaluate(() => {
    const create = FileSystemFileHandle.prototype.createWritable;
    const isOpen = new Promise((resolve) => Object.assign(globalThis, { openGate: resolve }));
    FileSystemFileHandle.prototype.createWritable = async function (...options) {
      if (this.name === "pump.yaml") await isOpen;
      return create.apply(this, options);
    };
  });
  const shown = await review(page);
  await shown.locator(".save-now.is-ready, .save-now.is-harmful").click();
  const button = shown.locator(".save-now", { hasText: "Saving…" });
  await button.waitFor();
  assert.ok(await button.isDisabled());
  await page.waitForFunction(async () => (await (await (await (await navigator.storage.getDirectory()).getFileHandle("catalog.yaml")).getFile()).text()).endsWith("# mine\n"));
  await page.keyboard.press("Control+s");
  await button.dispatchEvent("click");
  await page.evaluate(() => globalThis.openGate());
  await page.getByText("Saved 2 files into the folder.").waitFor();
  assert.equal(await page.getByText("changed on disk").count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("2 without the folder picker a folder opens by an input, and changes come as a download", async () => {
  const folder = mkdtempSync(join(tmpdir(), "olmkit-"));
  mkdirSync(join(folder, "catalog", "a"), { recursive: true });
  writeFileSync(join(folder, "catalog", "a", "catalog.yaml"), original);
  writeFileSync(join(folder, "catalog", "README.md"), "# not a catalog\n");
  writeFileSync(join(folder, "catalog", ".indexignore"), "*.md\n");
  const page = await newPage(site, {
    init: () => {
      delete window.showDirectoryPicker;
    },
  });
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), menu(page).then((menu) => menu.getByText("Open folder").click())]);
  await chooser.setFiles(join(folder, "catalog"));
  await ready(page);
  await accepts(page);
  assert.deepEqual((await page.evaluate(() => globalThis.olmkit.paths())).sort(), [".indexignore", "README.md", "a/catalog.yaml"]);
  await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
  await onChange(page);
  const shown = await review(page);
  assert.equal(await shown.getByRole("button", { name: /^Save/ }).count(), 0);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()]);
  assert.deepEqual(difference(original, readFileSync(await download.path(), "utf8")).added, ["  replaces: watering-can.v1.0.0"]);
  rmSync(folder, { recursive: true });
  await page.context().close();
});

/** Presses Tab until the focus is on the wanted element. */
async function tabTo(page, matches, argument, key = "Tab") {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press(key);
    if (await page.evaluate(`(${matches})(document.activeElement, ${JSON.stringify(argument)})`)) return;
  }
  assert.fail(`the keyboard does not reach ${argument}`);
}
const named = (element, name) => element.getAttribute("aria-label") === name || element.textContent.trim() === name;

test("80 open, edit and save by keyboard alone", async () => {
  const page = await newPage(site);
  const chooser = page.waitForEvent("filechooser"); // waits before the key is pressed, because the browser reports the chooser with a delay
  await tabTo(page, named, "Menu");
  await page.keyboard.press("Enter");
  await tabTo(page, (element, name) => element.closest("label")?.textContent.trim() === name, "Open files");
  await page.keyboard.press("Enter");
  await (await chooser).setFiles([{ name: "catalog.yaml", mimeType: "text/plain", buffer: Buffer.from(original) }]);
  await ready(page);
  await tabTo(page, named, "Replaces of watering-can.v1.0.1");
  await page.keyboard.type("watering-can.v1.0.0");
  await page.keyboard.press("Enter");
  await onChange(page);
  await review(page);
  await tabTo(page, named, "Download");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  assert.deepEqual(difference(original, readFileSync(await download.path(), "utf8")).added, ["  replaces: watering-can.v1.0.0"]);
  await page.context().close();
});
