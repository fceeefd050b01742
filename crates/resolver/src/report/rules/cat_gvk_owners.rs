//! API that two packages provide.

use olmkit_diagnostics::rule;

rule! {
    RULE, "cat-gvk-owners", "DEP011", "API that two packages provide",
    since: "0.1.0",
    dependencies: Warning,
    finds: "Two packages whose default channels end at bundles that provide the same API.",
    why: "They cannot be installed into the same namespace, and their definitions usually clash on the whole cluster.",
    fix: "Remove one of the packages, or give the APIs groups of their own.",
    source: "olmkit; OLM v0 allows one provider of an API in a namespace.",
    bad: [{ "Two packages with one API": r#"schema: olm.package
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
    good: [{ "Two packages with an API each": r#"schema: olm.package
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
- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Baz}}
"# }],
}
