// Bundles in the editor: opened beside a catalog or alone, described, checked during edits, added to a catalog.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { ABSENT, shared } from "../shared.mjs";
import { after, before, test } from "../test.mjs";
import { bundleFiles, CSV, openArchive, soundBundle } from "./bundle.mjs";
import { menu, newPage, openFiles, review, sample, setup, text, toChannel, violations } from "./harness.mjs";
import { tar } from "./tar.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

const ANNOTATIONS = "metadata/annotations.yaml";

const replaced = (path, old, now) => (files) => ({ ...files, [path]: Buffer.from(String(files[path]).replace(old, now)) });

/** Shows a part of the page of the bundle. */
const partOf = (page, name) => page.getByRole("tab", { name: new RegExp(`^${name}`) }).click();

const inBundle = (page, path, name = "foo-1.1.0") => text(page, `bundle:${name}/${path}`);

test("a bundle in a zip shows its name, icon, APIs, permissions and images without network requests", async () => {
  const page = await newPage(site);
  await openArchive(page, soundBundle());
  const shown = page.locator(".bundle-page");
  await page.getByRole("heading", { name: "Foo", exact: true }).waitFor();
  for (const fact of ["foo.v1.1.0", "stable", "foo.v1.0.0", "AllNamespaces", "acme"]) await shown.getByText(fact).first().waitFor();
  const icon = shown.getByRole("img", { name: "Icon of the operator" });
  assert.match(await icon.getAttribute("src"), /^blob:/);
  await page.waitForFunction(() => document.querySelector("img.bundle-icon").naturalWidth > 0);
  await shown.getByRole("region", { name: "Permissions" }).getByRole("row", { name: "secrets read reads secrets" }).waitFor();
  await shown.getByRole("region", { name: "Images" }).getByText("by tag").waitFor();
  await partOf(page, "APIs");
  await shown.getByText("ex.com/v1").waitFor();
  await page.keyboard.press("ArrowRight");
  await shown.getByRole("cell", { name: "⚠ reads secrets" }).waitFor();
  await partOf(page, "Images");
  await shown.getByRole("cell", { name: "quay.io/ex/foo:v1.1.0" }).waitFor();
  await page.locator(".verdict", { hasText: "opm accepts this bundle" }).waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.problems, []);
  assert.deepEqual(page.foreign, []);
  await page.context().close();
});

test("an API without an example is marked in the overview and in the list of APIs", async () => {
  const page = await newPage(site);
  await openArchive(page, soundBundle());
  const row = page.getByRole("table", { name: "APIs it provides" }).getByRole("row").first();
  await row.waitFor();
  assert.doesNotMatch(await row.innerText(), /no example/);
  await openArchive(page, soundBundle(replaced(CSV, /alm-examples:/, "examples:")), "other.zip");
  await row.getByText("no example").waitFor();
  const found = page.getByRole("region", { name: "Findings" });
  const counts = (await found.locator("header .tag").allTextContents()).map((text) => Number.parseInt(text, 10));
  assert.equal(
    counts.reduce((sum, number) => sum + number, 0),
    Number.parseInt((await page.getByRole("tab", { name: /^Findings/ }).innerText()).replace(/\D+/, ""), 10),
    "findings are counted by severity",
  );
  await partOf(page, "APIs");
  await page.locator(".bundle-api").getByText("no example").first().waitFor();
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

test("the bundle engine is loaded with the first bundle, not for a catalog", async () => {
  const page = await newPage(site);
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await openFiles(page, { "catalog.yaml": sample("valid") });
  assert.deepEqual(
    asked.filter((path) => /cli_packed|cli\.js|bundle/.test(path)),
    [],
  );
  await openArchive(page, soundBundle());
  assert.ok(asked.includes("/olmkit/cli_packed.js"));
  await page.locator(".tree .package", { hasText: "watering-can" }).waitFor();
  await page.context().close();
});

test("an SVG icon with scripts is inert, and an invalid icon is not shown", async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8" onload="document.title='hacked';parent.hacked=1"><script>parent.hacked = 1; window.hacked = 1; fetch("http://evil.example/x");</script><image href="http://evil.example/y.png"/><foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="parent.hacked=1"/></foreignObject><rect width="8" height="8"/></svg>`;
  const page = await newPage(site);
  await openArchive(page, soundBundle(replaced(CSV, /base64data: .*/, `base64data: ${Buffer.from(svg).toString("base64")}`)));
  await page.waitForFunction(() => document.querySelector("img.bundle-icon").naturalWidth > 0);
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(() => globalThis.hacked), undefined);
  assert.notEqual(await page.title(), "hacked");
  assert.deepEqual(page.foreign, []);
  assert.equal(await page.locator(".bundle-page svg, .bundle-page script, .bundle-page object, .bundle-page iframe").count(), 0);
  await openArchive(page, soundBundle(replaced(CSV, /mediatype: image.*/, "mediatype: text/html")), "other.zip");
  await page.getByText("Not displayed: text/html").waitFor();
  await page.context().close();
});

