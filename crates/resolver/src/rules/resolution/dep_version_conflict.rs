//! Two requirements for different versions of one package.

use crate::rules::declare::{bundle, package, rule};

rule! {
    /// Found by [`crate::report::transitive::check_problem`].
    RULE, "dep-version-conflict", "DEP006", "Two requirements for different versions of one package",
    since: "0.1.0",
    dependencies: Error,
    finds: "Requirements, of the bundle or of its dependencies, that no single version of a package satisfies.",
    why: "A namespace has at most one version of a package: `there can be only one operator from package P`.",
    fix: "Make the ranges overlap.",
    source: "OLM v0, resolver.",
    bad: [{ "An old and a new version of one package": package!("foo", "- name: foo.v1.0.0\n"),
        package!("bar", "- name: bar.v1.0.0\n"),
        package!("baz", "\
- name: baz.v2.0.0
  replaces: baz.v1.0.0
- name: baz.v1.0.0
"),
        bundle!("foo", "1.0.0", "\
- {type: olm.package.required, value: {packageName: baz, versionRange: '>=2.0.0'}}
- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}
"),
        bundle!("bar", "1.0.0", "- {type: olm.package.required, value: {packageName: baz, versionRange: '<2.0.0'}}\n"),
        bundle!("baz", "2.0.0"),
        bundle!("baz", "1.0.0") }],
    good: [{ "Ranges that one version meets": package!("foo", "- name: foo.v1.0.0\n"),
        package!("bar", "- name: bar.v1.0.0\n"),
        package!("baz", "\
- name: baz.v2.0.0
  replaces: baz.v1.0.0
- name: baz.v1.0.0
"),
        bundle!("foo", "1.0.0", "\
- {type: olm.package.required, value: {packageName: baz, versionRange: '>=1.0.0'}}
- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}
"),
        bundle!("bar", "1.0.0", "- {type: olm.package.required, value: {packageName: baz, versionRange: '<2.0.0'}}\n"),
        bundle!("baz", "2.0.0"),
        bundle!("baz", "1.0.0") }],
}
