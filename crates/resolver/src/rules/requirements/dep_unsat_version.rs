//! Required package without a matching version.

use crate::reporter::Reporter;
use crate::requirement::Test;
use crate::rules::declare::{bundle, package, rule};
use crate::shared_requirement::SharedRequirement;

rule! {
    RULE, "dep-unsat-version", "DEP003", "Required package without a matching version",
    since: "0.1.0",
    dependencies: Error,
    finds: "A required package for which the catalogs have no version in the range.",
    why: "OLM v0 cannot install the bundle.",
    fix: "Widen the range, or add the version.",
    source: "OLM v0, resolver.",
    bad: [{ "A range above the newest version": package!("bar", "\
- name: bar.v2.0.0
  replaces: bar.v1.0.0
- name: bar.v1.0.0
"),
        package!("foo", "- name: foo.v1.0.0\n"),
        bundle!("bar", "2.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("bar", "1.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("foo", "1.0.0", "- {type: olm.package.required, value: {packageName: bar, versionRange: '>=3.0.0'}}\n") }],
    good: [{ "A package in a version that is there": package!("bar", "\
- name: bar.v2.0.0
  replaces: bar.v1.0.0
- name: bar.v1.0.0
"),
        package!("foo", "- name: foo.v1.0.0\n"),
        bundle!("bar", "2.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("bar", "1.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("foo", "1.0.0", "- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}\n") }],
}

/// Reports a required package that exists, but not in a matching version. Returns whether it did.
pub(crate) fn check(shared: &SharedRequirement<'_>, reporter: &mut Reporter<'_>) -> bool {
    let Some(Test::Package { name, .. }) = shared.test() else { return false };
    if !reporter.universe.by_package.contains_key(name) {
        return false;
    }
    shared.report_unmet(&RULE, reporter);
    true
}