test("markup in a bundle is shown as text", async () => {
  const page = await newPage(site);
  await openArchive(page, soundBundle(replaced(CSV, "displayName: Foo", `displayName: '<img src=x onerror="window.hacked=1">'`)));
  await page.getByRole("heading", { name: '<img src=x onerror="window.hacked=1">' }).waitFor();
  assert.equal(await page.evaluate(() => globalThis.hacked), undefined);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("findings by tool open their position; typing checks the bundle again", async () => {
  const page = await newPage(site);
  await openArchive(page, soundBundle(replaced(ANNOTATIONS, "channels.v1: stable", "channels.v1: ''")));
  await page.locator(".verdict", { hasText: "opm rejects this bundle" }).waitFor();
  await page
    .locator(".bundle-verdicts")
    .getByRole("button", { name: /operator-sdk rejects, 1 error/ })
    .waitFor();
  await page
    .locator(".bundle-verdicts")
    .getByRole("button", { name: /^opm rejects/ })
    .click();
  assert.equal(await page.getByRole("group", { name: "Findings of a tool" }).getByRole("button", { pressed: true }).innerText(), "opm");
  await page.locator(".bundle-findings").getByText("The bundle is not in any channel.").click();
  await page.locator(".code-path", { hasText: ANNOTATIONS }).waitFor();
  await page.locator(".cm-lintRange-error").first().waitFor();
  await page.locator(".cm-content").click();
  const before = await inBundle(page, ANNOTATIONS);
  await page.evaluate(([path, now]) => globalThis.olmkit.edit(path, now), [`bundle:foo-1.1.0/${ANNOTATIONS}`, before.replace("channels.v1: ''", "channels.v1: 'stable'")]);
  await page.locator(".verdict", { hasText: "opm accepts this bundle" }).waitFor();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("  x: [");
  await page.locator(".verdict", { hasText: "opm rejects this bundle" }).waitFor();
  await page.context().close();
});

test("annotations are edited by form, with the smallest edit and undo", async () => {
  const page = await newPage(site);
  await openArchive(page, soundBundle());
  const original = await inBundle(page, ANNOTATIONS);
  await partOf(page, "Metadata");
  const field = page.getByLabel("operators.operatorframework.io.bundle.channels.v1", { exact: true });
  await field.fill("fast");
  await field.press("Enter");
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  assert.equal(await inBundle(page, ANNOTATIONS), original.replace("channels.v1: stable", "channels.v1: fast"));
  await page.locator(".bundle-head").getByText("channel fast").waitFor();
  await page.getByLabel("New annotation").fill("com.redhat.openshift.versions");
  await page.getByLabel("Value of the annotation").fill("v4.12");
  await page.getByRole("button", { name: "Add annotation" }).click();
  await page.getByLabel("com.redhat.openshift.versions", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Remove com.redhat.openshift.versions" }).click();
  await page.getByLabel("com.redhat.openshift.versions", { exact: true }).waitFor({ state: "detached" });
  for (let step = 0; step < 3; step += 1) await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 0);
  assert.equal(await inBundle(page, ANNOTATIONS), original);
  await page.context().close();
});

test("a refused edit shows the reason: a field shows the text of the file again, a form keeps the input", async () => {
  const page = await newPage(site);
  const alias = replaced(ANNOTATIONS, "package.v1: foo", "package.v1: &own foo\n  own: *own");
  await openArchive(page, soundBundle(alias));
  const original = await inBundle(page, ANNOTATIONS);
  const alarm = page.locator(".notice.is-alarm", { hasText: "Not changed" });
  await partOf(page, "Metadata");
  const field = page.getByLabel("own", { exact: true });
  await field.fill("bar");
  await field.press("Enter");
  await alarm.filter({ hasText: "alias" }).waitFor();
  await page.waitForFunction((field) => field.value === "foo", await field.elementHandle());
  const [key, value] = [page.getByLabel("New annotation"), page.getByLabel("Value of the annotation")];
  await key.fill(" ");
  await value.fill("v4.12");
  await page.getByRole("button", { name: "Add annotation" }).click();
  await alarm.filter({ hasText: "needs a key" }).waitFor();
  assert.equal(await value.inputValue(), "v4.12");
  assert.equal(await inBundle(page, ANNOTATIONS), original);
  await key.fill("com.redhat.openshift.versions");
  await page.getByRole("button", { name: "Add annotation" }).click();
  await page.getByLabel("com.redhat.openshift.versions", { exact: true }).waitFor();
  assert.deepEqual([await key.inputValue(), await value.inputValue()], ["", ""]);
  await page.context().close();
});

test("dependencies and properties are added, changed and removed by form", async () => {
  const page = await newPage(site);
  await openArchive(page, soundBundle());
  await partOf(page, "Metadata");
  const section = page.getByRole("region", { name: "Dependencies" });
  await section.getByLabel("packageName").fill("prometheus");
  await section.getByLabel("version").fill(">=0.47.0");
  await section.getByRole("button", { name: "Add dependency" }).click();
  await section.locator("li", { hasText: "olm.package" }).waitFor();
  const made = await inBundle(page, "metadata/dependencies.yaml");
  assert.match(made, /^dependencies:\n *- type: olm\.package\n *value:\n *packageName: prometheus\n *version: ["']?>=0\.47\.0["']?\n$/);
  const version = section.locator("li").getByLabel("version");
  await version.fill("nonsense");
  await version.press("Enter");
  await page.locator('.problem[data-rule="deps-package"]').waitFor({ state: "attached" });
  await section.getByRole("button", { name: "Remove olm.package from the dependencies" }).click();
  await section.locator("li").waitFor({ state: "detached" });
  await partOf(page, "Metadata");
  const properties = page.getByRole("region", { name: "Properties" });
  await properties.getByLabel("value").fill("4.10");
  await properties.getByRole("button", { name: "Add property" }).click();
  await properties.locator("li", { hasText: "olm.maxOpenShiftVersion" }).waitFor();
  assert.match(await inBundle(page, "metadata/properties.yaml"), /value: ["']4\.10["']/);
  await page.context().close();
});

test("a changed bundle is kept as a draft beside its catalog", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": sample("valid") });
  await openArchive(page, soundBundle());
  await partOf(page, "Metadata");
  const field = page.getByLabel("operators.operatorframework.io.bundle.package.v1", { exact: true });
  await field.fill("bar");
  await field.press("Enter");
  await page.getByText("1 changed, draft kept").waitFor();
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await openFiles(page, { "catalog.yaml": sample("valid") });
  await page.locator(".bundle-row", { hasText: "foo.v1.1.0" }).getByRole("button").first().click();
  await page.getByRole("region", { name: "About" }).getByText("bar", { exact: true }).waitFor();
  assert.match(await inBundle(page, ANNOTATIONS), /package\.v1: bar\n/);
  await page.context().close();
});

test("a broken bundle, an archive of several bundles, and a closed bundle", async () => {
  const page = await newPage(site);
  await openArchive(
    page,
    soundBundle((files) => ({ ...files, [CSV]: Buffer.from("kind: ClusterServiceVersion\nmetadata: [") })),
    "broken.zip",
  );
  await page.getByRole("heading", { name: "No ClusterServiceVersion" }).waitFor();
  await page.locator(".verdict", { hasText: "opm rejects this bundle" }).waitFor();
  const two = Object.fromEntries(["1.0.0", "1.1.0"].flatMap((version) => Object.entries(soundBundle()).map(([path, content]) => [`${version}/${path}`, content])));
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), menu(page).then((menu) => menu.getByText("Open files").click())]);
  await chooser.setFiles({ name: "two.zip", mimeType: "application/zip", buffer: Buffer.from(zipSync(two)) });
  const dialog = page.getByRole("dialog", { name: "two.zip has 2 bundles" });
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("button", { name: "1.1.0" }).click();
  await page.getByRole("heading", { name: "Foo", exact: true }).waitFor();
  await page.locator(".verdict", { hasText: "opm accepts this bundle" }).waitFor();
  await page.getByRole("button", { name: "Close the bundle" }).click();
  await page.locator(".bundle-row").waitFor({ state: "detached" });
  await page.context().close();
});

const corpus = shared("corpus", "bundles");

test("real bundles, wide and narrow", { skip: !corpus && ABSENT }, async () => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ]) {
    const page = await newPage(site, { width, height });
    await openArchive(page, bundleFiles(join(corpus, "grafana-operator/5.1.0")), "grafana.zip");
    await page.getByRole("heading", { name: "Grafana Operator", exact: true }).waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `bundle-${width}-top.png`) });
    for (const part of ["Overview", "Findings", "APIs", "Permissions", "Images", "Metadata", "Files"]) {
      await partOf(page, part);
      assert.deepEqual(await violations(page), [], part);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the page");
      assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), "the panes scroll, not the page");
      const rows = await page.locator(".bundle-form > li").evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
      assert.ok(Math.max(0, ...rows) < 130, `no row of a form is stretched: ${rows}`);
      if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `bundle-${width}-${part}.png`) });
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});

