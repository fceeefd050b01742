// Drawing edges, promoting and removing entries, proposing releases: each has a preview, and is one step of undo.
import assert from "node:assert/strict";
import { after, before, test } from "../test.mjs";
import { difference, entryMenu, sample, setup, text, violations, withSample } from "./harness.mjs";

let site;
before(async () => {
  site = await setup();
});
after(() => site.close());

const graph = (page) => page.getByRole("button", { name: "Graph", exact: true }).click();
const node = (page, name) => page.locator(".graph-place .node", { hasText: name });
const dialog = (page) => page.getByRole("dialog");
const apply = (page) => dialog(page).getByRole("button", { name: "Apply" }).click();
/** Waits until the dialog has selected an option. */
const proposed = (page) => dialog(page).locator(".alternative input:checked").waitFor();
const unchanged = (page) => page.waitForFunction(() => globalThis.olmkit.state().changed === 0);

async function drag(page, from, to, { alt = false } = {}) {
  const middle = async (locator) => {
    const { x, y, width, height } = await locator.boundingBox();
    return [x + width / 3, y + height / 2];
  };
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down();
  const [x, y] = await middle(to);
  await page.mouse.move(x, y - 3, { steps: 5 });
  await page.mouse.move(x, y);
  if (alt) await page.keyboard.down("Alt");
  await page.mouse.up();
  if (alt) await page.keyboard.up("Alt");
}

test("27 66 an edge is drawn with the mouse from the old version to the new one: replaces or skips, one line, one undo", async () => {
  await withSample(site, "valid", async (page) => {
    const original = await text(page);
    await graph(page);
    await drag(page, node(page, "watering-can.v1.0.1"), node(page, "watering-can.v1.2.0"));
    await dialog(page).getByRole("heading", { name: "From watering-can.v1.0.1 to watering-can.v1.2.0" }).waitFor();
    await dialog(page).getByLabel("1.2.0 skips 1.0.1").check();
    await dialog(page).getByText("stable: watering-can.v1.2.0 also skips watering-can.v1.0.1.").waitFor();
    assert.deepEqual(await violations(page), []);
    assert.equal(await text(page), original, "nothing is changed yet");
    await apply(page);
    await page.locator(".edge.is-skips").first().waitFor({ state: "attached" });
    assert.deepEqual(difference(original, await text(page)), { removed: [], added: ["  skips:", "  - watering-can.v1.0.1"] });
    await page.keyboard.press("Control+z");
    await unchanged(page);
    assert.equal(await text(page), original);
  });
});

test("27 a release that is dragged onto its candidate in the table replaces it: versions are compared whole", async () => {
  await withSample(site, "valid", async (page) => {
    const [newer, older] = ["watering-can.v1.3.0", "watering-can.v1.3.0-rc.1"];
    const now = (await text(page)).replace(`- name: ${older}\n  replaces: watering-can.v1.2.0\n`, `- name: ${newer}\n- name: ${older}\n  replaces: watering-can.v1.2.0\n`);
    const bundle = now
      .slice(now.indexOf(`---\nschema: olm.bundle\npackage: watering-can\nname: ${older}`))
      .split("\n---\n")[0]
      .trimEnd();
    await page.evaluate((now) => globalThis.olmkit.edit("catalog.yaml", now), `${now}${bundle.replaceAll("1.3.0-rc.1", "1.3.0")}\n`);
    await page.locator(".tree .channel", { hasText: "candidate" }).click();
    const row = (name) => page.locator(`.entry-name[title="${name}"]`);
    await row(newer).waitFor();
    await drag(page, row(newer), row(older));
    await dialog(page)
      .getByRole("heading", { name: `From ${older} to ${newer}` })
      .waitFor();
  });
});

test("27 80 81 an edge is drawn by keyboard: E, arrow keys, Enter; and by a select, without dragging", async () => {
  await withSample(site, "valid", async (page) => {
    await graph(page);
    await node(page, "watering-can.v1.0.1").waitFor();
    await page.locator(".graph-place .node").first().focus();
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.activeElement.textContent.includes("v1.0.0"));
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.activeElement.textContent.includes("v1.0.1"));
    await page.keyboard.press("e");
    await page.getByText("New edge from watering-can.v1.0.1").waitFor();
    await page.keyboard.press("Home");
    await page.waitForFunction(() => document.activeElement.textContent.includes("v1.2.0"));
    await page.keyboard.press("Enter");
    const [replaces, skips] = ["replaces 1.0.1, instead of 1.1.0", "skips 1.0.1"].map((label) => dialog(page).getByLabel(`1.2.0 ${label}`));
    const button = dialog(page).getByRole("button", { name: "Apply" });
    // opm would reject the channel because of two heads. The preview reports it, and the other option is the proposal.
    await proposed(page);
    assert.ok(await skips.isChecked());
    assert.doesNotMatch(await button.getAttribute("class"), /is-harmful/);
    await replaces.check();
    await dialog(page).locator(".meaning").getByText("opm rejects the catalog, which it accepted before").waitFor();
    assert.match(await button.getAttribute("class"), /is-harmful/);
    await dialog(page).getByRole("button", { name: "Back" }).click();
    await node(page, "watering-can.v1.2.0").press("Enter");
    await entryMenu(page, "Add an edge");
    await page.getByLabel("Edge with").selectOption("watering-can.v1.0.1");
    await page.locator(".entry-tool").getByRole("button", { name: "Add edge" }).click();
    await dialog(page).getByRole("heading", { name: "From watering-can.v1.0.1 to watering-can.v1.2.0" }).waitFor();
    await page.keyboard.press("Escape");
    await node(page, "watering-can.v1.2.0").focus();
    await page.keyboard.press("e");
    await page.keyboard.press("Escape");
    await page.getByText("New edge from").waitFor({ state: "detached" });
  });
});

