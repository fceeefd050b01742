//! Resolution as OLM v0 does it (bundle specification 6): our own scenarios, similar to those of its resolver's tests.

use crate::common::{Catalogs, pigeons, request};
use olmkit_resolver::api::Resolution;
use olmkit_resolver::resolve;

fn ask(catalogs: &Catalogs, query: &str) -> Resolution {
    catalogs.with(|universe| resolve(universe, &request(query)))
}

/// The installed bundles, sorted: `catalog/channel/bundle`. Otherwise OLM's message.
fn answer(catalogs: &Catalogs, query: &str) -> String {
    let found = ask(catalogs, query);
    if !found.satisfiable {
        return found.olm;
    }
    let mut names: Vec<String> = found
        .install
        .iter()
        .map(|install| format!("{}/{}/{}", install.place.catalog, install.place.channel, install.place.bundle))
        .collect();
    names.sort();
    names.join(" ")
}

fn check(catalogs: &Catalogs, cases: &[(&str, &str)]) {
    for (query, expected) in cases {
        assert_eq!(answer(catalogs, query), *expected, "{query}");
    }
}

const CHAIN: &str = "
    package a stable
    channel stable: a.v3.0.0 >a.v2.0.0; a.v2.0.0 >a.v1.0.0; a.v1.0.0
    channel fast: a.v4.0.0 >a.v3.0.0; a.v3.0.0 >a.v2.0.0 ~a.v1.5.0; a.v2.0.0
    channel range: a.v9.0.0 ^>=2.0.0_<9.0.0
";

#[test]
fn the_head_is_installed() {
    let cases = [
        ("a@stable", "cat/stable/a.v3.0.0"),
        ("a@fast", "cat/fast/a.v4.0.0"),
        ("a", "cat/stable/a.v3.0.0"),
        ("a@stable!a.v1.0.0", "cat/stable/a.v1.0.0"),
        ("a@stable!a.v2.0.0", "cat/stable/a.v2.0.0"),
    ];
    check(&Catalogs::one(CHAIN), &cases);
}

#[test]
fn upgrades_go_one_edge_at_a_time() {
    let cases = [
        ("a@stable=a.v1.0.0", "cat/stable/a.v2.0.0"),
        ("a@stable=a.v2.0.0", "cat/stable/a.v3.0.0"),
        ("a@stable=a.v3.0.0", ""),
        ("a@fast=a.v3.0.0", "cat/fast/a.v4.0.0"),
        ("a@fast=a.v1.0.0", ""),
        ("a@range=a.v2.0.0", "cat/range/a.v9.0.0"),
        ("a@range=a.v1.0.0", ""),
    ];
    check(&Catalogs::one(CHAIN), &cases);
    let found = ask(&Catalogs::one(CHAIN), "a@stable=a.v1.0.0");
    assert_eq!(found.install[0].replaces.as_deref(), Some("a.v1.0.0"));
    assert!(found.stay.is_empty());
    assert_eq!(ask(&Catalogs::one(CHAIN), "a@stable=a.v3.0.0").stay, ["a.v3.0.0"]);
}

#[test]
fn the_newest_with_a_direct_edge_wins() {
    let lines = "
        package a stable
        channel stable: a.v4.0.0 >a.v3.0.0 ~a.v1.0.0; a.v3.0.0 >a.v2.0.0 ^>=1.0.0_<3.0.0; a.v2.0.0 >a.v1.0.0; a.v1.0.0
    ";
    let cases = [("a@stable=a.v1.0.0", "cat/stable/a.v4.0.0"), ("a@stable=a.v2.0.0", "cat/stable/a.v3.0.0")];
    check(&Catalogs::one(lines), &cases);
}

#[test]
fn nothing_to_subscribe_to() {
    let text = |rest: &str| format!("constraints not satisfiable: {rest}, subscription sub-");
    let catalogs = Catalogs::one(CHAIN);
    let package = "no operators found in package b in the catalog referenced by subscription sub-b";
    assert_eq!(answer(&catalogs, "b"), text(package) + "b exists");
    let channel = "no operators found in channel beta of package a in the catalog referenced by subscription sub-a";
    assert_eq!(answer(&catalogs, "a@beta"), text(channel) + "a exists");
    let starting = "no operators found with name a.v7 in channel stable of package a in the catalog referenced by \
        subscription sub-a";
    assert_eq!(answer(&catalogs, "a@stable!a.v7"), text(starting) + "a exists");
    let empty = "no operators found from catalog cat in namespace olm referenced by subscription sub-a";
    assert_eq!(answer(&Catalogs::one("package z stable"), "a"), text(empty) + "a exists");
}

