//! Range that excludes newer versions of a package.

use olmkit_semver::{Comparator, Op, Range, Version};

use crate::reporter::Reporter;
use crate::requirement::Test;
use crate::rules::declare::{bundle, package, rule};
use crate::shared_requirement::SharedRequirement;

rule! {
    RULE, "dep-pinned", "DEP012", "Range that prevents upgrades of a package",
    since: "0.1.0",
    dependencies: Warning,
    finds: "A range that ends at or below the newest version.",
    why: "OLM cannot upgrade the package beyond the range while the requirement exists.",
    fix: "Leave the upper bound open, or raise it in time.",
    source: "olmkit.",
    bad: [{ "A range that ends below the newest version": package!("bar", "\
- name: bar.v2.0.0
  replaces: bar.v1.0.0
- name: bar.v1.0.0
"),
        package!("foo", "- name: foo.v1.0.0\n"),
        bundle!("bar", "2.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("bar", "1.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("foo", "1.0.0", "- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0 <2.0.0'}}\n") }],
    good: [{ "A range that is open": package!("bar", "\
- name: bar.v2.0.0
  replaces: bar.v1.0.0
- name: bar.v1.0.0
"),
        package!("foo", "- name: foo.v1.0.0\n"),
        bundle!("bar", "2.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("bar", "1.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("foo", "1.0.0", "- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}\n") }],
}

/// Reports a range that ends at or below the newest version.
pub(crate) fn check(shared: &SharedRequirement<'_>, reporter: &mut Reporter<'_>) {
    let universe = reporter.universe;
    let Some(Test::Package { name, text, range }) = shared.test() else { return };
    let versions = universe.by_package.get(name).into_iter().flatten();
    let newest = versions.filter_map(|at| universe.bundles.get(*at)?.version.as_ref()).max();
    let Some(newest) = newest.filter(|newest| ends_before(range, newest)) else { return };
    let message = format!(
        "{}: the range `{text}` ends at or below {newest}, the newest version. OLM cannot upgrade {name} beyond it \
        while the requirement exists.",
        shared.who
    );
    reporter.add(&RULE, &shared.subject, message, "Leave the upper bound open, or raise it in time.");
}

fn ends_before(range: &Range, newest: &Version) -> bool {
    let is_bounded = |part: &Vec<Comparator>| {
        part.iter().any(|comparator| matches!(comparator.op, Op::Equal | Op::Less | Op::LessEqual))
    };
    range.parts().iter().all(is_bounded) && !range.contains(newest).unwrap_or(true)
        || range.parts().iter().all(|part| part.iter().any(|comparator| comparator.op == Op::Equal))
}
