// The text pane shows the open document, and writes to no other document, in whatever order documents are opened.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { after, before, test } from "../test.mjs";
import { menu, newPage, openFolder, ready, root, sample, setup, text } from "./harness.mjs";
import { tar } from "./tar.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

/** Returns the text in the pane, including folded parts and parts out of view. */
const paneText = (page) =>
  page.evaluate(() => {
    const content = document.querySelector(".code .cm-content");
    const { state } = (content.cmTile ?? content.cmView).view;
    return state.doc.toString();
  });

const texts = (page) => page.evaluate(() => Object.fromEntries(globalThis.olmkit.paths().map((path) => [path, globalThis.olmkit.text(path)])));
const forgetDrafts = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open("olmkit");
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const transaction = request.result.transaction("drafts", "readwrite");
          transaction.objectStore("drafts").clear();
          transaction.oncomplete = () => {
            request.result.close();
            resolve();
          };
        };
      }),
  );

/** Types at the end of a line, and checks what changed. */
async function typeAndLook(page, path, opened, typed) {
  const LINE = 4;
  assert.equal(await text(page, path), opened, `${path} is what was opened`);
  await page.waitForFunction((shown) => document.querySelector(".code-path")?.textContent === shown, path);
  assert.equal(await paneText(page), opened, `the pane shows ${path}`);
  const before = await texts(page);
  await page.locator(".code .cm-content").click();
  await page.keyboard.press("Control+Home");
  for (let line = 0; line < LINE; line += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.type(typed);
  const lines = opened.split("\n");
  lines[LINE] += typed;
  const wanted = { ...before, [path]: lines.join("\n") };
  assert.deepEqual(await texts(page), wanted, `only ${path} is changed, by what was typed`);
  assert.equal(await paneText(page), wanted[path]);
  await page.waitForFunction(() => globalThis.olmkit.state().draft.kind === "saved");
}

/**
 * Returns a walk over the numbers below `size` in which each number follows each other number once, and optionally
 * itself.
 */
function walk(size, withItself) {
  const others = (from) => Array.from({ length: size }, (_, at) => at).filter((at) => withItself || at !== from);
  const left = Array.from({ length: size }, (_, at) => others(at));
  const stack = [0];
  const out = [];
  while (stack.length) {
    const next = left[stack.at(-1)].pop();
    if (next === undefined) out.push(stack.pop());
    else stack.push(next);
  }
  return out.reverse();
}

async function openPage() {
  const page = await newPage(site);
  page.on("dialog", (dialog) => dialog.accept());
  return page;
}

/** Opens a file, and waits until it is open. */
async function openBy(page, path, content, open) {
  await open();
  await page.waitForFunction(([path, content]) => globalThis.olmkit.text(path) === content, [path, content]);
  await ready(page);
}

const link = (page, hash) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, hash);

// 91 pairs, each of which takes a second or two.
const PAIRS = 5 * 60_000;

test("1 each sample opened after each other one is what the text pane shows and writes", { timeout: PAIRS }, async () => {
  const names = readdirSync(join(root, "web", "samples")).map((name) => name.replace(".yaml", ""));
  const page = await openPage();
  for (const [step, at] of walk(names.length, false).entries()) {
    await forgetDrafts(page);
    await openBy(page, "catalog.yaml", sample(names[at]), () => link(page, `sample=${names[at]}`));
    await typeAndLook(page, "catalog.yaml", sample(names[at]), ` # typed ${step}`);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

async function choose(page, files) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), menu(page).then((menu) => menu.getByText("Open files").click())]);
  await chooser.setFiles(files);
}

async function drop(page, name, content) {
  const transfer = await page.evaluateHandle(
    ([name, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], name));
      return data;
    },
    [name, content],
  );
  await page.dispatchEvent("html", "drop", { dataTransfer: transfer });
}

