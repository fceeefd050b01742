// `olmkit open` in a browser: edits a real folder, follows changes on disk, and is protected from other origins.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "../test.mjs";
import { difference, fill, menu, ready, review, sample, save, setup, text, toChannel, violations } from "./harness.mjs";
import { folder, isBuilt, PROGRAMS, start } from "./open.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

const original = sample("valid");

/** Opens the page of `olmkit open` for a folder. */
async function edited(t, program, files, path = "") {
  const place = folder(t, files);
  const { child, address } = await start(t, program, join(place, path));
  const context = await site.browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
  await page.goto(address);
  await ready(page);
  t.after(() => context.close());
  return { place, child, page, context, onDisk: (name = "catalog.yaml") => readFileSync(join(place, name), "utf8") };
}

async function saved(page) {
  await save(page);
  await page.getByText("Saved 1 file into the folder.").waitFor();
}

/** Starts a registry with the only image of an OCI layout. */
async function registry(t, layout) {
  const blob = (digest) => readFileSync(join(layout, "blobs", digest.replace(":", "/")));
  const [root] = JSON.parse(readFileSync(join(layout, "index.json"), "utf8")).manifests;
  const server = createServer((request, response) => {
    const [, kind, name] = /\/(manifests|blobs)\/(.+)$/.exec(request.url) ?? [];
    if (kind === "manifests") response.setHeader("content-type", root.mediaType);
    response.end(kind === undefined ? "{}" : blob(kind === "manifests" ? root.digest : name));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => server.close());
  return `127.0.0.1:${server.address().port}`;
}

for (const program of PROGRAMS.filter(isBuilt).filter(({ name }) => name === "native")) {
  test("native: an image is opened as a copy, whose changes are downloaded and not saved", async (t) => {
    const place = folder(t, { "catalog/catalog.yaml": original });
    const run = (...args) => assert.equal(spawnSync(program.command[0], args, { cwd: place, stdio: "inherit" }).status, 0);
    run("build", "catalog", "--tag", "example.com/catalog:1", "--output", "catalog.tar");
    run("copy", "catalog.tar", "layout");
    const image = `${await registry(t, join(place, "layout"))}/team/catalog:1`;
    const { child, address } = await start(t, program, image, ["--use-http", "--cache-dir", join(place, "cache")]);
    const page = await (await site.browser.newContext()).newPage();
    t.after(() => page.context().close());
    await page.goto(address);
    await ready(page);
    assert.equal(await text(page), original);
    await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
    await page.getByText("1 changed").waitFor();
    await save(page);
    await page.getByText(`This is a copy of the image ${image}`).first().waitFor();
    assert.equal(await page.evaluate(() => globalThis.olmkit.state().changed), 1);
    child.kill("SIGINT");
    const [code] = await once(child, "exit");
    assert.equal(code, 0);
  });
}

for (const program of PROGRAMS.filter(isBuilt)) {
  test(`${program.name}: editing and saving a cell changes only its line`, async (t) => {
    const { page, onDisk, context } = await edited(t, program, { "catalog.yaml": original, ".git/x": "x" });
    assert.match(page.url(), /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{16}\/(#|$)/, "the token is not in the address");
    assert.deepEqual(await page.evaluate(() => globalThis.olmkit.paths()), ["catalog.yaml"]);
    assert.equal(await page.evaluate(() => document.cookie), "", "scripts cannot read the cookie");
    await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
    await page.getByText("1 changed").waitFor();
    await saved(page);
    assert.deepEqual(difference(original, onDisk()), { removed: [], added: ["  replaces: watering-can.v1.0.0"] });
    assert.deepEqual(await violations(page), []);
    await page.reload();
    await ready(page);
    assert.equal(await text(page), onDisk());
    assert.equal((await context.cookies()).length, 1);
    assert.deepEqual(page.problems, []);
  });

  test(`${program.name}: a file with a backslash in its name is opened and saved like others`, { skip: process.platform === "win32" }, async (t) => {
    const { page, place, onDisk } = await edited(t, program, { "a\\b.yaml": original, "c.yaml": "# empty\n", "x\\y/d.yaml": "# empty\n" });
    assert.deepEqual((await page.evaluate(() => globalThis.olmkit.paths())).toSorted(), ["a∖b.yaml", "c.yaml", "x∖y/d.yaml"]);
    await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
    await page.getByText("1 changed").waitFor();
    await saved(page);
    assert.deepEqual(difference(original, onDisk("a\\b.yaml")), { removed: [], added: ["  replaces: watering-can.v1.0.0"] });
    await page.evaluate(() => globalThis.olmkit.edit("x∖y/new.yaml", "# new\n"));
    await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
    await save(page);
    await page.getByText("Not written: x∖y/new.yaml: x∖y contains a backslash on disk").waitFor();
    assert.deepEqual(readdirSync(place).toSorted(), ["a\\b.yaml", "c.yaml", "x\\y"]);
  });

  test(`${program.name}: unsaved changes are there after a reload, although the file has changed on disk`, async (t) => {
    const { page, place } = await edited(t, program, { "catalog.yaml": original });
    page.on("dialog", (dialog) => dialog.accept());
    await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
    await page.getByText("draft kept").waitFor();
    const draft = await text(page);
    writeFileSync(join(place, "catalog.yaml"), `${original}# theirs\n`);
    await page.getByText("catalog.yaml changed on disk and here.").waitFor();
    await page.reload();
    await page.locator(".notice", { hasText: "merged with the current files" }).waitFor();
    assert.equal(await text(page), `${draft}# theirs\n`);
    await page.getByText("draft kept").waitFor();
    writeFileSync(join(place, "catalog.yaml"), original.replace(/(- name: watering-can\.v1\.0\.1.*\n)/, "$1  skips: [watering-can.v0.9.0]\n"));
    await page.reload();
    await page.locator(".notice", { hasText: "Unsaved changes restored" }).waitFor();
    assert.equal(await text(page), `${draft}# theirs\n`);
    await (await review(page)).getByText("changed on disk since it was opened").waitFor();
  });

  test(`${program.name}: a draft is continued in its own folder, and not in a copy of the folder`, async (t) => {
    const [own, copy] = [0, 1].map(() => join(folder(t, { "checkout/catalog.yaml": original }), "checkout"));
    const context = await site.browser.newContext();
    t.after(() => context.close());
    const page = await context.newPage();
    page.on("dialog", (dialog) => dialog.accept());
    let port = "0"; // the same port each time, so that the browser finds the draft
    const opened = async (path) => {
      const { child, address } = await start(t, program, path, ["--port", port]);
      ({ port } = new URL(address));
      await page.goto(address);
      await ready(page);
      return async () => {
        child.kill("SIGKILL");
        await once(child, "exit");
      };
    };
    const state = () => page.evaluate(() => [globalThis.olmkit.state().changed, globalThis.olmkit.paths().toSorted()]);
    const end = await opened(own);
    await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
    await page.getByText("1 changed").waitFor();
    await page.evaluate(() => globalThis.olmkit.edit("new.yaml", "# new\n"));
    await page.getByText("2 changed, draft kept").waitFor();
    await end();
    const endCopy = await opened(copy);
    await page.getByText("A draft for other files with this name is kept.").waitFor();
    assert.deepEqual(await state(), [0, ["catalog.yaml"]]);
    await endCopy();
    await opened(own);
    await page.getByText("Unsaved changes restored.").waitFor();
    assert.deepEqual(await state(), [2, ["catalog.yaml", "new.yaml"]]);
  });

  test(`${program.name}: the review shows a change on disk at once; once the program has ended, nothing is saved`, async (t) => {
    const { page, place, child } = await edited(t, program, { "catalog.yaml": original });
    await page.addInitScript(() => {
      globalThis.EventSource = class extends EventSource {
        constructor(address) {
          super(address);
          globalThis.source = this;
        }
        get readyState() {
          return globalThis.isInterrupted ? EventSource.CONNECTING : super.readyState;
        }
      };
    });
    await page.reload();
    await ready(page);
    await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
    await page.getByText("draft kept").waitFor();
    const shown = await review(page);
    const button = shown.getByRole("button", { name: "Save 1 file" });
    await button.waitFor();
    writeFileSync(join(place, "catalog.yaml"), `${original}# theirs\n`);
    await shown.getByText("catalog.yaml changed on disk since it was opened. Both sets of changes fit together.").waitFor();
    await shown.getByRole("button", { name: "Merge" }).click();
    await shown.getByText("changed on disk since it was opened").waitFor({ state: "detached" });
    const send = (kind) =>
      page.evaluate((kind) => {
        globalThis.isInterrupted = kind === "error";
        globalThis.source.dispatchEvent(new Event(kind));
      }, kind);
    await send("error");
    await button.waitFor({ state: "detached" });
    await send("open"); // the connection is there again
    await button.waitFor();
    await shown.locator(".figures").waitFor();
    child.kill("SIGKILL");
    await page.locator(".status .draft", { hasText: "olmkit open has ended, 1 changed, draft kept" }).waitFor();
    await button.waitFor({ state: "detached" });
    await shown.getByText("a download: olmkit open has ended").waitFor();
    assert.ok(await shown.locator(".figures").isVisible(), "the impact is still known");
    const [download] = await Promise.all([page.waitForEvent("download"), shown.getByRole("button", { name: "Download" }).click()]);
    assert.equal(readFileSync(await download.path(), "utf8"), await text(page));
  });

  test(`${program.name}: the pane of the text says why a file that becomes binary is not shown`, async (t) => {
    const { page, place } = await edited(t, program, { "catalog.yaml": original });
    const binary = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]);
    const shown = page.locator(".code .cm-content");
    const reason = shown.filter({ hasText: "catalog.yaml is a binary file (1 kB). It is not shown here." });
    await shown.filter({ hasText: "defaultChannel" }).waitFor();
    writeFileSync(join(place, "catalog.yaml"), binary);
    await reason.waitFor();
    await page.locator(".verdict", { hasText: "opm rejects" }).waitFor();
    writeFileSync(join(place, "catalog.yaml"), original);
    await shown.filter({ hasText: "defaultChannel" }).waitFor();
    // Until the file is checked, the rows are those from before, and what is typed into them is lost with them.
    await page.locator(".verdict", { hasText: "opm accepts" }).waitFor();
    await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
    await page.getByText("draft kept").waitFor();
    writeFileSync(join(place, "catalog.yaml"), binary);
    const conflict = await review(page);
    await conflict.getByRole("button", { name: "Changes on disk" }).click();
    await conflict.getByRole("region", { name: "Changes on disk" }).getByText("catalog.yaml is a binary file (1 kB). It is not shown here.").waitFor();
    await conflict.getByRole("button", { name: "Use version on disk" }).click();
    await page.getByText("Nothing has changed").waitFor();
    await reason.waitFor({ state: "attached" });
  });

  test(`${program.name}: a change on disk appears in the page, and undo reverts it`, async (t) => {
    const { page, place } = await edited(t, program, { "catalog.yaml": original });
    writeFileSync(join(place, "catalog.yaml"), `# theirs\n${original}`);
    await page.getByText("catalog.yaml changed on disk and was loaded again.").waitFor();
    assert.equal(await text(page), `# theirs\n${original}`);
    assert.equal(await page.evaluate(() => globalThis.olmkit.state().changed), 0);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("1 changed").waitFor();
    assert.equal(await text(page), original);
  });

  test(`${program.name}: a choice whose file disappears cannot be applied`, async (t) => {
    const { page, place } = await edited(t, program, { "catalog.yaml": original, "c.yaml": "# empty\n" });
    await page.locator('.entry-name[title="watering-can.v1.0.0"]').focus();
    await page.keyboard.press("Delete");
    const dialog = page.getByRole("dialog");
    const apply = dialog.getByRole("button", { name: "Apply" });
    await page.waitForFunction((button) => !button.disabled, await apply.elementHandle());
    rmSync(join(place, "catalog.yaml"));
    await dialog.getByRole("alert").getByText("This cannot be done: ").waitFor();
    assert.ok(await apply.isDisabled());
  });

  test(`${program.name}: added and removed files of the folder are followed`, async (t) => {
    const { page, place } = await edited(t, program, { "catalog.yaml": original });
    writeFileSync(join(place, "other.yaml"), "schema: olm.package\nname: other\ndefaultChannel: x\n");
    await page.getByText("other.yaml added to the folder.").waitFor();
    await page.locator(".status .verdict").filter({ hasText: "opm rejects" }).waitFor();
    assert.deepEqual((await page.evaluate(() => globalThis.olmkit.paths())).toSorted(), ["catalog.yaml", "other.yaml"]);
    rmSync(join(place, "other.yaml"));
    await page.getByText("other.yaml was deleted on disk.").waitFor();
    await page.locator(".status .verdict").filter({ hasText: "opm accepts" }).waitFor();
  });

  test(`${program.name}: a file that changed on both sides is not written over`, async (t) => {
    const { page, place, onDisk } = await edited(t, program, { "catalog.yaml": original });
    await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
    await page.getByText("1 changed").waitFor();
    const theirs = `# theirs\n${original}`;
    writeFileSync(join(place, "catalog.yaml"), theirs);
    await page.getByText("catalog.yaml changed on disk and here. You are asked what to keep when you save.").waitFor();
    const dialog = await review(page);
    await dialog.getByText("changed on disk since it was opened").waitFor();
    assert.equal(onDisk(), theirs);
    await dialog.getByRole("button", { name: "Merge" }).click();
    await dialog.getByText("changed on disk since it was opened").waitFor({ state: "detached" });
    await save(page);
    await page.getByText("Saved 1 file into").waitFor();
    assert.deepEqual(difference(theirs, onDisk()), { removed: [], added: ["  replaces: watering-can.v1.0.0"] });
  });

  test(`${program.name}: when undo or revert ends the changes to a file, its newer version on disk is loaded`, async (t) => {
    const { page, place } = await edited(t, program, { "catalog.yaml": original });
    const changed = () => page.evaluate(() => globalThis.olmkit.state().changed);
    const undo = () => page.getByRole("button", { name: "Undo" }).click();
    const revert = async () => (await review(page)).getByRole("button", { name: "Revert catalog.yaml" }).click();
    for (const [at, end] of [undo, revert].entries()) {
      if (at) await toChannel(page).catch(() => {});
      await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
      await page.getByText("1 changed").waitFor();
      const theirs = `# other person ${at}\n${original}`;
      writeFileSync(join(place, "catalog.yaml"), theirs);
      await page.getByText("catalog.yaml changed on disk and here.").waitFor();
      await end();
      await page.getByText("catalog.yaml changed on disk and was loaded again.").waitFor();
      assert.deepEqual([await text(page), await changed()], [theirs, 0]);
    }
  });

  test(`${program.name}: a changed file that is deleted on disk is a change with a draft, until the user decides`, async (t) => {
    const { page, place, onDisk } = await edited(t, program, { "catalog.yaml": original, "c.yaml": "# empty\n" });
    page.on("dialog", (dialog) => dialog.accept());
    const undo = () => page.getByRole("button", { name: "Undo" }).click();
    await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
    await page.getByText("1 changed, draft kept").waitFor();
    rmSync(join(place, "catalog.yaml"));
    await page.getByText("catalog.yaml was deleted on disk, and kept here.").waitFor();
    await undo();
    await page.locator(".notice", { hasText: "Undone" }).waitFor();
    await page.getByText("1 changed, draft kept").waitFor();
    assert.equal(await text(page), original);
    await page.reload();
    await page.locator(".notice", { hasText: "Unsaved changes restored" }).waitFor();
    assert.equal(await text(page), original);
    const shown = await review(page);
    await shown.getByText("was deleted on disk since it was opened").waitFor();
    await shown.getByRole("button", { name: "Accept deletion" }).click();
    await shown.getByText("Nothing has changed").waitFor();
    assert.equal(await page.evaluate(() => globalThis.olmkit.state().changed), 0);
    await page.keyboard.press("Control+z");
    await shown.getByRole("button", { name: "Write it again" }).click();
    await page.getByText("Saved 1 file into the folder.").waitFor();
    assert.equal(onDisk(), original);
    assert.deepEqual(await violations(page), []);
  });

  test(`${program.name}: pasted text is kept as a draft, which the page of the folder offers`, async (t) => {
    const { page } = await edited(t, program, { "catalog.yaml": original });
    let prompts = 0;
    page.on("dialog", (dialog) => {
      prompts += dialog.type() === "beforeunload";
      dialog.accept();
    });
    const pasted = original.replaceAll("watering-can", "spade");
    await page.evaluate((content) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", content);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, pasted);
    await page.getByText("1 changed, draft kept").waitFor();
    await page.locator(".center").click();
    await page.reload();
    assert.equal(prompts, 1, "leaving is asked about");
    await ready(page);
    assert.deepEqual(await page.evaluate(() => globalThis.olmkit.paths()), ["catalog.yaml"]);
    const shown = await menu(page);
    await shown.locator(".drafts li", { hasText: "pasted text" }).getByRole("button", { name: "Continue" }).click();
    await page.locator(".notice", { hasText: "Unsaved changes restored" }).waitFor();
    assert.equal(await text(page, "untitled.yaml"), pasted);
  });

  test(`${program.name}: one file is opened and saved`, async (t) => {
    const { page, onDisk } = await edited(t, program, { "catalog.yaml": original, "other.yaml": "a: 1\n" }, "catalog.yaml");
    assert.deepEqual(await page.evaluate(() => globalThis.olmkit.paths()), ["catalog.yaml"]);
    await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
    await page.getByText("1 changed").waitFor();
    await saved(page);
    assert.notEqual(onDisk(), original);
  });

  test(`${program.name}: a page on another port reads nothing, writes nothing and cannot show it in a frame`, async (t) => {
    const { page, context, onDisk } = await edited(t, program, { "catalog.yaml": original });
    const target = page.url().split("#")[0];
    const server = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<title>hostile</title>"));
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    t.after(() => server.close());
    const hostile = await context.newPage();
    let cookies = "";
    server.on("request", (request) => {
      cookies += request.headers.cookie ?? "";
    });
    await hostile.goto(`http://127.0.0.1:${server.address().port}/`);
    const attempts = await hostile.evaluate(async (target) => {
      const file = `${target}local/file?path=catalog.yaml`;
      const ask = (options) =>
        fetch(file, { credentials: "include", ...options }).then(
          (response) => response.status,
          () => "refused",
        );
      const read = await ask({});
      const blind = await ask({ mode: "no-cors" });
      const written = await ask({ method: "PUT", body: "stolen", headers: { "if-none-match": "*" } });
      const frame = document.createElement("iframe");
      frame.src = target;
      document.body.append(frame);
      await new Promise((loaded) => frame.addEventListener("load", loaded));
      let framed = "";
      try {
        framed = frame.contentDocument?.body.textContent ?? "";
      } catch {}
      return { read, blind, written, framed };
    }, target);
    assert.equal(attempts.read, "refused");
    assert.equal(attempts.written, "refused");
    assert.equal(attempts.framed, "");
    assert.ok(attempts.blind === "refused" || attempts.blind === 0, "an opaque answer, if any");
    assert.equal(cookies, "", "the cookie is not sent to another port");
    assert.equal(onDisk(), original);
  });

  test(`${program.name}: after the program has ended, saving reports it and keeps the change`, async (t) => {
    const { page, child } = await edited(t, program, { "catalog.yaml": original });
    await fill(page, "Replaces of watering-can.v1.0.1", "watering-can.v1.0.0");
    await page.getByText("1 changed").waitFor();
    child.kill("SIGKILL");
    await page.keyboard.press("Control+s");
    await page
      .getByText(/olmkit open has been stopped\. Run it again, or download what you changed\./)
      .first()
      .waitFor();
    assert.equal(await page.evaluate(() => globalThis.olmkit.state().changed), 1);
  });
}
