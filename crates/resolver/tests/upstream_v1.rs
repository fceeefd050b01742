//! Behaviors that the tests of OLM v1's resolver show (`resolve` and `catalogmetadata/compare` of operator-controller),
//! with our own catalogs and names. docs/conformance.md lists what is compared, and what cannot be.

use std::collections::BTreeMap;

use crate::common::Catalogs;
use olmkit_resolver::v1::api::{ConditionStatus, ConditionType, ExtensionResolution};
use olmkit_resolver::v1::{Extension, LabelExpression, LabelSelector, UpgradeConstraintPolicy, resolve_extension};

/// Three channels. 1.0.0 and 1.0.1 are deprecated.
const OAK: &str = "
    package oak alpha
    channel alpha: oak.v0.1.0; oak.v1.0.0 ^<1.0.0; oak.v1.0.1 ^<1.0.1; oak.v1.0.2 ^<1.0.2; oak.v2.0.0 ^>=1.0.0_<2.0.0
    channel beta: oak.v0.1.0; oak.v1.0.2 ^<1.0.2
    channel gamma: oak.v3.0.0 ^>=2.0.0_<3.0.0
    old: bundle oak.v1.0.0 one is old; bundle oak.v1.0.1 one is old too
";
const ELM: &str = "package elm main\nchannel main: elm.v1.0.0";

/// Parses `oak VERSION @channel @channel +INSTALLED !`. `_` stands for a space; `!` is SelfCertified.
fn extension(query: &str) -> Extension {
    let mut words = query.split_whitespace();
    let mut found = Extension { package: words.next().unwrap().to_owned(), ..Extension::default() };
    for word in words {
        match word.split_at(1) {
            ("@", channel) => found.channels.push(channel.to_owned()),
            ("+", installed) => found.installed = Some(installed.to_owned()),
            ("!", "") => found.upgrade_constraint_policy = UpgradeConstraintPolicy::SelfCertified,
            _ => found.version = Some(word.replace('_', " ")),
        }
    }
    found
}

fn ask(catalogs: &Catalogs, query: &Extension) -> ExtensionResolution {
    catalogs.with(|universe| resolve_extension(universe, query))
}

/// `CATALOG/BUNDLE`, or OLM's message after `! `.
fn described(found: &ExtensionResolution) -> String {
    match &found.install {
        Some(install) => format!("{}/{}", install.catalog, install.bundle),
        None => format!("! {}", found.olm),
    }
}

fn check(catalogs: &Catalogs, cases: &[(&str, &str)]) {
    for (query, expected) in cases {
        assert_eq!(described(&ask(catalogs, &extension(query))), *expected, "{query}");
    }
}

fn three() -> Catalogs {
    Catalogs::new(&[("a", 0, ELM), ("b", 0, ELM), ("c", 0, OAK)])
}

#[test]
fn an_invalid_range() {
    let olm = "! desired version range \"latest\" is invalid: improper constraint: \"latest\"";
    check(&three(), &[("oak latest", olm)]);
}

#[test]
fn packages_versions_and_channels() {
    check(
        &three(),
        &[
            ("ash", "! no bundles found for package \"ash\""),
            ("oak", "c/oak.v3.0.0"),
            ("oak 4.0.0", "! no bundles found for package \"oak\" matching version \"4.0.0\""),
            ("oak >=1.0.0_<2.0.0", "c/oak.v1.0.2"),
            ("oak @stable", "! no bundles found for package \"oak\" in channels [stable]"),
            ("oak @beta", "c/oak.v1.0.2"),
            ("oak 3.0.0 @beta", "! no bundles found for package \"oak\" matching version \"3.0.0\" in channels [beta]"),
            (
                "oak 1.0.0 @stable",
                "! no bundles found for package \"oak\" matching version \"1.0.0\" in channels [stable]",
            ),
            ("oak 0.1.0 @alpha", "c/oak.v0.1.0"),
            ("oak @beta @alpha", "c/oak.v2.0.0"),
            ("oak @beta @stable", "c/oak.v1.0.2"),
            ("oak @x @y", "! no bundles found for package \"oak\" in channels [x y]"),
        ],
    );
}

#[test]
fn deprecated_bundles_come_last() {
    check(&three(), &[("oak >=0.1.0_<=1.0.0", "c/oak.v0.1.0"), ("oak >=1.0.0_<=1.0.1", "c/oak.v1.0.1")]);
    let found = ask(&three(), &extension("oak >=0.1.0_<=1.0.0"));
    assert_eq!(found.install.unwrap().because, "the highest version of 2 candidates that is not deprecated");
    let found = ask(&three(), &extension("oak >=1.0.0_<=1.0.1"));
    let bundle = found.conditions.iter().find(|condition| condition.kind == ConditionType::BundleDeprecated).unwrap();
    assert_eq!((bundle.status, bundle.message.as_str()), (ConditionStatus::True, "one is old too"));
}