const document = (name, version, more = "") => `---
schema: olm.bundle
package: ${name}
name: ${name}.v${version}
image: quay.io/ex/${name}-bundle:v${version}
properties:
- type: olm.package
  value:
    packageName: ${name}
    version: ${version}
${more}`;
const packageOf = (name, version, more) => `---
schema: olm.package
name: ${name}
defaultChannel: stable
---
schema: olm.channel
package: ${name}
name: stable
entries:
- name: ${name}.v${version} # the first
${document(name, version, more)}`;

async function addToCatalog(page) {
  await page.locator(".bundle-page").getByRole("button", { name: "Add to catalog" }).click();
  const dialog = page.getByRole("dialog", { name: /to the catalog/ });
  await dialog.locator(".add-channel").first().waitFor();
  return dialog;
}

async function applied(page, dialog) {
  await dialog.getByRole("button", { name: "Preview change" }).click();
  await page.locator(".meaning li").first().waitFor();
  await page.getByRole("button", { name: "Apply" }).click();
  await page.locator(".verdict", { hasText: "opm accepts" }).waitFor();
}

test("a bundle is added to its package: document and entry in one undo step, with the proposal of the channel", async () => {
  const page = await newPage(site);
  const original = packageOf("foo", "1.0.0");
  await openFiles(page, { "catalog.yaml": original });
  await openArchive(page, soundBundle());
  const dialog = await addToCatalog(page);
  assert.equal(await dialog.getByLabel("Image of the bundle").inputValue(), "quay.io/ex/foo-bundle:v1.1.0");
  assert.equal(await dialog.getByLabel("replaces").inputValue(), "foo.v1.0.0");
  assert.deepEqual(await violations(page), []);
  await dialog.getByLabel("skips").fill("foo.v0.8.0 foo.v0.9.0,");
  await applied(page, dialog);
  const now = await text(page);
  assert.ok(now.startsWith(original.slice(0, original.indexOf("entries:"))), "what was there stays");
  assert.match(now, /- name: foo\.v1\.1\.0\n {2}replaces: foo\.v1\.0\.0\n {2}skips:\n {2}- foo\.v0\.8\.0\n {2}- foo\.v0\.9\.0\n/);
  assert.match(now, /- name: foo\.v1\.0\.0 # the first\n/);
  assert.match(now, /---\nimage: quay\.io\/ex\/foo-bundle:v1\.1\.0\nname: foo\.v1\.1\.0\npackage: foo\nproperties:\n/);
  await page.locator(".tree .package", { hasText: "foo" }).click();
  await page
    .getByRole("treeitem", { name: /stable.*2/ })
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 0);
  assert.equal(await text(page), original);
  await page.getByRole("button", { name: "Redo" }).click();
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  assert.equal(await text(page), now);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a bundle of an unknown package creates the package in a new file", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": sample("valid") });
  await openArchive(page, soundBundle());
  const dialog = await addToCatalog(page);
  await dialog.getByText("The catalog has no package foo").waitFor();
  await dialog.getByLabel("Image of the bundle").fill("quay.io/ex/foo-bundle:v1.1.0");
  await applied(page, dialog);
  const made = await text(page, "foo/catalog.yaml");
  assert.match(made, /^---\ndefaultChannel: stable\nname: foo\nschema: olm\.package\n---\nentries:\n- name: foo\.v1\.1\.0\nname: stable\npackage: foo\nschema: olm\.channel\n---\nimage:/);
  assert.equal(await text(page), sample("valid"));
  await page.locator(".tree .package", { hasText: "foo" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".tree .package", { hasText: "foo" }).waitFor({ state: "detached" });
  await page.context().close();
});

