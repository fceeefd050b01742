// Typing in the text.
import { longChannel, newPage, openFiles } from "../../tests/e2e/harness.mjs";
import { median, most, within99 } from "./figures.mjs";

/** The number of keystrokes per line. A line that is wider than the pane would scroll with every keystroke. */
const LINE = 30;

/**
 * Returns the main thread's milliseconds for each keystroke. The keystrokes are in comments, so that the catalog does
 * not change.
 */
async function typing(site, { keys, isCpu }) {
  const page = await newPage(site);
  await openFiles(page, longChannel(500));
  await page.locator(".cm-line").nth(12).click();
  await page.keyboard.press("End");
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: isCpu ? "threadTicks" : "timeTicks" });
  const busy = async () => (await client.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  const costs = [];
  for (let key = 0; key < keys; key += 1) {
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

/** Prints the main thread's time for a keystroke. */
export async function measureKeys(site, options) {
  const costs = await typing(site, options);
  console.log(
    `a key in a channel of 500 entries, ${options.isCpu ? "CPU time of the main thread" : "main thread"}, the answer of the engine included: median ${median(costs).toFixed(1)} ms, 99 % within ${within99(costs).toFixed(1)}, most ${most(costs).toFixed(1)}, the first ${costs[0].toFixed(1)}`,
  );
}
