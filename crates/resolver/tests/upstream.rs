//! Behaviors that OLM v0's tests of its resolver show (`resolver_test.go`, `step_resolver_test.go` of
//! operator-lifecycle-manager), each with our own catalog. docs/conformance.md lists what is compared, and what cannot
//! be.

use crate::common::{Catalogs, request};
use olmkit_resolver::{Request, resolve};

/// The installed bundles, sorted: `catalog/channel/bundle`. Otherwise OLM's message.
fn answer(catalogs: &[(&str, i64, &str)], request: &Request) -> String {
    let found = Catalogs::new(catalogs).with(|universe| resolve(universe, request));
    if !found.satisfiable {
        assert!(!found.explanation.is_empty(), "a missing answer is explained");
        return format!("! {}", found.olm);
    }
    let place = |install: &olmkit_resolver::api::Install| {
        format!("{}/{}/{}", install.place.catalog, install.place.channel, install.place.bundle)
    };
    let mut names: Vec<String> = found.install.iter().map(place).collect();
    names.sort();
    names.join(" ")
}

fn ask(lines: &str, query: &str) -> String {
    answer(&[("shop", 0, lines)], &request(query))
}

const UNSATISFIABLE: &str = "! constraints not satisfiable: ";

/// Asserts an error of the solver that contains `part`.
fn refused(answer: &str, part: &str) {
    assert!(answer.starts_with(UNSATISFIABLE) && answer.contains(part), "{answer}");
}

// Version within a channel.

#[test]
fn what_has_no_successor_stays_and_the_new_one_is_installed() {
    let lines = "
        package fig main
        channel main: fig.v0.1.0
        package pear main
        channel main: pear.v1.0.1
    ";
    assert_eq!(ask(lines, "fig@main=fig.v0.1.0 pear@main"), "shop/main/pear.v1.0.1");
    assert_eq!(ask(lines, "fig@main=fig.v0.1.0"), "");
}

#[test]
fn a_subscription_may_leave_its_channel_out() {
    assert_eq!(ask("package fig main\nchannel main: fig.v1.0.0\n", "fig"), "shop/main/fig.v1.0.0");
    let lines = "
        package fig main
        channel edge: fig.v2.0.0 >fig.v1.9.0
        channel main: fig.v1.0.0 >fig.v0.9.0
    ";
    assert_eq!(ask(lines, "fig"), "shop/main/fig.v1.0.0", "the default channel first, whatever the versions");
}

#[test]
fn one_bundle_in_two_channels_is_taken_from_the_subscribed_one() {
    let lines = "package fig edge\nchannel main: fig.v1.0.0\nchannel edge: fig.v1.0.0\n";
    assert_eq!(ask(lines, "fig@main"), "shop/main/fig.v1.0.0");
}

#[test]
fn two_unconnected_chains_in_one_channel() {
    let lines = "
        package fig main
        channel main: fig.v0.2.0 >fig.v0.1.0; fig.v0.1.0; fig.v2.0.0 >fig.v1.0.0; fig.v1.0.0
    ";
    let expected = "! a unique replacement chain within a channel is required to determine the relative order between \
        channel entries, but 2 replacement chains were found in channel \"main\" of package \"fig\": \
        fig.v0.2.0...fig.v0.1.0, fig.v2.0.0...fig.v1.0.0";
    assert_eq!(ask(lines, "fig@main"), expected);
}

#[test]
fn upgrades_and_installations_in_one_resolution() {
    // Installed bundles need not be offered any more.
    let lines = "
        package fig main
        channel main: fig.v1.0.1 >fig.v1.0.0
        lone fig.v1.0.0: provides g/v1/Seed
        package pear main
        channel main: pear.v1.0.1 >pear.v1.0.0; pear.v1.0.0 >pear.v0.9.0; pear.v0.9.0
        bundle pear.v1.0.1: wants plum 1.0.1; wants kiwi 1.0.1
        package plum main
        channel main: plum.v1.0.1 >plum.v1.0.0; plum.v1.0.0
        bundle plum.v1.0.1: wants lime 1.0.1
        bundle plum.v1.0.0: wants lime 1.0.1
        package kiwi main
        channel main: kiwi.v1.0.2 >kiwi.v1.0.1; kiwi.v1.0.1 >kiwi.v1.0.0; kiwi.v1.0.0
        package lime main
        channel main: lime.v1.0.1 >lime.v1.0.0; lime.v1.0.0
    ";
    let expected = "shop/main/fig.v1.0.1 shop/main/kiwi.v1.0.1 shop/main/lime.v1.0.1 shop/main/pear.v1.0.1 \
        shop/main/plum.v1.0.1";
    assert_eq!(ask(lines, "fig@main=fig.v1.0.0 pear@main"), expected);
}

