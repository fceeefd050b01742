// Text of files with LF, CRLF and CR: every line is shown, and what is not edited keeps its line breaks.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { fill, newPage, openFiles, sample, setup, text } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

const original = sample("valid");
const crlf = original.replaceAll("\n", "\r\n");
const DEFAULT = "defaultChannel: stable";
/** The sample with one CRLF, after the default channel. */
const mixed = original.replace(`${DEFAULT}\n`, `${DEFAULT}\r\n`);

/** Opens a catalog of this text, works on it, and undoes everything, which restores every byte. */
async function edited(catalog, work) {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": catalog });
  await work(page);
  for (let step = 0; step < 9 && (await page.evaluate(() => globalThis.olmkit.state().undo)); step += 1) {
    await page.locator(".code .cm-content").focus();
    await page.keyboard.press("Control+z");
  }
  assert.equal(await text(page), catalog);
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

const line = (page, content) => page.locator(".code .cm-line", { hasText: content }).first();

/** Puts the cursor at the end of a line. */
async function toEnd(page, content) {
  await line(page, content).click();
  await page.keyboard.press("End");
}

/** Types into the text, and compares the file with what is expected. */
async function typed(page, type, expected) {
  await type();
  await page.getByText("1 changed").waitFor();
  assert.equal(await text(page), expected);
}

/** Pastes or drops at the cursor. */
const insert = (page, kind, content) =>
  page.locator(".code .cm-content").evaluate(
    (element, [kind, content]) => {
      const data = new DataTransfer();
      data.setData("text/plain", content);
      if (kind === "paste") return element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
      const { left, top, height } = document.querySelector(".cm-activeLine").getBoundingClientRect();
      return element.dispatchEvent(new DragEvent("drop", { dataTransfer: data, clientX: left + 600, clientY: top + height / 2, bubbles: true, cancelable: true }));
    },
    [kind, content],
  );

for (const [name, catalog] of [
  ["one CRLF", mixed],
  ["CRLF", crlf],
  ["one CR", original.replace(`${DEFAULT}\n`, `${DEFAULT}\r`)],
]) {
  test(`8 a file with ${name} has the lines of one with LF only`, async () => {
    await edited(catalog, async (page) => {
      await line(page, DEFAULT).waitFor();
      const shown = await page.locator(".code .cm-line").allTextContents();
      assert.ok(shown.length > 10);
      assert.deepEqual(shown, original.split("\n").slice(0, shown.length));
    });
  });
}

test("39 in a file with one CRLF among LF, a line is deleted and no other", async () => {
  await edited(mixed, async (page) => {
    await line(page, DEFAULT).click();
    await typed(page, () => page.keyboard.press("Control+Shift+k"), original.replace(`${DEFAULT}\n`, ""));
    await line(page, "name: candidate").click();
    await page.keyboard.press("Control+Shift+k");
    assert.equal(await text(page), original.replace(`${DEFAULT}\n`, "").replace("name: candidate\n", ""));
  });
});

test("40 in a file with one CRLF among LF, Enter writes the line break of the line, and Delete and Backspace remove it whole", async () => {
  await edited(mixed, async (page) => {
    await toEnd(page, "name: candidate");
    await typed(page, () => page.keyboard.type("\n# new"), mixed.replace("name: candidate\n", "name: candidate\n# new\n"));
    await toEnd(page, DEFAULT);
    await page.keyboard.press("Delete");
    const joined = mixed.replace("name: candidate\n", "name: candidate\n# new\n").replace("\r\n", "");
    assert.equal(await text(page), joined);
    await page.keyboard.press("Control+z");
    await line(page, /^description: /).click();
    await page.keyboard.press("Home");
    await page.keyboard.press("Backspace");
    assert.equal(await text(page), joined);
  });
});

test("40 in a CRLF file, Enter, pasted and dropped lines have CRLF", async () => {
  await edited(crlf, async (page) => {
    const after = (added) => crlf.replace(`${DEFAULT}\r\n`, `${DEFAULT}${added}\r\n`);
    await toEnd(page, DEFAULT);
    await typed(page, () => page.keyboard.type("\n# a"), after("\r\n# a"));
    await insert(page, "paste", "\n# b\n# c\r\n# d");
    assert.equal(await text(page), after("\r\n# a\r\n# b\r\n# c\r\n# d"));
    await line(page, /^# d$/).waitFor();
    await insert(page, "drop", "\n# e");
    assert.equal(await text(page), after("\r\n# a\r\n# b\r\n# c\r\n# d\r\n# e"));
  });
});

test("40 in an LF file, pasted and dropped CRLF and CR become LF", async () => {
  await edited(original, async (page) => {
    const after = (added) => original.replace(`${DEFAULT}\n`, `${DEFAULT}${added}\n`);
    await toEnd(page, DEFAULT);
    await typed(page, () => insert(page, "paste", "\r\n# a\r# b"), after("\n# a\n# b"));
    await line(page, /^# b$/).waitFor();
    await insert(page, "drop", "\r\n# c");
    assert.equal(await text(page), after("\n# a\n# b\n# c"));
  });
});

test("52 57 in a file with one CRLF among LF, problems, the selected entry and changed lines are marked at their place", async () => {
  const broken = mixed.replace("replaces: watering-can.v1.0.1", "replaces: watering-can.v1.0.9");
  await edited(broken, async (page) => {
    await page.locator(".cm-lintRange-error, .cm-lintRange-warning", { hasText: /^watering-can\.v1\.0\.9$/ }).waitFor();
    await page.locator('.entry-name[title="watering-can.v1.1.0"]').click();
    await page.locator(".cm-selectedEntry", { hasText: "name: watering-can.v1.1.0" }).waitFor();
    assert.deepEqual(await page.locator(".cm-selectedEntry").allTextContents(), ["- name: watering-can.v1.1.0", "  replaces: watering-can.v1.0.9", "  skips:", "  - watering-can.v1.0.0"]);
    await line(page, "replaces: watering-can.v1.2.0").click();
    await page.getByRole("region", { name: "Entry watering-can.v1.3.0-rc.1" }).waitFor();
    await fill(page, "Replaces of watering-can.v1.3.0-rc.1", "watering-can.v1.1.0");
    await page.locator(".cm-changedLine").waitFor();
    assert.deepEqual(await page.locator(".cm-changedLine").allTextContents(), ["  replaces: watering-can.v1.1.0"]);
    assert.equal(await text(page), broken.replace("replaces: watering-can.v1.2.0", "replaces: watering-can.v1.1.0"));
  });
});

test("52 a CR and an LF that become one line break are shown as one", async () => {
  await edited("# a\r#\n# c\n", async (page) => {
    await line(page, /^#$/).click();
    await page.keyboard.press("End");
    await typed(page, () => page.keyboard.press("Backspace"), "# a\r\n# c\n");
    await page.waitForFunction(() => document.querySelectorAll(".code .cm-line").length === 3);
    assert.deepEqual(await page.locator(".code .cm-line").allTextContents(), ["# a", "# c", ""]);
  });
});
