//! The report about requirements (bundle specification 6.7).

use crate::common;
use crate::common::{Catalogs, pigeons, request};
use olmkit_diagnostics::Severity;
use olmkit_resolver::{Dependencies, DependencyOptions, dependencies, resolve};

fn report(catalogs: &Catalogs) -> Dependencies {
    catalogs.with(|universe| dependencies(universe, &DependencyOptions::default()))
}

/// `rule: message` of every finding.
fn findings(lines: &str) -> Vec<String> {
    let found = report(&Catalogs::one(lines)).findings;
    found.into_iter().map(|found| format!("{}: {}", found.rule.id, found.message)).collect()
}

fn one(lines: &str) -> String {
    let found = findings(lines);
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].clone()
}

const PROMETHEUS: &str = "
    package prometheus beta
    channel beta: prometheus.v0.37.1 >prometheus.v0.32.0; prometheus.v0.32.0
    bundle prometheus.v0.37.1: provides monitoring/v1/Rule
    bundle prometheus.v0.32.0: provides monitoring/v1/Rule
";

fn asking(property: &str) -> String {
    format!("{PROMETHEUS} package foo stable\nchannel stable: foo.v1.0.0\nbundle foo.v1.0.0: {property}\n")
}

#[test]
fn a_correct_catalog_has_no_findings() {
    assert_eq!(findings(&asking("needs monitoring/v1/Rule; wants prometheus >=0.30.0")), [""; 0]);
    assert_eq!(findings(PROMETHEUS), [""; 0]);
}

#[test]
fn requirements_that_no_bundle_meets() {
    let cases = [
        (
            "wants prometheus >=0.47.0",
            "dep-unsat-version: foo.v1.0.0 needs prometheus >=0.47.0; the catalog has 0.32.0 to 0.37.1.",
        ),
        ("wants bar >=1.0.0", "dep-unsat: foo.v1.0.0 needs bar >=1.0.0; the catalog has no package `bar`."),
        (
            "needs monitoring/v2/Rule",
            "dep-unsat-gvk-version: foo.v1.0.0 needs an operator that provides Rule (monitoring/v2); the catalog has \
             this API only in version v1.",
        ),
        (
            "needs other/v1/Rule",
            "dep-unsat: foo.v1.0.0 needs an operator that provides Rule (other/v1); the catalog has this kind only in \
             group monitoring.",
        ),
        (
            "needs g/v1/K",
            "dep-unsat: foo.v1.0.0 needs an operator that provides K (g/v1); the catalog has no operator that provides it.",
        ),
        (
            "constraint {all: {constraints: [{package: {packageName: prometheus, versionRange: '>=0.1.0'}}, {gvk: {group: g, version: v1, kind: K}}]}}",
            "dep-unsat: foo.v1.0.0 needs prometheus >=0.1.0 and an operator that provides K (g/v1); the catalog has no \
             bundle that satisfies it.",
        ),
    ];
    for (property, expected) in cases {
        assert_eq!(one(&asking(property)), expected, "{property}");
    }
    let catalogs = Catalogs::one(&asking("wants bar >=1.0.0"));
    let partial = DependencyOptions { partial: true, ..DependencyOptions::default() };
    let found = catalogs.with(|universe| dependencies(universe, &partial));
    assert_eq!((found.findings[0].severity, found.findings.len(), found.counts.unmet), (Severity::Warning, 1, 1));
}

#[test]
fn what_is_skipped_cannot_be_installed() {
    let lines = "
        package b stable
        channel stable: b.v3.0.0 >b.v1.0.0 ~b.v2.0.0; b.v2.0.0 >b.v1.0.0; b.v1.0.0
        package a stable
        channel stable: a.v1.0.0
        bundle a.v1.0.0: wants b =2.0.0
    ";
    let expected = "dep-unsat-version: a.v1.0.0 needs b =2.0.0; the matching versions are skipped or not on an \
        upgrade path in every channel.";
    assert_eq!(one(lines), expected);
}