#[test]
fn upgrades_and_downgrades() {
    let installed = "! error upgrading from currently installed version";
    let one =
        format!("{installed} \"0.1.0\": no bundles found for package \"oak\" matching version \"<1.0.0 >=2.0.0\"");
    let two = format!("{installed} \"1.0.2\": no bundles found for package \"oak\" matching version \">0.1.0 <1.0.0\"");
    check(
        &three(),
        &[
            ("oak +oak.v0.1.0", "c/oak.v1.0.2"),
            ("oak <1.0.0_>=2.0.0 +oak.v0.1.0", &one),
            ("oak <1.0.2 +oak.v1.0.2 !", "c/oak.v0.1.0"),
            ("oak >0.1.0_<1.0.0 +oak.v1.0.2 !", &two),
        ],
    );
}

#[test]
fn what_the_resolver_refuses_to_install() {
    let lines = "package oak main\nchannel main: oak.v1.0.0; oak.v2.0.0\nbundle oak.v2.0.0: wants elm >=1.0.0";
    let olm = "! validating bundle \"oak.v2.0.0\": bundle \"oak.v2.0.0\" has a dependency declared via property \
               \"olm.package.required\" which is currently not supported";
    check(&Catalogs::one(lines), &[("oak", olm), ("oak <2", "cat/oak.v1.0.0")]);
}

// Several catalogs.

fn one_each() -> Catalogs {
    let one = |version: &str, old: &str| format!("package oak main\nchannel main: oak.v{version}\n{old}");
    let old = |version: &str| one(version, &format!("old: bundle oak.v{version} old"));
    let (b, c, d, e) = (old("1.0.0"), old("1.0.1"), one("1.0.2", ""), old("1.0.3"));
    let f = "package oak main\nchannel main: oak.v1.0.4; oak.v1.0.5";
    Catalogs::new(&[("a", 0, ELM), ("b", 0, &b), ("c", 0, &c), ("d", 0, &d), ("e", 0, &e), ("f", 0, f)])
}

#[test]
fn one_package_in_many_catalogs() {
    let found = "! found bundles for package \"oak\" matching version";
    check(
        &one_each(),
        &[
            ("oak >=1.0.0_<=1.0.3", "d/oak.v1.0.2"),
            (
                "oak >=1.0.0_<=1.0.1",
                &format!("{found} \">=1.0.0 <=1.0.1\" in multiple catalogs with the same priority [b c]"),
            ),
            (
                "oak >=1.0.0_<=1.0.4",
                &format!("{found} \">=1.0.0 <=1.0.4\" in multiple catalogs with the same priority [d f]"),
            ),
            ("oak >=1.0.4_<=1.0.5", "f/oak.v1.0.5"),
        ],
    );
    let found = ask(&one_each(), &extension("oak >=1.0.0_<=1.0.3"));
    assert_eq!(found.conditions.len(), 4);
    assert!(found.conditions.iter().all(|condition| condition.status == ConditionStatus::False), "those of d");
}

#[test]
fn every_catalog_is_visited() {
    let found = ask(&one_each(), &extension("oak 1.0.2"));
    let names: Vec<&str> = found.catalogs.iter().map(|catalog| catalog.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "c", "d", "e", "f"]);
}

#[test]
fn priorities() {
    let newer = "package oak main\nchannel main: oak.v1.1.0";
    let older = "package oak main\nchannel main: oak.v1.0.0";
    check(&Catalogs::new(&[("a", 1, older), ("b", 0, newer)]), &[("oak", "a/oak.v1.0.0")]);
    check(&Catalogs::new(&[("a", 0, older), ("b", 1, newer)]), &[("oak", "b/oak.v1.1.0")]);
    // The message names all catalogs, not only those with the highest priority.
    let text = "! found bundles for package \"oak\" matching version \">=1.0.0 <=1.0.1\" in multiple catalogs with the \
                same priority [a b c]";
    check(&Catalogs::new(&[("a", 1, OAK), ("b", 0, OAK), ("c", 1, OAK)]), &[("oak >=1.0.0_<=1.0.1", text)]);
    // Deprecated bundles come last, whatever the priority.
    let old = "package oak main\nchannel main: oak.v9.0.0\nold: bundle oak.v9.0.0 old";
    check(&Catalogs::new(&[("a", 9, old), ("b", -9, older)]), &[("oak", "b/oak.v1.0.0")]);
}

#[test]
fn without_catalogs() {
    check(
        &Catalogs::new(&[]),
        &[("oak >=1.0.0", "! no bundles found for package \"oak\" matching version \">=1.0.0\"")],
    );
    // The result depends only on the given catalogs.
    check(&Catalogs::new(&[("on", 1, OAK)]), &[("oak >=1.0.0", "on/oak.v3.0.0")]);
}

