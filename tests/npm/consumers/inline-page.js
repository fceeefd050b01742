import { validate } from "olmkit/inline";

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

document.title = validate([{ path: "catalog.yaml", text: heads }]).opm.first;
