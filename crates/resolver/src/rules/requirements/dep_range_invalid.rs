//! Requirement that OLM cannot read.

use olmkit_diagnostics::Diagnostic;

use crate::reporter::Reporter;
use crate::rules::declare::{bundle, package, rule};
use crate::shared_requirement::SharedRequirement;

rule! {
    RULE, "dep-range-invalid", "DEP001", "Requirement that OLM cannot read",
    since: "0.1.0",
    dependencies: Error,
    finds: "A required property with an invalid version range, or a value of the wrong shape.",
    why: "As soon as OLM v0 considers the bundle as a candidate, it resolves nothing for the whole namespace, \
including other operators.",
    fix: "Correct the property in every bundle that has it. Ranges are full versions with comparators: `>=1.0.0 \
<2.0.0`.",
    source: "OLM v0, resolver: conversion of properties to predicates.",
    bad: [{ "A range in npm's notation": package!("bar", "\
- name: bar.v2.0.0
  replaces: bar.v1.0.0
- name: bar.v1.0.0
"),
        package!("foo", "- name: foo.v1.0.0\n"),
        bundle!("bar", "2.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("bar", "1.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("foo", "1.0.0", "- {type: olm.package.required, value: {packageName: bar, versionRange: '^1.0.0'}}\n") }],
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

/// Reports a requirement that OLM cannot read. Returns whether it did.
pub(crate) fn check(shared: &SharedRequirement<'_>, reporter: &mut Reporter<'_>) -> bool {
    let Err(problem) = &shared.of.predicate else { return false };
    let message = format!(
        "{}: {}. As soon as OLM considers this bundle as a candidate, it resolves nothing for the whole namespace.",
        shared.who, problem.message
    );
    reporter.add(&RULE, &shared.subject, message, "Correct the property in every bundle that has it.");
    true
}

/// The finding about a broken requirement of a bundle, if any.
pub(crate) fn reported<'r>(reporter: &'r mut Reporter<'_>, bundle: &str) -> Option<&'r mut Diagnostic> {
    let is_it =
        |found: &&mut Diagnostic| found.rule.id == RULE.id && found.subject.bundles.iter().any(|name| name == bundle);
    reporter.findings.iter_mut().find(is_it)
}
