// Compares all screens of the editor with their screenshots in `screens`, pixel by pixel. `npm run screens` writes the
// screenshots. A screen that differs is written to `out`, together with an image that marks the different pixels in red.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { after, before, test } from "../test.mjs";
import { bundleFiles, choose, openArchive } from "./bundle.mjs";
import { garden, gardens } from "./garden.mjs";
import { checked, galleryReady, newPage, openFiles, problems, root, setup } from "./harness.mjs";

const SCREENSHOTS = join(root, "tests", "e2e", "screens");
const OUT = join(root, "tests", "e2e", "out");
const isWriting = Boolean(process.env.OLMKIT_WRITE);

/**
 * The tolerance for one pixel (0 to 1), and for the number of different pixels in a square. Browsers draw the edges of
 * letters differently. A part of the page that appears or disappears changes more pixels of a square, however large the
 * screen is.
 */
const PIXEL = 0.15;
const SQUARE = 64;
const PIXELS = 30;

const LOOKS = {
  wide: { width: 1440, height: 900 },
  dark: { width: 1440, height: 900, colorScheme: "dark" },
  phone: { width: 390, height: 844 },
};

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

const STILL = "*, *::before, *::after { transition: none !important; animation: none !important; caret-color: transparent !important; }";

/** Waits until the fonts are loaded and two consecutive screenshots are equal. */
async function settled(page) {
  await page.addStyleTag({ content: STILL }).catch(() => page.emulateMedia({ reducedMotion: "reduce" }));
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready.then(() => true));
  let last;
  for (let time = 0; time < 20; time += 1) {
    const screenshot = await page.screenshot({ animations: "disabled", caret: "hide" });
    if (last?.equals(screenshot)) return screenshot;
    last = screenshot;
    await page.waitForTimeout(150);
  }
  return last;
}

/** Fails if too many pixels differ, and writes the difference next to the screenshot. */
function compare(name, wanted, actual) {
  const [before, now] = [PNG.sync.read(wanted), PNG.sync.read(actual)];
  assert.deepEqual([now.width, now.height], [before.width, before.height], name);
  const shown = new PNG({ width: now.width, height: now.height });
  pixelmatch(before.data, now.data, shown.data, now.width, now.height, { threshold: PIXEL, diffMask: true });
  const { count, x, y } = worstSquare(shown);
  if (count <= PIXELS) return;
  mkdirSync(OUT, { recursive: true });
  writeFileSync(join(OUT, `${name}.png`), actual);
  writeFileSync(join(OUT, `${name}-difference.png`), PNG.sync.write(shown));
  assert.fail(`${name}: ${count} pixels at ${x}, ${y} differ from tests/e2e/screens/${name}.png; see tests/e2e/out. If the change is meant: npm run screens`);
}

/** Returns the square with the most pixels that differ: its upper left corner, and how many. */
function worstSquare({ data, width, height }) {
  const columns = Math.ceil(width / SQUARE);
  const counts = new Uint32Array(columns * Math.ceil(height / SQUARE));
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (data[4 * pixel + 3]) counts[Math.floor(pixel / width / SQUARE) * columns + Math.floor((pixel % width) / SQUARE)] += 1;
  }
  const count = Math.max(...counts);
  const worst = counts.indexOf(count);
  return { count, x: (worst % columns) * SQUARE, y: Math.floor(worst / columns) * SQUARE };
}

async function look(page, name) {
  const screenshot = await settled(page);
  const path = join(SCREENSHOTS, `${name}.png`);
  if (!isWriting) return compare(name, readFileSync(path), screenshot);
  mkdirSync(SCREENSHOTS, { recursive: true });
  if (existsSync(path) && isSame(readFileSync(path), screenshot)) return undefined;
  return writeFileSync(path, screenshot);
}

/** Whether two screenshots look the same. Such screenshots are not rewritten. */
function isSame(before, now) {
  const [one, other] = [PNG.sync.read(before), PNG.sync.read(now)];
  return one.width === other.width && one.height === other.height && pixelmatch(one.data, other.data, undefined, one.width, one.height, { threshold: PIXEL }) === 0;
}

const pane = (page, isPhone, name) => isPhone && page.getByRole("button", { name, exact: true }).click();

/** Opens a catalog with several packages, which shows the overview of the catalog. */
async function overview(page) {
  await choose(page, { name: "catalog.yaml", mimeType: "text/plain", buffer: Buffer.from(gardens()) });
  await checked(page);
}

async function channel(page, isPhone) {
  await openFiles(page, { "catalog.yaml": garden() });
  await pane(page, isPhone, "Channel");
}

async function edited(page, isPhone) {
  await channel(page, isPhone);
  const inPanel = page.getByRole("region", { name: "Entry watering-can.v2.0.0" }).getByLabel("replaces", { exact: true });
  if (isPhone) await page.locator(".entry-name", { hasText: "v2.0.0" }).click();
  const cell = isPhone ? inPanel : page.getByLabel("Replaces of watering-can.v2.0.0", { exact: true });
  await cell.fill("watering-can.v1.3.0");
  await cell.press("Enter");
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
}

/** The steps from a fresh page to each screen. */
const SCREENS = {
  start: async () => {},
  catalog: overview,
  package: async (page, isPhone) => {
    await overview(page);
    await pane(page, isPhone, "Packages");
    await page.locator(".tree .package", { hasText: "rake" }).click();
    await pane(page, isPhone, "Channel");
  },
  channel,
  entry: async (page, isPhone) => {
    await channel(page, isPhone);
    await page.locator(".entry-name", { hasText: "v2.1.0" }).click();
  },
  graph: async (page, isPhone) => {
    await channel(page, isPhone);
    await page.getByRole("button", { name: "Graph", exact: true }).click();
    await page.locator(".graph-place .node").first().waitFor();
  },
  problems: async (page, isPhone) => {
    await channel(page);
    await (isPhone ? pane(page, true, "Problems") : problems(page));
    await page.locator(".problem-group").first().waitFor();
  },
  release: async (page, isPhone) => {
    await channel(page, isPhone);
    await page.getByRole("button", { name: "New release" }).first().click();
    await page.getByLabel("Version", { exact: true }).fill("2.5.0");
    await page.getByRole("dialog").locator(".tiles").waitFor();
  },
  review: async (page, isPhone) => {
    await edited(page, isPhone);
    await page.keyboard.press("Control+s");
    await page.locator(".after-saving").waitFor();
  },
  palette: async (page) => {
    await channel(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("2.1");
    await page.locator("#palette-list [role=option]").first().waitFor();
  },
  bundle: (page) => openArchive(page, bundleFiles()),
  gallery: async (page) => {
    await page.goto(`${site.address}?gallery`);
    await galleryReady(page);
    const height = await page.locator(".gallery").evaluate((gallery) => gallery.scrollHeight);
    await page.setViewportSize({ ...page.viewportSize(), height });
  },
};

for (const [name, arrive] of Object.entries(SCREENS)) {
  test(`the screen "${name}" matches its screenshots`, async () => {
    for (const [kind, options] of Object.entries(LOOKS)) {
      const page = await newPage(site, options);
      await arrive(page, kind === "phone");
      await look(page, `${name}-${kind}`);
      await page.context().close();
    }
  });
}
