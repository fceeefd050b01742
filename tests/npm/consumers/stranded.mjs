// A package with stranded versions, for the npm consumers and the tests of the page.

const bundleOf = (version) =>
  `---\nschema: olm.bundle\npackage: foo\nname: foo.v${version}\nimage: registry.example.com/foo:v${version}\nproperties:\n- type: olm.package\n  value: {packageName: foo, version: ${version}}\n`;

/** Returns package `foo` with these entries in the channel `stable`, and a bundle for each version. */
export const packageOf = (entries, ...versions) =>
  `---\nschema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: stable\nentries:\n${entries}${versions.map(bundleOf).join("")}`;

/** Two stranded versions: each release skips the one before, which is the only successor of the versions before it. */
export const TWICE = packageOf(
  `- name: foo.v1.0.0
- name: foo.v1.1.0
  skips:
  - foo.v1.0.0
- name: foo.v1.2.0
  replaces: foo.v1.1.0
  skips:
  - foo.v1.1.0
- name: foo.v1.3.0
  replaces: foo.v1.2.0
  skips:
  - foo.v1.2.0
`,
  "1.0.0",
  "1.1.0",
  "1.2.0",
  "1.3.0",
);
export const STRANDED = ["foo.v1.0.0 v0", "foo.v1.1.0 v0"];