#[test]
fn dependencies_are_installed_with_it() {
    let lines = "
        package a stable
        channel stable: a.v1.0.0
        bundle a.v1.0.0: needs g/v1/K; wants c >=1.0.0 <2.0.0
        package b stable
        channel stable: b.v1.0.0
        bundle b.v1.0.0: provides g/v1/K; wants c >=1.0.0
        package c stable
        channel stable: c.v2.0.0 >c.v1.1.0; c.v1.1.0 >c.v1.0.0; c.v1.0.0
    ";
    let cases = [
        ("a", "cat/stable/a.v1.0.0 cat/stable/b.v1.0.0 cat/stable/c.v1.1.0"),
        ("b", "cat/stable/b.v1.0.0 cat/stable/c.v2.0.0"),
        // Installed bundles are reused.
        ("a +b.v1.0.0", "cat/stable/a.v1.0.0 cat/stable/c.v1.1.0"),
        ("a b=b.v1.0.0 +c.v1.0.0", "cat/stable/a.v1.0.0"),
    ];
    check(&Catalogs::one(lines), &cases);
    let found = ask(&Catalogs::one(lines), "a");
    let because: Vec<&str> = found.install.iter().map(|install| install.because.as_str()).collect();
    let expected = [
        "the subscription to a",
        "a.v1.0.0 needs an operator that provides K (g/v1)",
        "a.v1.0.0 needs c >=1.0.0 <2.0.0",
    ];
    assert_eq!(because, expected);
}

#[test]
fn catalogs_are_preferred_in_order() {
    let requirer = "
        package a stable
        channel stable: a.v1.0.0
        bundle a.v1.0.0: needs g/v1/K
    ";
    let provider = |version: &str| {
        format!("package b stable\nchannel stable: b.v{version}\nbundle b.v{version}: provides g/v1/K\n")
    };
    let (one, two) = (provider("1.0.0"), provider("2.0.0"));
    let with_own = format!("{requirer}{one}");
    let own = Catalogs::new(&[("own", 0, &with_own), ("high", 100, &two)]);
    assert_eq!(answer(&own, "a"), "own/stable/a.v1.0.0 own/stable/b.v1.0.0");
    let priority = Catalogs::new(&[("own", 0, requirer), ("low", -5, &one), ("high", 100, &two)]);
    assert_eq!(answer(&priority, "a"), "high/stable/b.v2.0.0 own/stable/a.v1.0.0");
    let name = Catalogs::new(&[("own", 0, requirer), ("y", 0, &one), ("x", 0, &two)]);
    assert_eq!(answer(&name, "a"), "own/stable/a.v1.0.0 x/stable/b.v2.0.0");
}

#[test]
fn default_channels_come_first() {
    let lines = "
        package a stable
        channel stable: a.v1.0.0
        bundle a.v1.0.0: wants b >=1.0.0; needs g/v1/K
        package b stable
        channel fast: b.v2.0.0 >b.v1.0.0; b.v1.0.0
        channel stable: b.v1.0.0
        package c fast
        channel fast: c.v1.0.0
        channel stable: c.v1.0.0
        bundle c.v1.0.0: provides g/v1/K
        package bb main
        channel alpha: bb.v1.0.0
        channel main: bb.v0.1.0
        bundle bb.v1.0.0: provides g/v1/K
    ";
    // The default channel of another package precedes a channel that is not a default channel.
    let cases = [("a", "cat/fast/c.v1.0.0 cat/stable/a.v1.0.0 cat/stable/b.v1.0.0")];
    check(&Catalogs::one(lines), &cases);
}