#[test]
fn skipped_versions() {
    let lines = "
        package fig main
        channel main: fig.v2.0.0 ~fig.v1.0.0; fig.v1.0.0
        bundle fig.v1.0.0: needs g/v1/Seed
        bundle fig.v2.0.0: needs g/v1/Seed
        package pear main
        channel main: pear.v6.0.0 >pear.v5.0.0; pear.v5.0.0 >pear.v4.0.0 ~pear.v2.0.0 ~pear.v3.0.0 ~pear.v4.0.0; pear.v4.0.0 >pear.v3.0.0 ~pear.v3.0.0; pear.v3.0.0 >pear.v2.0.0; pear.v2.0.0 >pear.v1.0.0; pear.v1.0.0
        bundle pear.v1.0.0: provides g/v1/Seed
        bundle pear.v2.0.0: provides g/v1/Seed
        bundle pear.v3.0.0: provides g/v1/Seed
        bundle pear.v4.0.0: provides g/v1/Seed
        bundle pear.v5.0.0: provides g/v1/Seed
        bundle pear.v6.0.0: provides g/v1/Seed
    ";
    assert_eq!(ask(lines, "fig@main"), "shop/main/fig.v2.0.0 shop/main/pear.v6.0.0");
    let expected = "shop/main/fig.v1.0.0 shop/main/pear.v6.0.0";
    assert_eq!(ask(lines, "fig@main!fig.v1.0.0"), expected, "startingCSV may name what is skipped");
}

#[test]
fn a_skipped_version_meets_no_requirement() {
    let lines = "
        package fig main
        channel main: fig.v1.0.0
        bundle fig.v1.0.0: needs g/v1/Seed
        package pear main
        channel main: pear.v3.0.0 >pear.v2.0.0 ~pear.v1.0.0; pear.v2.0.0 >pear.v1.0.0; pear.v1.0.0
        bundle pear.v1.0.0: provides g/v1/Seed
    ";
    refused(&ask(lines, "fig@main"), "bundle fig.v1.0.0 requires an operator providing an API with group: g");
}

#[test]
fn a_starting_version_in_the_middle_of_the_chain() {
    let lines = "
        package fig main
        channel main: fig.v3.0.0 >fig.v2.0.0 ^<1.0.0; fig.v2.0.0 >fig.v1.0.0; fig.v1.0.0
    ";
    assert_eq!(ask(lines, "fig@main!fig.v2.0.0"), "shop/main/fig.v2.0.0");
}

#[test]
fn upgrades_of_versions_that_the_catalog_no_longer_contains() {
    let lone = "lone fig.v0.0.0: provides g/v1/Seed\n";
    let with = |entries: &str| format!("package fig main\nchannel main: {entries}\n{lone}");
    let cases = [
        ("fig.v2.0.0 >fig.v0.0.0", "shop/main/fig.v2.0.0"),
        // The range of the head contains the version, although the head replaces another bundle.
        ("fig.v3.0.0 >fig.v2.0.0 ^<1.0.0", "shop/main/fig.v3.0.0"),
        // The range of the head does not contain the version. Those of the next two entries do.
        (
            "fig.v4.0.0 >fig.v3.0.0 ^<1.0.0_!0.0.0; fig.v3.0.0 >fig.v2.0.0 ^<1.0.0; fig.v2.0.0 ^<1.0.0",
            "shop/main/fig.v3.0.0",
        ),
        ("fig.v3.0.0 >fig.v2.0.0 ~fig.v0.0.0; fig.v2.0.0 ~fig.v0.0.0", "shop/main/fig.v3.0.0"),
        ("fig.v3.0.0 >fig.v2.0.0; fig.v2.0.0", ""),
    ];
    for (entries, expected) in cases {
        assert_eq!(ask(&with(entries), "fig@main=fig.v0.0.0"), expected, "{entries}");
    }
}

