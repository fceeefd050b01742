// A browser on the built editor, served on localhost.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "../../scripts/serve.mjs";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"];

export async function setup() {
  const server = await serve(join(root, "dist"), 0);
  const address = `http://127.0.0.1:${server.address().port}/`;
  const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium", args: ARGS });
  return { server, address, browser, close: async () => { await browser.close(); server.close(); } };
}

/** A page in a fresh profile; console errors and requests elsewhere fail the test that looks at them. */
export async function newPage({ browser, address }, { hash = "", width = 1440, height = 900, colorScheme = "light" } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.problems = [];
  page.foreign = [];
  page.on("pageerror", (error) => page.problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
  page.on("request", (request) => !request.url().startsWith(address) && !/^(blob|data):/.test(request.url()) && page.foreign.push(request.url()));
  await page.goto(address + hash);
  await page.getByRole("heading", { name: "olmkit" }).waitFor();
  return page;
}

export async function openFiles(page, files) {
  const list = Object.entries(files).map(([name, text]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) }));
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.locator(".topbar").getByText("Open files").click()]);
  await chooser.setFiles(list);
  await ready(page);
}

/** Waits until the engine has checked what is open. */
export async function ready(page) {
  await page.locator(".status .verdict").filter({ hasText: /opm (accepts|rejects)/ }).waitFor();
}

export const text = (page, path = "catalog.yaml") => page.evaluate((path) => globalThis.olmkit.text(path), path);

export async function violations(page) {
  await page.evaluate(axe);
  const result = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }));
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html).join(" | ")}`);
}

export const sample = (name) => readFileSync(join(root, "web", "samples", `${name}.yaml`), "utf8");
