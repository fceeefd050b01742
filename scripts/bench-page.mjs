// Measures the editor in `dist` (`npm run build`; EDITOR_DIST names another build) in Chromium: the size and duration
// of the first visit, and the main thread's time for a keystroke. `node scripts/bench-page.mjs [--runs N] [--keys N]
// [--cpu]`.
//
// `--cpu` reports the CPU time of a keystroke instead of its duration, for a machine that runs other programs. Times
// are medians over fresh profiles, at full speed and with the CPU slowed down four times. Other programs on the machine
// affect them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { longChannel, newPage, openFiles, root, setup } from "../tests/e2e/harness.mjs";
import { gzipped } from "./sizes.mjs";

const { values } = parseArgs({ options: { runs: { type: "string", default: "5" }, keys: { type: "string", default: "200" }, cpu: { type: "boolean" } } });
const dist = process.env.EDITOR_DIST ?? join(root, "dist");
const site = await setup(dist);
const sorted = (list) => [...list].sort((a, b) => a - b);
const median = (list) => sorted(list)[Math.floor(list.length / 2)];
const within99 = (list) => sorted(list)[Math.ceil(list.length * 0.99) - 1];

/**
 * Opens a page in a fresh profile. Returns what it loads, and the milliseconds from the start of the navigation until
 * the frame with the buttons, or with the verdict about a sample, is drawn and the main thread is free. The page itself
 * looks at the clock, because the requests of a test driver would take a part of the time.
 */
async function visit(slower, hash) {
  const context = await site.browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: "block" });
  const page = await context.newPage();
  const loaded = new Set();
  page.on("request", (request) => loaded.add(new URL(request.url()).pathname));
  await page.addInitScript((isSample) => {
    const isReady = () => (isSample ? /opm (accepts|rejects)/.test(document.querySelector(".status .verdict")?.textContent ?? "") : document.querySelector(".topbar button"));
    const observer = new MutationObserver(() => {
      if (!isReady()) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { usableAt: performance.now() })));
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  }, hash !== "");
  const client = await context.newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.goto(site.address + hash);
  const took = await (await page.waitForFunction(() => globalThis.usableAt, null, { polling: 500 })).jsonValue();
  await context.close();
  return { took, loaded };
}

const zipped = (path) => gzipped(readFileSync(join(dist, path === "/" ? "index.html" : path))) ?? Number.NaN;

for (const [what, hash] of [
  ["the page", ""],
  ["the page, and a sample checked", "#sample=valid"],
]) {
  const { loaded } = await visit(1, hash);
  const size = [...loaded].filter((path) => !path.endsWith("favicon.ico")).reduce((sum, path) => sum + zipped(path), 0);
  for (const slower of [1, 4]) {
    const times = [];
    for (let run = 0; run < Number(values.runs); run += 1) times.push((await visit(slower, hash)).took);
    console.log(
      `${what}: ${loaded.size} files, ${(size / 1000).toFixed(0)} kB by gzip -9; CPU slowed ${slower} x: median ${median(times).toFixed(0)} ms, least ${sorted(times)[0].toFixed(0)}, most ${sorted(times).at(-1).toFixed(0)}`,
    );
  }
}

/** The number of keystrokes per line. A line that is wider than the pane would scroll with every keystroke. */
const LINE = 30;

/**
 * Returns the main thread's milliseconds for each keystroke. The keystrokes are in comments, so that the catalog does
 * not change.
 */
async function typing() {
  const page = await newPage(site);
  await openFiles(page, longChannel(500));
  await page.locator(".cm-line").nth(12).click();
  await page.keyboard.press("End");
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: values.cpu ? "threadTicks" : "timeTicks" });
  const busy = async () => (await client.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  const costs = [];
  for (let key = 0; key < Number(values.keys); key += 1) {
    if (key % LINE === 0) {
      await page.keyboard.press("Enter");
      await page.keyboard.type("# ");
      await page.waitForTimeout(500);
    }
    const before = await busy();
    await page.keyboard.type("x");
    await page.waitForTimeout(120); // includes showing the response of the engine
    costs.push((await busy()) - before);
  }
  await page.context().close();
  return costs;
}

const costs = await typing();
console.log(
  `a key in a channel of 500 entries, ${values.cpu ? "CPU time of the main thread" : "main thread"}, the answer of the engine included: median ${median(costs).toFixed(1)} ms, 99 % within ${within99(costs).toFixed(1)}, most ${sorted(costs).at(-1).toFixed(1)}, the first ${costs[0].toFixed(1)}`,
);
await site.close();