fn selecting(labels: &[(&str, &str)], expressions: &[(&str, &str, &str)]) -> Extension {
    let labels: BTreeMap<String, String> =
        labels.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let expression = |(key, operator, values): &(&str, &str, &str)| LabelExpression {
        key: (*key).to_owned(),
        operator: (*operator).to_owned(),
        values: values.split_whitespace().map(str::to_owned).collect(),
    };
    let match_expressions = expressions.iter().map(expression).collect();
    let selector = Some(LabelSelector { match_labels: labels, match_expressions });
    Extension { package: "oak".to_owned(), selector, ..Extension::default() }
}

const NAME: &str = "olm.operatorframework.io/metadata.name";

#[test]
fn catalogs_by_label() {
    let two = Catalogs::new(&[("a", 0, OAK), ("b", 0, OAK)]).label("b", "tier", "gold");
    for selector in [
        selecting(&[(NAME, "b")], &[]),
        selecting(&[("tier", "gold")], &[]),
        selecting(&[], &[("tier", "In", "silver gold")]),
        selecting(&[], &[("tier", "Exists", "")]),
        selecting(&[(NAME, "b")], &[("tier", "NotIn", "iron")]),
    ] {
        assert_eq!(described(&ask(&two, &selector)), "b/oak.v3.0.0");
    }
    assert_eq!(described(&ask(&two, &selecting(&[], &[("tier", "DoesNotExist", "")]))), "a/oak.v3.0.0");
    assert_eq!(described(&ask(&two, &selecting(&[], &[("tier", "NotIn", "gold")]))), "a/oak.v3.0.0");
    let both = "! found bundles for package \"oak\" in multiple catalogs with the same priority [a b]";
    assert_eq!(described(&ask(&two, &selecting(&[], &[]))), both, "an empty selector means all");
    let other = Catalogs::new(&[("a", 0, ELM), ("b", 0, OAK)]);
    assert_eq!(described(&ask(&other, &selecting(&[(NAME, "a")], &[]))), "! no bundles found for package \"oak\"");
    assert_eq!(described(&ask(&other, &selecting(&[(NAME, "c")], &[]))), "! no bundles found for package \"oak\"");
}

#[test]
fn invalid_selectors() {
    let olm = |selector: &Extension| ask(&three(), selector).olm;
    let invalid = "desired catalog selector is invalid: ";
    assert_eq!(
        olm(&selecting(&[], &[("name", "bad", "value")])),
        format!("{invalid}\"bad\" is not a valid label selector operator")
    );
    assert!(olm(&selecting(&[("", "value")], &[])).starts_with(&format!("{invalid}key: Invalid value: \"\": ")));
    let text = olm(&selecting(&[("name", "&value")], &[]));
    assert!(text.starts_with(&format!("{invalid}values[0][name]: Invalid value: \"&value\": a valid label")), "{text}");
    for wrong in [
        selecting(&[("a/b/c", "")], &[]),
        selecting(&[("/b", "")], &[]),
        selecting(&[("A/b", "")], &[]),
        selecting(&[(&"a".repeat(64), "")], &[]),
        selecting(&[("a", &"a".repeat(64))], &[]),
        selecting(&[], &[("a", "In", "")]),
        selecting(&[], &[("a", "Exists", "b")]),
    ] {
        assert!(olm(&wrong).starts_with(invalid), "{wrong:?}");
    }
}

// Ranges, versions and their order.

#[test]
fn build_metadata_is_ignored_in_ranges() {
    let one = |version: &str| Catalogs::one(&format!("package oak main\nchannel main: oak.v{version}"));
    for (version, range, expected) in [
        ("1.0.0", "1.0.0+1", true),
        ("1.0.0+2", "1.0.0+1", true),
        ("1.0.0+1", "1.0.0+1", true),
        ("1.0.0", "1.0.0", true),
        ("1.0.0+1", "1.0.0", true),
        ("1.0.0", ">=2.0.0", false),
        ("1.0.0", ">=1.0.0", true),
        ("0.0.1", ">=1.0.0", false),
        ("broken", ">=1.0.0", false),
        ("broken", "*", false),
    ] {
        let found = ask(&one(version), &extension(&format!("oak {range}")));
        assert_eq!(found.satisfiable, expected, "{version} {range}: {}", found.olm);
    }
    assert!(!ask(&one("1.0.0"), &extension("oak not-a-version")).satisfiable);
}

