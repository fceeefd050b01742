#![allow(clippy::unwrap_used, clippy::arithmetic_side_effects, reason = "tests")]

use super::{Effect, Proposal, effect, name_of, propose};
use olmkit_semver::Version;
use olmkit_upgrade::{Channel, Graph, Node, Semantics, SkipRange};

/// Parses `version [replaces] [skips,skips] [range]`, with `-` for nothing. The name is `foo.v` and the version.
fn node(line: &'static str) -> Node<'static> {
    let mut fields = line.splitn(4, ' ');
    let mut field = || fields.next().filter(|text| *text != "-");
    let name = |version: &str| -> &'static str { format!("foo.v{version}").leak() };
    let version = field().unwrap();
    Node {
        name: name(version),
        replaces: field().map(name),
        skips: field().map(|names| names.split(',').map(name).collect()).unwrap_or_default(),
        skip_range: field().map(SkipRange::new),
        version: Some(version),
        is_deprecated: false,
        has_bundle: true,
    }
}

fn channel(lines: &[&'static str]) -> Channel<'static> {
    let nodes = lines.iter().copied().map(node).collect();
    Channel { package: "foo", name: "stable", nodes, installed: Vec::new() }
}

fn proposed(lines: &[&'static str], version: &str) -> (Proposal, Effect) {
    let channel = channel(lines);
    let graph = Graph::new(&channel);
    let proposal = propose(&graph, &format!("foo.v{version}"), &Version::parse(version).unwrap());
    let effect = effect(&graph, &proposal.release);
    (proposal, effect)
}

/// Returns the proposal in the notation of `node`. Checks that it is sound and does not strand any version.
fn edges(lines: &[&'static str], version: &str) -> String {
    let (proposal, effect) = proposed(lines, version);
    assert!(effect.is_sound, "{proposal:?}");
    assert_eq!(effect.heads.len(), 1, "{proposal:?}");
    assert!(effect.loses.is_empty(), "{:?} {proposal:?}", effect.loses);
    let entry = proposal.release.entry;
    let plain = |name: &String| name.trim_start_matches("foo.v").to_owned();
    let or_nothing = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    let skips = entry.skips.iter().map(plain).collect::<Vec<_>>().join(",");
    let replaces = entry.replaces.as_ref().map(plain).unwrap_or_default();
    let before = proposal.release.successor.as_ref().map(|name| format!(" before {}", plain(name))).unwrap_or_default();
    format!(
        "{} {} {}{before}",
        or_nothing(replaces),
        or_nothing(skips),
        or_nothing(entry.skip_range.unwrap_or_default())
    )
}

#[test]
fn a_chain_goes_on() {
    let chain = ["1.2.0 1.1.0", "1.1.0 1.0.0", "1.0.0"];
    assert_eq!(edges(&chain, "1.2.1"), "1.2.0 - -");
    assert_eq!(edges(&chain, "2.0.0"), "1.2.0 - -");
    let (_, effect) = proposed(&chain, "1.3.0");
    assert_eq!(effect.steps.iter().map(|step| step.from.as_str()).collect::<Vec<_>>(), ["foo.v1.2.0", "foo.v1.2.0"]);
    assert!(effect.gains.is_empty());
}

#[test]
fn the_first_and_the_second_release() {
    assert_eq!(edges(&[], "1.0.0"), "- - -");
    assert_eq!(edges(&["1.0.0"], "1.0.1"), "1.0.0 - -");
}

#[test]
fn the_order_of_the_bounds_of_a_range_does_not_matter() {
    let below_first = ["4.17.0 - - <4.17.0 >=4.16.0", "4.16.0 - - <4.16.0 >=4.15.0"];
    assert_eq!(edges(&below_first, "4.18.0"), "4.17.0 4.16.0 <4.18.0 >=4.17.0");
    let spaced = ["4.17.0 - -  >= 4.16.0 <4.17.0", "4.16.0 - - >=4.15.0 <4.16.0"];
    assert_eq!(edges(&spaced, "4.18.0"), "4.17.0 4.16.0  >= 4.17.0 <4.18.0");
}

#[test]
fn releases_of_a_minor_version_replace_the_minor_version_before_and_skip_their_own() {
    let lines =
        ["1.2.2 1.1.1 1.2.1,1.2.0", "1.2.1 1.1.1 1.2.0", "1.2.0 1.1.1", "1.1.1 1.0.0 1.1.0", "1.1.0 1.0.0", "1.0.0"];
    assert_eq!(edges(&lines, "1.2.3"), "1.1.1 1.2.2,1.2.1,1.2.0 -");
    assert_eq!(edges(&lines, "1.3.0"), "1.2.2 - -");
}

#[test]
fn everything_before_is_skipped() {
    let lines = ["1.0.3 - 1.0.2,1.0.1,1.0.0", "1.0.2 - 1.0.1,1.0.0", "1.0.1 - 1.0.0", "1.0.0"];
    assert_eq!(edges(&lines, "1.0.4"), "- 1.0.3,1.0.2,1.0.1,1.0.0 -");
    let lines = ["1.2.0 - 1.1.0,1.0.1,1.0.0", "1.1.0 - 1.0.1,1.0.0", "1.0.1 - 1.0.0", "1.0.0"];
    assert_eq!(edges(&lines, "1.3.0"), "- 1.2.0,1.1.0,1.0.1,1.0.0 -");
}

#[test]
fn a_range_that_ends_at_its_entry_is_continued() {
    let same = ["1.2.0 1.1.0 - >=1.0.0 <1.2.0", "1.1.0 1.0.0 - >=1.0.0 <1.1.0", "1.0.0"];
    assert_eq!(edges(&same, "1.3.0"), "1.2.0 - >=1.0.0 <1.3.0");
    let own_minor =
        ["1.2.2 1.2.1 - >=1.2.0 <1.2.2", "1.2.1 1.2.0 - >=1.2.0 <1.2.1", "1.2.0 1.1.1", "1.1.1 - - >=1.1.0 <1.1.1"];
    assert_eq!(edges(&own_minor, "1.2.3"), "1.2.2 - >=1.2.0 <1.2.3");
    let lower_minor = [
        "4.15.1 4.14.3 4.15.0 >=4.14.0-0 <4.15.1",
        "4.15.0 4.14.3 - >=4.14.0-0 <4.15.0",
        "4.14.3 - - >=4.13.0-0 <4.14.3",
    ];
    assert_eq!(edges(&lower_minor, "4.16.0"), "4.15.1 - >=4.15.0-0 <4.16.0");
    let inclusive = ["1.2.0 1.1.0 - <=1.1.0", "1.1.0 1.0.0 - <=1.0.0", "1.0.0"];
    assert_eq!(edges(&inclusive, "1.3.0"), "1.2.0 - <=1.2.0");
}

#[test]
fn a_range_that_most_entries_lack_is_not_continued() {
    let lines = ["1.3.0 1.2.0", "1.2.0 1.1.0", "1.1.0 1.0.0 - <1.1.0", "1.0.0"];
    assert_eq!(edges(&lines, "1.4.0"), "1.3.0 - -");
    // A range would not match any version.
    assert_eq!(edges(&["1.2.1 - - >=1.2.0 <1.2.1"], "1.2.0-rc.1").split_once(' ').unwrap().1, "- - before 1.2.1");
}

#[test]
fn only_a_range_would_leave_two_heads() {
    let lines = ["1.0.0 - - >=0.9.0 <1.0.0"];
    assert_eq!(edges(&lines, "1.0.1"), "1.0.0 - >=0.9.0 <1.0.1");
}

#[test]
fn all_heads_are_taken_over() {
    let (proposal, effect) = proposed(&["1.1.0 1.0.0", "1.0.1", "1.0.0"], "1.2.0");
    assert!(effect.is_sound);
    assert_eq!(proposal.release.entry.replaces.as_deref(), Some("foo.v1.1.0"));
    assert_eq!(proposal.release.entry.skips, ["foo.v1.0.1"]);
    assert!(proposal.reasons.iter().any(|reason| reason.message.contains("two heads")), "{:?}", proposal.reasons);
}

#[test]
fn a_convention_that_strands_versions_is_not_followed() {
    // By the convention, 1.0.1 would be stranded: its successor 1.1.0 would be skipped.
    let lines = ["1.1.0 1.0.0 1.0.1", "1.0.1 1.0.0", "1.0.0"];
    let (proposal, effect) = proposed(&lines, "1.1.1");
    assert!(effect.is_sound && effect.loses.is_empty(), "{proposal:?} {effect:?}");
}

#[test]
fn stranded_versions_get_an_upgrade_path_where_the_release_can_give_one() {
    // Under OLM v1, 1.0.1 cannot upgrade, because its successor is lower.
    let lines = ["1.0.1-1 1.0.1", "1.0.1 1.0.0", "1.0.0"];
    let (proposal, effect) = proposed(&lines, "1.0.2");
    assert!(effect.is_sound && effect.loses.is_empty());
    assert_eq!(edges(&lines, "1.0.2"), "1.0.1 1.0.1-1 -");
    let gained: Vec<(&str, Semantics)> = effect.gains.iter().map(|step| (step.from.as_str(), step.semantics)).collect();
    assert_eq!(gained, [("foo.v1.0.1", Semantics::V1), ("foo.v1.0.0", Semantics::V1)], "{proposal:?}");
}

#[test]
fn a_release_of_an_older_minor_version_is_inserted() {
    let lines = ["1.2.0 1.1.0", "1.1.0 1.0.0", "1.0.0"];
    assert_eq!(edges(&lines, "1.0.1"), "1.0.0 - - before 1.1.0");
    let skipping = ["1.2.0 - 1.1.0,1.0.0", "1.1.0", "1.0.0"];
    assert_eq!(edges(&skipping, "1.0.1"), "1.0.0 - - before 1.2.0");
    let reason = |lines: &[&'static str]| proposed(lines, "1.0.1").0.reasons.pop().unwrap().message;
    let old = "It is not the newest version, so";
    let head = "The channel head does not change.";
    assert_eq!(reason(&lines), format!("{old} `foo.v1.1.0` replaces it. {head}"));
    assert_eq!(reason(&skipping), format!("{old} `foo.v1.2.0` skips it. {head}"));
}

#[test]
fn names_follow_the_newest() {
    let named = |name: &'static str| {
        let mut channel = channel(&["1.1.0", "1.0.0"]);
        if let Some(newest) = channel.nodes.first_mut() {
            newest.name = name;
        }
        name_of(&Graph::new(&channel), &Version::parse("1.2.0").unwrap())
    };
    assert_eq!(named("foo.v1.1.0"), "foo.v1.2.0");
    assert_eq!(named("foo-operator.1.1.0-aws"), "foo-operator.1.2.0-aws");
    assert_eq!(named("something"), "foo.v1.2.0");
    assert_eq!(
        name_of(&Graph::new(&Channel { package: "bar", ..Channel::default() }), &Version::new(1, 0, 0)),
        "bar.v1.0.0"
    );
}