#[test]
fn upgrades_of_operators_that_no_catalog_contains() {
    let with = |entries: &str| format!("package fig main\nchannel main: {entries}\n");
    let cases = [
        // The name is sufficient for these edges.
        ("fig.v2.0.0 >fig.v1.0.0", "fig@main=fig.v1.0.0", "shop/main/fig.v2.0.0"),
        ("fig.v3.0.0 >fig.v2.0.0 ~fig.v1.0.0; fig.v2.0.0", "fig@main=fig.v1.0.0", "shop/main/fig.v3.0.0"),
        ("fig.v2.0.0 >old", "fig@main=old", "shop/main/fig.v2.0.0"),
        ("fig.v2.0.0 >old", "fig@main +old", "shop/main/fig.v2.0.0"),
        // A range requires the version of the installed bundle.
        ("fig.v2.0.0 ^<2.0.0", "fig@main=fig.v1.0.0", ""),
        ("fig.v2.0.0 ^<2.0.0", "fig@main=fig.v1.0.0@1.0.0", "shop/main/fig.v2.0.0"),
        ("fig.v2.0.0 ^<2.0.0", "fig@main +fig.v1.0.0@1.0.0", "shop/main/fig.v2.0.0"),
        ("fig.v2.0.0 ^<2.0.0", "fig@main=fig.v2.1.0@2.1.0", ""),
        ("fig.v2.0.0 ^<2.0.0", "fig@main=old@1.0.0", "shop/main/fig.v2.0.0"),
    ];
    for (entries, query, expected) in cases {
        assert_eq!(ask(&with(entries), query), expected, "{entries} {query}");
    }
    // The installed bundle has a package and a version. It can satisfy a requirement or cause a conflict.
    let lines = "
        package fig main
        channel main: fig.v3.0.0
        package pear main
        channel main: pear.v1.0.0
        bundle pear.v1.0.0: wants fig >=1.0.0
    ";
    assert_eq!(ask(lines, "pear@main fig@main=fig.v1.0.0@1.0.0"), "shop/main/pear.v1.0.0");
    refused(&ask(lines, "pear@main fig@main=fig.v0.9.0@0.9.0"), "there can be only one operator from package fig");
}

#[test]
fn an_installed_operator_that_is_not_in_its_catalog() {
    let lines =
        "package fig main\nchannel main: fig.v1.0.0\nlone fig.v0.9.0:\npackage pear main\nchannel main: pear.v1.0.0\n";
    let expected =
        "no operators found in channel edge of package fig in the catalog referenced by subscription sub-fig";
    refused(&ask(lines, "fig@edge=fig.v0.9.0 pear@main"), expected);
}

#[test]
fn a_version_is_not_an_update_of_itself() {
    let lines = "package fig main\nchannel main: fig.v2.0.0 >fig.v1.0.0 ^<=2.0.0; fig.v1.0.0\n";
    assert_eq!(ask(lines, "fig@main=fig.v1.0.0"), "shop/main/fig.v2.0.0");
    let found = Catalogs::one(lines).with(|universe| resolve(universe, &request("fig@main=fig.v2.0.0")));
    assert!(found.satisfiable && found.install.is_empty(), "{:?}", found.install);
    assert_eq!(found.stay, ["fig.v2.0.0"]);
}

#[test]
fn an_entry_that_comes_before_itself() {
    let expected =
        "! no channel heads (entries not replaced by another entry) found in channel \"main\" of package \"fig\"";
    for entries in ["fig.v2.0.0; fig.v1.0.0 ~fig.v1.0.0", "fig.v2.0.0; fig.v1.0.0 >fig.v1.0.0"] {
        let lines = format!("package fig main\nchannel main: {entries}\n");
        assert_eq!(ask(&lines, "fig@main"), "shop/main/fig.v2.0.0", "{entries}");
        assert_eq!(ask(&lines, "fig@main!fig.v1.0.0"), expected, "{entries}");
    }
}

