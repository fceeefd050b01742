//! Behaviors that the tests of OLM v0's solver show (`solver/solve_test.go`), as far as catalogs can express them:
//! preferences, their consequences, and conflicts.

use crate::common::{Catalogs, request};
use olmkit_resolver::api::Resolution;
use olmkit_resolver::resolve;

fn found(lines: &str, query: &str) -> Resolution {
    Catalogs::one(lines).with(|universe| resolve(universe, &request(query)))
}

fn ask(lines: &str, query: &str) -> String {
    let found = found(lines, query);
    assert!(found.satisfiable, "{}", found.olm);
    let mut names: Vec<&str> = found.install.iter().map(|install| install.place.bundle.as_str()).collect();
    names.sort_unstable();
    names.join(" ")
}

/// Packages with one version: `NAME: PROPERTIES` per line.
fn packages(lines: &str) -> String {
    let mut out = String::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (name, properties) = line.split_once(':').unwrap_or((line, ""));
        out += &format!("package {name} main\nchannel main: {name}.v1.0.0\nbundle {name}.v1.0.0: {properties}\n");
    }
    out
}

#[test]
fn packages_that_are_not_required_are_not_installed() {
    assert_eq!(ask(&packages("ash\noak"), ""), "");
    assert_eq!(ask(&packages("ash\noak"), "oak"), "oak.v1.0.0");
}

#[test]
fn dependencies_and_theirs() {
    let lines = packages("ash: label a\noak: needs-label a; label b\nyew: needs-label b");
    assert_eq!(ask(&lines, "oak"), "ash.v1.0.0 oak.v1.0.0");
    assert_eq!(ask(&lines, "yew"), "ash.v1.0.0 oak.v1.0.0 yew.v1.0.0");
    let lines = packages("ash: label a\nelm: label b\noak: needs-label a; needs-label b");
    assert_eq!(ask(&lines, "oak"), "ash.v1.0.0 elm.v1.0.0 oak.v1.0.0");
}

#[test]
fn the_first_alternative_and_no_other() {
    let lines = packages("ash: label a\nelm: label a\noak: needs-label a");
    assert_eq!(ask(&lines, "oak"), "ash.v1.0.0 oak.v1.0.0");
    let conflicting = packages("ash: label a; provides g/v1/K\nelm: label a; provides g/v1/K\noak: needs-label a");
    assert_eq!(ask(&conflicting, "oak"), "ash.v1.0.0 oak.v1.0.0");
    // Channels that are not default channels come later.
    let reverse = lines.replace("package ash main", "package ash none");
    assert_eq!(ask(&reverse, "oak"), "elm.v1.0.0 oak.v1.0.0");
}

#[test]
fn alternatives_of_several_dependencies() {
    let lines = packages("ash: label a\nasp: label a\nelm: label b\nfir: label b\noak: needs-label a; needs-label b");
    assert_eq!(ask(&lines, "oak"), "ash.v1.0.0 elm.v1.0.0 oak.v1.0.0");
}

#[test]
fn one_bundle_for_two_dependencies() {
    let lines = packages("ash: label a\nelm: label a; label b\noak: needs-label b\nyew: needs-label a");
    assert_eq!(ask(&lines, "oak yew"), "elm.v1.0.0 oak.v1.0.0 yew.v1.0.0", "elm is there before ash is looked at");
    let more = packages(
        "ash: label a\nelm: label a; label b\nfir: label b\nivy: label b\noak: needs-label b\nyew: needs-label a",
    );
    assert_eq!(ask(&more, "oak yew"), "elm.v1.0.0 oak.v1.0.0 yew.v1.0.0");
    // Preferences take precedence over a smaller number of bundles.
    assert_eq!(ask(&lines, "yew oak"), "ash.v1.0.0 elm.v1.0.0 oak.v1.0.0 yew.v1.0.0");
}

