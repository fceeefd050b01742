// The bundles of a package, on its page.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { bundleDocument, channelDocument, newPage, openFiles, packageDocument, place, setup, violations } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site?.close());

const VERSIONS = Array.from({ length: 500 }, (_, at) => `1.0.${at}`);
const name = (version) => `foo.v${version}`;
const chain = (versions) => versions.map((version, at) => `- name: ${name(version)}\n${at ? `  replaces: ${name(versions[at - 1])}\n` : ""}`).join("");
// `fast` strands 1.0.1: its successor 1.0.2 is skipped.
const FAST = "- name: foo.v1.0.3\n  skips: [foo.v1.0.2]\n- name: foo.v1.0.2\n  replaces: foo.v1.0.1\n- name: foo.v1.0.1\n";
const DEPRECATIONS = "---\nschema: olm.deprecations\npackage: foo\nentries:\n- reference: {schema: olm.bundle, name: foo.v1.0.0}\n  message: Use 1.0.1.\n";
/** 500 bundles of two channels in one file; in another file, a bundle that no channel has, and a bundle of another package. */
const FILES = {
  "foo.yaml":
    packageDocument("foo", "stable") +
    channelDocument("foo", "stable", chain(VERSIONS)) +
    channelDocument("foo", "fast", FAST) +
    DEPRECATIONS +
    VERSIONS.map((version) => bundleDocument("foo", version)).join(""),
  "other.yaml": packageDocument("bar", "stable") + channelDocument("bar", "stable", "- name: bar.v1.0.0\n") + bundleDocument("bar", "1.0.0") + bundleDocument("foo", "2.0.0"),
};

async function open(options) {
  const page = await newPage(site, options);
  await openFiles(page, FILES);
  await page.evaluate(() => {
    location.hash = "#package=foo";
  });
  if (options.width < 800) await page.locator(".pane-tabs").getByRole("button", { name: "Channel" }).click();
  await page.getByRole("group", { name: "Package view" }).getByRole("button", { name: "Bundles 501" }).click();
  const list = page.getByRole("region", { name: "Bundles of the package" });
  await list.getByRole("button", { name: name("1.0.499"), exact: true }).waitFor();
  await list.getByText("not in a channel").waitFor();
  return { page, list, row: (version) => list.locator("tr", { has: page.getByRole("button", { name: name(version), exact: true }) }) };
}

