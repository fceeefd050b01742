// Opening: files that are not catalogs, links, URLs, recent folders, files from the operating system.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { deflateRawSync } from "node:zlib";
import { after, before, test } from "../test.mjs";
import { entryMenu, menu, newPage, onDisk, openFiles, openFolder, problems, ready, sample, save, setup, text, withSample } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

const FOLDER = {
  "catalog.yaml": sample("valid"),
  "README.md": "# A catalog\n\n- made by hand\n",
  Dockerfile: "FROM quay.io/operator-framework/opm:latest\nADD . /configs\n",
};
const verdict = (page) => page.locator(".status .verdict");

test("7 files that are not part of the catalog: what opm does with them, and one fix that excludes them", async () => {
  const page = await newPage(site);
  await openFolder(page, FOLDER);
  await verdict(page).filter({ hasText: "opm rejects" }).waitFor();
  const notice = page.locator(".notice");
  await notice.getByText("Dockerfile and README.md are not part of the catalog. opm reads every file of a folder, whatever its name, and fails").waitFor();
  await problems(page);
  const problem = page.locator(".problem").filter({ hasText: "Dockerfile" }).first();
  await problem.locator(".problem-main").click();
  await page.getByRole("region", { name: "Problem", exact: true }).getByText("This file is not part of the catalog. opm reads every file of the folder").waitFor();
  await notice.getByRole("button", { name: "Exclude 2 files that are not part of the catalog" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("README.md").first().waitFor();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await verdict(page).filter({ hasText: "opm accepts" }).waitFor();
  assert.equal(await text(page, ".indexignore"), "Dockerfile\nREADME.md\n");
  assert.equal(await notice.count(), 0, "the message is over");

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await verdict(page).filter({ hasText: "opm rejects" }).waitFor();
  assert.equal(await text(page, ".indexignore"), "");
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await verdict(page).filter({ hasText: "opm accepts" }).waitFor();
  await save(page);
  await page.getByText("Saved 1 file into the folder.").waitFor();
  assert.equal(await onDisk(page, ".indexignore"), "Dockerfile\nREADME.md\n");
  assert.equal(await onDisk(page, "README.md"), FOLDER["README.md"]);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("7 a line is added to .indexignore in its own style, and names no other file", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": sample("valid"), LICENSE: "Apache\n", ".indexignore": "# not ours\r\n*.sh" });
  await problems(page);
  await page.getByRole("button", { name: "Suggested fix: Exclude LICENSE" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
  await verdict(page).filter({ hasText: "opm accepts" }).waitFor();
  assert.equal(await text(page, ".indexignore"), "# not ours\r\n*.sh\r\nLICENSE");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("7 a catalog with a syntax error is a catalog: it is fixed, not excluded", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": sample("valid"), "more.yaml": "schema: olm.package\nname: [\n" });
  await verdict(page).filter({ hasText: "opm rejects" }).waitFor();
  assert.equal(await page.getByRole("button", { name: /Exclude / }).count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("7 documents determine whether a file is a catalog: a nested schema does not, one document of a catalog does", async () => {
  const page = await newPage(site);
  await openFiles(page, {
    "catalog.yaml": sample("valid"),
    "api.yaml": "openapi: 3.0.0\ncomponents:\n  answer:\n    schema: {type: string}\n",
    "half.yaml": "note: to be written\n---\nschema: olm.channel\npackage: watering-can\nname: beta\nentries: []\n",
  });
  await page.locator(".notice").getByText("api.yaml is not part of the catalog. opm reads every file of a folder").waitFor();
  await problems(page);
  await page.getByRole("button", { name: "Suggested fix: Exclude api.yaml" }).waitFor();
  assert.equal(await page.getByRole("button", { name: /Exclude (half.yaml|2 files)/ }).count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

const shared = async (page) => {
  await (await menu(page)).getByRole("button", { name: "Share", exact: true }).click();
  const link = page.getByLabel("Link to this catalog");
  await link.waitFor();
  return link.inputValue();
};

test("76 a link contains the catalog with unsaved changes, and opens it; nothing is sent", async () => {
  await withSample(site, "two-heads", async (page) => {
    await page.evaluate(() => globalThis.olmkit.edit("catalog.yaml", `${globalThis.olmkit.text("catalog.yaml")}# shared: ü 漢\n`));
    const link = await shared(page);
    await page.getByText(/characters of at most 500,000/).waitFor();
    assert.match(link, /#share=1\.[\w-]+&package=[^&]+&channel=/);
    const other = await newPage(site);
    await other.goto(link);
    await ready(other);
    assert.equal(await text(other), await text(page));
    // It is still open after switching channels and reloading the page.
    await other.reload();
    await ready(other);
    assert.equal(await text(other), await text(page));
    // Opening something else replaces it in the URL.
    await openFiles(other, { "catalog.yaml": sample("valid") });
    assert.doesNotMatch(other.url(), /share=/);
    assert.deepEqual(other.foreign, []);
    assert.deepEqual(other.problems, []);
    await other.context().close();
  });
});

test("76 a link that is damaged, too new or too large once unpacked is refused in a sentence", async () => {
  const link = (json, codec = "1") => `#share=${codec}.${deflateRawSync(json).toString("base64url")}`;
  const good = link(JSON.stringify({ title: "x", files: [["catalog.yaml", sample("valid")]] }));
  const cases = [
    [good.slice(0, -20), /This link is damaged/],
    [`${good}!`, /This link is damaged/],
    ["#share=1.", /This link is damaged/],
    ["#share=garbage", /This link is damaged/],
    [link("{}"), /This link is damaged/],
    [link(JSON.stringify({ files: [["../../etc/passwd", "x"]] })), /This link is damaged/],
    [link(JSON.stringify({ files: [["a.yaml", 1]] })), /This link is damaged/],
    [good.replace("share=1.", "share=2."), /from a newer version of the editor/],
    [link(Buffer.alloc(65 * 1024 * 1024)), /unpacks to more than 64 MiB/],
  ];
  for (const [hash, sentence] of cases) {
    const page = await newPage(site, { hash });
    await page.locator(".notice.is-alarm").filter({ hasText: sentence }).waitFor();
    assert.equal(await page.locator(".is-loaded").count(), 0);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
  // Pasting a link over the URL of an open page opens the link.
  await withSample(site, "valid", async (page) => {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, good);
    await page.locator(".title").filter({ hasText: /^x$/ }).waitFor();
  });
});

/** Starts a server of another origin. */
async function elsewhere(answers) {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push({ url: request.url, headers: request.headers });
    const [status, headers, body] = answers[request.url] ?? [404, {}, ""];
    response.writeHead(status, headers).end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { asked, address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
const OPEN = { "access-control-allow-origin": "*" };

test("5 ?url= opens a file of another server, which gets no cookie and no referrer; the policy of the page stays", async () => {
  const other = await elsewhere({ "/foo/catalog.yaml": [200, { ...OPEN, "content-type": "text/plain" }, sample("valid")] });
  const page = await newPage(site, { hash: `?url=${encodeURIComponent(`${other.address}/foo/catalog.yaml`)}` });
  await ready(page);
  assert.equal(await text(page), sample("valid"));
  assert.deepEqual(page.foreign, [`${other.address}/foo/catalog.yaml`], "one request, to that address");
  assert.equal(other.asked.length, 1);
  assert.equal(other.asked[0].headers.cookie, undefined);
  assert.equal(other.asked[0].headers.referer, undefined);
  assert.deepEqual(page.problems, []);
  const refused = await page.evaluate(
    (address) =>
      fetch(address).then(
        () => "read",
        () => "refused",
      ),
    `${other.address}/foo/catalog.yaml`,
  );
  assert.equal(refused, "refused", "the page itself may query no other server");
  // Opening something else replaces it in the URL.
  await openFiles(page, { "catalog.yaml": sample("two-heads") });
  assert.doesNotMatch(page.url(), /url=/);
  await page.context().close();
  other.close();
});

test("5 a URL that cannot be read shows the reason, and offers to paste", async () => {
  const other = await elsewhere({
    "/closed.yaml": [200, {}, sample("valid")],
    "/page": [200, { ...OPEN, "content-type": "text/html" }, "<!doctype html><p>hello"],
    "/gone.yaml": [404, OPEN, ""],
  });
  const page = await newPage(site);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const alarm = page.locator(".notice.is-alarm");
  const open = async (address) => {
    await page.getByLabel("Open from URL").fill(address);
    await page.getByRole("button", { name: "Open", exact: true }).click();
  };
  for (const [address, sentence] of [
    [`${other.address}/closed.yaml`, /cannot be fetched: .*\(CORS\)\. Save the file and drop it here, or copy its text and paste it/],
    [`${other.address}/page`, /is a web page, not a file/],
    [`${other.address}/gone.yaml`, /answers 404/],
    ["http://example.com/a.yaml", /Use https:/],
    ["https://me:secret@example.com/a.yaml", /contain a user name or password/],
  ]) {
    await open(address);
    await alarm.filter({ hasText: sentence }).waitFor();
  }
  await page.evaluate((text) => navigator.clipboard.writeText(text), sample("valid"));
  await alarm.getByRole("button", { name: "Paste the text" }).click();
  await ready(page);
  assert.equal(await text(page, "untitled.yaml"), sample("valid"));
  await page.context().close();
  other.close();
});

test("11 recent folders open again in one click, and can be removed", async () => {
  const page = await newPage(site);
  await openFolder(page, FOLDER);
  await page.goto(site.address);
  await page.getByRole("heading", { name: "Recent folders" }).waitFor();
  const folder = page.locator(".recent li");
  assert.equal(await folder.count(), 1);
  await folder.getByRole("button").first().click();
  await ready(page);
  assert.equal(await text(page), FOLDER["catalog.yaml"]);
  await page.evaluate(() => globalThis.olmkit.edit("catalog.yaml", `${globalThis.olmkit.text("catalog.yaml")}# more\n`));
  await save(page);
  await page.getByText("Saved 1 file into the folder.").waitFor();
  assert.match(await onDisk(page, "catalog.yaml"), /# more\n$/, "it can be written to");
  await page.goto(site.address);
  await folder.getByRole("button", { name: /from this list/ }).click();
  await page.getByRole("heading", { name: "Recent folders" }).waitFor({ state: "detached" });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("11 a folder without permission is reported, and stays on the list", async () => {
  const page = await newPage(site);
  await openFolder(page, FOLDER);
  await page.goto(site.address);
  await page.evaluate(() => {
    FileSystemHandle.prototype.requestPermission = async () => "denied";
  });
  await page.locator(".recent li").getByRole("button").first().click();
  await page.locator(".notice.is-alarm").filter({ hasText: "The browser did not allow reading" }).waitFor();
  assert.equal(await page.locator(".recent li").count(), 1);
  await page.context().close();
});

test("6 a file that the operating system passes opens, and is saved in place", async () => {
  const init = `
    Object.defineProperty(globalThis, "launchQueue", { value: { setConsumer: async (consumer) => {
      const directory = await navigator.storage.getDirectory();
      const handle = await directory.getFileHandle("given.yaml", { create: true });
      const writable = await handle.createWritable();
      await writable.write(${JSON.stringify(sample("valid"))});
      await writable.close();
      consumer({ files: [handle] });
    } } });`;
  const page = await newPage(site, { init });
  await ready(page);
  await page.evaluate(() => globalThis.olmkit.edit("given.yaml", `${globalThis.olmkit.text("given.yaml")}# more\n`));
  await save(page);
  await page.getByText("Saved 1 file into the folder.").waitFor();
  assert.match(await onDisk(page, "given.yaml"), /# more\n$/);
  const manifest = await (await page.request.get(`${site.address}manifest.webmanifest`)).json();
  const endings = Object.values(manifest.file_handlers[0].accept).flat();
  for (const ending of [".yaml", ".yml", ".json", ".zip"]) assert.ok(endings.includes(ending), ending);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("13 a template is recognized, with the command that renders it", async () => {
  const page = await newPage(site);
  const semver = "schema: olm.semver\ngenerateMajorChannels: true\nstable:\n  bundles:\n  - image: quay.io/foo/foo:v1.0.0\n";
  await openFiles(page, { "semver.yaml": semver });
  await page
    .locator(".notice")
    .filter({
      hasText: "semver.yaml is a semver template, not part of a catalog. opm ignores its content. olmkit template semver semver.yaml --catalog CATALOG -o yaml renders the catalog",
    })
    .waitFor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy the command" }).click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "olmkit template semver semver.yaml --catalog CATALOG -o yaml");
  await openFiles(page, { "catalog.yaml": sample("valid"), "my basic.yaml": "schema: olm.template.basic\nentries:\n- schema: olm.package\n  name: foo\n" });
  await problems(page);
  const problem = page.locator(".problem").filter({ hasText: "olm.template.basic" });
  await problem.locator(".problem-main").click();
  await page.getByRole("region", { name: "Problem", exact: true }).getByText("olmkit template basic 'my basic.yaml' --catalog CATALOG -o yaml").waitFor();
  await problem.getByRole("button", { name: "Suggested fix: Exclude my basic.yaml" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
  await page.getByText("No problems found.").waitFor();
  assert.equal(await text(page, ".indexignore"), "my basic.yaml\n");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("81 the arrow keys go through the choices of a menu, and only its button acts", async () => {
  const page = await newPage(site, { hash: "#sample=valid" });
  await ready(page);
  await menu(page);
  const samples = page.getByLabel("Sample", { exact: true });
  const open = page.locator("#menu").getByRole("button", { name: "Open", exact: true });
  assert.ok(await open.isDisabled());
  // On Windows and Linux, each arrow key on a closed menu is a choice.
  for (const title of ["A valid catalog", "A version stranded under OLM v0", "A channel with two heads"]) await samples.selectOption(title);
  assert.ok(await page.locator("#menu").isVisible());
  assert.equal(await page.locator(".topbar .title").innerText(), "sample: valid");
  await open.click();
  await page.locator(".topbar .title", { hasText: "sample: two-heads" }).waitFor();
  await page.locator(".entry-name").first().click();
  await entryMenu(page, "Add an edge");
  const others = page.getByLabel("Edge with");
  for (const name of (await others.locator("option").allTextContents()).slice(1)) await others.selectOption(name);
  assert.equal(await page.getByRole("dialog").count(), 0);
  await page.getByRole("button", { name: "Add edge" }).click();
  await page.getByRole("dialog").waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("every sample that is offered opens", async () => {
  const page = await newPage(site);
  const samples = page.getByLabel("Sample", { exact: true });
  const open = page.locator("#menu").getByRole("button", { name: "Open", exact: true });
  const names = await samples.locator("option").evaluateAll((options) => options.map(({ value }) => value).filter(Boolean));
  assert.ok(names.length >= 9, "there are samples");
  const opened = new Set();
  for (const name of names) {
    await menu(page);
    await samples.selectOption(name);
    await open.click();
    const title = page.locator(".topbar .title", { hasText: /^sample: / });
    await title.filter({ hasNotText: new RegExp(`^sample: (${[...opened, "-"].join("|")})$`) }).waitFor();
    opened.add((await title.innerText()).replace("sample: ", ""));
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
