//! OLM v1's resolution: explanations, deprecation conditions, and malicious input.

use std::fmt::Write;

use crate::common::Catalogs;
use olmkit_resolver::v1::api::ExtensionResolution;
use olmkit_resolver::v1::{Extension, UpgradeConstraintPolicy, resolve_extension};

const OAK: &str = "
    package oak stable
    channel stable: oak.v1.0.0; oak.v1.1.0 >oak.v1.0.0; oak.v2.0.0 >oak.v1.1.0
    channel fast: oak.v2.0.0; oak.v3.0.0-rc.1 >oak.v2.0.0
    channel next: oak.v4.0.0 ^>=2.0.0_||_||_<1.0.0
    old: package go to elm; channel fast too fast; channel next too; bundle oak.v2.0.0 no more
";

fn oak() -> Extension {
    Extension { package: "oak".to_owned(), ..Extension::default() }
}

fn stable() -> Extension {
    Extension { channels: vec!["stable".to_owned()], ..oak() }
}

fn ask(catalogs: &Catalogs, query: &Extension) -> ExtensionResolution {
    catalogs.with(|universe| resolve_extension(universe, query))
}

fn why(query: &Extension) -> String {
    let found = ask(&Catalogs::one(OAK), query);
    assert!(!found.satisfiable && found.install.is_none() && found.conditions.is_empty());
    found.explanation.iter().map(|reason| reason.message.as_str()).collect::<Vec<_>>().join(" / ")
}

#[test]
fn reasons_why_no_bundle_is_selected() {
    let with = |version: &str| Extension { version: Some(version.to_owned()), ..stable() };
    assert_eq!(why(&Extension { package: "ash".to_owned(), ..oak() }), "cat has no package `ash`.");
    assert_eq!(
        why(&Extension { channels: vec!["slow".to_owned(), "slower".to_owned()], ..oak() }),
        "cat has no bundle of oak in channels slow and slower; its channels are fast, next and stable."
    );
    assert_eq!(
        why(&with(">=5")),
        "cat has 3 bundles of oak in channel stable, none of a version that `>=5` matches: 1.0.0 to 2.0.0."
    );
    assert_eq!(
        why(&Extension { version: Some(">=3, <4".to_owned()), channels: vec!["fast".to_owned()], ..oak() }),
        "cat has 2 bundles of oak in channel fast, none of a version that `>=3, <4` matches: 2.0.0 to 3.0.0-rc.1. \
         Pre-releases are considered only when the range itself names one, as `>=1.0.0-0` does."
    );
    assert_eq!(
        why(&Extension { installed: Some("oak.v0.9.0@0.9.0".to_owned()), ..with(">=1") }),
        "cat has 3 bundles of oak that match the request, but no successor of oak.v0.9.0: no entry of those bundles in channel stable replaces or \
         skips it or has a skipRange that contains 0.9.0. The policy SelfCertified does not require this."
    );
    // The range excludes the version to which an upgrade edge leads.
    assert_eq!(
        why(&Extension { installed: Some("oak.v1.0.0".to_owned()), ..with(">=2") }),
        "cat has 1 bundle of oak that matches the request, but no successor of oak.v1.0.0: no entry of that bundle in channel \
         stable replaces or skips it or has a skipRange that contains 1.0.0. oak.v1.1.0 is a successor, but `>=2` does \
         not match its version. The policy SelfCertified does not require this."
    );
    assert_eq!(
        why(&Extension { installed: Some("oak.v0.9.0".to_owned()), ..stable() }),
        "`oak.v0.9.0` is given as installed, but no catalog contains its version. Use `oak.v0.9.0@VERSION`."
    );
    assert_eq!(
        why(&Extension { installed: Some("oak.v1@1".to_owned()), ..stable() }),
        "`1` is given as installed and is not a valid version."
    );
    assert_eq!(
        why(&Extension { installed: Some("oak.v1.5.0@1.5.0".to_owned()), ..oak() }),
        "The skipRange of oak.v4.0.0 in channel next of cat has an empty alternative. OLM panics when it evaluates \
         the range, and resolves nothing."
    );
    let two = Catalogs::new(&[("a", 2, OAK), ("b", 2, OAK), ("c", 1, OAK)]);
    let found = ask(&two, &stable());
    assert_eq!(
        found.explanation[0].message,
        "a offers oak.v1.1.0 and b offers oak.v1.1.0, all with priority 2, so OLM does not choose one. Give one of them \
         a higher priority, or select it."
    );
}

