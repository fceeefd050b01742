// Creates docs/images/editor.png from a fictitious catalog, and with `--out DIR FILE...` screenshots of other catalogs:
// every part of the page, wide and narrow, light and dark.
import { mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { garden } from "../tests/e2e/garden.mjs";
import { newPage, openFiles, root, setup } from "../tests/e2e/harness.mjs";

const at = process.argv.indexOf("--out");
const out = at > 0 ? process.argv[at + 1] : join(root, "docs", "images");
const files = at > 0 ? process.argv.slice(at + 2) : [];
mkdirSync(out, { recursive: true });
const site = await setup();

const shot = async (page, name) => {
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(out, `${name}.png`) });
};
const close = async (page) => {
  await page.keyboard.press("Escape");
  await page.waitForTimeout(100);
};

/** The dialogs and the selected entry. `pane` shows a part of a narrow page. */
async function parts(page, name, pane) {
  await pane("Channel");
  await page.locator(".entry-name").nth(1).click();
  await shot(page, `${name}-entry`);
  await page
    .getByLabel(/^skipRange/)
    .locator("visible=true")
    .first()
    .fill(">=0.0.1 <0.0.2");
  await page.keyboard.press("Enter");
  await page.waitForTimeout(500);
  await page.getByRole("button", { name: "Graph", exact: true }).click();
  await shot(page, `${name}-graph`);
  await page.getByRole("button", { name: "Entries", exact: true }).click();
  await page.keyboard.press("Control+s");
  await page.waitForTimeout(1500);
  await shot(page, `${name}-review`);
  await close(page);
  await pane("Problems");
  const why = page.getByRole("button", { name: "Explain rule" }).first();
  if (await why.count()) {
    await why.click();
    await shot(page, `${name}-rule`);
    await close(page);
  }
  await page.keyboard.press("Control+k");
  await page.keyboard.type("s");
  await shot(page, `${name}-palette`);
  await close(page);
  await page.keyboard.press("?");
  await shot(page, `${name}-help`);
  await close(page);
}

if (files.length === 0) {
  const page = await newPage(site, { width: 1440, height: 900 });
  await openFiles(page, { "catalog.yaml": garden() });
  await page.locator(".entry-name", { hasText: "v1.4.0" }).click();
  await page.getByLabel("Skips of watering-can.v1.3.0", { exact: true }).focus();
  await page.locator(".candidates.is-open [role=option]").first().waitFor();
  await shot(page, "editor");
} else {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ]) {
    for (const colorScheme of ["light", "dark"]) {
      const name = `${width}-${colorScheme}`;
      const page = await newPage(site, { width, height, colorScheme });
      await shot(page, `${name}-welcome`);
      await openFiles(page, Object.fromEntries(files.map((file) => [`${basename(join(file, ".."))}.yaml`, readFileSync(file, "utf8")])));
      await page.waitForTimeout(400);
      await shot(page, name);
      const tab = (pane) => page.getByRole("button", { name: pane, exact: true }).click();
      if (width < 800) {
        for (const pane of ["Channel", "Text", "Problems"]) {
          await tab(pane);
          await shot(page, `${name}-${pane}`);
        }
      }
      await parts(page, name, width < 800 ? tab : () => {});
      await page.context().close();
    }
  }
}
await site.close();
