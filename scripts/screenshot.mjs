// Makes docs/images/editor.png from the project's own sample, and with `--out DIR FILE...` pictures of other catalogs.
import { mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { newPage, openFiles, ready, root, setup } from "../tests/e2e/harness.mjs";

const at = process.argv.indexOf("--out");
const out = at > 0 ? process.argv[at + 1] : join(root, "docs", "images");
const files = at > 0 ? process.argv.slice(at + 2) : [];
mkdirSync(out, { recursive: true });
const site = await setup();
if (files.length === 0) {
  const page = await newPage(site, { hash: "#sample=two-heads", width: 1440, height: 900 });
  await ready(page);
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(out, "editor.png") });
} else {
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    for (const colorScheme of ["light", "dark"]) {
      const page = await newPage(site, { width, height, colorScheme });
      await openFiles(page, Object.fromEntries(files.map((file) => [`${basename(join(file, ".."))}.yaml`, readFileSync(file, "utf8")])));
      await page.waitForTimeout(800);
      await page.screenshot({ path: join(out, `${width}-${colorScheme}.png`) });
      if (width < 800) {
        for (const pane of ["Channel", "Text", "Problems"]) {
          await page.getByRole("button", { name: pane, exact: true }).click();
          await page.waitForTimeout(200);
          await page.screenshot({ path: join(out, `${width}-${colorScheme}-${pane}.png`) });
        }
      }
      await page.context().close();
    }
  }
}
await site.close();
