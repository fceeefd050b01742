//! Packages that require each other.

use olmkit_diagnostics::rule;

rule! {
    RULE, "dep-cycle", "DEP014", "Packages that require each other",
    since: "0.1.0",
    dependencies: Info,
    finds: "A cycle of packages, each of which needs the next.",
    why: "OLM v0 installs them together; none of them can be removed or upgraded alone.",
    fix: "Nothing, if it is meant.",
    source: "olmkit; OLM v0 accepts cycles.",
    bad: [{ "Two packages that need each other": r#"schema: olm.package
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
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo.v1.0.0
properties:
- {type: olm.package, value: {packageName: foo, version: 1.0.0}}
- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}
---
schema: olm.bundle
package: bar
name: bar.v1.0.0
image: quay.io/x/bar.v1.0.0
properties:
- {type: olm.package, value: {packageName: bar, version: 1.0.0}}
- {type: olm.package.required, value: {packageName: foo, versionRange: '>=1.0.0'}}
"# }],
    good: [{ "One that needs the other": r#"schema: olm.package
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
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo.v1.0.0
properties:
- {type: olm.package, value: {packageName: foo, version: 1.0.0}}
- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}
---
schema: olm.bundle
package: bar
name: bar.v1.0.0
image: quay.io/x/bar.v1.0.0
properties:
- {type: olm.package, value: {packageName: bar, version: 1.0.0}}
"# }],
}