#[test]
fn the_installed_version_of_a_subscription_may_be_removed() {
    let lines = "
        package fig main
        channel main: fig.v1.0.0
        bundle fig.v1.0.0: provides g/v1/Seed
        package pear main
        channel main: pear.v1.0.0
        bundle pear.v1.0.0: provides g/v1/Seed
        package plum main
        channel main: plum.v1.0.0
    ";
    let mut query = request("fig@main=fig.v1.0.0 plum@main");
    query.installed.clear();
    let expected = "shop/main/fig.v1.0.0 shop/main/plum.v1.0.0";
    assert_eq!(answer(&[("shop", 0, lines)], &query), expected, "as if it had never been installed");
    let mut query = request("fig@main=fig.v1.0.0 pear@main=pear.v1.0.0");
    query.installed.truncate(1);
    refused(&answer(&[("shop", 0, lines)], &query), "there can be only one provider of Seed (g/v1)");
}

#[test]
fn marked_as_deprecated() {
    let lines = "package fig main\nchannel main: fig.v0.1.0\nbundle fig.v0.1.0: deprecated\n";
    refused(&ask(lines, "fig@main"), "bundle shop/olm/main/fig.v0.1.0 is deprecated");
    let lines = "
        package fig main
        channel main: fig.v3.0.0 >fig.v2.0.0; fig.v2.0.0 >fig.v1.0.0; fig.v1.0.0
        bundle fig.v2.0.0: deprecated
    ";
    assert_eq!(ask(lines, "fig@main"), "shop/main/fig.v3.0.0", "in the middle it has no effect");
}

// OLM's messages if there are no candidates.

#[test]
fn no_candidates() {
    let lines = "package fig main\nchannel main: fig.v1.0.0\n";
    let with = |text: &str, package: &str| format!("{UNSATISFIABLE}{text}, subscription sub-{package} exists");
    let cases = [
        (
            "package fig main\n",
            "fig@main",
            "fig",
            "no operators found from catalog shop in namespace olm referenced by subscription sub-fig",
        ),
        (
            lines,
            "pear@main",
            "pear",
            "no operators found in package pear in the catalog referenced by subscription sub-pear",
        ),
        (
            lines,
            "fig@edge",
            "fig",
            "no operators found in channel edge of package fig in the catalog referenced by subscription sub-fig",
        ),
        (
            lines,
            "fig@main!nowhere",
            "fig",
            "no operators found with name nowhere in channel main of package fig in the catalog referenced by subscription sub-fig",
        ),
    ];
    for (lines, query, package, text) in cases {
        assert_eq!(ask(lines, query), with(text, package), "{query}");
    }
    let lines = "package fig main\nchannel main: fig.v1.0.0\nbundle fig.v1.0.0: needs g/v1/Seed\n";
    let text = "bundle fig.v1.0.0 requires an operator providing an API with group: g, version: v1, kind: Seed, \
        subscription sub-fig exists, subscription sub-fig requires shop/olm/main/fig.v1.0.0";
    assert_eq!(ask(lines, "fig@main"), format!("{UNSATISFIABLE}{text}"));
}

// Several subscriptions.

#[test]
fn two_subscriptions_to_one_package() {
    let lines = "
        package fig main
        channel main: fig.v1.0.0
        channel edge: fig.v2.0.0
        bundle fig.v1.0.0: provides g/v1/Seed
        bundle fig.v2.0.0: provides g/v1/Seed
    ";
    refused(&ask(lines, "fig@main fig@edge"), "there can be only one ");
    assert_eq!(ask(lines, "fig@main fig@main"), "shop/main/fig.v1.0.0", "one bundle can serve both");
}

// Dependencies.

#[test]
fn an_older_version_is_taken_when_only_it_provides_the_api() {
    let lines = "
        package fig main
        channel main: fig.v2.0.0 >fig.v1.0.0; fig.v1.0.0
        bundle fig.v1.0.0: provides g/v1/Seed
        package pear main
        channel main: pear.v1.0.0
        bundle pear.v1.0.0: needs g/v1/Seed
    ";
    assert_eq!(ask(lines, "pear@main"), "shop/main/fig.v1.0.0 shop/main/pear.v1.0.0");
}

#[test]
fn a_label_from_a_channel_that_is_not_the_default() {
    let with = |label: &str| {
        format!(
            "package fig main\nchannel main: fig.v0.1.0\nbundle fig.v0.1.0: needs-label durable\n\
             package pear none\nchannel edge: pear.v1.0.0\nbundle pear.v1.0.0: {label}\n"
        )
    };
    assert_eq!(ask(&with("label durable"), "fig@main"), "shop/edge/pear.v1.0.0 shop/main/fig.v0.1.0");
    refused(&ask(&with("label other"), "fig@main"), "bundle fig.v0.1.0 requires an operator with label: durable");
}