#[test]
fn an_older_bundle_is_taken_when_the_head_cannot_be() {
    let lines = "
        package a stable
        channel stable: a.v3.0.0 >a.v2.0.0; a.v2.0.0 >a.v1.0.0; a.v1.0.0
        bundle a.v3.0.0: wants nothing >=1.0.0
        bundle a.v2.0.0: deprecated
    ";
    check(&Catalogs::one(lines), &[("a", "cat/stable/a.v1.0.0"), ("a=a.v1.0.0", "")]);
    let found = ask(&Catalogs::one(lines), "a!a.v3.0.0");
    assert!(!found.satisfiable);
    let messages: Vec<&str> = found.explanation.iter().map(|reason| reason.message.as_str()).collect();
    assert!(
        messages.contains(&"a.v3.0.0 needs nothing >=1.0.0; the catalog has no package `nothing`."),
        "{messages:?}"
    );
    assert_eq!(
        found.olm,
        "constraints not satisfiable: bundle a.v3.0.0 requires an operator with package: nothing and with version in \
         range: >=1.0.0, subscription sub-a exists, subscription sub-a requires cat/olm/stable/a.v3.0.0"
    );
    let prohibited = ask(&Catalogs::one(lines), "a!a.v2.0.0");
    assert!(prohibited.olm.contains("bundle cat/olm/stable/a.v2.0.0 is deprecated"), "{}", prohibited.olm);
}

#[test]
fn cyclic_requirements_are_resolved() {
    let lines = "
        package a stable
        channel stable: a.v1.0.0
        bundle a.v1.0.0: wants b >=1.0.0; provides g/v1/A; needs g/v1/A
        package b stable
        channel stable: b.v1.0.0
        bundle b.v1.0.0: needs g/v1/A
    ";
    check(&Catalogs::one(lines), &[("b", "cat/stable/a.v1.0.0 cat/stable/b.v1.0.0")]);
}

#[test]
fn one_version_of_a_package_one_provider_of_an_api() {
    let lines = "
        package a stable
        channel stable: a.v1.0.0
        bundle a.v1.0.0: wants c >=2.0.0; wants b >=1.0.0
        package b stable
        channel stable: b.v1.0.0
        bundle b.v1.0.0: wants c <2.0.0
        package c stable
        channel stable: c.v2.0.0 >c.v1.0.0; c.v1.0.0
        package p stable
        channel stable: p.v1.0.0
        bundle p.v1.0.0: provides g/v1/K
        package q stable
        channel stable: q.v1.0.0
        bundle q.v1.0.0: provides g/v1/K
    ";
    let catalogs = Catalogs::one(lines);
    let versions = ask(&catalogs, "a");
    assert!(!versions.satisfiable);
    for part in [
        "there can be only one operator from package c",
        "cat/olm/stable/c.v1.0.0 and cat/olm/stable/c.v2.0.0 originate from package c",
        "bundle b.v1.0.0 requires an operator with package: c and with version in range: <2.0.0",
        "bundle a.v1.0.0 requires an operator with package: c and with version in range: >=2.0.0",
        "subscription sub-a exists",
    ] {
        assert!(versions.olm.contains(part), "{part}: {}", versions.olm);
    }
    let providers = ask(&catalogs, "p q");
    assert!(providers.olm.contains("there can be only one provider of K (g/v1)"), "{}", providers.olm);
    assert!(providers.olm.contains("cat/olm/stable/p.v1.0.0 and cat/olm/stable/q.v1.0.0 provide K (g/v1)"));
    assert_eq!(providers.explanation.len(), 5, "two subscriptions that exist and want, one rule: {providers:?}");
    check(&catalogs, &[("p +q.v1.0.0", providers_with_existing())]);
}

fn providers_with_existing() -> &'static str {
    "constraints not satisfiable: @existing/olm//q.v1.0.0 and cat/olm/stable/p.v1.0.0 provide K (g/v1), \
     clusterserviceversion q.v1.0.0 exists and is not referenced by a subscription, subscription sub-p exists, \
     subscription sub-p requires cat/olm/stable/p.v1.0.0, there can be only one provider of K (g/v1)"
}