#[test]
fn one_cause_is_reported_once_with_its_place() {
    let lines = "
        package a stable
        channel stable: a.v3.0.0 >a.v2.0.0; a.v2.0.0 >a.v1.0.0; a.v1.0.0
        bundle a.v1.0.0: wants b >=1.0.0
        bundle a.v2.0.0: wants b >=1.0.0
        bundle a.v3.0.0: wants b >=1.0.0
    ";
    let found = report(&Catalogs::one(lines));
    let finding = &found.findings[0];
    assert_eq!((found.findings.len(), finding.subject.bundles.len()), (1, 3));
    assert!(finding.message.starts_with("a.v1.0.0, a.v2.0.0 and 1 more need b >=1.0.0;"), "{}", finding.message);
    assert_eq!(finding.place.file.index(), 0);
    let text = common::catalog_text(lines);
    let shown = &text[usize::from(finding.place.range.start())..usize::from(finding.place.range.end())];
    assert_eq!(shown, "{packageName: b, versionRange: '>=1.0.0'}");
    assert_eq!((found.counts.bundles, found.counts.requiring, found.counts.unmet), (3, 3, 3));
}

#[test]
fn providers_come_in_order_of_preference() {
    let two = "
        package x stable
        channel stable: x.v2.0.0 >x.v1.0.0; x.v1.0.0
        channel old: x.v1.0.0
        bundle x.v2.0.0: provides g/v1/K
        bundle x.v1.0.0: provides g/v1/K
    ";
    let one = "
        package a stable
        channel stable: a.v1.0.0
        bundle a.v1.0.0: needs g/v1/K
        package y other
        channel other: y.v3.0.0
        channel stable: y.v1.0.0
        bundle y.v1.0.0: provides g/v1/K
    ";
    let found = report(&Catalogs::new(&[("one", 0, one), ("two", 9, two)]));
    let required = &found.bundles[0].requirements[0];
    let by: Vec<String> = required
        .by
        .iter()
        .map(|by| {
            format!("{}/{}/{} {} {}", by.place.catalog, by.place.channel, by.place.bundle, by.is_default, by.candidates)
        })
        .collect();
    assert_eq!(by, ["one/stable/y.v1.0.0 false 1", "two/stable/x.v2.0.0 true 2", "two/old/x.v1.0.0 false 1"]);
    assert!(required.met && found.findings.is_empty(), "{:?}", found.findings);
}

#[test]
fn requirements_met_only_outside_of_default_channels() {
    let lines = "
        package b stable
        channel stable: b.v1.0.0
        channel fast: b.v2.0.0
        package a stable
        channel stable: a.v1.0.0
        bundle a.v1.0.0: wants b >=2.0.0
    ";
    let expected = "dep-only-nondefault: a.v1.0.0 needs b >=2.0.0; only channels that are not the default channel have it: \
        channel fast of b.";
    assert_eq!(one(lines), expected);
}

#[test]
fn broken_requirements_and_the_upgrades_they_stop() {
    let lines = "
        package b stable
        channel stable: b.v2.0.0 >b.v1.0.0; b.v1.0.0
        bundle b.v2.0.0: provides g/v1/K
        bundle b.v1.0.0: wants c ^1.0.0
        package a stable
        channel stable: a.v1.0.0
        bundle a.v1.0.0: wants b >=1.0.0
    ";
    let found = findings(lines);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with("dep-range-invalid: b.v1.0.0: OLM cannot read the range `^1.0.0` of package `c`"),
        "{found:?}"
    );
    assert!(found[0].ends_with("It also prevents the installation of a."), "{found:?}");
}

