//! Two required packages that provide the same API.

use crate::rules::declare::{bundle, package, rule};

rule! {
    /// Found by [`crate::report::transitive::check_problem`].
    RULE, "dep-gvk-conflict", "DEP007", "Two required packages that provide the same API",
    since: "0.1.0",
    dependencies: Error,
    finds: "Requirements that only different packages satisfy, where these packages provide the same API.",
    why: "A namespace has at most one provider of an API: `there can be only one provider of K (g/v)`.",
    fix: "Require one of them.",
    source: "OLM v0, resolver.",
    bad: [{ "Two required packages with one API": package!("foo", "- name: foo.v1.0.0\n"),
        package!("bar", "- name: bar.v1.0.0\n"),
        package!("baz", "- name: baz.v1.0.0\n"),
        bundle!("foo", "1.0.0", "\
- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}
- {type: olm.package.required, value: {packageName: baz, versionRange: '>=1.0.0'}}
"),
        bundle!("bar", "1.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("baz", "1.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n") }],
    good: [{ "Two required packages with APIs of their own": package!("foo", "- name: foo.v1.0.0\n"),
        package!("bar", "\
- name: bar.v2.0.0
  replaces: bar.v1.0.0
- name: bar.v1.0.0
"),
        package!("baz", "\
- name: baz.v2.0.0
  replaces: baz.v1.0.0
- name: baz.v1.0.0
"),
        bundle!("foo", "1.0.0", "\
- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}
- {type: olm.package.required, value: {packageName: baz, versionRange: '>=1.0.0'}}
"),
        bundle!("bar", "2.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("bar", "1.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("baz", "2.0.0"),
        bundle!("baz", "1.0.0") }],
}
