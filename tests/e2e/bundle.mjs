// The bundle `foo` of the npm tests, for tests of the page.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { menu, root } from "./harness.mjs";

const FOLDER = join(root, "tests/npm/consumers/bundles/foo");
export const CSV = "manifests/foo.clusterserviceversion.yaml";

/** Returns its files, or those of another folder, by path. opm rejects the bundle. */
export function bundleFiles(folder = FOLDER) {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(found.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).map((path) => [path.slice(folder.length + 1), readFileSync(path)]));
}

/** Returns its files with the missing CRD and other changes, so that opm accepts the bundle. */
export function soundBundle(change = (files) => files) {
  const files = bundleFiles();
  files[CSV] = Buffer.from(String(files[CSV]).replace(/ {4}- name: bars[\s\S]*/, ""));
  return change(files);
}

/** Opens files with the file dialog of the browser. */
export async function choose(page, ...files) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), menu(page).then((menu) => menu.getByText("Open files").click())]);
  await chooser.setFiles(files);
}

/** Opens a bundle as a zip. */
export async function openArchive(page, files, name = "foo-1.1.0.zip") {
  await choose(page, { name, mimeType: "application/zip", buffer: Buffer.from(zipSync(files)) });
  await page.locator(".bundle-page .bundle-verdicts").waitFor();
}