#[test]
fn an_upgrade_waits_for_operators_that_need_the_old_api() {
    let lines = "
        package a stable
        channel stable: a.v2.0.0 >a.v1.0.0; a.v1.0.0
        bundle a.v1.0.0: provides g/v1/K
        bundle a.v2.0.0: provides g/v2/K
        package b stable
        channel stable: b.v2.0.0 >b.v1.0.0; b.v1.0.0
        bundle b.v1.0.0: needs g/v1/K
        bundle b.v2.0.0: needs g/v2/K
    ";
    let catalogs = Catalogs::one(lines);
    let cases = [
        ("a=a.v1.0.0 +b.v1.0.0", ""),
        ("a=a.v1.0.0 b=b.v1.0.0", "cat/stable/a.v2.0.0 cat/stable/b.v2.0.0"),
        ("b=b.v1.0.0 +a.v1.0.0", ""),
    ];
    check(&catalogs, &cases);
}

#[test]
fn an_api_moves_to_another_operator() {
    let lines = "
        package a stable
        channel stable: a.v2.0.0 >a.v1.0.0; a.v1.0.0
        bundle a.v1.0.0: provides g/v1/K; provides g/v1/L
        bundle a.v2.0.0: provides g/v1/K
        package b stable
        channel stable: b.v1.0.0
        bundle b.v1.0.0: provides g/v1/L
    ";
    check(&Catalogs::one(lines), &[("a=a.v1.0.0 b", "cat/stable/a.v2.0.0 cat/stable/b.v1.0.0")]);
}

#[test]
fn labels_and_constraints() {
    let lines = "
        package a stable
        channel stable: a.v1.0.0
        bundle a.v1.0.0: needs-label good; constraint {any: {constraints: [{gvk: {group: g, version: v1, kind: X}}, {all: {constraints: [{package: {packageName: c, versionRange: '>=1.0.0'}}, {not: {constraints: [{package: {packageName: c, versionRange: '>=2.0.0'}}]}}]}}]}}
        package b stable
        channel stable: b.v1.0.0
        bundle b.v1.0.0: label good; label bad
        package c stable
        channel stable: c.v2.0.0 >c.v1.0.0; c.v1.0.0
        package d stable
        channel stable: d.v1.0.0
        bundle d.v1.0.0: constraint {failureMessage: stars, cel: {rule: 'properties.exists(p, p.type == \"stars\" && p.value >= 4)'}}
        package e stable
        channel stable: e.v2.0.0 >e.v1.0.0; e.v1.0.0
        bundle e.v1.0.0: stars 5
        bundle e.v2.0.0: stars 3
        package f stable
        channel stable: f.v1.0.0
        bundle f.v1.0.0: constraint {failureMessage: m, cel: {rule: 'properties.exists(p, p.type == \"x\")'}}
    ";
    let catalogs = Catalogs::one(lines);
    let cases = [
        ("a", "cat/stable/a.v1.0.0 cat/stable/b.v1.0.0 cat/stable/c.v1.0.0"),
        ("d", "cat/stable/d.v1.0.0 cat/stable/e.v1.0.0"),
    ];
    check(&catalogs, &cases);
    // Go's `%q`.
    let expected = "bundle f.v1.0.0 requires an operator with constraint: \"properties.exists(p, p.type == \\\"x\\\")\" \
        and message: \"m\"";
    assert!(ask(&catalogs, "f").olm.contains(expected));
}

/// A catalog server also lists required APIs and packages as dependencies, and OLM derives a property from each, so an
/// expression sees them twice.
#[test]
fn an_expression_sees_required_apis_and_packages_twice() {
    let with = |property: &str, rule: &str| {
        format!(
            "package a stable\nchannel stable: a.v1.0.0\nbundle a.v1.0.0: constraint {{cel: {{rule: '{rule}'}}}}\n\
             package b stable\nchannel stable: b.v1.0.0\nbundle b.v1.0.0: {property}\n\
             package c stable\nchannel stable: c.v1.0.0\nbundle c.v1.0.0: provides g/v1/K\n"
        )
    };
    let count = |kind: &str, count: u32| format!("size(properties.filter(p, p.type == \"{kind}\")) == {count}");
    let api = "needs g/v1/K";
    let package = "olm.package.required {packageName: c, versionRange: '>=1.0.0', more: 1}";
    let all = "cat/stable/a.v1.0.0 cat/stable/b.v1.0.0 cat/stable/c.v1.0.0";
    let remade = "properties.exists(p, p.type == \"olm.package.required\" && size(p.value) == 2 && p.value.versionRange == \">=1.0.0\")";
    for (property, rule) in [
        (api, count("olm.gvk.required", 2)),
        (package, count("olm.package.required", 2)),
        (package, remade.to_owned()),
        ("needs-label l; label l", count("olm.label.required", 1)),
    ] {
        let expected =
            if property.starts_with("needs-label") { "cat/stable/a.v1.0.0 cat/stable/b.v1.0.0" } else { all };
        assert_eq!(answer(&Catalogs::one(&with(property, &rule)), "a"), expected, "{property} {rule}");
    }
    assert!(answer(&Catalogs::one(&with(api, &count("olm.gvk.required", 1))), "a").starts_with("constraints not"));
}

