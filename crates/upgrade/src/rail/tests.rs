//! Rails as text, and properties of all channels.

use std::fmt::Write;

use olmkit_api::{Rail, RailLine, RailStranded, Semantics};
use olmkit_collections::Id as _;

use super::rail;
use crate::chain::{Link, Problem, check};
use crate::channel::{Channel, Graph, Node, SkipRange};
use crate::stranded::find;
use olmkit_testing::{Choices, property};

/// Parses entries of `x`, one per line: version, then `> replaces`, `~ skips`, `[skipRange]`, and `deprecated` or
/// `problem`.
pub(crate) fn channel(text: &str) -> (Channel<'_>, Vec<bool>) {
    let mut marks = Vec::new();
    let mut nodes = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (line, range) = line.split_once('[').map_or((line, None), |(line, rest)| (line, rest.strip_suffix(']')));
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or_default();
        let mut node = Node {
            name,
            version: Some(name),
            has_bundle: true,
            skip_range: range.map(SkipRange::new),
            ..Node::default()
        };
        let mut is_marked = false;
        while let Some(word) = words.next() {
            match word {
                ">" => node.replaces = words.next(),
                "~" => node.skips.extend(words.next()),
                "deprecated" => node.is_deprecated = true,
                "problem" => is_marked = true,
                other => panic!("{other}"),
            }
        }
        nodes.push(node);
        marks.push(is_marked);
    }
    (Channel { package: "x", name: "stable", nodes, installed: Vec::new() }, marks)
}

fn laid_out(channel: &Channel<'_>, marks: &[bool]) -> Rail {
    let graph = Graph::new(channel);
    let [v0, v1] = Semantics::ALL.map(|semantics| find(&graph, semantics));
    let links = channel.nodes.iter().map(|node| {
        let replaces = node.replaces.unwrap_or_default();
        Link { name: node.name, replaces, skips: node.skips.clone() }
    });
    let rejected = match check(&links.collect::<Vec<_>>()) {
        Some(Problem::Stranded(names)) => names,
        _ => Vec::new(),
    };
    rail(&graph, [&v0, &v1], &rejected, &|node| marks.get(node.index()) == Some(&true))
}

