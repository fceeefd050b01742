//! The behavior that the tests of OLM v1's resolver show (`resolve`, `catalogmetadata/filter` and `compare` of
//! operator-controller) for one channel of one catalog, with channels written for this test. docs/conformance.md lists
//! what is compared and what cannot be compared.

use olmkit_upgrade::{Channel, EdgeKind, Graph, Installed, Node, SkipRange, v1};

/// An entry: version, replaces, skips, skipRange. `!` before the version marks a deprecated entry. Names are
/// `oak.vVERSION`.
type Entry = (&'static str, &'static str, &'static [&'static str], &'static str);

fn with<R>(entries: &[Entry], installed: &[(&str, &str)], ask: impl FnOnce(&Graph<'_, '_>) -> R) -> R {
    let names: Vec<String> = entries.iter().map(|entry| format!("oak.v{}", entry.0.trim_start_matches('!'))).collect();
    let node = |(entry, name)| {
        let (version, replaces, skips, range): Entry = entry;
        Node {
            name,
            replaces: Some(replaces).filter(|name| !name.is_empty()),
            skips: skips.to_vec(),
            skip_range: Some(range).filter(|text| !text.is_empty()).map(SkipRange::new),
            version: Some(version.trim_start_matches('!')).filter(|text| *text != "none"),
            is_deprecated: version.starts_with('!'),
            has_bundle: true,
        }
    };
    let nodes = entries.iter().copied().zip(names.iter().map(String::as_str)).map(node).collect();
    let installed = installed.iter().map(|(name, version)| Installed { name, version }).collect();
    let channel = Channel { package: "oak", name: "main", nodes, installed };
    ask(&Graph::new(&channel))
}

/// Returns the version to which an installed version upgrades; empty if there is none.
fn next(entries: &[Entry], installed: &[(&str, &str)], from: &str) -> String {
    with(entries, installed, |graph| {
        let id = graph.ids[from];
        v1::answer(graph).steps.after(id).map(|id| graph.name(id).to_owned()).unwrap_or_default()
    })
}

fn fresh(entries: &[Entry]) -> String {
    with(entries, &[], |graph| v1::answer(graph).fresh().map(|id| graph.name(id).to_owned()).unwrap_or_default())
}

const ALPHA: &[Entry] = &[
    ("0.1.0", "", &[], ""),
    ("!1.0.0", "", &[], "<1.0.0"),
    ("!1.0.1", "", &[], "<1.0.1"),
    ("1.0.2", "", &[], "<1.0.2"),
    ("2.0.0", "", &[], ">=1.0.0 <2.0.0"),
];

#[test]
fn a_fresh_installation_takes_the_highest_version() {
    assert_eq!(fresh(ALPHA), "oak.v2.0.0");
    assert_eq!(fresh(&[("0.1.0", "", &[], ""), ("1.0.2", "", &[], "<1.0.2")]), "oak.v1.0.2");
    assert_eq!(fresh(&[("3.0.0", "", &[], ">=2.0.0 <3.0.0")]), "oak.v3.0.0", "alone, whatever it upgrades");
    assert_eq!(fresh(&[]), "");
}

#[test]
fn deprecated_candidates_come_last() {
    let until_one = &ALPHA[..2];
    assert_eq!(fresh(until_one), "oak.v0.1.0", "an older one is preferred");
    assert_eq!(fresh(&ALPHA[1..3]), "oak.v1.0.1", "the highest, where all are deprecated");
}

#[test]
fn upgrades_by_skip_range() {
    assert_eq!(next(ALPHA, &[], "oak.v0.1.0"), "oak.v1.0.2", "over two that are deprecated, beyond a major version");
    assert_eq!(next(ALPHA, &[], "oak.v1.0.2"), "oak.v2.0.0");
    assert_eq!(next(ALPHA, &[], "oak.v2.0.0"), "");
}

/// The resolver returns an error if the version of the selected bundle cannot be parsed.
#[test]
fn a_successor_without_a_version_is_not_installed() {
    let installed = &[("oak.v0.1.0", "0.1.0")];
    assert_eq!(next(&[("1.0.0", "oak.v0.1.0", &[], "")], installed, "oak.v0.1.0"), "oak.v1.0.0");
    assert_eq!(next(&[("none", "oak.v0.1.0", &[], "")], installed, "oak.v0.1.0"), "");
}

