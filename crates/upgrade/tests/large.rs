//! Channels with many entries that are not connected: results are correct without work for each pair of entries.

use olmkit_api::EdgeField;
use olmkit_testing::grows_linearly;
use olmkit_upgrade::candidates::{Query, candidates};
use olmkit_upgrade::fix::{Grouping, NewEdge, find_with_fixes};
use olmkit_upgrade::stranded::find;
use olmkit_upgrade::{Channel, Graph, Node, Semantics, SkipRange};

/// The names of entries with their versions.
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
    grows_linearly(2_000, names, |names| {
        let channel = channel(names, Vec::new());
        let graph = Graph::new(&channel);
        let found = find(&graph, Semantics::V0);
        assert_eq!(found.stranded.len(), names.len());
        let expected = format!("it has {} heads: `foo.v1.0.0`", names.len());
        for stranded in &found.stranded {
            let (message, _) = found.explain(&graph, *stranded);
            assert!(message.contains(&expected), "{message}");
        }
    });
}

#[test]
fn many_stranded_versions_are_offered_for_skips() {
    grows_linearly(1_000, names, |names| {
        let channel = channel(names, Vec::new());
        let query = Query { entry: "foo.v1.0.0", field: EdgeField::Skips, kept: &[], text: "foo" };
        assert_eq!(candidates(&channel, query).len(), 8);
    });
}

#[test]
fn many_names_are_added_to_many_skips() {
    let prepare = |count| (names(count), names(2 * count));
    grows_linearly(3_000, prepare, |(names, skipped)| {
        let skips = skipped.iter().skip(names.len()).map(|(name, _)| name.as_str());
        let mut channel = channel(names, skips.chain(["foo.v1.1.0"]).collect());
        channel.nodes.first_mut().unwrap().version = Some("2.0.0"); // the newest
        channel.nodes.get_mut(1).unwrap().skips = names.iter().skip(2).map(|(name, _)| name.as_str()).collect();
        let graph = Graph::new(&channel);
        let (_, groups) = find_with_fixes(&graph, Semantics::V0, Grouping::Separate, &mut usize::MAX.clone());
        let fix = groups.into_iter().find_map(|(_, fix)| fix).unwrap();
        assert_eq!(fix.added.len(), names.len() - 2);
        assert!(matches!(fix.edge, NewEdge::Skips(skips) if skips.len() == 2 * names.len() - 1));
    });
}

#[test]
fn many_kept_names_are_not_compared_with_many_names() {
    let prepare = |count| {
        let names = names(count);
        let kept: Vec<String> = names.iter().skip(30).map(|(name, _)| name.clone()).collect();
        (names, kept)
    };
    grows_linearly(4_000, prepare, |(names, kept)| {
        let channel = channel(names, Vec::new());
        let query = Query { entry: "foo.v1.0.0", field: EdgeField::Skips, kept, text: "v1.2.0" };
        assert_eq!(candidates(&channel, query).len(), 1);
    });
}

/// The head, and versions that each skip the one below: all but two are stranded, each for its own reason.
fn ladder(names: &[(String, String)]) -> Channel<'_> {
    let mut channel = channel(names, Vec::new());
    for (node, (below, _)) in channel.nodes.iter_mut().skip(1).zip(names) {
        node.skips = vec![below];
    }
    channel
}

#[test]
fn many_groups_have_one_fix_that_is_verified_once() {
    let names = names(300);
    let channel = ladder(&names);
    let graph = Graph::new(&channel);
    let fixes = |mut budget: usize| {
        let before = budget;
        let (_, groups) = find_with_fixes(&graph, Semantics::V0, Grouping::Separate, &mut budget);
        let added: Vec<usize> = groups.iter().map(|(_, fix)| fix.as_ref().map_or(0, |fix| fix.added.len())).collect();
        (added, before - budget)
    };
    let (each, cost) = fixes(1_000_000);
    assert_eq!(each, vec![1; 298]);
    assert!(cost >= 298 * 300, "{cost}");
    let (together, cost) = fixes(10_000);
    assert_eq!((together.first(), together.iter().sum()), (Some(&298), 298));
    assert!((300..600).contains(&cost), "{cost}");
    assert_eq!(fixes(299).0, vec![0; 298]);
}

