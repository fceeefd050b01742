#![allow(clippy::unwrap_used, reason = "tests")]

use super::{Group, Side, groups};
use crate::stranded::find;
use crate::{Channel, Graph, Node, Semantics, SkipRange};

/// Parses `version [replaces] [skips,skips] [range]`, with `-` for an absent value. Names are versions with the prefix
/// `v`.
fn channel(lines: &[&'static str]) -> Channel<'static> {
    let name = |version: &str| -> &'static str { format!("v{version}").leak() };
    let node = |line: &'static str| {
        let mut fields = line.splitn(4, ' ').map(|text| (text != "-").then_some(text));
        let version = fields.next().flatten().unwrap();
        Node {
            name: name(version),
            replaces: fields.next().flatten().map(name),
            skips: fields.next().flatten().map(|names| names.split(',').map(name).collect()).unwrap_or_default(),
            skip_range: fields.next().flatten().map(SkipRange::new),
            version: Some(version),
            has_bundle: true,
            ..Node::default()
        }
    };
    Channel { package: "foo", name: "stable", nodes: lines.iter().copied().map(node).collect(), installed: Vec::new() }
}

fn compared(before: &[&'static str], after: &[&'static str], semantics: Semantics) -> Vec<Group> {
    let (before, after) = (channel(before), channel(after));
    let (before, after) = (Graph::new(&before), Graph::new(&after));
    let (old, new) = (find(&before, semantics), find(&after, semantics));
    groups(Side { graph: &before, found: &old }, Side { graph: &after, found: &new })
}

/// One line per group: versions, count, upgrades before and after, edges.
fn lines(groups: &[Group]) -> Vec<String> {
    let run = |[oldest, newest]: &[String; 2]| {
        if oldest == newest { oldest.clone() } else { format!("{oldest}-{newest}") }
    };
    let steps = |range: Option<[usize; 2]>| match range {
        None => "never".to_owned(),
        Some([least, most]) if least == most => least.to_string(),
        Some([least, most]) => format!("{least}-{most}"),
    };
    let line = |group: &Group| {
        let installed = group.installed.iter().map(run).collect::<Vec<_>>().join(" ");
        let edges = group.edges.iter().map(|edge| edge.name()).collect::<Vec<_>>().join(" ");
        format!("{installed}: {} | {} > {} | {edges}", group.versions, steps(group.before), steps(group.after))
    };
    groups.iter().map(line).collect()
}

const CHAIN: [&str; 5] = ["1.4.0 1.3.0", "1.3.0 1.2.0", "1.2.0 1.1.0", "1.1.0 1.0.0", "1.0.0"];

fn with(first: &'static str, rest: &[&'static str]) -> Vec<&'static str> {
    std::iter::once(first).chain(rest.iter().copied()).collect()
}

#[test]
fn a_skip_range_shortens_some_paths_and_the_ends_of_others() {
    let after = with("1.5.0 1.4.0 - >=1.2.0 <1.5.0", &CHAIN);
    let found = compared(&CHAIN, &after, Semantics::V0);
    assert_eq!(
        lines(&found),
        [
            "v1.4.0: 1 | 0 > 1 | replaces",
            "v1.2.0-v1.3.0: 2 | 1-2 > 1 | skipRange",
            "v1.0.0-v1.1.0: 2 | 3-4 > 2-3 | replaces skipRange",
        ]
    );
    assert_eq!(found, compared(&CHAIN, &after, Semantics::V1));
}

#[test]
fn versions_that_lose_their_path_come_first_and_those_without_one_last() {
    let before = ["1.2.0 1.1.0", "1.1.0 1.0.0", "1.0.0", "0.9.0"];
    let after = ["1.3.0 1.2.0", "1.2.0", "1.1.0 1.0.0", "1.0.0", "0.9.0"];
    assert_eq!(
        lines(&compared(&before, &after, Semantics::V1)),
        ["v1.0.0-v1.1.0: 2 | 1-2 > never | ", "v1.2.0: 1 | 0 > 1 | replaces", "v0.9.0: 1 | never > never | "]
    );
}

#[test]
fn runs_of_a_group_are_distinguished_and_what_the_change_brings_is_left_out() {
    let before = ["1.3.0 1.2.0", "1.2.0 1.1.0 1.1.1", "1.1.1", "1.1.0 1.0.0", "1.0.0"];
    let after = with("1.4.0 1.3.0 0.9.0", &before);
    let found = lines(&compared(&before, &after, Semantics::V0));
    assert!(found.contains(&"v1.2.0-v1.3.0 v1.0.0-v1.1.0: 4 | 0-3 > 1-4 | replaces".to_owned()), "{found:#?}");
    assert!(found.contains(&"v1.1.1: 1 | 2 > 3 | skips replaces".to_owned()), "{found:#?}");
    assert!(found.contains(&"v0.9.0: 1 | never > 1 | skips".to_owned()), "{found:#?}");
    assert_eq!(found.len(), 3, "{found:#?}");
}
