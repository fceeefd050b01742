// A catalog that opm accepts, with a finding that has a fix, a stranded version, and another file.

export const PACKAGE = "schema: olm.package\nname: foo\ndefaultChannel: stable\n";

const bundle = (version) => `---
schema: olm.bundle
package: foo
name: foo.v${version}
image: quay.io/x/foo:${version}
properties:
- type: olm.package
  value: {packageName: foo, version: ${version}}
`;

export const CHANNEL = `schema: olm.channel
package: foo
name: stable
entries:
# olmkit-ignore replaces-newer: gone
- name: foo.v1.3.0
  replaces: foo.v1.0.0
  skips:
  - foo.v1.2.0
  skipRange: '>=1.0.0 <1.1.0'
- name: foo.v1.2.0
  replaces: foo.v1.1.0
  skips: [foo.v1.1.0]
- name: foo.v1.1.0
- name: foo.v1.0.0
${["1.3.0", "1.2.0", "1.1.0", "1.0.0"].map(bundle).join("")}`;

/** Another channel, in a separate file. */
export const FAST = "schema: olm.channel\npackage: foo\nname: fast\nentries:\n- name: foo.v1.3.0\n";

/** The comment suppresses nothing; the fix removes it. */
export const UNUSED = "ignore-unused";