#[test]
fn a_bundle_may_meet_its_own_requirement() {
    // The installed fig provides the seed. Its upgrade does not, so plum is installed.
    let own = "
        package fig main
        channel main: fig.v1.0.1 >fig.v1.0.0
        lone fig.v1.0.0: provides g/v1/Seed
        package pear main
        channel main: pear.v1.0.1 >pear.v1.0.0; pear.v1.0.0
        bundle pear.v1.0.0: needs g/v1/Seed
        bundle pear.v1.0.1: needs g/v1/Seed
        package plum main
        channel main: plum.v1.0.1 >plum.v1.0.0; plum.v1.0.0
        bundle plum.v1.0.0: provides g/v1/Seed; needs h/v2/Stone
        bundle plum.v1.0.1: provides g/v1/Seed; needs h/v2/Stone
        package kiwi main
        channel main: kiwi.v1.0.1
        bundle kiwi.v1.0.1: provides h/v2/Stone; needs h/v2/Stone
    ";
    let other = "
        package plum main
        channel main: plum.v1.0.1 >plum.v1.0.0; plum.v1.0.0
        bundle plum.v1.0.0: provides g/v1/Seed; needs h/v2/Stone
        bundle plum.v1.0.1: provides g/v1/Seed; needs h/v2/Stone
        package kiwi main
        channel main: kiwi.v1.0.1
        bundle kiwi.v1.0.1: provides h/v2/Stone
    ";
    let expected = "shop/main/fig.v1.0.1 shop/main/kiwi.v1.0.1 shop/main/pear.v1.0.1 shop/main/plum.v1.0.1";
    let query = request("fig@main=fig.v1.0.0 pear@main");
    assert_eq!(answer(&[("shop", 0, own), ("aisle", 0, other)], &query), expected);
}

#[test]
fn priorities_choose_the_catalog() {
    let fig = "package fig main\nchannel main: fig.v0.1.0\nbundle fig.v0.1.0: wants pear 0.1.0\n";
    let pear = "package pear main\nchannel main: pear.v0.1.0\n";
    let both = format!("{fig}{pear}");
    let cases = [
        (0, 100, fig, "shop/main/fig.v0.1.0 zone/main/pear.v0.1.0", "the higher priority"),
        (100, 100, fig, "aisle/main/pear.v0.1.0 shop/main/fig.v0.1.0", "the name, at equal priority"),
        (100, 100, &both, "shop/main/fig.v0.1.0 shop/main/pear.v0.1.0", "the own one before all priorities"),
    ];
    for (aisle, zone, own, expected, why) in cases {
        let catalogs = [("shop", 0, own), ("aisle", aisle, pear), ("zone", zone, pear)];
        assert_eq!(answer(&catalogs, &request("fig@main")), expected, "{why}");
    }
}

#[test]
fn the_catalog_that_the_subscription_names() {
    let lines = "package fig main\nchannel main: fig.v0.1.0 >fig.v0.0.1\nlone fig.v0.0.1:\n";
    let mut query = request("fig@main=fig.v0.0.1");
    query.subscriptions[0].catalog = Some("shop".to_owned());
    let expected = "shop/main/fig.v0.1.0";
    assert_eq!(answer(&[("aisle", 9, lines), ("shop", 0, lines)], &query), expected);
    query.subscriptions[0].catalog = Some("cellar".to_owned());
    let unknown = answer(&[("aisle", 9, lines), ("shop", 0, lines)], &query);
    refused(&unknown, "no operators found from catalog cellar in namespace olm referenced by subscription sub-fig");
}

#[test]
fn a_dependency_that_cannot_be_met_here_is_met_by_another_catalog() {
    let with = |requirement: &str| {
        format!(
            "package fig main\nchannel main: fig.v0.1.0\nbundle fig.v0.1.0: provides g/v1/Seed\n\
             package pear main\nchannel main: pear.v1.0.0\nbundle pear.v1.0.0: wants plum 0.1.0\n\
             package plum main\nchannel main: plum.v0.1.0\nbundle plum.v0.1.0: {requirement}\n"
        )
    };
    let (shop, aisle) = (with("wants kiwi 0.1.0"), with(""));
    let catalogs = [("shop", 0, shop.as_str()), ("aisle", 0, aisle.as_str())];
    let mut query = request("fig@main=fig.v0.1.0 pear@main");
    for subscription in &mut query.subscriptions {
        subscription.catalog = Some("shop".to_owned());
    }
    assert_eq!(answer(&catalogs, &query), "aisle/main/plum.v0.1.0 shop/main/pear.v1.0.0");
}

