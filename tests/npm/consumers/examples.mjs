// The examples in the documentation of the package: each public function has an example, and all examples run.
// argv[2]: scripts/examples.mjs.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Workspace } from "olmkit";
import { packageOf } from "./stranded.mjs";

const { undocumented } = await import(process.argv[2]);
const types = (name) => readFileSync(`node_modules/olmkit/dist/${name}.d.cts`, "utf8");

// The declarations that the entries /bundle and /resolver re-export from the wasm of the command line.
const taken = new Set(["bundle", "resolver"].flatMap((name) => [...types(name).matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) => list.split(",").map((one) => one.trim()))));
for (const name of ["index", "client", "worker", "protocol", "bundle", "resolver", "run"]) assert.deepEqual(undocumented(types(name)), [], name);
assert.deepEqual(
  undocumented(types("cli")).filter((name) => taken.has(name)),
  [],
);
assert.deepEqual(undocumented("export function alone(): void;\n/**\n * Text.\n */\nexport class Undocumented {\n    method(): void;\n}\n"), ["alone", "Undocumented", "Undocumented.method"]);
assert.deepEqual(undocumented("/** Asked. */\nexport interface Query {}\n/** Given. */\nexport interface Answer {}\n/**\n * @example\n */\nexport function ask(query: Query): Answer;\n"), ["Query"]);

const text = `${packageOf("- name: foo.v1.0.0\n- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n", "1.0.0", "1.1.0")}---\nschema: olm.channel\npackage: foo\nname: candidate\nentries:\n- name: foo.v1.1.0\n`;
const bundle = readdirSync("bundles/foo", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  .map((path) => ({ path: path.slice("bundles/foo/".length).replaceAll("\\", "/"), text: readFileSync(path, "utf8") }));

console.log = () => {};
let count = 0;
for (const name of ["index", "client", "bundle", "resolver", "run", "cli"]) {
  for (const [, shown] of types(name).matchAll(/@example\n\s*\* ```js\n([\s\S]*?)\n\s*\* ```/g)) {
    const code = shown.replace(/^\s*\* ?/gm, "");
    Object.assign(globalThis, { Workspace, workspace: new Workspace(), text, catalogFiles: [{ path: "catalog.yaml", text }], bundleFiles: bundle });
    globalThis.workspace.open("catalog.yaml", text);
    if (name === "client" && !code.includes("createClient(")) globalThis.client ??= (await import("olmkit/client")).createClient();
    count += 1;
    writeFileSync(`example-${count}.mjs`, code);
    try {
      await import(new URL(`example-${count}.mjs`, import.meta.url));
    } catch (error) {
      throw new Error(`${error.message}, in:\n${code}`, { cause: error });
    }
  }
}
process.stdout.write(`${count} examples\n`);
