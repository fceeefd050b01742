//! Requirement that only deprecated bundles satisfy.

use crate::ids::EntryId;
use crate::reporter::Reporter;
use crate::rules::declare::{bundle, package, rule};
use crate::shared_requirement::SharedRequirement;

rule! {
    RULE, "dep-only-deprecated", "DEP009", "Requirement that only deprecated bundles satisfy",
    since: "0.1.0",
    dependencies: Warning,
    finds: "A requirement for which all candidates are deprecated.",
    why: "Users get an operator that is no longer supported. A bundle with the property `olm.deprecated` is not \
installed at all.",
    fix: "Require the replacement.",
    source: "olmkit; OLM v0 shows deprecations, and refuses `olm.deprecated`.",
    bad: [{ "The only provider is deprecated": "\
---
schema: olm.deprecations
package: bar
entries:
- reference: {schema: olm.package}
  message: bar is no longer maintained
",
        package!("bar", "\
- name: bar.v2.0.0
  replaces: bar.v1.0.0
- name: bar.v1.0.0
"),
        package!("foo", "- name: foo.v1.0.0\n"),
        bundle!("bar", "2.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("bar", "1.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("foo", "1.0.0", "- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}\n") }],
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

/// Reports a requirement that only deprecated bundles satisfy. Returns whether it did.
pub(crate) fn check(shared: &SharedRequirement<'_>, reporter: &mut Reporter<'_>) -> bool {
    let universe = reporter.universe;
    let candidates = universe.candidates(shared.requirement, Some(shared.source)).unwrap_or_default();
    let is_gone = |entry: &EntryId| {
        universe.deprecation(*entry).is_some() || universe.bundle_of(*entry).is_some_and(|bundle| bundle.is_prohibited)
    };
    if candidates.is_empty() || !candidates.iter().all(is_gone) {
        return false;
    }
    let message = format!("{}; only deprecated bundles provide it.", shared.needs());
    reporter.add(&RULE, &shared.subject, message, "Require the replacement.");
    true
}
