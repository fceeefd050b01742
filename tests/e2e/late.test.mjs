// Late responses and refused edits: typed text is kept, and nothing happens that was not shown.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { bundleDocument, channelMenu, checked, entryMenu, menu, newPage, openFiles, problems, ready, review, sample, setup, text, violations } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

/** Delays responses of the workers by `delay` milliseconds, and while `isHeld` is a promise. `arrived` counts them. */
const late = () => {
  globalThis.Worker = class extends Worker {
    addEventListener(type, listener) {
      super.addEventListener(type, (event) => {
        globalThis.arrived = (globalThis.arrived ?? 0) + 1;
        return Promise.resolve(globalThis.isHeld).then(() => setTimeout(() => listener(event), globalThis.delay ?? 0));
      });
    }
  };
};

/** Holds the responses of the workers back until `release`. */
const hold = (page) =>
  page.evaluate(() => {
    globalThis.isHeld = new Promise((resolve) => Object.assign(globalThis, { release: resolve }));
  });
const release = (page) => page.evaluate(() => globalThis.release());

/** Opens a page on a sample. Returns it with a function that sets the delay. */
async function opened(name) {
  const page = await newPage(site, { hash: `#sample=${name}`, init: late });
  await ready(page);
  return { page, delay: (time) => page.evaluate((delay) => Object.assign(globalThis, { delay }), time) };
}

const edit = (page, path, now) => page.evaluate(([path, now]) => globalThis.olmkit.edit(path, now), [path, now]);
const alarm = (page) => page.locator(".notice-place .notice.is-alarm");

/** Opens the sheet of a new release, and waits for the response for a version. */
async function newRelease(page, version) {
  await page.getByRole("button", { name: "New release" }).first().click();
  const sheet = page.getByRole("dialog", { name: "New release" });
  const label = (name) => sheet.getByLabel(name, { exact: true });
  await label("Version").fill(version);
  await sheet.getByText("You can also add it later").waitFor();
  return { sheet, label, add: sheet.getByRole("button", { name: "Add release" }) };
}

