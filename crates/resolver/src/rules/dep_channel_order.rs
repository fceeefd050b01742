//! Channel that OLM cannot put in order.

use olmkit_diagnostics::rule;

rule! {
    /// Found by [`crate::report::transitive::tell_stopped`].
    RULE, "dep-channel-order", "DEP008", "Channel that OLM cannot put in order",
    since: "0.1.0",
    dependencies: Error,
    finds: "A channel that has what is required, and no head, several chains of replacement, or a cycle.",
    why: "OLM v0 stops with an error for the whole namespace when it looks for candidates there.",
    fix: "Fix the channel. `olmkit validate` shows how.",
    source: "OLM v0, resolver: order of a channel's entries.",
    bad: [{ "The provider's channel has two heads": r#"schema: olm.package
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
- name: bar.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo.v1.0.0
properties:
- {type: olm.package, value: {packageName: foo, version: 1.0.0}}
- {type: olm.gvk.required, value: {group: ex.com, version: v1, kind: Bar}}
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
"# }],
    good: [{ "The provider's channel is a chain": r#"schema: olm.package
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
