//! Two requirements for different versions of one package.

use olmkit_diagnostics::rule;

rule! {
    /// Found by [`crate::report::transitive::ask`].
    RULE, "dep-version-conflict", "DEP006", "Two requirements for different versions of one package",
    since: "0.1.0",
    dependencies: Error,
    finds: "Requirements, of the bundle or of what it needs, that no single version of a package meets.",
    why: "A namespace has at most one version of a package: `there can be only one operator from package P`.",
    fix: "Make the ranges overlap.",
    source: "OLM v0, resolver.",
    bad: [{ "An old and a new version of one package": r#"schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
---
schema: olm.package
name: bar
defaultChannel: stable
---
schema: olm.channel
package: bar
name: stable
entries:
- name: bar.v1.0.0
---
schema: olm.package
name: baz
defaultChannel: stable
---
schema: olm.channel
package: baz
name: stable
entries:
- name: baz.v2.0.0
  replaces: baz.v1.0.0
- name: baz.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo.v1.0.0
properties:
- {type: olm.package, value: {packageName: foo, version: 1.0.0}}
- {type: olm.package.required, value: {packageName: baz, versionRange: '>=2.0.0'}}
- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}
---
schema: olm.bundle
package: bar
name: bar.v1.0.0
image: quay.io/x/bar.v1.0.0
properties:
- {type: olm.package, value: {packageName: bar, version: 1.0.0}}
- {type: olm.package.required, value: {packageName: baz, versionRange: '<2.0.0'}}
---
schema: olm.bundle
package: baz
name: baz.v2.0.0
image: quay.io/x/baz.v2.0.0
properties:
- {type: olm.package, value: {packageName: baz, version: 2.0.0}}
---
schema: olm.bundle
package: baz
name: baz.v1.0.0
image: quay.io/x/baz.v1.0.0
properties:
- {type: olm.package, value: {packageName: baz, version: 1.0.0}}
"# }],
    good: [{ "Ranges that one version meets": r#"schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
---
schema: olm.package
name: bar
defaultChannel: stable
---
schema: olm.channel
package: bar
name: stable
entries:
- name: bar.v1.0.0
---
schema: olm.package
name: baz
defaultChannel: stable
---
schema: olm.channel
package: baz
name: stable
entries:
- name: baz.v2.0.0
  replaces: baz.v1.0.0
- name: baz.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo.v1.0.0
properties:
- {type: olm.package, value: {packageName: foo, version: 1.0.0}}
- {type: olm.package.required, value: {packageName: baz, versionRange: '>=1.0.0'}}
- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}
---
schema: olm.bundle
package: bar
name: bar.v1.0.0
image: quay.io/x/bar.v1.0.0
properties:
- {type: olm.package, value: {packageName: bar, version: 1.0.0}}
- {type: olm.package.required, value: {packageName: baz, versionRange: '<2.0.0'}}
---
schema: olm.bundle
package: baz
name: baz.v2.0.0
image: quay.io/x/baz.v2.0.0
properties:
- {type: olm.package, value: {packageName: baz, version: 2.0.0}}
---
schema: olm.bundle
package: baz
name: baz.v1.0.0
image: quay.io/x/baz.v1.0.0
properties:
- {type: olm.package, value: {packageName: baz, version: 1.0.0}}
"# }],
}
