// A channel is sent to the page only if it changed, and the table always matches the text.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { longChannel, newPage, openFiles, setup, text } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

/** Records in `answers` the number of entries in each response about a channel. */
function watchAnswers() {
  globalThis.answers = [];
  const Own = globalThis.Worker;
  globalThis.Worker = class extends Own {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => {
        if (data?.result?.places) globalThis.answers.push(data.result.table?.entries.length ?? 0);
      });
    }
  };
}

const LENGTH = 60;
const FILES = longChannel(LENGTH);
const name = (at) => `foo.v1.0.${at}`;
const replaces = (page, at) => page.getByLabel(`Replaces of ${name(at)}`, { exact: true });

async function opened(files = FILES) {
  const page = await newPage(site, { init: watchAnswers });
  page.on("dialog", (dialog) => dialog.accept());
  await openFiles(page, files);
  await replaces(page, LENGTH - 1).waitFor();
  return page;
}

/** Returns the numbers of entries that are sent during some work. */
async function sent(page, work) {
  await page.waitForFunction(() => globalThis.olmkit.state().draft.kind === "saved");
  await page.waitForTimeout(300);
  await page.evaluate(() => globalThis.answers.splice(0));
  await work();
  await page.waitForFunction(() => globalThis.answers.length > 0);
  await page.waitForTimeout(300);
  return page.evaluate(() => globalThis.answers);
}

const write = (page, from, to) => page.evaluate(([from, to]) => globalThis.olmkit.edit("catalog.yaml", globalThis.olmkit.text("catalog.yaml").replace(from, to)), [from, to]);
const shows = (page, at, value) => page.waitForFunction(([label, value]) => document.querySelector(`[aria-label="${label}"]`)?.value === value, [`Replaces of ${name(at)}`, value]);
const typeAtTop = async (page, keys) => {
  await page.locator(".code .cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type(keys);
};

test("a key that changes nothing in the channel sends no rows, and a row still opens its position", async () => {
  const page = await opened();
  const all = await sent(page, () => typeAtTop(page, "# two\n# lines\n"));
  assert.deepEqual(new Set(all), new Set([0]), "only places");
  await page.locator(`.entry-name[title="${name(LENGTH - 3)}"]`).click();
  await page.locator(".cm-activeLine", { hasText: `- name: ${name(LENGTH - 3)}` }).waitFor();
  const [first, second] = (await text(page)).split("\n");
  assert.deepEqual([first, second], ["# two", "# lines"]);
  await page.context().close();
});

test("a change of one row shows it, undo shows what was there, and so do changes that come faster than answers", async () => {
  const page = await opened();
  const last = LENGTH - 1;
  const all = await sent(page, () => write(page, `replaces: ${name(last - 1)}`, `replaces: ${name(last - 2)}`));
  // The answer with the graph that is kept, after a moment, has no rows.
  assert.deepEqual(
    all.filter((rows) => rows > 0),
    [LENGTH],
    "the channel, once",
  );
  await shows(page, last, name(last - 2));
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await shows(page, last, name(last - 1));
  // Changes back and forth many times without waiting. The final table matches the final text.
  for (const end of [last - 2, last - 1]) {
    await page.evaluate(
      async ([last, end]) => {
        const original = globalThis.olmkit.text("catalog.yaml");
        const to = (at) => original.replace(/(- name: \S+\n {2}replaces: )\S+/, `$1foo.v1.0.${at}`);
        const made = [];
        for (let turn = 0; turn < 6; turn += 1) {
          for (const at of [last - 2, last - 1]) {
            made.push(globalThis.olmkit.edit("catalog.yaml", to(at)));
            await new Promise((resolve) => setTimeout(resolve, turn * 4));
          }
        }
        made.push(globalThis.olmkit.edit("catalog.yaml", to(end)));
        await Promise.all(made);
      },
      [last, end],
    );
    await shows(page, last, name(end));
    await page.waitForTimeout(300);
    await shows(page, last, name(end));
  }
  await page.context().close();
});

test("a rename, another channel and another catalog show their rows, regardless of known rows", async () => {
  const second = `---\nschema: olm.channel\npackage: foo\nname: fast\nentries:\n- name: ${name(LENGTH - 1)}\n  replaces: ${name(3)}\n`;
  const files = { "catalog.yaml": FILES["catalog.yaml"] + second };
  const page = await opened(files);
  await page.evaluate((text) => globalThis.olmkit.edit("catalog.yaml", text), files["catalog.yaml"].replaceAll(name(LENGTH - 1), "foo.v2.0.0"));
  await page.getByLabel("Replaces of foo.v2.0.0", { exact: true }).waitFor();
  assert.equal(await replaces(page, LENGTH - 1).count(), 0);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await shows(page, LENGTH - 1, name(LENGTH - 2));
  const go = (channel) =>
    page.evaluate((channel) => {
      location.hash = `package=foo&channel=${channel}`;
    }, channel);
  await go("fast");
  await shows(page, LENGTH - 1, name(3));
  await go("stable");
  await shows(page, LENGTH - 1, name(LENGTH - 2));
  // The same path, package and channel; then the same rows at other positions.
  await openFiles(page, { "catalog.yaml": FILES["catalog.yaml"].replace(`replaces: ${name(LENGTH - 2)}`, `replaces: ${name(5)}`) });
  await shows(page, LENGTH - 1, name(5));
  await openFiles(page, FILES);
  await shows(page, LENGTH - 1, name(LENGTH - 2));
  await openFiles(page, { "catalog.yaml": `# another\n${FILES["catalog.yaml"]}` });
  await shows(page, LENGTH - 1, name(LENGTH - 2));
  await page.locator(`.entry-name[title="${name(LENGTH - 3)}"]`).click();
  await page.locator(".cm-activeLine", { hasText: `- name: ${name(LENGTH - 3)}` }).waitFor();
  await page.context().close();
});

test("a restarted engine continues from what the table shows", async () => {
  const page = await opened();
  const last = LENGTH - 1;
  await page.evaluate(() => globalThis.olmkit.crash());
  await page.getByText("The engine stopped and was restarted.").waitFor();
  assert.deepEqual(new Set(await sent(page, () => typeAtTop(page, "# x"))), new Set([0]), "the new engine knows the same channel");
  // A change that is made while there is no engine.
  const stopped = page.evaluate(() => globalThis.olmkit.crash());
  await write(page, `replaces: ${name(last - 1)}`, `replaces: ${name(last - 2)}`);
  await stopped;
  await shows(page, last, name(last - 2));
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await shows(page, last, name(last - 1));
  await page.context().close();
});