const LOOKS = [
  { width: 1440, height: 900, colorScheme: "light" },
  { width: 1440, height: 900, colorScheme: "dark" },
  { width: 390, height: 844, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
];

for (const look of LOOKS) {
  test(`17 36 the bundles of a package with 501 bundles: only visible rows are drawn, filtered, with their state, at ${look.width} px, ${look.colorScheme}`, async () => {
    const { page, list, row } = await open(look);
    assert.equal(await list.getByRole("table").getAttribute("aria-rowcount"), "502");
    assert.ok((await list.locator("tbody tr").count()) < 80, "rows out of view are not drawn");
    const names = () => list.locator("th .link").evaluateAll((all) => all.map((one) => one.title));
    assert.deepEqual((await names()).slice(0, 3), [name("2.0.0"), name("1.0.499"), name("1.0.498")], "the newest version first");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(await violations(page), []);
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await row("1.0.0").waitFor();
    await list.evaluate((element) => element.scrollIntoView({ block: "end" })); // on a phone the page scrolls too
    assert.ok((await row("1.0.0").boundingBox()).y + 20 < look.height, "the last row is visible");
    const filter = page.getByLabel("Filter the bundles");
    await filter.fill("fast");
    await page.getByText("3 of 501 bundles").waitFor();
    assert.deepEqual(await names(), ["1.0.3", "1.0.2", "1.0.1"].map(name));
    assert.equal(await row("1.0.1").locator(".tag").textContent(), "stranded in fast");
    assert.equal(await row("1.0.1").locator("td").nth(1).textContent(), "stable, fast");
    await filter.fill(">=1.0.0 <1.0.2");
    await page.getByText("2 of 501 bundles: version").waitFor();
    assert.equal(await row("1.0.0").locator(".tag").textContent(), "deprecated");
    await filter.fill("image:foo:v1.0.44");
    await page.getByText("11 of 501 bundles").waitFor();
    await filter.fill("nothing");
    await page.getByText("No bundle matches the filter.").waitFor();
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("36 80 a bundle of the list opens its contents, by pointer and keyboard; one without a channel opens its document", async () => {
  const { page, list, row } = await open({ width: 1440, height: 900 });
  await row("1.0.499").locator(".link").focus();
  for (let at = 498; at >= 439; at -= 1) {
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction((title) => document.activeElement.title === title, name(`1.0.${at}`));
    await page.waitForFunction((next) => document.querySelector(`.bundle-list [title="${next}"]`), name(`1.0.${at - 1}`)); // drawn
  }
  await page.keyboard.press("Enter");
  const bundle = page.getByRole("region", { name: "Bundle", exact: true });
  await bundle.getByText("registry.example.com/foo:v1.0.439").waitFor();
  assert.deepEqual([(await place(page)).channel, (await place(page)).entry], ["stable", name("1.0.439")]);
  assert.ok(await bundle.getByRole("heading", { name: "Bundle" }).evaluate((heading) => heading === document.activeElement));
  await page.goBack();
  await list.getByRole("button", { name: name("2.0.0"), exact: true }).click();
  await page.locator(".code-path", { hasText: "other.yaml" }).waitFor();
  await page.locator(".cm-content").getByText("foo.v2.0.0").first().waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("16 the address names the tab of a package: Back from a bundle returns to it, and a link opens it", async () => {
  const { page, list, row } = await open({ width: 1440, height: 900 });
  assert.equal((await place(page)).view, "bundles");
  await row("1.0.499").locator(".link").click();
  await page.getByRole("region", { name: "Bundle", exact: true }).waitFor();
  assert.equal((await place(page)).view, undefined);
  await page.goBack();
  await list.waitFor();
  const tab = (name) => page.getByRole("group", { name: "Package view" }).getByRole("button", { name });
  assert.equal(await tab("Bundles 501").getAttribute("aria-pressed"), "true");
  await page.goBack();
  await page.locator(".matrix").waitFor();
  await page.goForward();
  await list.waitFor();
  await tab("Dependencies").click();
  await page.waitForFunction(() => location.hash.includes("view=dependencies"));
  await tab("Channels 2").click();
  await page.waitForFunction(() => !location.hash.includes("view="));
  await page.evaluate(() => {
    location.hash = "#package=foo&view=bundles";
  });
  await list.waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

const nightly = (at) => `4.16.0-20240711100${at}.p0.g${"abcdef0123".slice(at)}.assembly.stream.el9`;

for (const width of [1440, 390]) {
  test(`36 88 names with long versions are shown up to their ends at ${width} px`, async () => {
    const page = await newPage(site, { width, height: 844 });
    const names = [0, 1, 2, 3].map((at) => `storage-operator.v${nightly(at)}`);
    const entries = names.map((name, at) => `- name: ${name}\n${at ? `  replaces: ${names[at - 1]}\n` : ""}`).join("");
    const bundles = [0, 1, 2, 3].map((at) => bundleDocument("storage-operator", nightly(at))).join("");
    await openFiles(page, { "catalog.yaml": packageDocument("storage-operator", "stable") + channelDocument("storage-operator", "stable", entries) + bundles });
    await page.evaluate(() => {
      location.hash = "#package=storage-operator&view=bundles";
    });
    if (width < 800) await page.locator(".pane-tabs").getByRole("button", { name: "Channel" }).click();
    const links = page.locator(".bundle-list .link");
    await links.first().waitFor();
    const shown = await links.evaluateAll((all) =>
      all.map((link) => {
        const cell = link.closest("th").getBoundingClientRect();
        const boxes = [link, ...link.querySelectorAll("*")].filter((part) => getComputedStyle(part).display !== "inline");
        const isWhole = boxes.every((part) => {
          const { right, bottom } = part.getBoundingClientRect();
          return part.scrollWidth <= part.clientWidth + 1 && part.scrollHeight <= part.clientHeight + 1 && right <= cell.right && bottom <= cell.bottom + 1;
        });
        return [link.textContent, isWhole];
      }),
    );
    assert.deepEqual(
      shown,
      [3, 2, 1, 0].map((at) => [names[at], true]),
    );
    const rows = await page.locator(".bundle-list tbody tr:not(.pad)").evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)));
    assert.deepEqual([...new Set(rows)], [width < 800 ? 48 : 28], "the rows have the height that scrolling relies on");
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}
