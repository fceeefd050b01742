//! Bundle that requires what it provides.

use olmkit_diagnostics::rule;

rule! {
    RULE, "dep-self", "DEP013", "Bundle that requires what it provides",
    since: "0.1.0",
    dependencies: Info,
    finds: "A requirement that the bundle itself meets.",
    why: "It has no effect.",
    fix: "Remove the requirement.",
    source: "olmkit.",
    bad: [{ "An API of its own": r#"schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo.v1.0.0
properties:
- {type: olm.package, value: {packageName: foo, version: 1.0.0}}
- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Foo}}
- {type: olm.gvk.required, value: {group: ex.com, version: v1, kind: Foo}}
"# }],
    good: [{ "An API of another package": r#"schema: olm.package
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
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
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
package: foo
name: foo.v1.0.0
image: quay.io/x/foo.v1.0.0
properties:
- {type: olm.package, value: {packageName: foo, version: 1.0.0}}
- {type: olm.gvk.required, value: {group: ex.com, version: v1, kind: Bar}}
"# }],
}