test("31 a release is added for the version that is typed: a late proposal leaves what is typed meanwhile", async () => {
  const { page, delay } = await opened("valid");
  const { sheet, label, add } = await newRelease(page, "1.2.1");
  await delay(1_500);
  await label("Version").fill("1.2.10");
  await label("replaces").fill("watering-can.v1.1.0");
  assert.ok(await add.isDisabled(), "the answer is for an earlier version");
  await page.keyboard.press("Control+Enter");
  await page.waitForFunction((field) => field.value === "watering-can.v1.2.10", await label("Entry name").elementHandle());
  assert.equal(await label("replaces").inputValue(), "watering-can.v1.1.0");
  await delay(0);
  await add.click();
  await sheet.waitFor({ state: "hidden" });
  const now = await text(page);
  assert.match(now, /- name: watering-can\.v1\.2\.10\n {2}replaces: watering-can\.v1\.1\.0\n/);
  assert.doesNotMatch(now, /v1\.2\.1\b/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("25 a late answer about the cursor does not override what was selected after it", async () => {
  const { page, delay } = await opened("valid");
  const cursorAt = async (name) => {
    await page
      .locator(".cm-line", { hasText: `name: ${name}` })
      .first()
      .click();
    await page.waitForFunction(() => globalThis.asked > 0);
  };
  // Counts the queries of the cursor, which are sent after a pause.
  await page.evaluate(() => {
    const { postMessage } = globalThis.Worker.prototype;
    globalThis.Worker.prototype.postMessage = function (message, ...rest) {
      if (message.method === "at") globalThis.asked += 1;
      return postMessage.call(this, message, ...rest);
    };
  });
  const answered = () => page.evaluate(() => globalThis.olmkit.ask("at", "catalog.yaml", 0)); // answers arrive in their order
  const late = async (select, entry) => {
    await page.locator(".entry-name", { hasText: "v1.2.0" }).first().click();
    await page.waitForFunction(() => location.hash.includes("entry=watering-can.v1.2.0"));
    await page.evaluate(() => Object.assign(globalThis, { asked: 0 }));
    await delay(1_000);
    await cursorAt("watering-can.v1.1.0");
    await select();
    await answered();
    await delay(0);
    await page.waitForFunction((entry) => location.hash.includes(`entry=${entry}`), entry);
    await page.locator("tr.is-selected", { hasText: entry }).waitFor();
  };
  await late(() => page.locator(".entry-name", { hasText: "v1.0.1" }).click(), "watering-can.v1.0.1");
  await late(() => page.evaluate(() => location.assign("#sample=valid&package=watering-can&channel=candidate&entry=watering-can.v1.3.0-rc.1")), "watering-can.v1.3.0-rc.1");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("33 a name is only renamed to what was previewed, and the dialog forgets the name before", async () => {
  const { page, delay } = await opened("valid");
  await page.locator(".entry-name", { hasText: "watering-can.v1.0.1" }).click();
  await entryMenu(page, "Rename");
  const dialog = page.getByRole("dialog", { name: "Rename watering-can.v1.0.1" });
  const rename = dialog.getByRole("button", { name: "Rename everywhere" });
  await dialog.getByLabel("New name").fill("watering-can.v1.0.9");
  await dialog.getByText(/occurrences change in 1 file/).waitFor();
  await delay(1_500);
  await dialog.getByLabel("New name").fill("watering-can.v1.0.8");
  assert.ok(await rename.isDisabled(), "the preview is for an earlier name");
  await page.waitForFunction((button) => !button.disabled, await rename.elementHandle());
  await dialog.getByRole("button", { name: "Back" }).click();
  await entryMenu(page, "Rename");
  assert.doesNotMatch(await dialog.getByRole("status").first().innerText(), /occurrences/);
  await dialog.getByText("This is already the name.").waitFor();
  assert.equal(await text(page), sample("valid"));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("33 renaming an entry without a bundle begins without a refusal, and a refusal shows names", async () => {
  const { page } = await opened("missing-bundle");
  const name = await page.locator(".entry-name").first().getAttribute("title");
  await page.locator(".entry-name").first().click();
  await entryMenu(page, "Rename");
  const dialog = page.getByRole("dialog", { name: `Rename ${name}` });
  await dialog.getByText("This is already the name.").waitFor();
  assert.equal(await dialog.getByText("cannot be done").count(), 0);
  await dialog.getByLabel("New name").fill("watering-can.v1.0.0");
  const refusal = dialog.getByText("This cannot be done:");
  await refusal.waitFor();
  assert.doesNotMatch(await refusal.locator("..").innerText(), /`|\?\./);
  await page.context().close();
});

test("27 a choice whose text has changed is not applied: the dialog stays with a new preview", async () => {
  const { page } = await opened("valid");
  await page.locator(".entry-name", { hasText: "watering-can.v1.0.0" }).click();
  await page.getByRole("button", { name: "Entry menu" }).click();
  await page
    .getByRole("group", { name: "Entry menu" })
    .getByRole("button", { name: /^Remove/ })
    .click();
  const dialog = page.getByRole("dialog", { name: /^Remove watering-can\.v1\.0\.0/ });
  const apply = dialog.getByRole("button", { name: "Apply" });
  await page.waitForFunction((button) => !button.disabled, await apply.elementHandle());
  await edit(page, "catalog.yaml", `${sample("valid")}# changed meanwhile\n`);
  await apply.click();
  await dialog.getByText("Nothing was changed: the files changed after the preview.").waitFor();
  assert.deepEqual(await violations(page), []);
  await apply.click();
  await dialog.waitFor({ state: "hidden" });
  const now = await text(page);
  assert.ok(now.endsWith("# changed meanwhile\n"));
  assert.doesNotMatch(now, /- name: watering-can\.v1\.0\.0\n/);
  await page.context().close();
});

test("31 a release whose edits are outdated when they are there leaves its sheet as it is typed", async () => {
  const { page, delay } = await opened("valid");
  const { sheet, label, add } = await newRelease(page, "1.4.0");
  await sheet.getByRole("button", { name: "Paste rendered" }).click();
  await sheet.getByLabel(/^Output of opm render/).fill(bundleDocument("watering-can", "1.4.0"));
  await sheet.getByText("1 olm.bundle pasted from opm render").waitFor();
  await delay(2_000);
  await add.click();
  await page.waitForTimeout(3_000); // between the response with the entry and that with the bundle
  await edit(page, "catalog.yaml", `${sample("valid")}# changed meanwhile\n`);
  await alarm(page).filter({ hasText: "Not changed" }).waitFor();
  await delay(0);
  assert.ok(await sheet.isVisible());
  assert.equal(await label("Version").inputValue(), "1.4.0");
  await add.click();
  await sheet.waitFor({ state: "hidden" });
  await page.waitForFunction(() => globalThis.olmkit.text("catalog.yaml").includes("- name: watering-can.v1.4.0"));
  await page.context().close();
});

test("70 files whose archive cannot be created are not reported as downloaded", async () => {
  const init = () => {
    globalThis.Worker = class extends Worker {
      constructor(url, options) {
        super(String(url).includes("zip-worker") ? "missing.js" : url, options);
      }
    };
  };
  const page = await newPage(site, { init });
  const files = { "a.yaml": sample("valid"), "b.yaml": "---\nschema: olm.package\nname: pump\n" };
  await openFiles(page, files);
  for (const [path, content] of Object.entries(files)) await edit(page, path, `${content}# more\n`);
  const shown = await review(page);
  await shown.getByRole("button", { name: "Download" }).click();
  await alarm(page).filter({ hasText: "the archive could not be made" }).waitFor();
  assert.ok(await shown.isVisible());
  assert.equal(await page.getByText("Changed files downloaded.").count(), 0);
  await page.context().close();
});

test("66 undo waits for the change that is being planned, and undoes it", async () => {
  const { page } = await opened("valid");
  const original = await text(page);
  await page.locator('.entry-name[title="watering-can.v1.0.1"]').click();
  await entryMenu(page, "Rename");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("New name").fill("watering-can.v1.0.9");
  await dialog.getByRole("button", { name: "Rename everywhere" }).and(page.locator(":enabled")).waitFor();
  await hold(page);
  await dialog.getByRole("button", { name: "Rename everywhere" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  assert.equal(await text(page), original);
  await release(page);
  await page.locator(".notice", { hasText: "Undone: Rename" }).waitFor();
  assert.equal(await text(page), original);
  await page.keyboard.press("Control+y");
  await page.waitForFunction(() => globalThis.olmkit.text("catalog.yaml").includes("watering-can.v1.0.9"));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("16 a page that is opened while a catalog is being read stays open", async () => {
  const { page } = await opened("valid");
  await hold(page);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), menu(page).then((menu) => menu.getByText("Open files").click())]);
  await chooser.setFiles([{ name: "catalog.yaml", mimeType: "text/plain", buffer: Buffer.from(sample("stranded-v0")) }]);
  await page.locator(".progress", { hasText: "Reading files" }).waitFor();
  await problems(page);
  await release(page);
  await checked(page);
  await page.locator(".problem").first().waitFor();
  assert.match(page.url(), /view=problems/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("16 while another channel is loaded, the one before is visibly busy and takes no clicks", async () => {
  const { page } = await opened("valid");
  const node = (name) =>
    page
      .locator(".tree")
      .getByRole("treeitem", { name: new RegExp(`^${name}`) })
      .first();
  const shown = page.locator(".page");
  await shown.locator("h2", { hasText: "stable" }).waitFor();
  const before = await text(page);
  await page.locator(".entry-name").first().click();
  await hold(page);
  await node("candidate").click();
  const busy = page.locator('.page[aria-busy="true"]');
  await busy.waitFor();
  await page.waitForFunction((page) => Number(getComputedStyle(page).opacity) < 1, await shown.elementHandle());
  const remove = shown.getByRole("button", { name: /^Remove / }).first();
  const { x, y } = await remove.boundingBox();
  await page.mouse.click(x + 4, y + 4);
  assert.equal(await page.locator("dialog[open], .alternatives").count(), 0);
  assert.ok(await remove.evaluate((button) => button.closest("[inert]") !== null));
  await release(page);
  await shown.locator("h2", { hasText: "candidate" }).waitFor();
  await busy.waitFor({ state: "detached" });
  assert.equal(await text(page), before);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("31 while a release is prepared, its table and its diff follow the view and the text", async () => {
  const { page } = await opened("valid");
  const { sheet } = await newRelease(page, "1.3.0");
  const row = page.locator("tr.is-proposed .entry-name", { hasText: "watering-can.v1.3.0" });
  await row.waitFor();
  await page.getByRole("button", { name: "Graph", exact: true }).click();
  await page.locator(".graph-place svg").waitFor();
  await page.getByRole("button", { name: "Entries", exact: true }).click();
  await row.waitFor();
  const diff = sheet.locator(".file-change .diff");
  await diff.getByText("replaces: watering-can.v1.1.0").first().waitFor();
  await edit(page, "catalog.yaml", (await text(page)).replace("  replaces: watering-can.v1.1.0\n", "  replaces: watering-can.v1.1.0 # theirs\n"));
  await diff.getByText("# theirs").first().waitFor();
  await row.waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("31 a late plan does not open a preview when its dialog has been closed", async () => {
  const { page } = await opened("valid");
  const paste = page.getByRole("dialog", { name: "Add rendered bundles" });
  const preview = page.getByRole("dialog", { name: /^Add / }).filter({ has: page.getByRole("button", { name: "Apply" }) });
  const plan = async () => {
    await channelMenu(page, "Add rendered bundles");
    await paste.getByLabel(/^Output of opm render/).fill(bundleDocument("watering-can", "1.3.0"));
    await paste.getByRole("button", { name: "Preview change" }).click();
  };
  await plan();
  await preview.getByRole("button", { name: "Back" }).click();
  await paste.getByRole("button", { name: "Back" }).click();
  await page.evaluate(() => Object.assign(globalThis, { arrived: 0 }));
  await hold(page);
  await plan();
  await page.waitForFunction(() => globalThis.arrived > 0);
  await paste.getByRole("button", { name: "Back" }).click();
  await release(page);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  assert.equal(await preview.count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
