// The long tasks of the page's main thread: opening large catalogs, going from the overview to a package and back,
// scrolling a long channel, dragging an edge.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bundleDocument, channelDocument, checked, longChannel, newPage, openFiles, packageDocument } from "../../tests/e2e/harness.mjs";
import { ABSENT, shared } from "../../tests/shared.mjs";
import { median, most } from "./figures.mjs";

/** The duration of a task that users may notice, in milliseconds. */
const LONG = 50;
const CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline"];
/** Milliseconds in which a page finishes what it does after it shows a result. */
const SETTLED = 1000;

const ROWS = 5000;
const STEP = 300; // pixels of a turn of the wheel
const MINORS = 40; // the graph has a row for each
const PATCHES = 10;

/** The durations of the tasks of the main thread while `work` runs, in milliseconds. `isCpu`: only their CPU time. */
async function tasksDuring(page, work, isCpu) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: CATEGORIES });
  await work();
  await page.waitForTimeout(SETTLED);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const isMain = ({ name, args }) => name === "thread_name" && args.name === "CrRendererMain";
  const threads = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter(({ name, pid, tid }) => name === "RunTask" && threads.has(`${pid} ${tid}`));
  return tasks.filter(({ dur }) => dur !== undefined).map(({ dur, tdur }) => (isCpu ? tdur : dur) / 1000);
}

/** Writes the files of a folder to the browser's own file system, so that opening them does not need the driver. */
async function prepareFolder(page, folder) {
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name, "catalog.yaml"), "utf8");
    await page.evaluate(
      async ([name, text]) => {
        const top = await navigator.storage.getDirectory();
        const folder = await top.getDirectoryHandle(name, { create: true });
        const writable = await (await folder.getFileHandle("catalog.yaml", { create: true })).createWritable();
        await writable.write(text);
        await writable.close();
      },
      [name, text],
    );
  }
  await page.evaluate(() => {
    window.showDirectoryPicker = () => navigator.storage.getDirectory();
  });
}

/** Opens a catalog of the shared data, its first package, and its overview again. */
async function visitCatalog(site, version, during) {
  const page = await newPage(site);
  await prepareFolder(page, shared("corpus", "catalogs", version));
  const row = page.locator("tr[data-package]").first();
  await during(page, `opening ${version}`, async () => {
    await page.locator(".topbar .open-folder").evaluate((button) => button.click());
    await checked(page);
    await row.waitFor();
  });
  await during(page, `the first package of ${version}`, async () => {
    await row.locator("button").first().click(); // looking for a role would be a task of the page
    await page.locator(".matrix tbody tr").first().waitFor();
  });
  await during(page, `back to the overview of ${version}`, async () => {
    await page.locator(".location .title").click();
    await row.waitFor();
  });
  await page.context().close();
}

/** Scrolls the table of a channel to its end. */
async function scroll(site, during) {
  const page = await newPage(site);
  await openFiles(page, longChannel(ROWS));
  const rows = page.locator(".table-scroll:has(> .entries)");
  await rows.hover();
  await during(page, `scrolling ${ROWS} rows`, async () => {
    for (let before = -1, now = 0; now > before; ) {
      before = now;
      await page.mouse.wheel(0, STEP);
      now = await rows.evaluate((rows) => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(rows.scrollTop)))));
    }
    await page.locator('.entry-name[title="foo.v1.0.0"]').waitFor();
  });
  await page.context().close();
}

/** A channel with these minor versions, each with patches. An entry replaces the previous patch and skips the same patch of the previous minor version. */
function releases() {
  const versions = Array.from({ length: MINORS * PATCHES }, (_, at) => `1.${Math.floor(at / PATCHES)}.${at % PATCHES}`);
  const entry = (version, at) => {
    const [previous, before] = [versions[at - 1], versions[at - PATCHES]];
    return `- name: foo.v${version}\n${previous ? `  replaces: foo.v${previous}\n` : ""}${before ? `  skips:\n  - foo.v${before}\n` : ""}`;
  };
  const bundles = versions.map((version) => bundleDocument("foo", version)).join("");
  return packageDocument("foo", "stable") + channelDocument("foo", "stable", versions.map(entry).reverse().join("")) + bundles;
}

/** Drags an entry of a graph onto another one, so that the page offers the new edges. */
async function dragEdge(site, during) {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": releases() });
  await page.getByRole("button", { name: "Graph", exact: true }).click();
  const nodes = page.locator(".graph-place .node");
  await nodes.first().waitFor();
  const middle = async (name) => {
    const { x, y, width, height } = await nodes.and(page.locator(`[data-drag="${name}"]`)).boundingBox();
    return [x + width / 3, y + height / 2];
  };
  const [from, to] = [await middle(`foo.v1.${MINORS - 4}.0`), await middle(`foo.v1.${MINORS - 1}.1`)];
  await page.waitForTimeout(SETTLED);
  await during(page, `dragging an edge in the graph of ${MINORS * PATCHES} entries`, async () => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 60 });
    await page.mouse.up();
    await page.locator("dialog .alternative input:checked").waitFor();
  });
  await page.context().close();
}

/** Prints how many tasks of the main thread take longer than 50 ms, and the longest one. */
export async function measureTasks(site, { runs, isCpu }) {
  const found = new Map(); // for each name the durations of the long tasks of each run, and the longest task
  const during = async (page, name, work) => {
    const tasks = await tasksDuring(page, work, isCpu);
    const own = found.get(name) ?? { long: [], longest: [] };
    own.long.push(tasks.filter((duration) => duration > LONG).length);
    own.longest.push(most(tasks));
    found.set(name, own);
  };
  const hasCorpus = shared("corpus") !== undefined;
  if (!hasCorpus) console.log(`Opening v4.16 and v4.20 is not measured: ${ABSENT}.`);
  for (let run = 0; run < runs; run += 1) {
    if (hasCorpus) for (const version of ["v4.16", "v4.20"]) await visitCatalog(site, version, during);
    await scroll(site, during);
    await dragEdge(site, during);
  }
  for (const [name, { long, longest }] of found) {
    console.log(
      `${name}: tasks over ${LONG} ms${isCpu ? " of CPU time" : ""}: median ${median(long)}, most ${most(long)}; the longest task: median ${median(longest).toFixed(0)} ms, most ${most(longest).toFixed(0)}`,
    );
  }
}