#[test]
fn only_catalogs_that_have_the_package_are_explained() {
    let elm = "package elm main\nchannel main: elm.v1.0.0";
    let query = Extension { version: Some("7".to_owned()), ..oak() };
    let found = ask(&Catalogs::new(&[("a", 0, elm), ("b", 0, OAK)]), &query);
    assert_eq!(found.explanation.len(), 1, "{:?}", found.explanation);
    assert_eq!(ask(&Catalogs::new(&[]), &oak()).explanation[0].message, "No catalog was given.");
}

#[test]
fn reasons_why_a_bundle_is_selected() {
    let because = |catalogs: &Catalogs, query: &Extension| ask(catalogs, query).install.unwrap().because;
    let one = Catalogs::one(OAK);
    assert_eq!(because(&one, &stable()), "the highest version of 3 candidates that is not deprecated");
    let exact = Extension { version: Some("1.0.0".to_owned()), ..stable() };
    assert_eq!(because(&one, &exact), "the only candidate");
    let old = "package oak main\nchannel main: oak.v9.0.0\nold: bundle oak.v9.0.0 old";
    let many = Catalogs::new(&[("a", 3, old), ("b", 1, OAK), ("c", -1, OAK)]);
    let either = Extension { version: Some("1.0.0 || 9.0.0".to_owned()), ..oak() };
    assert_eq!(
        because(&many, &either),
        "the only candidate; oak.v9.0.0 of a is deprecated; oak.v1.0.0 of c has a lower priority (-1)"
    );
}

#[test]
fn conditions_of_package_channels_and_bundle() {
    let described = |query: &Extension| {
        let found = ask(&Catalogs::one(OAK), query);
        let described = found.conditions.iter().map(|of| format!("{}={}:{}", of.kind, of.status, of.message));
        described.collect::<Vec<_>>()
    };
    assert_eq!(
        described(&stable()),
        [
            "Deprecated=True:go to elm",
            "PackageDeprecated=True:go to elm",
            "ChannelDeprecated=False:",
            "BundleDeprecated=False:",
        ]
    );
    let channels = ["next", "fast", "fast"].map(str::to_owned).to_vec();
    let query = Extension { channels, version: Some("2.0.0".to_owned()), ..oak() };
    assert_eq!(
        described(&query),
        [
            "Deprecated=True:go to elm\ntoo\ntoo fast\nno more",
            "PackageDeprecated=True:go to elm",
            "ChannelDeprecated=True:too\ntoo fast",
            "BundleDeprecated=True:no more",
        ]
    );
}

#[test]
fn what_is_installed() {
    let installed = |name: &str| Extension { installed: Some(name.to_owned()), ..stable() };
    let found = ask(&Catalogs::one(OAK), &installed("oak.v1.0.0")).install.unwrap();
    assert_eq!(
        (found.bundle.as_str(), found.replaces.as_deref(), found.stays),
        ("oak.v1.1.0", Some("oak.v1.0.0"), false)
    );
    // A deprecated successor is not chosen.
    let found = ask(&Catalogs::one(OAK), &installed("oak.v1.1.0")).install.unwrap();
    assert_eq!((found.bundle.as_str(), found.replaces.as_deref(), found.stays), ("oak.v1.1.0", None, true));
    // Another bundle with the same version is a successor.
    let found = ask(&Catalogs::one(OAK), &installed("other@1.1.0")).install.unwrap();
    assert_eq!((found.bundle.as_str(), found.replaces.as_deref()), ("oak.v1.1.0", Some("other")));
    let downgrade = Extension {
        version: Some("<1.1".to_owned()),
        upgrade_constraint_policy: UpgradeConstraintPolicy::SelfCertified,
        ..installed("oak.v1.1.0")
    };
    assert_eq!(ask(&Catalogs::one(OAK), &downgrade).install.unwrap().bundle, "oak.v1.0.0");
    // Upgrade edges of other channels do not count. Without requested channels, all edges count.
    let from_two = |channels: &[&str]| Extension {
        channels: channels.iter().map(|name| (*name).to_owned()).collect(),
        version: Some(">=2.0.0-0 <4".to_owned()),
        ..installed("oak.v2.0.0")
    };
    assert_eq!(ask(&Catalogs::one(OAK), &from_two(&["stable"])).install.unwrap().bundle, "oak.v2.0.0");
    assert_eq!(ask(&Catalogs::one(OAK), &from_two(&[])).install.unwrap().bundle, "oak.v3.0.0-rc.1");
}