const share = (name, content) => `share=1.${deflateRawSync(JSON.stringify({ title: "shared", files: [[name, content]] })).toString("base64url")}`;
const paste = (page, content) =>
  page.evaluate((content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", content);
    document.activeElement?.blur();
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, content);

/**
 * `fixed` is the content of ways that always open the same, whose draft would be restored. The others open a different
 * content each time.
 */
const WAYS = {
  sample: { open: (page) => link(page, "sample=valid"), fixed: () => sample("valid") },
  example: {
    open: (page) => link(page, "example=channel-multiple-heads.1"),
    fixed: async (page) => (await page.evaluate(() => globalThis.olmkit.ask("explain", "channel-multiple-heads"))).examples[0].files[0].text,
  },
  chosen: { open: (page, content, name) => choose(page, [{ name, mimeType: "text/plain", buffer: Buffer.from(content) }]) },
  archive: { open: (page, content, name) => choose(page, [{ name: "catalog.tar", mimeType: "application/x-tar", buffer: tar({ [name]: Buffer.from(content) }) }]) },
  dropped: { open: (page, content, name) => drop(page, name, content) },
  folder: { isOnDisk: true, open: (page, content, name) => openFolder(page, { [name]: content }) },
  link: { open: (page, content, name) => link(page, share(name, content)) },
};
const PASTED = { chosen: WAYS.chosen, dropped: WAYS.dropped, pasted: { open: (page, content) => paste(page, content) } };

for (const [path, ways] of [
  ["catalog.yaml", WAYS],
  ["untitled.yaml", PASTED],
]) {
  test(`1 each method to open ${path} after each other one: the pane shows and writes what was opened`, { timeout: PAIRS }, async () => {
    const page = await openPage();
    const names = Object.keys(ways);
    let last = "";
    for (const [step, at] of walk(names.length, true).entries()) {
      const { fixed, isOnDisk, open } = ways[names[at]];
      if (fixed && last === names[at]) continue; // the URL does not change, so nothing is opened
      last = names[at];
      if (fixed || isOnDisk) await forgetDrafts(page); // otherwise the draft of the same file would be restored
      const content = fixed ? await fixed(page) : `# opened as ${names[at]}, number ${step}\n${sample("valid")}`;
      await openBy(page, path, content, () => open(page, content, path));
      await typeAndLook(page, path, content, ` # typed ${step}`);
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

const csv = (mark) => `# bundle ${mark}\napiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata:\n  name: foo.v1.0.0\nspec:\n  version: 1.0.0\n`;

const bundleOf = (content) => ({
  name: "foo.tar",
  mimeType: "application/x-tar",
  buffer: tar({ "manifests/csv.yaml": Buffer.from(content), "metadata/annotations.yaml": Buffer.from("annotations: {}\n") }),
});

test("1 a bundle opened after another one of the same name, beside a catalog: the pane shows and writes what was opened", async () => {
  const page = await openPage();
  await openBy(page, "catalog.yaml", sample("valid"), () => link(page, "sample=valid"));
  const path = "bundle:foo/manifests/csv.yaml";
  for (let step = 0; step < 3; step += 1) {
    await choose(page, [bundleOf(csv(step))]);
    await page.waitForFunction(([path, content]) => globalThis.olmkit.text(path) === content, [path, csv(step)]);
    await page.locator(".code").waitFor({ state: "hidden" }); // a bundle opens on its page
    await page.locator(".bundle-page").getByRole("button", { name: "Show in the text" }).click();
    await typeAndLook(page, path, csv(step), ` # typed ${step}`);
    assert.equal(await text(page), sample("valid"), "the catalog beside it is as it was");
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("1 the cursor stays in place while typing when an answer of the checker comes late", async () => {
  const late = () => {
    globalThis.Worker = class extends Worker {
      addEventListener(type, listener) {
        super.addEventListener(type, (event) => setTimeout(() => listener(event), globalThis.delay ?? 0));
      }
    };
  };
  const page = await newPage(site, { init: late });
  const path = "bundle:foo/manifests/csv.yaml";
  await choose(page, [bundleOf(csv(1))]);
  const inText = page.locator(".bundle-page").getByRole("button", { name: "Show in the text" });
  await inText.waitFor();
  await page.evaluate(() => Object.assign(globalThis, { delay: 2_000 }));
  const other = `${csv(2)}  displayName: Other\n`;
  await choose(page, [bundleOf(other)]);
  await page.waitForFunction(([path, content]) => globalThis.olmkit.text(path) === content, [path, other]);
  await inText.click();
  await page.locator(".code .cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("# first");
  await page.waitForFunction(() => document.querySelector(".bundle-page")?.textContent.includes("Other"));
  await page.keyboard.type(", second ");
  assert.equal(await text(page, path), `# first, second ${other}`);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
