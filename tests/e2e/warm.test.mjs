// The engine before the first keystroke: V8 has already compiled its code.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "../test.mjs";
import { longChannel, newPage, root, setup } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

/** Runs a client whose worker reports when it has warmed up. `log` has the events in order. */
async function withClient(work, argument) {
  const page = await newPage(site);
  const source = readFileSync(join(process.env.EDITOR_DIST ?? join(root, "dist"), "olmkit", "answering.js"), "utf8");
  const reporting = source.replace("warm();", '{ warm(); postMessage({ event: "warm" }); }');
  assert.notEqual(reporting, source);
  await page.route("**/olmkit/answering.js", async (route) => {
    await route.fulfill({ contentType: "text/javascript", body: reporting });
  });
  await page.evaluate(async () => {
    const { createClient } = await import(new URL("olmkit/client.js", document.baseURI).href);
    globalThis.log = [];
    globalThis.wait = (time) => new Promise((done) => setTimeout(done, time));
    const worker = () => {
      const made = new Worker(new URL("olmkit/worker.js", document.baseURI), { type: "module" });
      made.addEventListener("message", ({ data }) => globalThis.log.push(data.event ?? "answer"));
      return made;
    };
    globalThis.client = createClient({ worker });
  });
  const result = await page.evaluate(work, argument);
  assert.deepEqual(page.problems, []);
  await page.context().close();
  return result;
}

test("86 the engine warms up once, after the first queries, without a visible effect", async () => {
  const { log, before, now, paths } = await withClient(async (text) => {
    const { client, wait, log } = globalThis;
    await client.openMany([{ path: "catalog.yaml", text }]);
    const seen = async () => JSON.stringify([await client.report(), await client.outline()]);
    const before = await seen();
    while (!log.includes("warm")) await wait(20);
    const now = await seen();
    await wait(400);
    return { log: [...log], before, now, paths: await client.paths() };
  }, longChannel(20)["catalog.yaml"]);
  assert.equal(now, before);
  assert.deepEqual(paths, ["catalog.yaml"]);
  assert.equal(log.filter((event) => event === "warm").length, 1);
  assert.ok(log.indexOf("warm") > log.indexOf("answer") + 2, `opening and checking come first: ${log}`);
});

test("86 continuous queries are not delayed by the warm-up", async () => {
  const log = await withClient(async (text) => {
    const { client, wait, log } = globalThis;
    await client.open("catalog.yaml", text);
    const end = performance.now() + 600;
    while (performance.now() < end) {
      await client.report();
      await wait(20);
    }
    return [...log];
  }, longChannel(20)["catalog.yaml"]);
  assert.ok(log.length > 10 && !log.includes("warm"), `${log}`);
});