#[test]
fn the_order_of_versions_and_releases() {
    let lines =
        "package oak main\nchannel main: oak.v1.0.0-alpha+1; oak.vnone; oak.v0.0.1; oak.v1.0.0-alpha+2; oak.v1.0.0";
    let mut order = Vec::new();
    let mut left: Vec<&str> = lines.split(": ").nth(1).unwrap().split("; ").collect();
    while !left.is_empty() {
        let catalogs = Catalogs::one(&format!("package oak main\nchannel main: {}", left.join("; ")));
        let best = ask(&catalogs, &extension("oak")).catalogs[0].best.clone().unwrap();
        left.retain(|name| *name != best);
        order.push(best);
    }
    assert_eq!(order.join(" "), "oak.v1.0.0 oak.v1.0.0-alpha+2 oak.v1.0.0-alpha+1 oak.v0.0.1 oak.vnone");
    let found = ask(&Catalogs::one("package oak main\nchannel main: oak.vnone"), &extension("oak"));
    assert_eq!(
        found.olm,
        "error getting resolved bundle version for bundle \"oak.vnone\": No Major.Minor.Patch elements found"
    );
}

#[test]
fn deprecation_before_version() {
    let lines = "package oak main\nchannel main: oak.v2.0.0; oak.v1.0.0; oak.v3.0.0; oak.v1.1.0\n\
                 old: bundle oak.v2.0.0 old; bundle oak.v3.0.0 old";
    check(&Catalogs::one(lines), &[("oak", "cat/oak.v1.1.0"), ("oak >=2", "cat/oak.v3.0.0")]);
}

#[test]
fn channels_of_a_bundle() {
    let lines =
        "package oak alpha\nchannel alpha: oak.v1.0.0; oak.v2.0.0\nchannel stable: oak.v1.0.0\nlone oak.v3.0.0:";
    let catalogs = Catalogs::one(lines);
    for (query, expected) in [("oak @alpha", 2), ("oak @stable", 1), ("oak @alpha @stable", 2), ("oak", 3)] {
        assert_eq!(ask(&catalogs, &extension(query)).catalogs[0].candidates, expected, "{query}");
    }
    assert_eq!(described(&ask(&catalogs, &extension("oak"))), "cat/oak.v3.0.0", "also one in no channel");
}

// Successors.

const STABLE: &str = "
    package oak main
    channel main: oak.v2.0.0; oak.v2.1.0 >oak.v2.0.0; oak.v2.2.0 >oak.v2.1.0 ~oak.v2.0.0+1; oak.v2.2.1; \
                  oak.v2.3.0 >oak.v2.2.0 ~oak.v2.2.1; oak.v2.4.0 ^>=2.3.0_<2.4.0
    lone oak.v2.0.0+1:
";

#[test]
fn successors() {
    let catalogs = Catalogs::one(STABLE);
    for (installed, expected, count) in [
        ("oak.v2.0.0", "cat/oak.v2.1.0", 2),
        ("oak.v2.2.1", "cat/oak.v2.3.0", 2),
        ("oak.v2.3.0", "cat/oak.v2.4.0", 2),
        // Names are compared exactly. 2.1.0 replaces 2.0.0, which is a different bundle.
        ("oak.v2.0.0+1", "cat/oak.v2.2.0", 2),
        ("oak.v2.4.0", "cat/oak.v2.4.0", 1),
    ] {
        let found = ask(&catalogs, &extension(&format!("oak +{installed}")));
        assert_eq!((described(&found).as_str(), found.catalogs[0].candidates), (expected, count), "{installed}");
    }
    let unknown = "! error upgrading from currently installed version \"9.0.0\": no bundles found for package \"oak\"";
    check(&catalogs, &[("oak +oak.v9.0.0@9.0.0", unknown)]);
}

#[test]
fn successors_of_an_entry() {
    let lines = "package oak main\nchannel main: oak.v0.0.2 >oak.v0.0.1; oak.v0.0.3 >oak.v0.0.2; oak.v0.0.4 ~oak.v0.0.1; \
                 oak.v0.0.5 ^<=0.0.1";
    for (version, expected) in [("0.0.2", true), ("0.0.3", false), ("0.0.4", true), ("0.0.5", true)] {
        let found = ask(&Catalogs::one(lines), &extension(&format!("oak {version} +oak.v0.0.1@0.0.1")));
        assert_eq!(found.satisfiable, expected, "{version}");
    }
}

#[test]
fn a_higher_release_of_the_same_version_is_not_a_successor() {
    // It would be a successor with a feature gate that is disabled by default.
    let lines = "package oak main\nchannel main: oak.v1.0.0+1; oak.v2.0.0 >oak.v1.0.0+1\nlone oak.v1.0.0+2:";
    let catalogs = Catalogs::one(lines);
    check(&catalogs, &[("oak 1.0.0 +oak.v1.0.0+1", "cat/oak.v1.0.0+1"), ("oak +oak.v1.0.0+1", "cat/oak.v2.0.0")]);
    check(&catalogs, &[("oak 1.0.0", "cat/oak.v1.0.0+2")]);
}
