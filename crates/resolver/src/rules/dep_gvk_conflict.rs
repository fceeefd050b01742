//! Two needed packages provide the same API.

use olmkit_diagnostics::rule;

rule! {
    /// Found by [`crate::report::transitive::ask`].
    RULE, "dep-gvk-conflict", "DEP007", "Two needed packages provide the same API",
    since: "0.1.0",
    dependencies: Error,
    finds: "Requirements that only different packages meet which provide the same API.",
    why: "A namespace has at most one provider of an API: `there can be only one provider of K (g/v)`.",
    fix: "Require one of them.",
    source: "OLM v0, resolver.",
    bad: [{ "Two required packages with one API": r#"schema: olm.package
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
- name: baz.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo.v1.0.0
properties:
- {type: olm.package, value: {packageName: foo, version: 1.0.0}}
- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}
- {type: olm.package.required, value: {packageName: baz, versionRange: '>=1.0.0'}}
---
schema: olm.bundle
package: bar
name: bar.v1.0.0
image: quay.io/x/bar.v1.0.0
properties:
- {type: olm.package, value: {packageName: bar, version: 1.0.0}}
- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}
---
schema: olm.bundle
package: baz
name: baz.v1.0.0
image: quay.io/x/baz.v1.0.0
properties:
- {type: olm.package, value: {packageName: baz, version: 1.0.0}}
- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}
"# }],
    good: [{ "Two required packages with APIs of their own": r#"schema: olm.package
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
- name: bar.v2.0.0
  replaces: bar.v1.0.0
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
- {type: olm.package.required, value: {packageName: baz, versionRange: '>=1.0.0'}}
---
schema: olm.bundle
package: bar
name: bar.v2.0.0
image: quay.io/x/bar.v2.0.0
properties:
- {type: olm.package, value: {packageName: bar, version: 2.0.0}}
- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}
---
schema: olm.bundle
package: bar
name: bar.v1.0.0
image: quay.io/x/bar.v1.0.0
properties:
- {type: olm.package, value: {packageName: bar, version: 1.0.0}}
- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}
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
