// The first visit of the page.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipped } from "../sizes.mjs";
import { median, most, sorted } from "./figures.mjs";

/**
 * Opens a page in a fresh profile. Returns what it loads, and the milliseconds from the start of the navigation until
 * the frame with the buttons, or with the verdict about a sample, is drawn and the main thread is free. The page itself
 * looks at the clock, because the requests of a test driver would take a part of the time.
 */
async function visit(site, slower, hash) {
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

/** Prints the size and duration of the first visit, and of the first visit with a sample. `dist`: the built page. */
export async function measureVisits(site, { dist, runs }) {
  const zipped = (path) => gzipped(readFileSync(join(dist, path === "/" ? "index.html" : path))) ?? Number.NaN;
  for (const [what, hash] of [
    ["the page", ""],
    ["the page, and a sample checked", "#sample=valid"],
  ]) {
    const { loaded } = await visit(site, 1, hash);
    const size = [...loaded].filter((path) => !path.endsWith("favicon.ico")).reduce((sum, path) => sum + zipped(path), 0);
    for (const slower of [1, 4]) {
      const times = [];
      for (let run = 0; run < runs; run += 1) times.push((await visit(site, slower, hash)).took);
      console.log(
        `${what}: ${loaded.size} files, ${(size / 1000).toFixed(0)} kB by gzip -9; CPU slowed ${slower} x: median ${median(times).toFixed(0)} ms, least ${sorted(times)[0].toFixed(0)}, most ${most(times).toFixed(0)}`,
      );
    }
  }
}