#[test]
fn the_default_channel_of_a_dependency() {
    let lines = "
        package fig edge
        channel main: fig.v0.1.0
        bundle fig.v0.1.0: needs g/v1/Seed
        package pear main
        channel edge: pear.v0.2.0 >pear.v0.1.0
        channel main: pear.v0.1.0 >pear.v0.0.9
        bundle pear.v0.1.0: provides g/v1/Seed
        bundle pear.v0.2.0: provides g/v1/Seed
    ";
    assert_eq!(ask(lines, "fig@main"), "shop/main/fig.v0.1.0 shop/main/pear.v0.1.0");
}

#[test]
fn a_package_is_not_a_provider_for_itself() {
    // The first candidate of each API is excluded, because fig, then pear, already occupies its package.
    let own = "
        package fig none
        channel main: fig.v1.0.0
        channel alpha: figs.v1.0.0
        bundle fig.v1.0.0: needs g/v1/Seed; needs h/v1/Seed
        bundle figs.v1.0.0: provides g/v1/Seed; provides h/v1/Seed
        package pear main
        channel main: pear.v1.0.0
        channel alpha: pears.v1.0.0
        bundle pear.v1.0.0: provides g/v1/Seed
        bundle pears.v1.0.0: provides g/v1/Seed
    ";
    let other = "
        package pear main
        channel main: pearl.v1.0.0
        bundle pearl.v1.0.0: provides h/v1/Seed
        package plum none
        channel main: plum.v1.0.0
        bundle plum.v1.0.0: provides h/v1/Seed
    ";
    let found = answer(&[("shop", 0, own), ("zone", 0, other)], &request("fig@main"));
    assert_eq!(found, "shop/main/fig.v1.0.0 shop/main/pear.v1.0.0 zone/main/plum.v1.0.0");
}

#[test]
fn the_first_of_two_providers() {
    let lines = "
        package fig main
        channel main: fig.v0.1.0
        bundle fig.v0.1.0: needs g/v1/Seed
        package plum main
        channel main: plum.v1.0.0
        bundle plum.v1.0.0: provides g/v1/Seed
        package pear main
        channel main: pear.v1.0.0
        bundle pear.v1.0.0: provides g/v1/Seed
    ";
    assert_eq!(ask(lines, "fig@main"), "shop/main/fig.v0.1.0 shop/main/pear.v1.0.0");
}

// Bundles installed without a subscription.

#[test]
fn installed_without_a_subscription() {
    let with = |fig: &str, pear: &str| {
        format!(
            "package fig main\nlone fig.v1.0.0: {fig}\npackage pear main\n\
             channel main: pear.v1.0.1 >pear.v1.0.0; pear.v1.0.0\nbundle pear.v1.0.1: {pear}\nbundle pear.v1.0.0: {pear}\n"
        )
    };
    let seed = with("provides g/v1/Seed", "needs g/v1/Seed");
    assert_eq!(ask(&seed, "pear@main +fig.v1.0.0"), "shop/main/pear.v1.0.1", "it meets a requirement");
    let package = with("", "wants fig 1.0.0");
    assert_eq!(ask(&package, "pear@main +fig.v1.0.0"), "shop/main/pear.v1.0.1", "by its package, too");
    let conflict = with("provides g/v1/Seed", "provides g/v1/Seed");
    refused(&ask(&conflict, "pear@main +fig.v1.0.0"), "there can be only one provider of Seed (g/v1)");
}

#[test]
fn what_an_installed_bundle_requires_must_stay() {
    let lines = "
        package fig main
        lone fig.v1.0.0: wants pear 1.0.0
        package pear main
        channel main: pear.v2.0.0 >pear.v1.0.0
        lone pear.v1.0.0:
    ";
    assert_eq!(ask(lines, "pear@main=pear.v1.0.0 +fig.v1.0.0"), "", "pear cannot go on");
    assert_eq!(ask(lines, "pear@main=pear.v1.0.0"), "shop/main/pear.v2.0.0");
}
