// The daily tasks of a maintainer, in the three browser engines: Chromium, Firefox and WebKit.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { serve } from "../../scripts/serve.mjs";
import { bundleFiles } from "../e2e/bundle.mjs";
import { difference, root, sample } from "../e2e/harness.mjs";
import { PROGRAMS, start } from "../e2e/open.mjs";
import { after, before, mustRun, test } from "../test.mjs";
import { ENGINES, launch, missing } from "./browsers.mjs";

const original = sample("valid");
const REPLACES = '[aria-label="Replaces of watering-can.v1.0.1"]';
const DIST = process.env.EDITOR_DIST ?? join(root, "dist");

const checked = (page) => page.wait(() => /opm (accepts|rejects)/.test(document.querySelector(".status .verdict")?.textContent ?? ""));

/** Waits until the catalog is checked, then selects the channel. */
async function ready(page) {
  await checked(page);
  if (!(await page.evaluate(() => document.querySelector(".tree .channel") !== null))) await page.click(".tree .package");
  await page.click(".tree .channel", "stable");
  await page.see(REPLACES);
}
const changed = (page, count) => page.wait((count) => globalThis.olmkit.state().changed === count, count);
const text = (page) => page.evaluate(() => globalThis.olmkit.text("catalog.yaml"));

async function setReplaces(page, value) {
  await page.fill(REPLACES, "", value);
  await page.press("enter");
  await changed(page, 1);
}

/** Declares the flows of one engine. Each opens pages in the browser of `site`. */
function flows(engine) {
  const skip = mustRun ? false : missing(engine);
  const site = {};
  before(async () => {
    if (skip) return;
    site.browser = await launch(engine);
    site.server = await serve(DIST, 0);
    site.address = `http://127.0.0.1:${site.server.address().port}/`;
  });
  after(async () => {
    await site.browser?.close();
    site.server?.close();
  });

  const flow = (name, work) =>
    test(`${engine}: ${name}`, { skip }, async (t) => {
      const page = await site.browser.page();
      await work(page, t);
    });

  flow("a cell is edited by one changed line, and undo takes it back", async (page) => {
    await page.visit(`${site.address}#sample=valid`);
    await ready(page);
    await setReplaces(page, "watering-can.v1.0.0");
    assert.deepEqual(difference(original, await text(page)), { removed: [], added: ["  replaces: watering-can.v1.0.0"] });
    await page.click("button", "Undo");
    await changed(page, 0);
    assert.equal(await text(page), original);
  });

  flow("half a name is kept while another tab is shown, and is written when the cell is left", async (page) => {
    await page.visit(`${site.address}#sample=valid`);
    await ready(page);
    const value = () => page.evaluate((css) => document.querySelector(css).value, REPLACES);
    const isKept = async (expected) => {
      await new Promise((wait) => setTimeout(wait, 300));
      assert.equal(await value(), expected);
      assert.equal(await text(page), original);
      assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /Not changed/);
    };
    await page.fill(REPLACES, "", "watering");
    await page.elsewhere(() => isKept("watering"));
    await page.type("-can.v1.0.");
    await page.elsewhere(() => isKept("watering-can.v1.0."));
    await page.type("0");
    await page.elsewhere(() => isKept("watering-can.v1.0.0"));
    await page.click(".channel-head h2");
    await changed(page, 1);
    assert.deepEqual(difference(original, await text(page)), { removed: [], added: ["  replaces: watering-can.v1.0.0"] });
  });

  flow("the graph shows the entries and the channel's problem", async (page) => {
    await page.visit(`${site.address}#sample=stranded-v0`);
    await ready(page);
    await page.click(".switch button", "Graph");
    await page.see(".graph-place .node", "watering-can.v1.2.0");
    await page.click(".graph-place .node", "watering-can.v1.0.1");
    await page.see(".graph-place .node.is-selected", "watering-can.v1.0.1");
    await page.wait(() => location.hash.includes("view=graph"));
  });

  flow("the review says what a change means; the download has it", async (page) => {
    await page.visit(`${site.address}#sample=valid`);
    await ready(page);
    await setReplaces(page, "watering-can.v1.0.0");
    await page.press("control", "s");
    await page.see(".review-page h2", "Review 1 change");
    await page.evaluate(() => {
      globalThis.downloaded = [];
      const create = URL.createObjectURL;
      URL.createObjectURL = (blob) => {
        globalThis.downloaded.push(blob);
        return create(blob);
      };
    });
    await page.click(".review-page button", "Download");
    await page.wait(() => globalThis.downloaded.length === 1);
    const written = await page.evaluate(() => globalThis.downloaded[0].text());
    assert.deepEqual(difference(original, written), { removed: [], added: ["  replaces: watering-can.v1.0.0"] });
  });

  flow("a draft is there after a reload", async (page) => {
    await page.visit(site.address);
    await page.choose("input.open-files", { "catalog.yaml": original });
    await ready(page);
    await setReplaces(page, "watering-can.v1.0.0");
    await page.wait(() => globalThis.olmkit.state().draft.kind === "saved");
    const mine = await text(page);
    await page.visit("about:blank");
    await page.visit(site.address);
    await page.click("button", "Continue");
    await checked(page);
    assert.equal(await text(page), mine);
  });

  flow("a folder of this machine is edited and saved", async (page, t) => {
    const folder = mkdtempSync(join(tmpdir(), "olmkit-engines-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "catalog.yaml");
    writeFileSync(path, original);
    const { address } = await start(t, PROGRAMS[0], folder);
    await page.visit(address);
    await ready(page);
    await setReplaces(page, "watering-can.v1.0.0");
    await page.press("control", "s");
    await page.click(".review-page button", "Save 1 file");
    await changed(page, 0);
    assert.deepEqual(difference(original, readFileSync(path, "utf8")), { removed: [], added: ["  replaces: watering-can.v1.0.0"] });
    writeFileSync(path, `# theirs\n${original}`);
    await page.wait(() => globalThis.olmkit.text("catalog.yaml").startsWith("# theirs"));
  });

  flow("a bundle opens and is checked", async (page) => {
    await page.visit(site.address);
    await page.choose("input.open-files", { "foo-1.1.0.zip": [...zipSync(bundleFiles())] });
    await page.see(".bundle-page .bundle-verdicts");
    await page.see(".bundle-page dd", "foo.v1.1.0");
    await page.wait(() => /opm (accepts|rejects) this bundle/.test(document.querySelector(".status .verdict")?.textContent ?? ""));
  });

  flow("without a server the editor works after one visit", async (page) => {
    const own = await serve(DIST, 0);
    const address = `http://127.0.0.1:${own.address().port}/`;
    await page.visit(address);
    await page.wait(() => navigator.serviceWorker.controller !== null);
    own.close();
    own.closeAllConnections();
    await page.visit("about:blank");
    await page.visit(`${address}#sample=stranded-v0`);
    await ready(page);
    await setReplaces(page, "watering-can.v1.0.0");
  });
}

for (const engine of ENGINES) flows(engine);
