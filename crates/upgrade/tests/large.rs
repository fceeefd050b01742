//! Channels with many entries that nothing connects: the results are right without work for each pair of them.
#![allow(clippy::unwrap_used, reason = "tests")]

use olmkit_upgrade::candidates::{Field, Question, candidates};
use olmkit_upgrade::fix::{Edge, find_with_fixes};
use olmkit_upgrade::stranded::find;
use olmkit_upgrade::{Channel, Graph, Node, Semantics};

/// Names of entries and their versions.
fn names(count: usize) -> Vec<(String, String)> {
    (0..count).map(|minor| (format!("foo.v1.{minor}.0"), format!("1.{minor}.0"))).collect()
}

/// Entries without edges; the first one skips `skips`.
fn channel<'e>(names: &'e [(String, String)], skips: Vec<&'e str>) -> Channel<'e> {
    let node = |(name, version): &'e (String, String)| Node {
        name,
        replaces: None,
        skips: Vec::new(),
        skip_range: None,
        version: Some(version),
        is_deprecated: false,
        has_bundle: true,
    };
    let mut nodes: Vec<Node<'_>> = names.iter().map(node).collect();
    nodes.first_mut().unwrap().skips = skips;
    Channel { package: "foo", name: "stable", nodes, installed: Vec::new() }
}

#[test]
fn many_heads_are_explained_once() {
    let names = names(30_000);
    let channel = channel(&names, Vec::new());
    let graph = Graph::new(&channel);
    let found = find(&graph, Semantics::V0);
    assert_eq!(found.stranded.len(), names.len());
    for stranded in &found.stranded {
        let (message, _) = found.explain(&graph, *stranded);
        assert!(message.contains("it has 30000 heads: `foo.v1.0.0`"), "{message}");
    }
}

#[test]
fn many_stranded_versions_are_offered_for_skips() {
    let names = names(8_000);
    let channel = channel(&names, Vec::new());
    let question = Question { entry: "foo.v1.0.0", field: Field::Skips, kept: &[], text: "" };
    let found = candidates(&channel, question);
    assert_eq!(found.len(), 8);
}

#[test]
fn many_names_are_added_to_many_skips() {
    let (names, skipped) = (names(60_000), names(120_000));
    let skips = skipped.iter().skip(names.len()).map(|(name, _)| name.as_str());
    let mut channel = channel(&names, skips.chain(["foo.v1.1.0"]).collect());
    channel.nodes.get_mut(1).unwrap().skips = names.iter().skip(2).map(|(name, _)| name.as_str()).collect();
    let graph = Graph::new(&channel);
    let (_, groups) = find_with_fixes(&graph, Semantics::V0, &mut usize::MAX.clone());
    let fix = groups.into_iter().find_map(|(_, fix)| fix).unwrap();
    assert_eq!(fix.added.len(), names.len() - 2);
    assert!(matches!(fix.edge, Edge::Skips(skips) if skips.len() == 60_001 + 59_998));
}
