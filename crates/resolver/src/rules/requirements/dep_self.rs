//! Bundle that requires what it provides.

use crate::ids::BundleId;
use crate::reporter::{Reporter, Subject, short_list};
use crate::rules::declare::{bundle, package, rule};
use crate::shared_requirement::SharedRequirement;

rule! {
    RULE, "dep-self", "DEP013", "Bundle that satisfies its own requirement",
    since: "0.1.0",
    dependencies: Warning,
    finds: "A requirement that the bundle itself satisfies.",
    why: "The requirement has no effect.",
    fix: "Remove the requirement.",
    source: "olmkit.",
    bad: [{ "An API of its own": package!("foo", "- name: foo.v1.0.0\n"),
        bundle!("foo", "1.0.0", "\
- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Foo}}
- {type: olm.gvk.required, value: {group: ex.com, version: v1, kind: Foo}}
") }],
    good: [{ "An API of another package": package!("bar", "\
- name: bar.v2.0.0
  replaces: bar.v1.0.0
- name: bar.v1.0.0
"),
        package!("foo", "- name: foo.v1.0.0\n"),
        bundle!("bar", "2.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("bar", "1.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("foo", "1.0.0", "- {type: olm.gvk.required, value: {group: ex.com, version: v1, kind: Bar}}\n") }],
}

/// Reports bundles that satisfy their own requirement.
pub(crate) fn check(shared: &SharedRequirement<'_>, reporter: &mut Reporter<'_>) {
    let matching = reporter.universe.matching(shared.requirement);
    let provides = |at: &&BundleId| matching.binary_search(at).is_ok();
    let own: Vec<BundleId> = shared.subject.bundles.iter().filter(provides).copied().collect();
    if own.is_empty() {
        return;
    }
    let verb = if own.len() == 1 { "requires" } else { "require" };
    let who = short_list(reporter.universe, &own);
    let itself = if own.len() == 1 { "satisfies the requirement itself" } else { "satisfy the requirement themselves" };
    let message = format!("{who} {verb} {} and {itself}.", shared.shown.needs);
    let subject = Subject { bundles: own, place: shared.subject.place };
    reporter.add(&RULE, &subject, message, "Remove the requirement.");
}