test("a new bundle gets its own file where the others have one, in their format", async () => {
  const page = await newPage(site);
  const json = {
    schema: "olm.bundle",
    package: "foo",
    name: "foo.v1.0.0",
    image: "quay.io/ex/foo-bundle:v1.0.0",
    properties: [{ type: "olm.package", value: { packageName: "foo", version: "1.0.0" } }],
  };
  await openFiles(page, { "channels.yaml": packageOf("foo", "1.0.0").split("---\nschema: olm.bundle")[0], "v1.0.0.json": `${JSON.stringify(json, null, 4)}\n` });
  await openArchive(page, soundBundle());
  await applied(page, await addToCatalog(page));
  const made = JSON.parse(await text(page, "v1.1.0.json"));
  assert.equal(made.name, "foo.v1.1.0");
  await page.context().close();
});

test("a bundle that opm does not render is not added", async () => {
  const page = await newPage(site);
  await openFiles(page, { "catalog.yaml": packageOf("foo", "1.0.0") });
  await openArchive(page, bundleFiles());
  const dialog = await addToCatalog(page);
  await dialog.getByRole("button", { name: "Preview change" }).click();
  await dialog.getByRole("alert").filter({ hasText: "opm does not render the bundle" }).waitFor();
  assert.equal((await page.evaluate(() => globalThis.olmkit.state())).changed, 0);
  await page.context().close();
});