#[test]
fn constraints_without_parts_and_in_each_other_are_described() {
    let with = |constraint: &str| {
        Catalogs::one(&format!(
            "package a stable\nchannel stable: a.v1.0.0\nbundle a.v1.0.0: constraint {constraint}\n"
        ))
    };
    let api = |kind: &str| format!("{{gvk: {{group: g, version: v1, kind: {kind}}}}}");
    let (k, l, m) = (api("K"), api("L"), api("M"));
    let cases = [
        ("{any: {constraints: []}}".to_owned(), "a.v1.0.0 needs one of an empty list of alternatives; "),
        (
            format!(
                "{{all: {{constraints: [{m}, {{not: {{constraints: [{k}]}}}}, {{not: {{constraints: [{k}, {l}]}}}}]}}}}"
            ),
            "a.v1.0.0 needs an operator that provides M (g/v1) and (an operator that is not an operator that provides K \
             (g/v1)) and (an operator that is neither an operator that provides K (g/v1) nor an operator that provides \
             L (g/v1)); ",
        ),
        (
            format!("{{all: {{constraints: [{{any: {{constraints: [{k}, {l}]}}}}, {m}]}}}}"),
            "a.v1.0.0 needs (an operator that provides K (g/v1) or an operator that provides L (g/v1)) and an operator \
             that provides M (g/v1); ",
        ),
    ];
    for (constraint, expected) in cases {
        let found = ask(&with(&constraint), "a");
        let last = &found.explanation.last().unwrap().message;
        assert!(last.starts_with(expected), "{last}");
    }
}

/// OLM v0 evaluates the skipRange of every entry of the channel for the installed version, before it compares names.
#[test]
fn a_skip_range_with_an_empty_part_makes_olm_panic() {
    let with = |range: &str| {
        Catalogs::one(&format!(
            "package a stable\nchannel stable: a.v2.0.0 >a.v1.0.0 ^{range}; a.v1.0.0\npackage b stable\n\
             channel stable: b.v1.0.0\n"
        ))
    };
    let found = ask(&with("1.5.0_||_||_2.0.0"), "a=a.v1.0.0 b");
    assert!(!found.satisfiable && found.olm == "panic: index out of range", "{found:?}");
    assert_eq!(
        found.explanation[0].message,
        "The skipRange of a.v2.0.0 in channel stable of package a has an empty alternative. OLM crashes when it \
         evaluates the range for a.v1.0.0, and resolves nothing."
    );
    let cases = [
        // An earlier part contains the version; nothing is installed; the installed bundle has no version.
        ("1.0.0_||_||_2.0.0", "a=a.v1.0.0", "cat/stable/a.v2.0.0"),
        ("1.5.0_||_||_2.0.0", "a", "cat/stable/a.v2.0.0"),
        ("1.5.0_||_||_2.0.0", "a=a.v0.9.0", ""),
    ];
    for (range, query, expected) in cases {
        assert_eq!(answer(&with(range), query), expected, "{range} {query}");
    }
}

/// OLM parses the channel from an identifier with slashes between catalog, namespace, channel and name.
#[test]
fn a_channel_with_a_slash_cannot_be_installed_from() {
    let catalogs = Catalogs::one(
        "package a x/y\nchannel x/y: a.v2.0.0 >a.v1.0.0; a.v1.0.0\nchannel stable: a.v1.0.0\n\
         package b stable\nchannel stable: b.v1.0.0\nbundle b.v1.0.0: wants a >=2.0.0\n",
    );
    let olm = "error determining origin of operator: unable to parse identifier cat/olm/x/y/a.v2.0.0 for source info";
    check(&catalogs, &[("a@x/y", olm), ("b", olm), ("a@stable", "cat/stable/a.v1.0.0"), ("a@x/y=a.v2.0.0", "")]);
    let found = ask(&catalogs, "b");
    assert_eq!(
        found.explanation[0].message,
        "OLM chooses a.v2.0.0 from channel x/y and cannot install it, because of the `/` in the name of the channel. \
         Rename the channel."
    );
}

