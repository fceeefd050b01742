//! Required API that exists only in other versions.

use crate::reporter::Reporter;
use crate::requirement::Test;
use crate::rules::declare::{bundle, package, rule};
use crate::shared_requirement::SharedRequirement;

rule! {
    RULE, "dep-unsat-gvk-version", "DEP004", "Required API in another version",
    since: "0.1.0",
    dependencies: Error,
    finds: "A required API for which the catalogs provide the group and kind in other versions only.",
    why: "OLM compares group, version and kind exactly, and cannot install the bundle.",
    fix: "Require a provided version.",
    source: "OLM v0, resolver.",
    bad: [{ "The API of the next version": package!("bar", "\
- name: bar.v2.0.0
  replaces: bar.v1.0.0
- name: bar.v1.0.0
"),
        package!("foo", "- name: foo.v1.0.0\n"),
        bundle!("bar", "2.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("bar", "1.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("foo", "1.0.0", "- {type: olm.gvk.required, value: {group: ex.com, version: v2, kind: Bar}}\n") }],
    good: [{ "The API as it is provided": package!("bar", "\
- name: bar.v2.0.0
  replaces: bar.v1.0.0
- name: bar.v1.0.0
"),
        package!("foo", "- name: foo.v1.0.0\n"),
        bundle!("bar", "2.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("bar", "1.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("foo", "1.0.0", "- {type: olm.gvk.required, value: {group: ex.com, version: v1, kind: Bar}}\n") }],
}

/// Reports a required API that exists only in other versions. Returns whether it did.
pub(crate) fn check(shared: &SharedRequirement<'_>, reporter: &mut Reporter<'_>) -> bool {
    let Some(Test::Gvk(gvk)) = shared.test() else { return false };
    if !reporter.universe.by_gvk.keys().any(|other| other.kind == gvk.kind && other.group == gvk.group) {
        return false;
    }
    shared.report_unmet(&RULE, reporter);
    true
}