test("the dependencies of a package, their providers, and the ones that no catalog provides", async () => {
  const page = await newPage(site);
  const needs = (name, range) => `- type: olm.package.required\n  value:\n    packageName: ${name}\n    versionRange: '${range}'\n`;
  await openFiles(page, { "catalog.yaml": packageOf("foo", "1.0.0", needs("bar", ">=1.0.0") + needs("gone", ">=2.0.0")) + packageOf("bar", "2.0.0") });
  await page.locator(".tree .package", { hasText: "foo" }).click();
  await page.getByRole("button", { name: "Dependencies" }).click();
  const list = page.getByRole("list", { name: "Requirements" });
  await list.getByRole("button", { name: "bar.v2.0.0" }).waitFor();
  await list.locator("li.is-error", { hasText: "gone" }).waitFor();
  await page.getByRole("img", { name: "foo.v1.0.0 needs 2 things" }).waitFor();
  assert.equal(await page.locator(".needs-drawing .need-node").count(), 5);
  assert.deepEqual(await violations(page), []);
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, "needs.png") });
  await list.getByRole("button", { name: "bar.v2.0.0" }).click();
  await page.getByRole("region", { name: "Entry bar.v2.0.0" }).waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("after the first bundle the next one opens without a network", async () => {
  const page = await newPage(site, { serviceWorkers: "allow" });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await openArchive(page, soundBundle());
  await page.context().setOffline(true);
  await page.reload();
  await openArchive(page, soundBundle());
  await page.locator(".verdict", { hasText: "opm accepts this bundle" }).waitFor();
  await page.context().close();
});

const digest = (bytes) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

/** An image of the bundle with two layers. The second layer deletes a file of the first. */
function layers() {
  const files = soundBundle();
  const first = tar({ ...files, "manifests/stray.yaml": Buffer.from("kind: [") });
  return [first, tar({ "manifests/.wh.stray.yaml": Buffer.alloc(0) })];
}

function dockerImage() {
  const config = Buffer.from("{}");
  const manifest = [{ Config: "config.json", RepoTags: ["quay.io/ex/foo:v1.1.0"], Layers: ["0/layer.tar", "1/layer.tar"] }];
  const [one, two] = layers();
  return tar({ "0/layer.tar": one, "1/layer.tar": two, "config.json": config, "manifest.json": Buffer.from(JSON.stringify(manifest)) });
}