#[test]
fn not_all_at_once() {
    let versions = "
        package a stable
        channel stable: a.v1.0.0
        bundle a.v1.0.0: wants c >=2.0.0; wants b >=1.0.0
        package b stable
        channel stable: b.v1.0.0
        bundle b.v1.0.0: wants c <3.0.0 >=1.0.0; wants c <2.0.0
        package c stable
        channel stable: c.v2.0.0 >c.v1.0.0; c.v1.0.0
    ";
    let found = findings(versions);
    let conflict = found.iter().find(|text| text.starts_with("dep-version-conflict: OLM can never install a.v1.0.0. "));
    assert!(conflict.is_some_and(|text| text.contains("Only one version of package c may be installed")), "{found:?}");
    // The versions provide the same API, but the package is the better explanation.
    let with_apis = versions.replace(
        "c.v1.0.0\n    ",
        "c.v1.0.0\n        bundle c.v1.0.0: provides g/v1/K\n        bundle c.v2.0.0: provides g/v1/K\n    ",
    );
    assert_ne!(with_apis, versions);
    assert_eq!(findings(&with_apis)[0], found[0]);
    let apis = "
        package a stable
        channel stable: a.v1.0.0
        bundle a.v1.0.0: wants b >=1.0.0; wants c >=1.0.0
        package b stable
        channel stable: b.v1.0.0
        bundle b.v1.0.0: provides g/v1/K
        package c stable
        channel stable: c.v1.0.0
        bundle c.v1.0.0: provides g/v1/K
    ";
    let found = findings(apis);
    assert!(found[0].starts_with("dep-gvk-conflict: OLM can never install a.v1.0.0."), "{found:?}");
    assert!(found[1].starts_with("cat-gvk-owners: The packages b and c provide the same API: K (g/v1)."), "{found:?}");
    let further = "
        package a stable
        channel stable: a.v1.0.0
        bundle a.v1.0.0: wants b >=1.0.0
        package b stable
        channel stable: b.v1.0.0
        bundle b.v1.0.0: wants c >=1.0.0
    ";
    let found = findings(further);
    let expected = "dep-unsat-transitive: OLM can never install a.v1.0.0. a.v1.0.0 needs b >=1.0.0, which b.v1.0.0 can \
        satisfy. b.v1.0.0 needs c >=1.0.0; the catalog has no package `c`.";
    assert!(found.contains(&expected.to_owned()), "{found:?}");
}

#[test]
fn requirements_that_olm_accepts_are_warnings() {
    let lines = "
        package a stable
        channel stable: a.v1.0.0
        bundle a.v1.0.0: wants b >=1.0.0; needs g/v1/A; provides g/v1/A
        package b stable
        channel stable: b.v1.0.0; 
        bundle b.v1.0.0: needs g/v1/A; wants c >=1.0.0 <2.0.0
        package c stable
        channel stable: c.v2.0.0 >c.v1.0.0; c.v1.0.0
    ";
    let found = findings(lines);
    let expected = [
        "dep-self: a.v1.0.0 requires an operator that provides A (g/v1) and satisfies the requirement itself.",
        "dep-pinned: b.v1.0.0: the range `>=1.0.0 <2.0.0` ends at or below 2.0.0, the newest version. OLM cannot \
         upgrade c beyond it while the requirement exists.",
        "dep-cycle: Packages require each other: a -> b -> a. OLM installs them together.",
    ];
    assert_eq!(found, expected);
    let report = report(&Catalogs::one(lines));
    assert!(report.findings.iter().all(|finding| finding.severity == Severity::Warning));
    assert_eq!(report.cycles, [["a", "b"]]);
}

#[test]
fn one_package_alone() {
    let catalogs = Catalogs::one(&asking("wants bar >=1.0.0"));
    let of = |package: &str| DependencyOptions { package: Some(package.to_owned()), partial: false };
    let (foo, other) =
        catalogs.with(|universe| (dependencies(universe, &of("foo")), dependencies(universe, &of("prometheus"))));
    assert_eq!((foo.findings.len(), foo.bundles.len(), foo.counts.bundles), (1, 1, 1));
    assert_eq!((other.findings.len(), other.bundles.len(), other.counts.bundles), (0, 0, 2));
}

