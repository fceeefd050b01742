//! Channel that OLM cannot sort.

use crate::rules::declare::{bundle, package, rule};

rule! {
    /// Found by [`crate::report::transitive::report_stopped`].
    RULE, "dep-channel-order", "DEP008", "Required channel that OLM cannot sort",
    since: "0.1.0",
    dependencies: Error,
    finds: "A channel that contains a required bundle and has no head, several replaces chains, or a cycle.",
    why: "OLM v0 fails for the whole namespace when it searches for candidates in the channel.",
    fix: "Fix the channel. `olmkit validate` shows the problem.",
    source: "OLM v0, resolver: order of a channel's entries.",
    bad: [{ "The provider's channel has two heads": package!("foo", "- name: foo.v1.0.0\n"),
        package!("bar", "\
- name: bar.v2.0.0
- name: bar.v1.0.0
"),
        bundle!("foo", "1.0.0", "- {type: olm.gvk.required, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("bar", "2.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("bar", "1.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n") }],
    good: [{ "The provider's channel is a chain": package!("bar", "\
- name: bar.v2.0.0
  replaces: bar.v1.0.0
- name: bar.v1.0.0
"),
        package!("foo", "- name: foo.v1.0.0\n"),
        bundle!("bar", "2.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("bar", "1.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("foo", "1.0.0", "- {type: olm.gvk.required, value: {group: ex.com, version: v1, kind: Bar}}\n") }],
}