#[test]
fn preferences_of_rejected_bundles_are_ignored() {
    // ash, from the same catalog, would satisfy idle. But bay is preferred to idle.
    let one = packages("idle: label c; needs-label a\nash: label a");
    let two = packages("bay: label c\nelm: label a\noak: needs-label a\nyew: needs-label c");
    let catalogs = Catalogs::new(&[("one", 0, one.as_str()), ("two", 0, two.as_str())]);
    let found = catalogs.with(|universe| resolve(universe, &request("yew oak")));
    let mut names: Vec<&str> = found.install.iter().map(|install| install.place.bundle.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["bay.v1.0.0", "elm.v1.0.0", "oak.v1.0.0", "yew.v1.0.0"]);
}

#[test]
fn another_alternative_where_only_one_may_be_chosen() {
    let lines = format!(
        "{}package elm main\nchannel main: elm.v2.0.0 >elm.v1.0.0; elm.v1.0.0\n",
        packages("oak: wants elm >=1.0.0\nyew: wants elm 1.0.0")
    );
    assert_eq!(ask(&lines, "oak"), "elm.v2.0.0 oak.v1.0.0");
    assert_eq!(ask(&lines, "oak yew"), "elm.v1.0.0 oak.v1.0.0 yew.v1.0.0");
}

#[test]
fn only_the_last_alternatives_fit_together() {
    let lines = "
        package ash main
        channel main: ash.v2.0.0 >ash.v1.0.0; ash.v1.0.0
        bundle ash.v2.0.0: provides a/v2/One; provides a/v2/Two
        bundle ash.v1.0.0: provides a/v1/One
        package elm main
        channel main: elm.v2.0.0 >elm.v1.0.0; elm.v1.0.0
        bundle elm.v2.0.0: provides e/v2/One; provides e/v2/Two
        bundle elm.v1.0.0: provides e/v1/One
        package oak main
        channel main: oak.v2.0.0 >oak.v1.0.0; oak.v1.0.0
        bundle oak.v2.0.0: provides a/v2/One; provides a/v1/One; provides e/v2/One; provides e/v1/One
        bundle oak.v1.0.0: provides a/v2/Two; provides e/v2/Two
    ";
    assert_eq!(ask(lines, "ash elm oak"), "ash.v1.0.0 elm.v1.0.0 oak.v1.0.0");
}

#[test]
fn contradictory_requirements() {
    let lines = packages("ash: provides g/v1/K\nelm: provides g/v1/K");
    let refused = found(&lines, "+ash.v1.0.0 +elm.v1.0.0");
    assert!(!refused.satisfiable);
    let expected = "constraints not satisfiable: @existing/olm//ash.v1.0.0 and @existing/olm//elm.v1.0.0 provide K (g/v1), \
        clusterserviceversion ash.v1.0.0 exists and is not referenced by a subscription, clusterserviceversion elm.v1.0.0 \
        exists and is not referenced by a subscription, there can be only one provider of K (g/v1)";
    assert_eq!(refused.olm, expected, "both of them, and why not both; nothing else");
    let lines = packages("ash: deprecated");
    let expected = "constraints not satisfiable: bundle cat/olm/main/ash.v1.0.0 is deprecated, subscription sub-ash exists, \
        subscription sub-ash requires cat/olm/main/ash.v1.0.0";
    assert_eq!(found(&lines, "ash").olm, expected);
    let lines = "package elm main\nchannel main: elm.v2.0.0 >elm.v1.0.0; elm.v1.0.0\n";
    let expected = "constraints not satisfiable: @existing/olm//elm.v1.0.0 and @existing/olm//elm.v2.0.0 originate from \
        package elm, clusterserviceversion elm.v1.0.0 exists and is not referenced by a subscription, \
        clusterserviceversion elm.v2.0.0 exists and is not referenced by a subscription, there can be only one operator \
        from package elm";
    assert_eq!(found(lines, "+elm.v1.0.0 +elm.v2.0.0").olm, expected);
}
