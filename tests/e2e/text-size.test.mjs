// Larger letters, as set in the browser or by zooming only the text.
import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { FLAGS } from "../chromium.mjs";
import { after, before, test } from "../test.mjs";
import { garden } from "./garden.mjs";
import { longChannel, newPage, openFiles, setup } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

const pane = (page) => page.locator(".pane-tabs").getByRole("button", { name: "Channel" }).click();

/** Opens a page with letters of this size. `setting`: it is set in the browser, so that it also moves the breakpoints of the layout. */
async function open({ size, isSetting, files, ...options }) {
  const args = [...FLAGS, `--blink-settings=defaultFontSize=${isSetting ? size : 16}`];
  const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium", args });
  const page = await newPage({ ...site, browser }, options);
  await openFiles(page, files);
  if (!isSetting) await page.addStyleTag({ content: `:root { font-size: ${size}px }` });
  if (await page.locator(".pane-tabs").getByRole("button", { name: "Channel" }).isVisible()) await pane(page);
  await page.waitForFunction(() => document.querySelector("svg.rail path.head")?.getAttribute("d"));
  return { page, close: () => browser.close() };
}

/** The distance from the middle of the row of the channel head to its node, and the same for the last row and the lowest node. */
const distances = (page) =>
  page.evaluate(() => {
    const middle = (element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return (top + bottom) / 2;
    };
    const rows = [...document.querySelectorAll(".entries tbody tr:not(.pad)")];
    const [head, nodes] = ["svg.rail path.head", 'svg.rail path[class="node"]'].map((path) => document.querySelector(path));
    const radius = head.getBoundingClientRect().height / 2;
    const lowest = nodes.getBoundingClientRect().bottom - radius;
    return { head: middle(rows[0]) - middle(head), last: middle(rows.at(-1)) - lowest, radius };
  });

/** The elements of the table whose text is cut at the bottom, and pairs of rows that overlap. */
const cut = (page) =>
  page.evaluate(() => {
    const isCut = (element) => element.scrollHeight > element.clientHeight + 1;
    const parts = [...document.querySelectorAll(".entries tbody :is(.entry-name, .who, .tag, .chip, .below)")];
    const head = document.querySelectorAll(".entries thead th:not(.number), .topbar, .topbar .actions button");
    return [...parts, ...head].filter((one) => one.checkVisibility() && isCut(one)).map((one) => `${one.className} ${one.textContent}`);
  });

const SIZES = [
  { size: 16, width: 1440 },
  { size: 18.4, width: 1440 },
  { size: 32, width: 1440 },
  { size: 32, width: 1440, isSetting: true },
  { size: 32, width: 390, isSetting: true },
];

for (const { size, width, isSetting = false } of SIZES) {
  test(`89 with letters of ${size} px${isSetting ? " as set in the browser" : ""} at ${width} px, rows contain their text and the rail is beside them`, async () => {
    const { page, close } = await open({ size, isSetting, files: { "catalog.yaml": garden() }, width, height: 900 });
    assert.deepEqual(await cut(page), []);
    const { head, radius } = await distances(page);
    assert.ok(Math.abs(head) < 1.5, `the head is ${head} px beside its row`);
    assert.ok(radius > size / 4, `a node grows with the letters: ${radius}`);
    const tags = await page.locator(".entries .tag.is-head").evaluate((tag) => {
      const [inner, outer] = [tag, tag.closest("tr")].map((one) => one.getBoundingClientRect());
      return inner.top >= outer.top && inner.bottom <= outer.bottom;
    });
    assert.ok(tags, "the tag is within its row");
    assert.deepEqual(page.problems, []);
    await close();
  });
}

for (const size of [18.4, 32]) {
  test(`17 89 with letters of ${size} px, a long channel scrolls to its last row, whose node is beside it`, async () => {
    const { page, close } = await open({ size, files: longChannel(), width: 1440, height: 900 });
    await page.getByRole("button", { name: "Fold sequences" }).click();
    const place = page.locator(".table-scroll");
    const height = await place.evaluate((element) => element.scrollHeight);
    await place.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.locator('.entry-name[title="foo.v1.0.0"]').waitFor();
    assert.equal(await place.evaluate((element) => element.scrollHeight), height, "rows that are not drawn have the same height");
    assert.ok((await page.locator(".entries tbody tr:not(.pad)").count()) < 80, "only visible rows are drawn");
    const { last } = await distances(page);
    assert.ok(Math.abs(last) < 2, `the last node is ${last} px beside its row`);
    await close();
  });
}

test("89 with larger letters the location does not reach into the search field, and names what is shown", async () => {
  for (const width of [1440, 1000, 760]) {
    const { page, close } = await open({ size: 32, width, files: { "catalog.yaml": garden() } });
    const [here, finder] = await Promise.all([".crumbs > .here", ".finder"].map((part) => page.locator(part).boundingBox()));
    assert.ok(here.width >= 40 && here.x + here.width <= finder.x, `${width}: ${JSON.stringify([here, finder])}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
    await close();
  }
});
