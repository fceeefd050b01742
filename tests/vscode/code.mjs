// A real Visual Studio Code with the packaged extension, as a server, in Chromium.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { root } from "../../scripts/progress.mjs";
import { codeServer } from "../../scripts/tools.mjs";
import { FLAGS } from "../chromium.mjs";

export const VSIX = join(root, "vscode", "olmkit.vsix");
/** Screenshots of the steps of the tests. */
const SCREENSHOTS = join(root, "tests", "vscode", "out");
/** Less than the timeout of a test, so that the error names the step that waited. */
const TIMEOUT = process.env.CI ? 50_000 : 30_000;

const SETTINGS = {
  "security.workspace.trust.enabled": false,
  "workbench.startupEditor": "none",
  "workbench.enableExperiments": false,
  "telemetry.telemetryLevel": "off",
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "update.mode": "none",
  "files.autoSave": "off",
  "editor.minimap.enabled": false,
  // Native programs on the machine must not affect the tests.
  "olmkit.server": "packaged",
};

/** Starts Visual Studio Code with these files and settings. `close` stops it. */
export async function startCode(files, settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), "olmkit-code-"));
  const [data, work] = ["data", "work"].map((name) => join(folder, name));
  const extensions = join(folder, "extensions");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(work, path, ".."), { recursive: true });
    writeFileSync(join(work, path), text);
  }
  mkdirSync(join(data, "data", "User"), { recursive: true });
  writeFileSync(join(data, "data", "User", "settings.json"), JSON.stringify({ ...SETTINGS, ...settings }));
  const common = ["--server-data-dir", data, "--extensions-dir", extensions, "--accept-server-license-terms", "--telemetry-level", "off"];
  execFileSync(process.execPath, [codeServer(), ...common, "--install-extension", VSIX], { stdio: ["ignore", "pipe", "inherit"] });
  const server = spawn(process.execPath, [codeServer(), ...common, "--host", "127.0.0.1", "--port", "0", "--without-connection-token"], { stdio: ["ignore", "pipe", "ignore"] });
  const port = await listening(server);
  const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium", args: FLAGS });
  const page = await browser.newPage({ viewport: { width: 1900, height: 950 } });
  page.setDefaultTimeout(Number(process.env.OLMKIT_TIMEOUT ?? TIMEOUT));
  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(work)}`);
  await page.locator(".monaco-workbench").waitFor();
  mkdirSync(SCREENSHOTS, { recursive: true });
  const close = async () => {
    await browser.close();
    server.kill();
    await new Promise((resolve) => server.once("close", resolve));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { page, work, close, screenshot: (name) => page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) }) };
}

function listening(server) {
  return new Promise((resolve, reject) => {
    let text = "";
    server.stdout.on("data", (data) => {
      text += data;
      const port = /listening on (\d+)/.exec(text)?.[1];
      if (port) resolve(port);
    });
    server.once("exit", () => reject(new Error(`Visual Studio Code did not start:\n${text}`)));
  });
}

/**
 * Opens a file of a folder from the file tree. Search is not used, because it needs a program that is not installed.
 */
export async function openFile(page, folder, name) {
  const row = (label) => page.locator(".explorer-folders-view .monaco-list-row").filter({ hasText: label });
  await row(folder).first().waitFor();
  if (!(await row(name).count())) await row(folder).first().click();
  await row(name).first().dblclick();
  // The editor may still show the file before.
  await page.locator(`.monaco-editor[data-uri$="/${name}"] .view-lines`).first().waitFor();
}

/** Moves the cursor to a line, from 1. Visual Studio Code can accept the line without moving the cursor; then this tries again. */
export async function goToLine(page, line) {
  const cursor = page.locator('[id="status.editor.selection"]').filter({ hasText: `Ln ${line}, Col 3` });
  const input = page.locator(".quick-input-widget input");
  for (let tries = 0; tries < 5; tries += 1) {
    await page.locator(".monaco-editor .view-lines").first().click();
    await page.keyboard.press("Control+g");
    await input.waitFor();
    await input.fill(`:${line}:3`);
    await page.keyboard.press("Enter");
    await input.waitFor({ state: "hidden" });
    const isThere = await cursor.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
    if (isThere) return;
  }
  throw new Error(`the cursor did not go to line ${line}: ${await page.locator('[id="status.editor.selection"]').textContent()}`);
}

/** Runs a command by its name. */
export async function command(page, name) {
  await page.keyboard.press("Control+Shift+p");
  await page.locator(".quick-input-widget input").fill(`>${name}`);
  await page
    .locator(".quick-input-list .monaco-list-row")
    .filter({ hasText: name.split(": ")[1] })
    .first()
    .waitFor();
  await page.keyboard.press("Enter");
}
