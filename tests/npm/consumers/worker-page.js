import { createClient } from "olmkit/client";

const bundle = (version) => `---
schema: olm.bundle
package: foo
name: foo.v${version}
image: quay.io/x/foo:v${version}
properties:
- type: olm.package
  value: {packageName: foo, version: ${version}}
`;
const heads = `---
schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
- name: foo.v1.1.0
${bundle("1.0.0")}${bundle("1.1.0")}`;

async function main() {
  const seen = [];
  const client = createClient({ onProgress: (progress) => seen.push(progress) });
  await client.openMany([{ path: "catalog.yaml", bytes: new TextEncoder().encode(heads) }]);
  const report = await client.report();
  const at = heads.indexOf("- name: foo.v1.1.0") + "- name: foo.v1.1.0".length;
  await client.change("catalog.yaml", [{ from: at, to: at, text: "\n  replaces: foo.v1.0.0" }]);
  const fixed = await client.report();
  const refused = await client.reset({ profile: "nothing" }).catch((error) => error.message);
  const good = fixed.opm.accepted && refused.includes("Unknown profile") && seen.at(-1).done === heads.length;
  client.terminate();
  document.title = good ? report.opm.first : JSON.stringify([fixed, refused, seen]);
}
main();
