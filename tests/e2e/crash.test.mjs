// Engine traps and crashes of the page: nothing typed is lost.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "../test.mjs";
import { fill, menu, newPage, openFiles, ready, review, root, sample, setup, text, withSample } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

const original = sample("valid");
// Simulates a trap of the wasm in the worker.
const TRAP = 'throw Object.assign(new Error("unreachable"), { code: "ENGINE_STOPPED" }); ';
const accepts = (page) => page.locator(".verdict", { hasText: "opm accepts" }).waitFor();
const rejects = (page) => page.locator(".verdict", { hasText: "opm rejects" }).waitFor();
const onChange = (page) => page.getByText("1 changed").waitFor();

test("75 after a trap of the engine the page reports it, restarts the engine, and keeps everything typed", async () => {
  await withSample(site, "valid", async (page) => {
    await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
    await onChange(page);
    await page.locator(".cm-content").first().click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("# typed before\n");
    const typed = page.evaluate(() => globalThis.olmkit.crash());
    await page.keyboard.type("# typed while it is away\n");
    await typed;
    await page.locator(".notice", { hasText: "was restarted" }).waitFor();
    const now = await text(page);
    assert.ok(now.startsWith("# typed before\n# typed while it is away\n"));
    assert.ok(now.includes("  replaces: watering-can.v1.0.0\n"));
    // The new engine has the same text: its findings and edits have the correct positions.
    await fill(page, "skipRange of watering-can.v1.2.0", "nonsense");
    await page.locator(".is-message", { hasText: "nonsense" }).first().waitFor();
    await rejects(page);
    for (let step = 0; step < 2; step += 1) await page.getByRole("button", { name: "Undo" }).click();
    await accepts(page);
    for (let step = 0; step < 9 && (await page.evaluate(() => globalThis.olmkit.state().undo)); step += 1) await page.getByRole("button", { name: "Undo" }).click();
    assert.equal(await text(page), original);
  });
});

test("75 an intention that crashes the engine changes nothing, and works when it is repeated", async () => {
  await withSample(site, "valid", async (page) => {
    await page.getByLabel("Replaces of watering-can.v1.0.1").waitFor();
    await page.evaluate(() => {
      globalThis.olmkit.crash();
    });
    await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
    await page.locator(".notice", { hasText: "was restarted" }).waitFor();
    await fill(page, "skipRange of watering-can.v1.1.0", "<1.1.0");
    await page.waitForFunction(() => /skipRange: .?<1\.1\.0/.test(globalThis.olmkit.text("catalog.yaml")));
  });
});

/** From the next load on, the engine runs this before each call. */
async function beforeCalls(page, code) {
  const start = "function call(method, params) {";
  const source = readFileSync(join(process.env.EDITOR_DIST ?? join(root, "dist"), "olmkit", "answering.js"), "utf8");
  assert.ok(source.includes(start), "calls are answered elsewhere");
  await page.route("**/olmkit/answering.js", (route) => route.fulfill({ contentType: "text/javascript", body: source.replace(start, () => start + code) }));
}

test("75 a file that crashes the engine is excluded, the others are checked", async () => {
  const page = await newPage(site);
  // An engine that always traps on a certain text.
  await beforeCalls(page, `if (JSON.stringify(params).includes("poison") || params[0]?.some?.((file) => file.text?.includes("poison"))) ${TRAP}`);
  await page.reload();
  await openFiles(page, { "catalog.yaml": original, "other.yaml": "# nothing here\n" });
  await page.evaluate(() => globalThis.olmkit.paths());
  await page.locator(".cm-content").first().waitFor();
  await page.evaluate(() => globalThis.olmkit.edit("other.yaml", "# poison\n"));
  await page.locator(".notice", { hasText: "continues without it" }).waitFor();
  await accepts(page);
  assert.equal(await text(page, "other.yaml"), "# poison\n");
  await page.evaluate(() => globalThis.olmkit.edit("other.yaml", "schema: olm.package\nname: other\n"));
  await page.locator(".tree .package", { hasText: "other" }).waitFor();
  await page.context().close();
});

test("75 after repeated crashes the engine is not restarted, and the text can still be saved", async () => {
  const page = await newPage(site);
  await beforeCalls(page, `if (method === "report") ${TRAP}`);
  await page.reload();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), menu(page).then((menu) => menu.getByText("Open files").click())]);
  await chooser.setFiles([{ name: "catalog.yaml", mimeType: "text/plain", buffer: Buffer.from(original) }]);
  await page.locator(".notice.is-alarm", { hasText: "it is not checked" }).waitFor();
  await page.evaluate(() => globalThis.olmkit.edit("catalog.yaml", "# mine\n"));
  await onChange(page);
  const shown = await review(page);
  const [download] = await Promise.all([page.waitForEvent("download"), shown.getByRole("button", { name: "Download" }).click()]);
  assert.equal(readFileSync(await download.path(), "utf8"), "# mine\n");
  await page.context().close();
});

test("75 after a crash of the page the text can be downloaded, and is restored by a reload", async () => {
  const page = await newPage(site, { hash: "#sample=valid" });
  await ready(page);
  await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
  await onChange(page);
  const mine = await text(page);
  await page.evaluate(() => globalThis.olmkit.fail());
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Reload the page" }).click()]);
  await ready(page);
  assert.equal(await text(page), mine);
  await page.evaluate(() => globalThis.olmkit.fail());
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download changed files" }).click()]);
  assert.equal(readFileSync(await download.path(), "utf8"), mine);
  await page.context().close();
});
