// Installation and use without a network. A new version is offered, never forced.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "../test.mjs";
import { fill, newPage, problems, ready, root, setup, text } from "./harness.mjs";

let site;
let folder;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "olmkit-"));
  cpSync(join(root, "dist"), folder, { recursive: true });
  site = await setup(folder);
});
after(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

const controlled = (page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);
const caches = (page) => page.evaluate(async () => (await globalThis.caches.keys()).filter((name) => name.startsWith("olmkit-")));

test("85 after one visit the editor works without a network: samples, checks, edits, rules and help", async () => {
  const page = await newPage(site, { serviceWorkers: "allow" });
  await controlled(page);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("button", { name: "A channel with two heads" }).click();
  await ready(page);
  await page.locator(".verdict", { hasText: "opm rejects" }).waitFor();
  await fill(page, "Replaces of watering-can.v1.0.0", "watering-can.v0.9.0");
  await page.getByText("1 changed").waitFor();
  await problems(page);
  await page.locator(".problem-page").getByRole("button", { name: "Explain rule" }).click();
  await page.getByRole("heading", { name: "Why it matters" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".pane-tabs").getByRole("button", { name: "Help" }).click();
  await page.getByRole("heading", { name: "How to use the editor" }).waitFor();
  assert.deepEqual(page.problems, []);
  assert.deepEqual(page.foreign, []);
  await page.context().close();
});

test("85 it can be installed: manifest, icons, a start page in scope", async () => {
  const page = await newPage(site, { serviceWorkers: "allow" });
  await controlled(page);
  const session = await page.context().newCDPSession(page);
  const { errors } = await session.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // The only obstacle is the private window that the tests use.
  assert.deepEqual(
    installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"),
    [],
  );
  await page.context().close();
});

test("85 a new version of the page is offered, loads on request, and keeps unsaved changes", async () => {
  const page = await newPage(site, { hash: "#sample=valid", serviceWorkers: "allow" });
  await controlled(page);
  await ready(page);
  const [old] = await caches(page);
  await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
  await page.getByText("draft kept").waitFor();
  const mine = await text(page);
  const sw = join(folder, "sw.js");
  writeFileSync(sw, readFileSync(sw, "utf8").replaceAll(old, "olmkit-the-next-one"));
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
  const offer = page.locator(".notice", { hasText: "new version of the editor" });
  await offer.waitFor();
  assert.ok((await caches(page)).includes(old), "the page keeps its own version");
  assert.equal(await text(page), mine);
  await Promise.all([page.waitForEvent("load"), offer.getByRole("button", { name: "Reload" }).click()]);
  await ready(page);
  await page.waitForFunction(async () => (await globalThis.caches.keys()).join() === "olmkit-the-next-one");
  assert.equal(await text(page), mine);
  await page.context().close();
});

test("87 the content security policy allows only what the page needs", async () => {
  const html = readFileSync(join(root, "dist", "index.html"), "utf8");
  const policy = html.match(/http-equiv="Content-Security-Policy"[^>]*?content="([^"]+)"/s)[1];
  const scripts = policy.match(/script-src ([^;]+)/)[1].split(" ");
  for (const source of scripts) assert.match(source, /^('self'|'wasm-unsafe-eval'|'sha256-[A-Za-z0-9+/=]+')$/);
  assert.match(policy, /default-src 'self'/);
  assert.doesNotMatch(policy, /https?:|\*|'unsafe-eval'/);
  assert.match(policy, /require-trusted-types-for 'script'; trusted-types default$/);
});

test("87 the page cannot insert HTML that runs, nor load scripts of other servers", async () => {
  const page = await newPage(site);
  const refused = await page.evaluate(() => {
    const tries = {
      "a script": () => (document.createElement("template").innerHTML = "<script>1</scr" + "ipt>"),
      "a handler": () => (document.createElement("div").innerHTML = "<img src=x onerror=alert(1)>"),
      "a foreign worker": () => new Worker("https://example.com/worker.js"),
      "a text as code": () => (document.createElement("script").text = "1"),
      "another policy": () => trustedTypes.createPolicy("other", {}),
      "plain HTML": () => (document.createElement("div").innerHTML = "<b>1</b>"),
    };
    const fails = (run) => {
      try {
        run();
        return false;
      } catch {
        return true;
      }
    };
    return Object.keys(tries).filter((name) => fails(tries[name]));
  });
  assert.deepEqual(refused, ["a script", "a handler", "a foreign worker", "a text as code", "another policy"]);
});