/// The newer versions skip every version.
#[test]
fn many_skippers_are_not_listed_for_each_successor() {
    let prepare = |count: usize| (count, names(1_500));
    grows_linearly(60, prepare, |(window, names)| {
        let mut channel = channel(names, Vec::new());
        for (at, node) in channel.nodes.iter_mut().enumerate() {
            let below = names.get(at.saturating_sub(*window)..at).unwrap_or_default();
            node.skips = below.iter().map(|(name, _)| name.as_str()).collect();
            node.replaces = node.skips.pop();
        }
        let graph = Graph::new(&channel);
        let found = find(&graph, Semantics::V0);
        let groups = found.groups(&graph, |_| true);
        let (message, _) = found.explain_group(&graph, groups.first().unwrap());
        assert!(message.contains(&format!("and {} more skip `foo.v1.1.0`", window - 1 - 4)), "{message}");
    });
}

/// The removal of `replaces` is not cut by the maximum number of values that are tried.
#[test]
fn the_removal_of_replaces_is_offered_in_a_large_channel() {
    let names = names(40);
    let channel = channel(&names, Vec::new());
    let query = Query { entry: "foo.v1.39.0", field: EdgeField::Replaces, kept: &[], text: "" };
    assert!(candidates(&channel, query).iter().any(|candidate| candidate.values.is_empty()));
}

/// The skipRange of the head crashes OLM v0 for every version.
#[test]
fn many_versions_for_which_a_range_crashes() {
    grows_linearly(1_000, names, |names| {
        let mut channel = channel(names, Vec::new());
        for (node, (below, _)) in channel.nodes.iter_mut().zip(names.iter().skip(1)) {
            node.replaces = Some(below);
        }
        channel.nodes.first_mut().unwrap().skip_range = Some(SkipRange::new("0.0.1 || || 0.0.2"));
        let graph = Graph::new(&channel);
        for semantics in Semantics::ALL {
            let found = find(&graph, semantics);
            let (message, _) = found.explain(&graph, *found.stranded.last().unwrap());
            assert!(message.starts_with("The skipRange of `foo.v1.0.0` has an empty alternative."), "{message}");
        }
    });
}

/// Each range crashes OLM v0 for the version of its own entry.
#[test]
fn many_ranges_that_crash() {
    let names = names(2_100);
    let ranges: Vec<String> = names.iter().map(|(_, version)| format!("!={version} || || 0.0.1")).collect();
    let mut channel = channel(&names, Vec::new());
    for ((node, (below, _)), range) in channel.nodes.iter_mut().zip(names.iter().skip(1)).zip(&ranges) {
        node.replaces = Some(below);
        node.skip_range = Some(SkipRange::new(range));
    }
    let graph = Graph::new(&channel);
    let found = find(&graph, Semantics::V0);
    let message = |at: usize| found.explain(&graph, *found.stranded.get(at).unwrap()).0;
    assert!(message(0).starts_with("The skipRange of `foo.v1.1.0` has an empty alternative."), "{}", message(0));
    let last = message(found.stranded.len() - 1);
    assert!(last.starts_with("The skipRange of an entry has an empty alternative."), "{last}");
}

/// The budget for ranges suffices for the first stranded version, but not for the last one.
#[test]
fn a_claim_about_all_versions_needs_all_ranges() {
    let names = names(4_200);
    let texts: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
    let (ranged, others) = texts.split_at(2_100);
    // The head skips the entry above the entries with a skipRange, which is not on the chain therefore.
    let claims = |semantics, accepting: usize, claim: &str| {
        let mut channel = channel(&names, Vec::new());
        let nodes = &mut channel.nodes;
        for node in &mut nodes[2..ranged.len()] {
            node.skip_range = Some(SkipRange::new("0.0.1"));
        }
        if semantics == Semantics::V0 {
            nodes[0].skips = [&ranged[1..2], &ranged[3..]].concat();
            nodes[1].replaces = Some(ranged[2]);
            nodes[accepting].skips = others.to_vec();
        }
        let graph = Graph::new(&channel);
        let found = find(&graph, semantics);
        let is_asked = |id| semantics == Semantics::V1 || others.contains(&graph.name(id));
        let stranded: Vec<_> = found.stranded.iter().filter(|stranded| is_asked(stranded.id)).collect();
        assert!(stranded.len() > 2_000, "{}", stranded.len());
        let is_claimed = |at: usize| found.explain(&graph, *stranded[at]).0.contains(claim);
        [is_claimed(0), is_claimed(stranded.len() - 1)]
    };
    assert_eq!(claims(Semantics::V0, 1, "the only version that accepts it is `foo.v1.1.0`"), [true, false]);
    assert_eq!(claims(Semantics::V0, 2, "can only upgrade to `foo.v1.2.0`"), [true, false]);
    assert_eq!(claims(Semantics::V1, 0, "and no skipRange matches"), [true, false]);
}