#[test]
fn what_is_kept_is_not_installed() {
    let catalogs = Catalogs::one(
        "package a stable\nchannel stable: a.v2.0.0 >a.v1.0.0; a.v1.0.0\nbundle a.v1.0.0: wants c >=1.0.0\n\
         bundle a.v2.0.0: wants c >=2.0.0\n",
    );
    let described =
        |query: &str| ask(&catalogs, query).explanation[1..].iter().map(|of| of.message.clone()).collect::<Vec<_>>();
    let wants = "For the subscription to a in channel stable, OLM can install a.v2.0.0 or keep a.v1.0.0.";
    assert!(
        described("a@stable=a.v1.0.0").iter().any(|message| message == wants),
        "{:?}",
        described("a@stable=a.v1.0.0")
    );
    let wants = "For the subscription to a in channel stable, OLM can only keep a.v2.0.0.";
    assert!(
        described("a@stable=a.v2.0.0").iter().any(|message| message == wants),
        "{:?}",
        described("a@stable=a.v2.0.0")
    );
    // An empty channel means every channel.
    assert_eq!(ask(&catalogs, "a@").explanation[0].message, "There is the subscription to a.");
}

#[test]
fn one_broken_requirement_stops_everything() {
    let with = |property: &str| {
        format!(
            "package a stable\nchannel stable: a.v2.0.0 >a.v1.0.0; a.v1.0.0\nbundle a.v1.0.0: {property}\n\
             package b stable\nchannel stable: b.v1.0.0\n"
        )
    };
    let cases = [
        ("wants c ^1.0", "Could not parse Range \"^1.0\": Could not parse comparator \"^\" in \"^1.0\""),
        ("wants c", "Last element in range is '||'"),
        ("constraint {}", "convert olm.constraint to resolver predicate: constraint is empty"),
        ("constraint {none: {}}", "parse olm.constraint: json: unknown field \"none\""),
        (
            "constraint {cel: {rule: '1'}}",
            "convert olm.constraint to resolver predicate: cel expressions must have type Bool",
        ),
    ];
    for (property, expected) in cases {
        let catalogs = Catalogs::one(&with(property));
        // The head of the channel does not have the requirement.
        assert_eq!(answer(&catalogs, "a"), expected, "{property}");
        assert_eq!(answer(&catalogs, "b"), "cat/stable/b.v1.0.0", "not met while looking for b");
    }
}

/// OLM reports the errors of all subscriptions: for each, those of the first candidate that has any, without
/// duplicates.
#[test]
fn every_broken_requirement_is_reported() {
    let package = |name: &str, of_head: &str, of_tail: &str| {
        format!(
            "package {name} stable\nchannel stable: {name}.v2.0.0 >{name}.v1.0.0; {name}.v1.0.0\n\
             bundle {name}.v2.0.0: {of_head}\nbundle {name}.v1.0.0: {of_tail}\n"
        )
    };
    let error =
        |range: &str| format!("Could not parse Range \"{range}\": Could not parse comparator \"^\" in \"{range}\"");
    let (one, two) = (error("^1.0"), error("^2.0"));
    let broken = package("a", "wants c ^1.0; wants c ^3.0", "wants c ^4.0") + &package("b", "wants c ^2.0", "label l");
    let catalogs = Catalogs::one(&broken);
    assert_eq!(answer(&catalogs, "a"), one, "the first of a bundle, and the first bundle");
    assert_eq!(answer(&catalogs, "a b"), format!("[{one}, {two}]"));
    assert_eq!(ask(&catalogs, "a b").explanation.len(), 2);
    let same = package("a", "wants c ^1.0", "label l") + &package("b", "wants c ^1.0", "label l");
    assert_eq!(answer(&Catalogs::one(&same), "a b"), one);
    // Dependencies of a bundle are also visited.
    let below = package("a", "label l", "label l")
        .replace("bundle a.v2.0.0: label l", "bundle a.v2.0.0: wants b >=1.0.0")
        + &package("b", "wants c ^2.0", "wants c ^1.0");
    assert_eq!(answer(&Catalogs::one(&below), "a"), format!("[{one}, {two}]"));
    let channel = "package b stable\nchannel stable: b.v2.0.0; b.v1.0.0\n";
    let described = answer(&Catalogs::one(&(package("a", "wants c ^1.0", "label l") + channel)), "a b");
    assert!(described.starts_with(&format!("[{one}, a unique replacement chain")), "{described}");
}