test("24 66 an entry is promoted by dragging it from the table or the graph onto a channel; with Alt it moves", async () => {
  await withSample(site, "valid", async (page) => {
    const original = await text(page);
    await page.locator(".tree .channel", { hasText: "candidate" }).click();
    await page.getByRole("heading", { name: "candidate" }).waitFor();
    await drag(page, page.locator(".entry-name", { hasText: "v1.3.0-rc.1" }), page.locator(".tree .channel", { hasText: "stable" }));
    await dialog(page).getByRole("heading", { name: "Promote watering-can.v1.3.0-rc.1 to stable" }).waitFor();
    await proposed(page);
    assert.ok(await dialog(page).getByLabel("Add as new head of stable", { exact: true }).isChecked());
    await apply(page);
    await page.getByText("1 changed").waitFor();
    assert.deepEqual(difference(original, await text(page)), { removed: [], added: ["- name: watering-can.v1.3.0-rc.1", "  replaces: watering-can.v1.2.0"] });
    await page.getByRole("button", { name: "Undo" }).click();
    await unchanged(page);
    // Undo switches to the changed channel, stable.
    await page.getByRole("heading", { name: "stable", exact: true }).waitFor();
    await page.locator(".tree .channel", { hasText: "candidate" }).click();
    await page.getByRole("heading", { name: "candidate" }).waitFor();
    await graph(page);
    // With the keyboard: the entry beside the graph offers the same actions.
    await node(page, "v1.3.0-rc.1").press("Enter");
    await entryMenu(page, "Promote");
    await page.getByLabel("Promote to").selectOption("stable");
    await page.locator(".entry-tool").getByRole("button", { name: "Promote", exact: true }).click();
    await dialog(page).getByRole("heading", { name: "Promote watering-can.v1.3.0-rc.1 to stable" }).waitFor();
    await page.keyboard.press("Escape");
    await drag(page, node(page, "v1.3.0-rc.1"), page.locator(".tree .channel", { hasText: "stable" }), { alt: true });
    await proposed(page);
    assert.ok(
      await dialog(page)
        .getByLabel(/^Move: /)
        .isChecked(),
    );
    await dialog(page)
      .getByText(/watering-can\.v1\.3\.0-rc\.1 removed from candidate/)
      .waitFor();
    await apply(page);
    await page.getByText("1 changed").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await unchanged(page);
    assert.equal(await text(page), original, "a move is one step");
  });
});

test("32 an entry is removed by keyboard from the graph, reconnecting its neighbors or not; versions that lose their upgrade path are listed before", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    await graph(page);
    await node(page, "watering-can.v1.0.0").focus();
    await page.keyboard.press("Delete");
    await dialog(page)
      .getByRole("heading", { name: /^Remove watering-can\.v1\.0\.0/ })
      .waitFor();
    await dialog(page)
      .getByLabel(/^Remove and reconnect/)
      .last()
      .check();
    await dialog(page)
      .getByText(/can no longer upgrade to the channel head|watering-can\.v1\.0\.0 removed/)
      .first()
      .waitFor();
    assert.deepEqual(await violations(page), []);
    await dialog(page).getByRole("button", { name: "Back" }).click();
    assert.equal(await text(page), sample("stranded-v0"));
  });
});