/// A comment at a requirement suppresses a finding if every bundle of the finding has one.
#[test]
fn comments_suppress_the_rules_that_they_name() {
    let with = |comment: &str| findings(&asking(&format!("wants bar >=1.0.0 # {comment}")));
    assert_eq!(with("olmkit-ignore dep-unsat: another catalog has it"), [""; 0]);
    assert_eq!(with("olmkit-ignore dep002: another catalog has it"), [""; 0]);
    assert_eq!(with("olmkit-ignore dep-unsat").len(), 1);
    assert_eq!(with("olmkit-ignore dep-pinned: why").len(), 1);
    let two = |second: &str| {
        findings(&format!(
            "package foo stable\nchannel stable: foo.v2.0.0 >foo.v1.0.0; foo.v1.0.0\n\
             bundle foo.v1.0.0: wants bar >=1.0.0 # olmkit-ignore dep-unsat: known\nbundle foo.v2.0.0: wants bar >=1.0.0{second}\n"
        ))
    };
    assert_eq!(two("").len(), 1);
    assert_eq!(two(" # olmkit-ignore dep-unsat: known"), [""; 0]);
}

#[test]
fn what_cannot_be_decided_is_counted() {
    let found = report(&Catalogs::one(&pigeons(12, 11)));
    assert_eq!(found.counts.not_followed, 1);
    assert!(!found.findings.is_empty());
    assert!(found.findings.iter().all(|finding| finding.rule.id == "cat-gvk-owners"));
    let found = findings(&pigeons(4, 3));
    assert!(
        found.iter().any(|text| text.starts_with("dep-gvk-conflict: OLM can never install loft.v1.0.0.")),
        "{found:?}"
    );
}

/// A bundle with many properties, which the expression PAIRS compares with each other, and a bundle with a constraint.
fn all_pairs(properties: usize, constraint: &str) -> String {
    let tags: Vec<String> = (0..properties).map(|at| format!("tag.{at} 1")).collect();
    let pairs = "cel: {rule: \"properties.exists(p, p.type == 'tag.1') && properties.all(p, p in properties)\"}";
    format!(
        "package b stable\nchannel stable: b.v1.0.0\nbundle b.v1.0.0: provides g/v1/B; {}\n\
         package a stable\nchannel stable: a.v1.0.0\nbundle a.v1.0.0: constraint {}\n",
        tags.join("; "),
        constraint.replace("PAIRS", pairs)
    )
}

/// An expression over a limit is neither satisfied nor unsatisfied.
#[test]
fn what_cannot_be_evaluated_is_unknown() {
    let found = |properties: usize, constraint: &str| {
        let catalogs = Catalogs::one(&all_pairs(properties, constraint));
        let found = report(&catalogs);
        let required = found.bundles[0].requirements[0].clone();
        let result = catalogs.with(|universe| resolve(universe, &request("a")));
        let counts = (found.findings.len(), found.counts.unmet, found.counts.not_followed);
        (required.met, required.unknown, counts, result.satisfiable, required.reason.unwrap_or_default(), result)
    };
    let (met, unknown, counts, satisfiable, ..) = found(1_000, "{PAIRS}");
    assert_eq!((met, unknown, counts, satisfiable), (true, false, (0, 0, 0), true));
    let not = "{not: {constraints: [{PAIRS}]}}";
    let all = "{all: {constraints: [{gvk: {group: g, version: v1, kind: B}}, {not: {constraints: [{PAIRS}]}}]}}";
    for constraint in ["{PAIRS}", not, all] {
        let (met, unknown, counts, satisfiable, reason, result) = found(8_000, constraint);
        // The bundle satisfies the negation itself.
        let is_met = constraint == not;
        let expected = (is_met, !is_met, (usize::from(is_met), 0, 1), false);
        assert_eq!((met, unknown, counts, satisfiable), expected, "{constraint}");
        let expected = "an expression exceeds a limit of olmkit for b.v1.0.0; OLM does not have this limit";
        assert!(is_met || reason == expected, "{reason}");
        assert!(result.explanation[0].message.contains(expected), "{:?}", result.explanation);
    }
    let decided = "{any: {constraints: [{gvk: {group: g, version: v1, kind: B}}, {PAIRS}]}}";
    let (met, unknown, counts, satisfiable, ..) = found(8_000, decided);
    assert_eq!((met, unknown, counts, satisfiable), (true, false, (0, 0, 0), true));
}