/// Bands on the left, then lanes, the version, its state, and the edges to newer versions.
fn drawn(rail: &Rail) -> String {
    let mut out = String::new();
    for (at, row) in rail.rows.iter().enumerate() {
        let band = |lane: usize| {
            let found = rail.bands.iter().find(|band| band.lane == Some(lane) && band.row <= at && at <= band.last);
            match found {
                None => ' ',
                Some(band) if band.row == at => '<',
                Some(band) if row.rank.is_some_and(|rank| band.ranks.iter().any(|[a, b]| *a <= rank && rank < *b)) => {
                    ':'
                }
                Some(_) => '|',
            }
        };
        let notch = rail.bands.iter().any(|band| band.row == at && band.lane.is_none());
        let glyph = match (row.entry, row.stranded) {
            (None, _) => '.',
            (_, Some(RailStranded::Rejected)) => '!',
            (_, Some(RailStranded::Accepted)) => '?',
            _ if row.is_skipped => 'o',
            _ => '*',
        };
        let left: String = [2, 1, 0].map(band).iter().collect();
        let lanes: String = (0..4).map(|lane| if lane == row.lane { glyph } else { ' ' }).collect();
        let ends = |line: &&RailLine| line.from == at;
        let mut notes = String::new();
        for line in rail.lines.iter().filter(ends) {
            let kind = match (line.is_skip, line.is_cut) {
                (_, true) => 'x',
                (true, _) => '~',
                (false, _) => '>',
            };
            let _ = write!(notes, " {kind}{}", rail.rows[line.to].name);
        }
        if row.is_beyond {
            notes.push_str(" beyond");
        }
        for comb in rail.combs.iter().filter(|comb| comb.row == at) {
            let names: Vec<&str> = comb.teeth.iter().map(|tooth| rail.rows[*tooth].name.as_str()).collect();
            let _ = write!(notes, " comb {}", names.join(","));
        }
        if rail.folds.iter().any(|[from, to]| (*from..*to).contains(&at)) {
            notes.push_str(" fold");
        }
        let steps = row.steps.map(|steps| steps.map_or("-".to_owned(), |steps| steps.to_string())).join("/");
        let line = format!("{left}{} {lanes} {:<7} {steps:<5}{notes}", if notch { '=' } else { ' ' }, row.name);
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

#[track_caller]
fn figure(entries: &str, expected: &str) {
    let (channel, marks) = channel(entries);
    let found = drawn(&laid_out(&channel, &marks));
    let expected = expected.lines().filter_map(|line| line.trim_start().strip_prefix('|'));
    assert_eq!(found, expected.map(|line| format!("{line}\n")).collect::<String>(), "\n{found}");
}

#[test]
fn a_name_that_no_entry_has_does_not_make_the_others_longer() {
    let (channel, marks) = channel("x.v1.0.0 > other\nx.v1.1.0 > x.v1.0.0");
    let rail = laid_out(&channel, &marks);
    assert!(rail.rows.iter().any(|row| row.name == "other"), "{rail:?}");
    assert_eq!(rail.prefix, "x.v");
}

#[test]
fn chain_and_branch() {
    figure(
        "1.0.0
         1.1.0 > 1.0.0
         1.2.0 > 1.1.0
         1.3.0 > 1.2.0
         1.3.1 > 1.2.0 ~ 1.3.0",
        "
         |     *    1.3.1   0/0
         |      o   1.3.0   1/1   ~1.3.1
         |     *    1.2.0   1/1   >1.3.1 >1.3.0
         |     *    1.1.0   2/2   >1.2.0
         |     *    1.0.0   3/3   >1.1.0",
    );
}

#[test]
fn stranded() {
    figure(
        "1.0.0
         1.1.0 > 1.0.0
         1.2.0 > 1.1.0 ~ 1.1.0",
        "
         |     *    1.2.0   0/0
         |     o    1.1.0   1/1   >1.2.0
         |     !    1.0.0   -/2   x1.1.0",
    );
}

#[test]
fn from_another_channel() {
    figure(
        "2.0.0 > 1.9.0
         2.0.1 > 2.0.0 [>=1.0.0 <2.0.1]
         2.0.2 > 2.0.1 ~ 1.8.0 [>=1.0.0 <2.0.2]",
        "
         |  <  *    2.0.2   0/0   comb 1.8.0
         |  := *    2.0.1   1/1   >2.0.2
         |  :  *    2.0.0   1/1   >2.0.1
         |     .    1.9.0   2/2   >2.0.0
         |     .    1.8.0   1/1",
    );
}

#[test]
fn skip_ranges() {
    figure(
        "1.0.0
         1.1.0 > 1.0.0 [>=0.9.0 <1.0.0]
         1.2.0 > 1.1.0
         2.0.0 > 1.2.0 [>=1.0.0 <2.0.0]
         2.0.1 > 2.0.0
         2.1.0 > 2.0.1 [>=1.2.0 <2.1.0]
         2.1.1 > 2.1.0
         2.1.2 > 2.1.1 [>=2.0.1 <2.1.2]
         2.1.3 > 2.1.2 [>=2.1.0 <2.1.3]",
        "
         |  <  *    2.1.3   0/0
         | <:  *    2.1.2   1/1   >2.1.3
         | ::  *    2.1.1   1/1   >2.1.2
         |<::  *    2.1.0   1/1   >2.1.1
         |::   *    2.0.1   2/2   >2.1.0
         |: <  *    2.0.0   2/2   >2.0.1
         |: :  *    1.2.0   2/2   >2.0.0
         |  := *    1.1.0   3/3   >1.2.0
         |  :  *    1.0.0   3/3   >1.1.0",
    );
}

#[test]
fn nested_ranges() {
    figure(
        "1.0.0 [<1.0.0]
         1.1.0 > 1.0.0 [<1.1.0]
         1.2.0 > 1.1.0 [<1.2.0]
         1.3.0 > 1.2.0 [<1.3.0]",
        "
         |  <  *    1.3.0   0/0
         |  := *    1.2.0   1/1   >1.3.0
         |  := *    1.1.0   1/1   >1.2.0
         |  := *    1.0.0   1/1   >1.1.0",
    );
}

#[test]
fn everything_skips_everything() {
    figure(
        "1.0.0
         1.1.0 ~ 1.0.0
         1.2.0 ~ 1.1.0 ~ 1.0.0
         1.3.0 ~ 1.2.0 ~ 1.1.0 ~ 1.0.0",
        "
         |     *    1.3.0   0/0   comb 1.2.0,1.1.0,1.0.0
         |     o    1.2.0   1/1   ~1.3.0
         |     o    1.1.0   1/1   ~1.2.0
         |     o    1.0.0   1/1   ~1.1.0",
    );
}

#[test]
fn deprecated_entries_do_not_fold() {
    figure(
        "1.0.0 deprecated
         1.1.0 > 1.0.0 deprecated
         1.2.0 > 1.1.0 deprecated
         1.3.0 > 1.2.0 deprecated
         1.4.0 > 1.3.0 deprecated
         1.5.0 > 1.4.0",
        "
         |     *    1.5.0   0/0
         |     *    1.4.0   1/1   >1.5.0
         |     *    1.3.0   2/2   >1.4.0
         |     *    1.2.0   3/3   >1.3.0
         |     *    1.1.0   4/4   >1.2.0
         |     *    1.0.0   5/5   >1.1.0",
    );
}

#[test]
fn plain_runs_fold() {
    figure(
        "1.0.0 ~ 0.9.0
         1.1.0 > 1.0.0
         1.2.0 > 1.1.0
         1.3.0 > 1.2.0
         1.4.0 > 1.3.0
         1.5.0 > 1.4.0
         1.6.0 > 1.5.0 problem
         1.7.0 > 1.6.0
         1.8.0 > 1.7.0
         1.9.0 > 1.8.0
         1.10.0 > 1.9.0",
        "
         |     *    1.10.0  0/0
         |     *    1.9.0   1/1   >1.10.0
         |     *    1.8.0   2/2   >1.9.0
         |     *    1.7.0   3/3   >1.8.0
         |     *    1.6.0   4/4   >1.7.0
         |     *    1.5.0   5/5   >1.6.0 fold
         |     *    1.4.0   6/6   >1.5.0 fold
         |     *    1.3.0   7/7   >1.4.0 fold
         |     *    1.2.0   8/8   >1.3.0 fold
         |     *    1.1.0   9/9   >1.2.0 fold
         |     *    1.0.0   10/10 >1.1.0
         |     .    0.9.0   11/11 ~1.0.0",
    );
}

#[test]
fn a_branch_keeps_its_lane_and_many_share_the_last() {
    figure(
        "1.0.0
         2.0.0 > 1.0.0
         2.0.1 > 1.0.0 ~ 2.0.0
         2.0.2 > 1.0.0 ~ 2.0.1 ~ 2.0.0
         1.1.0 > 1.0.0
         1.2.0 > 1.1.0
         1.5.0 > 1.0.0
         1.6.0 > 1.0.0
         1.7.0 > 1.0.0
         3.0.0 > 2.0.2 ~ 1.2.0 ~ 1.5.0 ~ 1.6.0 ~ 1.7.0",
        "
         |     *    3.0.0   0/0
         |     *    2.0.2   1/1   >3.0.0
         |      o   2.0.1   2/2   ~2.0.2
         |      o   2.0.0   2/2   ~2.0.1
         |       o  1.7.0   1/1   ~3.0.0
         |        o 1.6.0   1/1   ~3.0.0
         |        o 1.5.0   1/1   ~3.0.0 beyond
         |        o 1.2.0   1/1   ~3.0.0 beyond
         |        ! 1.1.0   -/2   x1.2.0 beyond
         |     *    1.0.0   2/2   >2.0.2 >2.0.1 >2.0.0 >1.7.0 >1.6.0 >1.5.0 >1.1.0",
    );
}

#[test]
fn several_heads_cycles_and_repeated_names() {
    figure(
        "1.0.0
         1.1.0 > 1.0.0
         1.2.0 > 1.0.0
         1.2.0 > 1.1.0
         2.0.0 > 2.1.0
         2.1.0 > 2.0.0
         3.0.0 > 3.0.0",
        "
         |     ?    1.2.0   -/0
         |      !   3.0.0   -/-
         |      !   2.0.0   -/-   >2.1.0
         |      !   2.1.0   -/-   x2.0.0
         |      ?   1.2.0   -/0
         |      ?   1.1.0   -/2   >1.2.0
         |     ?    1.0.0   -/1   >1.2.0 >1.1.0",
    );
}

#[test]
fn a_version_that_only_clusters_notice() {
    figure(
        "1.0.0
         1.1.0 > 1.0.0
         1.2.0 > 1.1.0 ~ 1.1.0 ~ 1.0.0",
        "
         |     *    1.2.0   0/0   comb 1.1.0,1.0.0
         |     o    1.1.0   1/1   >1.2.0
         |     o    1.0.0   1/1   >1.1.0",
    );
    figure(
        "1.0.0
         1.1.0 > 1.0.0 deprecated",
        "
         |     *    1.1.0   0/0
         |     ?    1.0.0   1/-   x1.1.0",
    );
}

/// A channel of up to `most` entries with edges of all kinds, including cycles and duplicate names.
pub(crate) fn random(choices: &mut Choices<'_>, most: usize) -> String {
    let count = choices.below(most);
    let mut text = String::new();
    let name = |choices: &mut Choices<'_>| format!("{}.{}.0", choices.below(3), choices.below(count.max(1)));
    for _ in 0..count {
        let _ = write!(text, "{}", name(choices));
        if choices.chance(70) {
            let _ = write!(text, " > {}", name(choices));
        }
        for _ in 0..choices.below(4) {
            let _ = write!(text, " ~ {}", name(choices));
        }
        if choices.chance(30) {
            let _ = write!(text, " [>={} <{}]", name(choices), name(choices));
        }
        text.push('\n');
    }
    text
}

/// Whether each entry only names lower versions, so that there is no cycle.
fn is_ordered(channel: &Channel<'_>) -> bool {
    let version = |text: &str| olmkit_semver::Version::parse(text).ok();
    channel.nodes.iter().all(|node| {
        let mut named = node.replaces.iter().chain(&node.skips);
        named.all(|name| version(name) < version(node.name))
    })
}

fn check_rail(text: &str) {
    let (channel, marks) = channel(text);
    let rail = laid_out(&channel, &marks);
    let mut entries: Vec<usize> = rail.rows.iter().filter_map(|row| row.entry).collect();
    assert!(
        rail.rows.iter().skip(entries.len()).all(|row| row.entry.is_none()),
        "what is not an entry is last\n{text}"
    );
    entries.sort_unstable();
    assert_eq!(entries, (0..channel.nodes.len()).collect::<Vec<_>>(), "every entry once\n{text}");
    assert!(rail.rows.iter().all(|row| row.lane < 4), "four lanes\n{text}");
    if is_ordered(&channel) {
        assert!(rail.lines.iter().all(|line| line.to < line.from), "upgrades go up\n{text}");
    }
    for comb in &rail.combs {
        assert!(comb.teeth.is_sorted() && comb.teeth.iter().all(|tooth| comb.row < *tooth), "combs hang down\n{text}");
    }
    for (at, _) in rail.rows.iter().enumerate() {
        let beside = rail.bands.iter().filter(|band| band.row <= at && at <= band.last && band.lane.is_some());
        let mut lanes: Vec<Option<usize>> = beside.map(|band| band.lane).collect();
        lanes.sort_unstable();
        assert!(lanes.windows(2).all(|pair| pair[0] != pair[1]), "bands lie beside each other\n{text}");
    }
    // No other row covers an edge.
    for line in rail.lines.iter().filter(|line| line.to < line.from) {
        let is_free = |row: usize| {
            let other = &rail.rows[row];
            let joins = |one: &RailLine| one.from == line.from && one.to == row || one.to == line.to && one.from == row;
            line.lane == 0 || other.lane != line.lane || other.is_beyond || rail.lines.iter().any(joins)
        };
        let is_beyond = rail.rows[line.from].is_beyond || rail.rows[line.to].is_beyond;
        assert!(
            is_beyond || (line.to..line.from).skip(1).all(is_free),
            "{line:?} crosses a row\n{text}\n{}",
            drawn(&rail)
        );
    }
    assert!(rail.folds.iter().all(|[from, to]| (*from..*to).len() >= 4), "{text}");
}

#[test]
fn holds_for_random_channels() {
    property(400, 400, |bytes| check_rail(&random(&mut Choices::new(bytes), 24)));
}

#[test]
fn large_channels() {
    let mut chain = String::from("1.0.0\n");
    let mut heads = String::new();
    let mut all = String::from("1.0.0\n");
    for at in 1..500 {
        let _ = writeln!(chain, "1.{at}.0 > 1.{}.0 [>=1.0.0 <1.{at}.0]", at - 1);
        let _ = writeln!(heads, "1.{at}.0 > 1.0.0");
        let _ = write!(all, "1.{at}.0 > 1.{}.0", at - 1);
        for other in 0..at {
            let _ = write!(all, " ~ 1.{other}.0");
        }
        all.push('\n');
    }
    for text in [&chain, &all] {
        let (channel, marks) = channel(text);
        let rail = laid_out(&channel, &marks);
        assert_eq!((rail.rows.len(), rail.lines.len(), rail.rows[0].name.as_str()), (500, 499, "1.499.0"));
        assert!(rail.rows.iter().all(|row| row.lane == 0));
        assert!(rail.combs.len() <= 1, "a comb in another one is left out");
        assert!(rail.bands.iter().filter(|band| band.lane.is_some()).count() <= 1);
    }
    let (channel, marks) = channel(&heads);
    let rail = laid_out(&channel, &marks);
    assert_eq!(rail.rows.iter().filter(|row| row.is_beyond).count(), 499 - 4);
    check_rail(&heads);
}