test("31 a new release is proposed by the convention of the channel, shows its edges and the versions that can now upgrade, and is one edit", async () => {
  await withSample(site, "stranded-v0", async (page) => {
    const original = await text(page);
    await page.getByRole("button", { name: "New release" }).first().click();
    await dialog(page).getByLabel("Version", { exact: true }).fill("1.3.0");
    await dialog(page).getByText("opm rejects the result: no bundle").waitFor();
    assert.equal(await dialog(page).getByLabel("Entry name").inputValue(), "watering-can.v1.3.0");
    assert.equal(await dialog(page).getByLabel("replaces").inputValue(), "watering-can.v1.2.0");
    const groups = dialog(page).getByRole("region", { name: "Upgrades of installed versions" });
    assert.deepEqual(await groups.locator("tbody tr").allTextContents(), ["v01.0.11stranded1skips", "v0, v11.2.0, 1.0.020 – 11 – 2replaces", "v0, v11.1.0112skips, then replaces", "v11.0.1121skips"]);
    await dialog(page).getByText("You can also add it later; until then opm rejects the catalog.").waitFor();
    assert.deepEqual(await violations(page), []);
    // Manual changes are evaluated too.
    const skips = await dialog(page).getByLabel("skips").inputValue();
    await dialog(page).getByLabel("replaces").fill("");
    await dialog(page).getByText("opm rejects the result: 2 heads").waitFor();
    await dialog(page).getByLabel("replaces").fill("watering-can.v1.2.0");
    await dialog(page).getByText("opm rejects the result: no bundle").waitFor();
    await dialog(page).getByLabel("replaces").press("Control+Enter");
    await page.getByRole("region", { name: "Entry watering-can.v1.3.0" }).waitFor();
    const { removed, added } = difference(original, await text(page));
    assert.deepEqual(removed, []);
    assert.deepEqual(added.slice(0, 2), ["- name: watering-can.v1.3.0", "  replaces: watering-can.v1.2.0"]);
    for (const name of skips.split(", ")) assert.ok(added.includes(`  - ${name}`), name);
    await page.getByRole("button", { name: "Undo" }).click();
    await unchanged(page);
    assert.equal(await text(page), original);
  });
});

test("31 a release of an older minor version is inserted; an invalid version is reported", async () => {
  await withSample(site, "valid", async (page) => {
    await page.getByRole("button", { name: "New release" }).first().click();
    const version = dialog(page).getByLabel("Version", { exact: true });
    await version.fill("one");
    await dialog(page).locator(".path-summary.is-bad").waitFor();
    await version.fill("1.1.0");
    await dialog(page).getByText("has an entry").waitFor();
    await version.fill("1.1.1");
    await dialog(page).getByText("1.2.0 replaces 1.1.1. The channel head stays 1.2.0.").waitFor();
    // The table and the change of the file show the entry above it as it becomes.
    const above = page.locator('tr[data-drop-entry="watering-can.v1.2.0"]');
    const shown = () => above.locator(".tag, td[data-text]:nth-child(3) > .shown").allTextContents();
    assert.deepEqual(await shown(), ["head", "changed", "1.1.1"]);
    const change = dialog(page).getByRole("region", { name: "Change in the file" });
    await change.locator("h3 .tag", { hasText: "+3 \u22121" }).waitFor();
    assert.deepEqual([await change.locator("ins").count(), await change.locator("del").count()], [3, 1]);
    await version.fill("1.3.0");
    await dialog(page).getByText("1.2.0 replaces 1.1.1.").first().waitFor({ state: "detached" });
    await above.locator(".tag").first().waitFor({ state: "detached" });
    assert.deepEqual(await shown(), ["1.1.0"], "without the change for another version");
    await version.fill("1.1.1");
    await dialog(page).getByText("1.2.0 replaces 1.1.1.").first().waitFor();
    await dialog(page).getByRole("button", { name: "Add release" }).click();
    await page.getByText("1 changed").waitFor();
    assert.match(await text(page), /- name: watering-can\.v1\.2\.0\n {2}replaces: watering-can\.v1\.1\.1\n/);
  });
});

test("24 the reason why an entry cannot be promoted is one sentence", async () => {
  await withSample(site, "valid", async (page) => {
    await page.locator(".entry-name", { hasText: "watering-can.v1.0.1" }).click();
    await entryMenu(page, "Promote");
    await page.getByLabel("Promote to").selectOption("candidate");
    await page.locator(".entry-tool").getByRole("button", { name: "Promote", exact: true }).click();
    const reason = dialog(page).getByRole("alert");
    await reason.getByText("This cannot be done").waitFor();
    assert.ok((await reason.locator("code").count()) > 1);
    assert.equal(await reason.evaluate((reason) => reason.children.length), 1, "its parts are not columns");
  });
});

test("31 an entry that is added does not replace a newer one, and the form says why", async () => {
  await withSample(site, "valid", async (page) => {
    await page.getByRole("button", { name: "Channel menu" }).click();
    await page.locator(".add-entry > summary").click();
    const replaces = page.locator(".add-entry").getByLabel("replaces");
    const head = await replaces.inputValue();
    assert.match(head, /^watering-can\.v/);
    await page.getByLabel("Entry name").fill("watering-can.v1.0.5");
    await page.locator(".add-entry").getByRole("status").getByText("which would become a second head").waitFor();
    assert.equal(await replaces.inputValue(), "watering-can.v1.0.1");
    await page.getByLabel("Entry name").fill("watering-can.v9.0.0");
    await page.waitForFunction((head) => [...document.querySelectorAll(".add-entry input")][1].value === head, head);
    assert.equal(await page.locator(".add-entry [role=status]").count(), 0);
  });
});