#[test]
fn a_tie_is_reported() {
    let lines = "package oak main\nchannel main: oak.v1.0.0+01; oak.v1.0.0+02; oak.v0.9.0";
    let found = ask(&Catalogs::one(lines), &oak());
    assert_eq!(found.install.unwrap().bundle, "oak.v1.0.0+01");
    assert_eq!(
        found.notes,
        [
            "oak.v1.0.0+01 and oak.v1.0.0+02 have the same version for OLM v1. Which one it selects depends on the order \
          in which it reads files."
        ]
    );
}

#[test]
fn what_the_api_refuses_is_reported() {
    let with = |version: &str| Extension { version: Some(version.to_owned()), ..oak() };
    let found = ask(&Catalogs::one(OAK), &with("1.0 - 1.1"));
    assert_eq!(found.install.unwrap().bundle, "oak.v1.1.0");
    assert!(found.notes[0].contains("`1.0 - 1.1` (`invalid version expression`)"), "{:?}", found.notes);
    assert_eq!(ask(&Catalogs::one(OAK), &with(">=1.0, <=1.1")).notes.len(), 0);
}

#[test]
fn huge_queries() {
    let long = "9".repeat(100_000);
    let catalogs = Catalogs::one(OAK);
    for text in [
        long.clone(),
        format!("1.0.0-{long}"),
        "1||".repeat(100_000),
        "1 - ".repeat(100_000),
        ">".repeat(100_000),
        "\u{1F333}".repeat(100_000),
    ] {
        let found = ask(&catalogs, &Extension { version: Some(text.clone()), ..oak() });
        assert!(found.olm.ends_with("constraint string is too long (max 512 bytes)"));
        assert!(found.explanation[0].message.len() < 1000, "shortened");
        let found = ask(&catalogs, &Extension { installed: Some(format!("oak@{text}")), ..stable() });
        assert!(found.olm.contains("failed to get version and release of installed bundle") && !found.satisfiable);
        let found = ask(&catalogs, &Extension { channels: vec![text.clone()], ..oak() });
        assert!(!found.satisfiable);
        assert!(!ask(&catalogs, &Extension { package: text, ..oak() }).satisfiable);
    }
    let many: Vec<String> = (0..100_000).map(|at| format!("c{at}")).collect();
    assert!(!ask(&catalogs, &Extension { channels: many, ..oak() }).satisfiable);
}

#[test]
fn huge_versions_in_a_catalog() {
    let long = "9".repeat(100_000);
    let lines = format!("package oak main\nchannel main: oak.v{long}; oak.v1.0.0-{long}; oak.v1.0.0");
    let found = ask(&Catalogs::one(&lines), &oak());
    assert_eq!(found.install.unwrap().bundle, "oak.v1.0.0");
}

#[test]
fn a_big_channel_is_resolved() {
    let mut lines = "package oak main\nchannel main: oak.v0.0.0".to_owned();
    for patch in 1..20_000 {
        let _ = write!(lines, "; oak.v0.0.{patch} >oak.v0.0.{}", patch - 1);
    }
    let catalogs = Catalogs::one(&lines);
    catalogs.with(|universe| {
        for installed in ["oak.v0.0.0", "oak.v0.0.19998"] {
            let query = Extension { installed: Some(installed.to_owned()), version: Some(">=0".to_owned()), ..oak() };
            assert!(resolve_extension(universe, &query).install.is_some_and(|install| !install.stays));
        }
    });
}
