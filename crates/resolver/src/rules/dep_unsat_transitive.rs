//! Requirements that cannot be met together.

use olmkit_diagnostics::rule;

rule! {
    /// Found by [`crate::report::transitive::ask`].
    RULE, "dep-unsat-transitive", "DEP005", "Requirements that cannot be met together",
    since: "0.1.0",
    dependencies: Error,
    finds: "A bundle each of whose requirements something meets, but not all at once, or not those of what meets them.",
    why: "OLM v0 cannot install the bundle: `constraints not satisfiable`.",
    fix: "Follow the explanation; the shortest one is shown.",
    source: "OLM v0, resolver; the search is done with a SAT solver as OLM does it.",
    bad: [{ "What is required requires what is not there": r#"schema: olm.package
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
- {type: olm.package.required, value: {packageName: baz, versionRange: '>=1.0.0'}}
"# }],
    good: [{ "What is required requires what is there": r#"schema: olm.package
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
- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}
---
schema: olm.bundle
package: bar
name: bar.v1.0.0
image: quay.io/x/bar.v1.0.0
properties:
- {type: olm.package, value: {packageName: bar, version: 1.0.0}}
- {type: olm.package.required, value: {packageName: baz, versionRange: '>=1.0.0'}}
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
