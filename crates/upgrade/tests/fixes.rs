//! Fixes of stranded versions: which edge of the head is chosen, and that it is verified.

use olmkit_upgrade::fix::{Grouping, NewEdge, StrandedFix, find_with_fixes};
use olmkit_upgrade::stranded::Group;
use olmkit_upgrade::{Channel, Graph, Node, Semantics, SkipRange};

/// The fix of each group of stranded versions: `versions: edge`. Entries are `version replaces skips,skips range`, with
/// `-` for an absent value; `!` before the version deprecates it.
fn fixes(entries: &str, semantics: Semantics, grouping: Grouping) -> Vec<String> {
    let nodes = entries.lines().map(|line| {
        let parts: Vec<&str> = line.trim_start_matches('!').split_whitespace().collect();
        let part = |at: usize| parts.get(at).copied().filter(|part| *part != "-");
        Node {
            name: part(0).unwrap(),
            replaces: part(1),
            skips: part(2).into_iter().flat_map(|skips| skips.split(',')).collect(),
            skip_range: part(3).map(SkipRange::new),
            version: part(0),
            is_deprecated: line.starts_with('!'),
            has_bundle: true,
        }
    });
    let channel = Channel { package: "foo", name: "stable", nodes: nodes.collect(), installed: Vec::new() };
    let graph = Graph::new(&channel);
    let (_, groups) = find_with_fixes(&graph, semantics, grouping, &mut 1_000_000);
    let shown = |(group, fix): (Group, Option<StrandedFix<'_>>)| {
        let names: Vec<&str> = group.ids.iter().map(|id| graph.name(*id)).collect();
        let edge = fix.map_or_else(
            || "none".to_owned(),
            |fix| match fix.edge {
                NewEdge::Skips(skips) => format!("{} skips {}", fix.head, skips.join(" ")),
                NewEdge::SkipRange(range) => format!("{} skipRange {range}", fix.head),
            },
        );
        format!("{}: {edge}", names.join(" "))
    };
    groups.into_iter().map(shown).collect()
}

#[test]
fn the_head_skips_stranded_versions() {
    let entries = "1.2.0 1.0.0 1.1.0\n1.1.0 - 1.0.1,1.0.2\n1.0.2\n1.0.1\n1.0.0";
    for grouping in [Grouping::Separate, Grouping::Together] {
        assert_eq!(fixes(entries, Semantics::V0, grouping), ["1.0.2 1.0.1: 1.2.0 skips 1.1.0 1.0.2 1.0.1"]);
        assert_eq!(fixes(entries, Semantics::V1, grouping), [""; 0]);
    }
    let ladder = "1.3.0 - 1.2.0\n1.2.0 - 1.1.0\n1.1.0 - 1.0.0\n1.0.0";
    let each = ["1.1.0: 1.3.0 skips 1.2.0 1.1.0", "1.0.0: 1.3.0 skips 1.2.0 1.0.0"];
    assert_eq!(fixes(ladder, Semantics::V0, Grouping::Separate), each);
    let together = ["1.1.0: 1.3.0 skips 1.2.0 1.1.0 1.0.0", "1.0.0: none"];
    assert_eq!(fixes(ladder, Semantics::V0, Grouping::Together), together);
}

/// OLM v1 does not upgrade to a deprecated version. `skips` of the head would strand versions under OLM v0.
#[test]
fn a_skip_range_is_extended_where_skips_would_strand_versions() {
    let chain = |range: &str| format!("1.3.0 1.2.0 - {range}\n!1.2.0 1.1.0\n1.1.0 1.0.0\n1.0.0");
    for (range, expected) in [
        ("-", "1.1.0 1.0.0: 1.3.0 skipRange =1.1.0"),
        ("<0.5.0", "1.1.0 1.0.0: 1.3.0 skipRange <0.5.0 || =1.1.0"),
        ("invalid", "1.1.0 1.0.0: none"),
    ] {
        for grouping in [Grouping::Separate, Grouping::Together] {
            assert_eq!(fixes(&chain(range), Semantics::V1, grouping), [expected]);
        }
        assert_eq!(fixes(&chain(range), Semantics::V0, Grouping::Separate), [""; 0]);
    }
}

#[test]
fn what_an_edge_of_the_head_cannot_fix_has_no_fix() {
    let downgrade = "1.1.0 2.0.0\n2.0.0 1.0.0\n1.0.0";
    let heads = "1.2.0 1.1.0\n1.1.0 1.0.0\n1.0.0\n1.0.1 0.9.9\n0.9.9";
    for grouping in [Grouping::Separate, Grouping::Together] {
        assert_eq!(fixes(downgrade, Semantics::V1, grouping), ["2.0.0 1.0.0: none"]);
        assert_eq!(fixes("1.0.0\n1.1.0 - 1.1.0", Semantics::V0, grouping), ["1.1.0: none"], "a downgrade");
        assert_eq!(fixes(heads, Semantics::V0, grouping), ["1.2.0 1.1.0 1.0.0 1.0.1 0.9.9: none"]);
    }
}