function ociImage() {
  const blobs = {};
  const add = (bytes) => {
    blobs[`blobs/${digest(bytes).replace(":", "/")}`] = bytes;
    return { digest: digest(bytes), size: bytes.length };
  };
  const config = { mediaType: "application/vnd.oci.image.config.v1+json", ...add(Buffer.from("{}")) };
  const own = layers().map((layer) => ({ mediaType: "application/vnd.oci.image.layer.v1.tar+gzip", ...add(gzipSync(layer)) }));
  const manifest = add(Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType: "application/vnd.oci.image.manifest.v1+json", config, layers: own })));
  const index = { schemaVersion: 2, manifests: [{ mediaType: "application/vnd.oci.image.manifest.v1+json", ...manifest }] };
  return tar({ "oci-layout": Buffer.from('{"imageLayoutVersion":"1.0.0"}'), "index.json": Buffer.from(JSON.stringify(index)), ...blobs });
}

test("a gzip archive of several members opens, and one whose content does not have its checksum is refused", async () => {
  const page = await newPage(site);
  const archive = tar(soundBundle());
  const open = async (name, buffer) => {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), menu(page).then((menu) => menu.getByText("Open files").click())]);
    await chooser.setFiles({ name, mimeType: "application/gzip", buffer });
  };
  const damaged = gzipSync(archive, { level: 0 });
  damaged[damaged.indexOf("annotations:")] ^= 1;
  await open("damaged.tar.gz", damaged);
  await page.locator(".notice.is-alarm", { hasText: "the archive is damaged" }).waitFor();
  await open("members.tar.gz", Buffer.concat([gzipSync(archive.subarray(0, 1000)), gzipSync(archive.subarray(1000))]));
  await page.getByRole("heading", { name: "Foo", exact: true }).waitFor();
  assert.equal(await text(page, `bundle:members/${ANNOTATIONS}`), String(soundBundle()[ANNOTATIONS]));
  await page.context().close();
});

test("a bundle opens from a tar, a tar.gz, a docker and an OCI image archive, and from a folder", async () => {
  const page = await newPage(site);
  for (const [name, buffer] of [
    ["a.tar", tar(soundBundle())],
    ["b.tar.gz", gzipSync(tar(soundBundle()))],
    ["docker.tar", dockerImage()],
    ["oci.tar", ociImage()],
  ]) {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), menu(page).then((menu) => menu.getByText("Open files").click())]);
    await chooser.setFiles({ name, mimeType: "application/x-tar", buffer });
    await page.waitForFunction((prefix) => globalThis.olmkit.paths().some((path) => path.startsWith(prefix)), `bundle:${name.replace(/\.tar(\.gz)?$/, "")}/`);
    await page.getByRole("heading", { name: "Foo", exact: true }).waitFor();
    await page.locator(".verdict", { hasText: "opm accepts this bundle" }).waitFor();
    assert.equal(await text(page, `bundle:${name.replace(/\.tar(\.gz)?$/, "")}/${ANNOTATIONS}`), String(soundBundle()[ANNOTATIONS]), name);
    await page.getByRole("button", { name: "Close the bundle" }).click();
    await page.locator(".bundle-row").waitFor({ state: "detached" });
  }
  const list = Object.entries(soundBundle()).map(([path, content]) => [path, String(content)]);
  await page.evaluate((files) => {
    const input = document.querySelector(".topbar input[type=file]");
    const chosen = files.map(([path, content]) => Object.defineProperty(new File([content], path.split("/").at(-1)), "webkitRelativePath", { value: `foo/${path}` }));
    Object.defineProperty(input, "files", { value: chosen, configurable: true });
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, list);
  await page.getByRole("heading", { name: "Foo", exact: true }).waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the review of a bundle shows the tools that accept it now, and new problems", async () => {
  const page = await newPage(site);
  await openArchive(page, soundBundle());
  const meaning = async () => {
    const shown = await review(page);
    await shown.locator(".after-saving").waitFor();
    const lines = await shown.locator(".review-body :is(.cluster li, p)").allInnerTexts();
    await toChannel(page);
    return lines;
  };
  await partOf(page, "Metadata");
  const field = page.getByLabel("operators.operatorframework.io.bundle.channels.v1", { exact: true });
  await field.fill("stable,stable-1");
  await field.press("Enter");
  await page.waitForFunction(() => globalThis.olmkit.state().changed === 1);
  assert.match((await meaning())[0], /^No changes to packages, channels, upgrades or findings\. Other texts changed/);
  await partOf(page, "Metadata");
  const section = page.getByRole("region", { name: "Dependencies" });
  await section.getByLabel("packageName").fill("prometheus");
  await section.getByLabel("version").fill("1.0");
  await section.getByRole("button", { name: "Add dependency" }).click();
  await page.locator('.problem[data-rule="deps-package"]').waitFor({ state: "attached" });
  const lines = await meaning();
  for (const tool of ["opm", "operator-sdk"]) assert.ok(lines.includes(`${tool} rejects the bundle, which it accepted before.`), lines.join());
  assert.ok(
    lines.some((line) => line.startsWith("1.0 is not a valid version range")),
    lines.join(),
  );
  await page.context().close();
});

