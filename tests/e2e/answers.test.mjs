// Responses that the page cannot decode are errors that the user sees, never an empty page.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { newPage, ready, setup, violations, withSample } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

const alarm = (page) => page.locator(".notice.is-alarm");

test("an event of an unknown kind, or of another shape, is an error; the page goes on", async () => {
  await withSample(site, "valid", async (page) => {
    await page.evaluate(() => globalThis.olmkit.report("invented", {}));
    await alarm(page)
      .filter({ hasText: /event.*unknown variant invented/ })
      .waitFor();
    assert.deepEqual(await violations(page), []);
    await page.evaluate(() => globalThis.olmkit.report("config", { files: [], profile: 7, broken: false }));
    await alarm(page)
      .filter({ hasText: /event.*invalid type.* in field profile/ })
      .waitFor();
    await page.evaluate(() => globalThis.olmkit.report("message", { message: "It goes on." }));
    await page.locator(".notice", { hasText: "It goes on." }).waitFor();
  });
});

/** Changes each response of the engine that has a key. `change` runs in the page. */
const altered = (key, change) => `
  const data = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data");
  Object.defineProperty(MessageEvent.prototype, "data", { ...data, get() {
    const found = data.get.call(this);
    if (${JSON.stringify(key)} in Object(found?.result)) (${change})(found.result);
    return found;
  } });`;

test("an outline without its packages is an error that names what is missing", async () => {
  const page = await newPage(site, { hash: "#sample=valid", init: altered("packages", (answer) => delete answer.packages) });
  await alarm(page)
    .filter({ hasText: /event.*missing field packages/ })
    .waitFor();
  await page.context().close();
});

test("a channel of another shape is an error, and what was shown stays", async () => {
  const page = await newPage(site, {
    hash: "#sample=valid",
    init: altered("places", (answer) => {
      if (globalThis.isDrifted) answer.stamp = 7;
    }),
  });
  await ready(page);
  const rows = page.locator(".entries tbody tr[data-drop-entry]");
  await rows.first().waitFor();
  const before = await rows.count();
  await page.evaluate(() => {
    globalThis.isDrifted = true;
  });
  await page.getByRole("button", { name: "Graph", exact: true }).click();
  await alarm(page)
    .filter({ hasText: /channel.*invalid type.* in field stamp/ })
    .waitFor();
  await page.getByRole("button", { name: "Entries", exact: true }).click();
  await rows.first().waitFor();
  assert.equal(await rows.count(), before);
  await page.context().close();
});
