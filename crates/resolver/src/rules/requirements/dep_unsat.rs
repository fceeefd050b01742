//! Unsatisfied requirement.

use crate::reporter::Reporter;
use crate::rules::declare::{bundle, package, rule};
use crate::shared_requirement::SharedRequirement;

rule! {
    RULE, "dep-unsat", "DEP002", "Requirement that nothing satisfies",
    since: "0.1.0",
    dependencies: Error,
    finds: "A bundle that requires a package, an API, a label or a constraint that no bundle of the given catalogs \
provides.",
    why: "OLM v0 cannot install the bundle. With `--partial` this is a warning, because clusters may have another \
catalog.",
    fix: "Add the missing bundle to a catalog that clusters have, or correct the requirement.",
    source: "OLM v0, resolver: `bundle B requires an operator ...`.",
    bad: [{ "A package that is not there": package!("foo", "- name: foo.v1.0.0\n"),
        bundle!("foo", "1.0.0", "- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}\n") }
        { "An API that no bundle provides": package!("foo", "- name: foo.v1.0.0\n"),
        bundle!("foo", "1.0.0", "- {type: olm.gvk.required, value: {group: ex.com, version: v1, kind: Bar}}\n") }],
    good: [{ "An API that another package provides": package!("bar", "\
- name: bar.v2.0.0
  replaces: bar.v1.0.0
- name: bar.v1.0.0
"),
        package!("foo", "- name: foo.v1.0.0\n"),
        bundle!("bar", "2.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("bar", "1.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("foo", "1.0.0", "- {type: olm.gvk.required, value: {group: ex.com, version: v1, kind: Bar}}\n") }],
}

/// Reports an unsatisfied requirement of any type.
pub(crate) fn check(shared: &SharedRequirement<'_>, reporter: &mut Reporter<'_>) {
    shared.report_unmet(&RULE, reporter);
}