test("a constraint is created, changed and extended by form, with small edits", async () => {
  const page = await newPage(site);
  await openArchive(page, soundBundle());
  await partOf(page, "Metadata");
  const properties = page.getByRole("region", { name: "Properties" });
  await properties.getByLabel("New property").selectOption("olm.constraint: all");
  await properties.getByLabel("failureMessage").fill("needs bar");
  await properties.getByLabel("all.constraints.0.package.packageName").fill("bar");
  await properties.getByLabel("all.constraints.0.package.versionRange").fill(">=1.0.0");
  await properties.getByRole("button", { name: "Add property" }).click();
  const item = properties.locator(".bundle-form > li");
  await item.getByText("olm.constraint").waitFor();
  const made = await inBundle(page, "metadata/properties.yaml");
  const name = item.getByLabel("all.constraints.0.package.packageName");
  await name.fill("baz");
  await name.press("Enter");
  await page.waitForFunction((path) => globalThis.olmkit.text(path).includes("baz"), "bundle:foo-1.1.0/metadata/properties.yaml");
  assert.equal(await inBundle(page, "metadata/properties.yaml"), made.replace(/packageName: bar/, "packageName: baz"));
  const part = item.getByRole("form", { name: "New part of all.constraints" });
  await part.getByLabel("New part").selectOption("gvk");
  await part.getByLabel("gvk.group").fill("g");
  await part.getByLabel("gvk.version").fill("v1");
  await part.getByLabel("gvk.kind").fill("K");
  await part.getByRole("button", { name: "Add part" }).click();
  await item.getByLabel("all.constraints.1.gvk.kind").waitFor();
  await item.getByRole("button", { name: "Remove all.constraints.1" }).click();
  await item.getByLabel("all.constraints.1.gvk.kind").waitFor({ state: "detached" });
  // On a phone, no input is clipped.
  await page.setViewportSize({ width: 390, height: 844 });
  const cut = await properties.locator("input, select, button").evaluateAll((all) =>
    all
      .filter((one) => one.getClientRects().length)
      .map((one) => [one.getBoundingClientRect(), one.closest("label")?.textContent ?? one.textContent])
      .filter(([box]) => box.left < 0 || box.right > innerWidth)
      .map(([, name]) => name),
  );
  assert.deepEqual(cut, []);
  await page.setViewportSize({ width: 1440, height: 900 });
  assert.equal(await inBundle(page, "metadata/properties.yaml"), made.replace(/packageName: bar/, "packageName: baz"));
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a second catalog provides what the open one lacks, with its priority", async () => {
  const page = await newPage(site);
  const needs = (name, range) => `- type: olm.package.required\n  value:\n    packageName: ${name}\n    versionRange: '${range}'\n`;
  await openFiles(page, { "catalog.yaml": packageOf("foo", "1.0.0", needs("bar", ">=1.0.0")) });
  await page.locator(".tree .package", { hasText: "foo" }).click();
  await page.getByRole("button", { name: "Dependencies" }).click();
  const list = page.getByRole("list", { name: "Requirements" });
  await list.locator("li.is-error", { hasText: "bar" }).waitFor();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByLabel("Look for providers in another catalog too").click()]);
  await chooser.setFiles({ name: "others.yaml", mimeType: "text/yaml", buffer: Buffer.from(packageOf("bar", "2.0.0")) });
  await list.locator("li", { hasText: "bar.v2.0.0" }).getByText("catalog others").first().waitFor();
  const priority = page.getByLabel("Priority of others");
  await priority.fill("5");
  await priority.press("Enter");
  await page.waitForFunction(() => document.querySelector('[aria-label="Other catalogs"] input')?.value === "5");
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Remove the catalog others" }).click();
  await list.locator("li.is-error", { hasText: "bar" }).waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
