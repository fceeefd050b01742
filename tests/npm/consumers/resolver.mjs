// Dependencies from the package.
import { dependencies, resolve } from "olmkit/resolver";

const bundle = (name, version, more) =>
  `---\nschema: olm.package\nname: ${name}\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: ${name}\nname: stable\nentries:\n- name: ${name}.v${version}\n---\nschema: olm.bundle\npackage: ${name}\nname: ${name}.v${version}\nimage: quay.io/x/${name}:1\nproperties:\n- type: olm.package\n  value: {packageName: ${name}, version: ${version}}\n${more}`;
const needs = "- type: olm.package.required\n  value: {packageName: bar, versionRange: '>=1.0.0'}\n";
const one = { name: "one", files: [{ path: "catalog.yaml", text: bundle("foo", "1.0.0", needs) }] };
const two = { name: "two", priority: 5, files: [{ path: "catalog.yaml", bytes: new TextEncoder().encode(bundle("bar", "2.0.0", "")) }] };

const alone = resolve([one], { subscriptions: [{ package: "foo" }] });
const both = resolve([one, two], { subscriptions: [{ package: "foo" }] });
const newer = { name: "newer", labels: { tier: "gold" }, files: [{ path: "catalog.yaml", text: bundle("bar", "3.0.0", "") }] };
const v1 = (request, catalogs = [two, newer]) => {
  const found = resolve(catalogs, { olm: "v1", package: "bar", ...request });
  return found.satisfiable ? `${found.install.catalog}/${found.install.bundle}` : found.olm;
};
const report = dependencies([one], { partial: true });
console.log(alone.satisfiable, both.install.map((install) => install.bundle).join(), report.diagnostics.map((found) => found.rule).join());
console.log(v1({}), v1({ selector: { matchLabels: { tier: "gold" } } }), v1({ version: "^2", channels: ["stable", "fast"] }));
console.log(v1({ version: "<2", installed: "bar.v1.0.0@1.0.0", upgradeConstraintPolicy: "SelfCertified" }));
console.log(resolve([one], { olm: "v1", package: "foo" }).explanation[0].message.split(";")[0]);
// A result for a part of the catalog would look like a result for all of it.
const broken = { name: "broken", files: [...one.files, { path: "more.yaml", text: "schema: [" }] };
for (const ask of [() => resolve([one, broken], { subscriptions: [{ package: "foo" }] }), () => resolve([broken], { olm: "v1", package: "foo" }), () => dependencies([broken])]) {
  try {
    console.log(ask());
  } catch (error) {
    if (error.code !== "NO_ANSWER" || !/^`broken`: more\.yaml:\d+:\d+: /.test(error.message)) throw error;
  }
}
try {
  resolve([], { olm: "v2" });
} catch (error) {
  console.log(error.message);
}