#[test]
fn a_channel_without_an_order_stops_everything() {
    let cases = [
        (
            "a.v2.0.0; a.v1.0.0",
            "a unique replacement chain within a channel is required to determine the relative order between channel entries, but 2 replacement chains were found in channel \"stable\" of package \"a\": a.v1.0.0, a.v2.0.0",
        ),
        (
            "a.v3.0.0 >a.v2.0.0; a.v2.0.0; a.v1.0.0",
            "a unique replacement chain within a channel is required to determine the relative order between channel entries, but 2 replacement chains were found in channel \"stable\" of package \"a\": a.v1.0.0, a.v3.0.0...a.v2.0.0",
        ),
        (
            "a.v2.0.0 >a.v1.0.0; a.v1.0.0 >a.v2.0.0",
            "no channel heads (entries not replaced by another entry) found in channel \"stable\" of package \"a\"",
        ),
        (
            "a.v3.0.0 >a.v2.0.0; a.v2.0.0 >a.v1.0.0; a.v1.0.0 >a.v2.0.0",
            "a cycle exists in the chain of replacement beginning with \"a.v3.0.0\" in channel \"stable\" of package \"a\"",
        ),
    ];
    for (entries, expected) in cases {
        let catalogs = Catalogs::one(&format!("package a stable\nchannel stable: {entries}\n"));
        assert_eq!(answer(&catalogs, "a"), expected, "{entries}");
        assert_eq!(answer(&catalogs, "a!a.v1.0.0"), "cat/stable/a.v1.0.0", "one entry is always in order");
    }
}

#[test]
fn installed_bundles_that_no_catalog_contains() {
    let found = ask(&Catalogs::one(CHAIN), "a +zzz.v1");
    assert!(!found.satisfiable && found.olm.is_empty());
    assert!(found.explanation[0].message.contains("no catalog has a bundle"));
    let found = ask(&Catalogs::one(CHAIN), "a +a.v0.1.0@one");
    assert!(!found.satisfiable && found.explanation[0].message.contains("`a.v0.1.0@one` is given as installed"));
}

#[test]
fn many_bundles_are_resolved() {
    let mut lines = String::new();
    for package in 0..40 {
        lines += &format!("package p{package} stable\nchannel stable: ");
        let entries: Vec<String> = (1..40)
            .rev()
            .map(|version| {
                let replaces = if version > 1 { format!(" >p{package}.v{}.0.0", version - 1) } else { String::new() };
                format!("p{package}.v{version}.0.0{replaces}")
            })
            .collect();
        lines += &entries.join("; ");
        lines += "\n";
        for version in 1..40 {
            lines += &format!(
                "bundle p{package}.v{version}.0.0: provides g/v1/K{package}; needs g/v1/K{}\n",
                (package + 1) % 40
            );
        }
    }
    let found = ask(&Catalogs::one(&lines), "p0");
    assert_eq!(found.install.len(), 40);
    assert!(found.install.iter().all(|install| install.place.version.as_deref() == Some("39.0.0")));
}

#[test]
fn what_cannot_be_decided_is_stopped() {
    let found = ask(&Catalogs::one(&pigeons(12, 11)), "loft");
    assert!(!found.satisfiable && found.olm.is_empty(), "{found:?}");
    assert!(found.explanation[0].message.contains("too hard to decide"), "{found:?}");
    assert!(ask(&Catalogs::one(&pigeons(12, 12)), "loft").satisfiable);
    let found = ask(&Catalogs::one(&pigeons(4, 3)), "loft");
    assert!(!found.satisfiable && found.olm.starts_with("constraints not satisfiable"), "{found:?}");
}