#[test]
fn packages_in_a_cycle_are_searched_together() {
    let mut lines = String::new();
    for package in 0..1500 {
        lines += &format!("package p{package} stable\nchannel stable: p{package}.v1.0.0\n");
        let next = (package + 1) % 1500;
        lines += &format!("bundle p{package}.v1.0.0: provides g/v1/K{package}; needs g/v1/K{next}\n");
    }
    let found = report(&Catalogs::one(&lines));
    assert_eq!(found.counts.not_followed, 0);
    assert_eq!(found.cycles.first().map(Vec::len), Some(1500));
}

/// Packages with the same requirement, and a package with many bundles that satisfy it.
fn many(needing: usize, providing: usize, more: &str) -> String {
    use std::fmt::Write;
    let mut lines = "package bar stable\n".to_owned();
    let entries: Vec<String> = (0..providing)
        .rev()
        .map(|at| if at == 0 { "bar.v1.0.0".to_owned() } else { format!("bar.v1.{at}.0 >bar.v1.{}.0", at - 1) })
        .collect();
    let _ = writeln!(lines, "channel stable: {}", entries.join("; "));
    for at in 0..providing {
        let _ = writeln!(lines, "bundle bar.v1.{at}.0: provides ex.com/v1/Bar");
    }
    for at in 0..needing {
        let _ = writeln!(lines, "package p{at} stable\nchannel stable: p{at}.v1.0.0");
        let _ = writeln!(lines, "bundle p{at}.v1.0.0: needs ex.com/v1/Bar; provides ex.com/v1/P{at}");
    }
    lines + more
}

/// Without sharing, each bundle would visit everything that satisfies the requirement, which exceeds the budget.
#[test]
fn thousands_of_bundles_with_one_requirement_cost_one_search() {
    let found = report(&Catalogs::one(&many(2000, 2000, "")));
    assert_eq!((found.counts.requiring, found.counts.unmet, found.counts.not_followed), (2000, 0, 0));
    assert_eq!(found.findings.len(), 0);
}

/// A bundle can satisfy its own requirement, but not that of another version, because OLM installs one version of a
/// package.
#[test]
fn a_version_that_only_another_version_of_its_package_satisfies_is_found() {
    let lines = "
        package aaa stable
        channel stable: aaa.v1.0.0
        channel two: aaa.v2.0.0
        bundle aaa.v1.0.0: needs ex.com/v1/Bar; provides ex.com/v1/Bar
        bundle aaa.v2.0.0: needs ex.com/v1/Bar
    ";
    let found = findings(lines);
    assert!(found.iter().any(|text| text.contains("OLM can never install aaa.v2.0.0.")), "{found:?}");
}

#[test]
fn a_conflict_is_found_though_others_with_the_same_requirement_have_none() {
    let own = "package foo stable\nchannel stable: foo.v1.0.0\n\
               bundle foo.v1.0.0: needs ex.com/v1/Bar; provides ex.com/v1/Bar2; provides ex.com/v1/Foo\n\
               package bar2 stable\nchannel stable: bar2.v1.0.0\nbundle bar2.v1.0.0: provides ex.com/v1/Bar2\n";
    assert_eq!(findings(&many(3, 2, own)).iter().filter(|found| found.contains("can never install")).count(), 0);
    let conflict = "package foo stable\nchannel stable: foo.v1.0.0\n\
                    bundle foo.v1.0.0: needs ex.com/v1/Bar; needs ex.com/v1/Baz\n\
                    package baz stable\nchannel stable: baz.v1.0.0\n\
                    bundle baz.v1.0.0: provides ex.com/v1/Baz; provides ex.com/v1/P1; needs ex.com/v1/Bar\n\
                    package z stable\nchannel stable: z.v1.0.0\n\
                    bundle z.v1.0.0: needs ex.com/v1/Bar; needs ex.com/v1/Baz; provides ex.com/v1/P1\n";
    let never: Vec<String> =
        findings(&many(3, 2, conflict)).into_iter().filter(|found| found.contains("can never install")).collect();
    assert_eq!(never.len(), 1, "{never:?}");
    assert!(never[0].contains("can never install z.v1.0.0"), "{never:?}");
}
