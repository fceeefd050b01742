// olmkit.yaml of the open folder: the page reports the same as the command line.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "../test.mjs";
import { menu, newPage, openFiles, openFolder, problems, ready, root, sample, settings, setup, text, violations } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

const CONFIG = "profile: strict\nseverity:\n  default-channel-behind: error\nignore: [name-version-mismatch]\noverrides:\n- files: [catalog.yaml]\n  ignore: [bundle-name-normalized]\n";
const files = (config) => ({ "catalog.yaml": sample("types"), ".indexignore": "olmkit.yaml\n", "olmkit.yaml": config });
const shown = (found) => found.map(({ rule, severity, range }) => `${range.start.line} ${severity} ${rule}`).sort();

/** Returns the report of the command line for the same folder. */
function commandLine(files) {
  const folder = mkdtempSync(join(tmpdir(), "olmkit-config-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { stdout } = spawnSync(process.execPath, [join(root, "pkg", "dist", "main.node.js"), "validate", "--format", "json", "."], { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return JSON.parse(stdout).diagnostics;
}

test("65 olmkit.yaml of the folder applies, visibly, and the page reports the same as the command line", async () => {
  const page = await newPage(site);
  await openFolder(page, files(CONFIG));
  await page.getByRole("button", { name: "olmkit.yaml is in effect" }).waitFor();
  assert.equal(await (await settings(page)).getByLabel("Profile", { exact: true }).inputValue(), "strict");
  const here = await page.evaluate(async () => (await globalThis.olmkit.ask("report")).diagnostics);
  const expected = shown(commandLine(files(CONFIG)));
  assert.ok(expected.length > 0);
  assert.deepEqual(shown(here), expected);
  assert.deepEqual(await violations(page), []);
  // A profile selected in the page has precedence, like --profile.
  await (await settings(page)).getByLabel("Profile", { exact: true }).selectOption("opm");
  await page.waitForFunction((count) => document.querySelectorAll(".problem").length !== count, expected.length);
  assert.deepEqual(page.foreign, []);
  await page.context().close();
});

test("65 an invalid configuration is a finding at its position, and correcting it fixes the report", async () => {
  const page = await newPage(site);
  await openFolder(page, files(CONFIG.replace("default-channel-behind", "no-such-rule")));
  await page.getByRole("button", { name: "olmkit.yaml cannot be used", exact: true }).waitFor();
  await problems(page);
  const problem = page.locator(".problem", { hasText: "olmkit.yaml cannot be used" });
  assert.match(await problem.textContent(), /no rule matches no-such-rule.*olmkit\.yaml:3:3/);
  await problem.locator(".problem-main").click();
  await page.locator(".problem-page").getByRole("button", { name: "Explain rule" }).click();
  await page.getByRole("dialog").getByText("olmkit does not guess the intention", { exact: false }).waitFor();
  await page.keyboard.press("Escape");
  await problem.locator(".problem-main").click();
  await page.locator(".code-path", { hasText: "olmkit.yaml" }).waitFor({ state: "attached" });
  await page.evaluate((text) => globalThis.olmkit.edit("olmkit.yaml", text), CONFIG);
  await page.getByRole("button", { name: "olmkit.yaml is in effect" }).waitFor();
  await problem.waitFor({ state: "detached" });
  assert.equal(await text(page, "olmkit.yaml"), CONFIG);
  await page.context().close();
});

test("65 86 without olmkit.yaml its reader is not loaded", async () => {
  const page = await newPage(site);
  const loaded = [];
  page.on("request", (request) => loaded.push(request.url()));
  await openFiles(page, { "catalog.yaml": sample("valid") });
  await ready(page);
  assert.ok(!loaded.some((url) => url.includes("cli_packed")));
  assert.equal(await page.locator(".status .config").count(), 0);
  await page.context().close();
});

test("58 a rule is suppressed in olmkit.yaml from its menu, after a preview; a new file is not part of the catalog", async () => {
  const page = await newPage(site);
  await openFolder(page, { "catalog.yaml": sample("stranded-v0") });
  await problems(page);
  const menu = page.getByRole("button", { name: "More on stranded-v0" });
  await menu.click();
  await page.getByRole("button", { name: "Suppress rule in olmkit.yaml" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
  await menu.waitFor({ state: "detached" });
  assert.equal(await text(page, "olmkit.yaml"), "ignore: [stranded-v0]\n");
  assert.equal(await text(page, ".indexignore"), "olmkit.yaml\n");
  await page.locator(".verdict", { hasText: "opm accepts" }).waitFor();
  await page.getByRole("button", { name: "olmkit.yaml is in effect" }).waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("65 with several catalogs, each has the olmkit.yaml that is nearest to it", async () => {
  const page = await newPage(site);
  const one = (version) => ({ [`${version}/can/catalog.yaml`]: sample("stranded-v0") });
  await openFolder(page, {
    ...one("v4.14"),
    ...one("v4.15"),
    ...one("v4.16"),
    "olmkit.yaml": "ignore: [stranded-v0]\n",
    "v4.16/olmkit.yaml": "profile: strict\n",
    "v4.16/.indexignore": "olmkit.yaml\n",
  });
  const tabs = page.getByRole("navigation", { name: "Catalogs" });
  const found = () => page.evaluate(async () => (await globalThis.olmkit.ask("report")).diagnostics.map(({ rule }) => rule));
  await page.locator(".status .profile", { hasText: "strict" }).waitFor();
  assert.ok((await found()).includes("stranded-v0"));
  await tabs.getByRole("button", { name: "v4.14" }).click();
  await page.locator(".status .profile", { hasText: "default" }).waitFor();
  await page.getByRole("button", { name: "olmkit.yaml is in effect" }).waitFor();
  assert.ok(!(await found()).includes("stranded-v0"));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("58 with several catalogs, a rule is suppressed in the olmkit.yaml above them, which exports use too", async () => {
  const page = await newPage(site);
  // The report has another finding, which is not suppressed.
  const catalog = sample("stranded-v0").replace("schema: olm.package\n", "schema: olm.package\nowner: me\n");
  const one = (version) => ({ [`${version}/can/catalog.yaml`]: catalog });
  const config = "# Ours.\nseverity:\n  stranded-v0: warning\n";
  await openFolder(page, { ...one("v4.14"), ...one("v4.15"), "olmkit.yaml": config });
  await page.getByRole("button", { name: "olmkit.yaml is in effect" }).waitFor();
  await problems(page);
  await page.getByRole("button", { name: "More on stranded-v0" }).click();
  await page.getByRole("button", { name: "Suppress rule in olmkit.yaml" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
  await page.getByRole("button", { name: "More on stranded-v0" }).waitFor({ state: "detached" });
  assert.equal(await text(page, "olmkit.yaml"), `${config}ignore:\n- stranded-v0\n`);
  await (await menu(page)).getByRole("button", { name: "Share", exact: true }).click();
  const report = page.getByRole("group", { name: "The report" }).getByRole("button", { name: "JSON" });
  const [download] = await Promise.all([page.waitForEvent("download"), report.click()]);
  const { diagnostics } = JSON.parse(readFileSync(await download.path(), "utf8"));
  assert.deepEqual(
    diagnostics.map(({ rule, path }) => [rule, path]),
    [["unknown-keys", "v4.15/can/catalog.yaml"]],
  );
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