const STABLE: &[Entry] = &[
    ("2.0.0", "", &[], ""),
    ("2.1.0", "oak.v2.0.0", &[], ""),
    ("2.2.0", "oak.v2.1.0", &["oak.v2.0.0+1"], ""),
    ("2.2.1", "", &[], ""),
    ("2.3.0", "oak.v2.2.0", &["oak.v2.2.1"], ""),
    ("2.4.0", "", &[], ">=2.3.0 <2.4.0"),
];

#[test]
fn successors() {
    let rebuilt = &[("oak.v2.0.0+1", "2.0.0+1")];
    assert_eq!(next(STABLE, rebuilt, "oak.v2.0.0"), "oak.v2.1.0", "replaces");
    assert_eq!(next(STABLE, rebuilt, "oak.v2.2.1"), "oak.v2.3.0", "skips");
    assert_eq!(next(STABLE, rebuilt, "oak.v2.3.0"), "oak.v2.4.0", "skipRange");
    // Names are compared exactly: 2.1.0 replaces 2.0.0, which is a different bundle.
    assert_eq!(next(STABLE, rebuilt, "oak.v2.0.0+1"), "oak.v2.2.0");
    assert_eq!(next(STABLE, &[("oak.v9.0.0", "9.0.0")], "oak.v9.0.0"), "", "the channel knows nothing of it");
}

#[test]
fn successors_of_an_entry() {
    let entries: &[Entry] = &[
        ("0.0.2", "oak.v0.0.1", &[], ""),
        ("0.0.3", "oak.v0.0.2", &[], ""),
        ("0.0.4", "", &["oak.v0.0.1"], ""),
        ("0.0.5", "", &[], "<=0.0.1"),
    ];
    with(entries, &[("oak.v0.0.1", "0.0.1")], |graph| {
        let from = graph.ids["oak.v0.0.1"];
        let edges: Vec<Vec<EdgeKind>> = graph.node_ids().map(|node| graph.edges(from, node)).collect();
        assert_eq!(edges, [vec![EdgeKind::Replaces], vec![], vec![EdgeKind::Skips], vec![EdgeKind::SkipRange]]);
    });
}

#[test]
fn a_higher_release_of_the_same_version_is_not_a_successor() {
    // It would be a successor with a feature gate that is off by default.
    let entries: &[Entry] = &[("1.0.0+1", "", &[], ""), ("1.0.0+2", "", &[], "")];
    assert_eq!(next(entries, &[], "oak.v1.0.0+1"), "");
    assert_eq!(fresh(entries), "oak.v1.0.0+2", "but a fresh installation prefers it");
    let entries: &[Entry] = &[("1.0.0+1", "", &[], ""), ("2.0.0", "oak.v1.0.0+1", &[], "")];
    assert_eq!(next(entries, &[], "oak.v1.0.0+1"), "oak.v2.0.0");
}

#[test]
fn the_order_of_versions_and_releases() {
    let entries: &[Entry] = &[
        ("1.0.0-alpha+1", "", &[], ""),
        ("none", "", &[], ""),
        ("0.0.1", "", &[], ""),
        ("1.0.0-alpha+2", "", &[], ""),
        ("1.0.0", "", &[], ""),
    ];
    let order = with(entries, &[], |graph| {
        let preferred = v1::answer(graph).preferred;
        preferred.iter().map(|id| graph.name(*id).to_owned()).collect::<Vec<_>>().join(" ")
    });
    assert_eq!(order, "oak.v1.0.0 oak.v1.0.0-alpha+2 oak.v1.0.0-alpha+1 oak.v0.0.1 oak.vnone");
    let entries: &[Entry] =
        &[("!2.0.0", "", &[], ""), ("1.0.0", "", &[], ""), ("!3.0.0", "", &[], ""), ("1.1.0", "", &[], "")];
    let order = with(entries, &[], |graph| {
        let preferred = v1::answer(graph).preferred;
        preferred.iter().map(|id| graph.name(*id).to_owned()).collect::<Vec<_>>().join(" ")
    });
    assert_eq!(order, "oak.v1.1.0 oak.v1.0.0 oak.v3.0.0 oak.v2.0.0");
}
