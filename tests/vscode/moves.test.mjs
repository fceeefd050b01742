// The page of a channel follows changes of its catalog: another root, another profile.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeServer } from "../../scripts/tools.mjs";
import { after, before, test } from "../test.mjs";
import { CHANNEL, FAST, PACKAGE } from "./catalog.mjs";
import { command, goToLine, openFile, startCode } from "./code.mjs";

const skip = codeServer() ? false : "code-server is not installed";

let code;

before(async () => {
  if (!skip) code = await startCode({ "foo/channels/stable.yaml": CHANNEL, "foo/channels/fast.yaml": FAST });
});
after(() => code?.close());

async function until(ask) {
  while (!(await ask())) await new Promise((wait) => setTimeout(wait, 100));
}

const shown = () => code.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");

test("a package that comes above the file makes its folder the catalog, and the graph is drawn", { skip }, async () => {
  const { page, work, screenshot } = code;
  await openFile(page, "foo", "stable.yaml");
  await goToLine(page, 3);
  await command(page, "olmkit: Open Upgrade Graph");
  await shown().getByText("No graph: the catalog has no olm.package document of foo").waitFor();
  await screenshot("7-no-package");
  writeFileSync(join(work, "foo", "package.yaml"), PACKAGE);
  await shown().locator(".node").filter({ hasText: "1.3.0" }).first().waitFor();
  await shown().getByText("No graph:").waitFor({ state: "detached" });
});

test("the page stays at its channel and its entry when the root changes", { skip }, async () => {
  await shown().locator(".tree").getByText("fast", { exact: true }).click();
  await shown().getByRole("button", { name: "Entries", exact: true }).click();
  await shown().locator(".entry-name", { hasText: "1.3.0" }).click();
  await shown().locator("tr.is-selected").waitFor();
  rmSync(join(code.work, "foo", "package.yaml"));
  const isLeft = () => globalThis.olmkit.paths().every((path) => !path.endsWith("package.yaml"));
  await until(() => shown().locator("body").evaluate(isLeft));
  await shown().locator(".channel-head h2").filter({ hasText: "fast" }).waitFor();
  await shown().locator("tr.is-selected", { hasText: "1.3.0" }).waitFor();
});

test("the profile of the settings is that of the page", { skip }, async () => {
  const { work } = code;
  const profile = (name) =>
    shown()
      .locator(".status .profile")
      .filter({ hasText: `Profile: ${name}` })
      .waitFor({ state: "attached" });
  await profile("default");
  mkdirSync(join(work, ".vscode"), { recursive: true });
  writeFileSync(join(work, ".vscode", "settings.json"), JSON.stringify({ "olmkit.profile": "strict" }));
  await profile("strict");
});
