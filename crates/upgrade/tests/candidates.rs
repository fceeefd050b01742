//! Values that are offered for a field of an entry: their order, rating and description.

use olmkit_api::EdgeField;
use olmkit_upgrade::candidates::{Query, candidates};
use olmkit_upgrade::{Channel, Node, SkipRange};

/// Entries as `version replaces skips,skips range`, with `-` for an absent value. Names have the prefix `foo.v`.
fn channel(entries: &'static str) -> Channel<'static> {
    let node = |line: &'static str| {
        let mut parts = line.split_whitespace();
        let mut next = || parts.next().filter(|part| *part != "-");
        let name = next().unwrap();
        Node {
            name,
            replaces: next(),
            skips: next().into_iter().flat_map(|skips| skips.split(',')).collect(),
            skip_range: next().map(SkipRange::new),
            version: name.strip_prefix("foo.v"),
            is_deprecated: false,
            has_bundle: true,
        }
    };
    Channel { package: "foo", name: "stable", nodes: entries.trim().lines().map(node).collect(), installed: Vec::new() }
}

/// One line for each candidate: rating, values, effect.
fn offered(entries: &'static str, query: Query<'_>) -> Vec<String> {
    let found = candidates(&channel(entries), query);
    found.into_iter().map(|one| format!("{:?} [{}] {}", one.verdict, one.values.join(" "), one.effect)).collect()
}

/// 1.0.1 and 1.0.2 are stranded under OLM v0, because their only successor is skipped.
const STRANDED: &str = "
foo.v1.2.0 foo.v1.0.0 foo.v1.1.0
foo.v1.1.0 - foo.v1.0.1,foo.v1.0.2
foo.v1.0.2
foo.v1.0.1
foo.v1.0.0 foo.v0.9.0
";
const CHAIN: &str = "
foo.v2.0.0 foo.v1.2.0
foo.v1.2.0 foo.v1.1.0
foo.v1.1.0 foo.v1.0.0
foo.v1.0.0
";
const HEADS: &str = "
foo.v2.0.0
foo.v1.0.0
foo.v0.9.0
";

/// 1.0.1 is stranded under OLM v0.
const ONE: &str = "
foo.v1.2.0 foo.v1.0.0 foo.v1.1.0
foo.v1.1.0 - foo.v1.0.1
foo.v1.0.1
foo.v1.0.0
";
const LONG: &str = "
foo.v2.0.0 foo.v1.11.0
foo.v1.11.0 foo.v1.10.0
foo.v1.10.0 foo.v1.9.0
foo.v1.9.0
";

#[test]
fn values_of_skips() {
    let ask = |entries, kept: &[&str], text| {
        let kept: Vec<String> = kept.iter().map(|name| (*name).to_owned()).collect();
        let entry = if entries == STRANDED || entries == ONE { "foo.v1.2.0" } else { "foo.v2.0.0" };
        offered(entries, Query { entry, field: EdgeField::Skips, kept: &kept, text })
    };
    let expected = [
        "Good [foo.v1.0.2 foo.v1.0.1] no version is stranded",
        "Neutral [foo.v1.0.2] foo.v1.0.1 stays stranded under v0",
        "Neutral [foo.v1.0.1] foo.v1.0.2 stays stranded under v0",
        "Neutral [foo.v0.9.0] foo.v1.0.1 and foo.v1.0.2 stay stranded under v0",
        "Bad [foo.v1.0.0] strands foo.v0.9.0 under v0",
    ];
    assert_eq!(ask(STRANDED, &["foo.v1.1.0"], ""), expected);
    assert_eq!(ask(STRANDED, &["foo.v1.1.0"], "V1.0.0"), ["Bad [foo.v1.0.0] strands foo.v0.9.0 under v0"]);
    let expected = [
        "Good [foo.v1.0.0] no version is stranded",
        "Bad [foo.v1.2.0] strands foo.v1.0.0 and foo.v1.1.0 under v0, opm rejects it",
        "Bad [foo.v1.1.0] strands foo.v1.0.0 under v0, opm rejects it",
    ];
    assert_eq!(ask(CHAIN, &[], ""), expected);
    let expected =
        ["Good [foo.v1.0.1] no version is stranded", "Neutral [foo.v1.0.0] foo.v1.0.1 stays stranded under v0"];
    assert_eq!(ask(ONE, &["foo.v1.1.0"], ""), expected);
    let expected = "Bad [foo.v1.11.0] strands foo.v1.9.0 and foo.v1.10.0 under v0, opm rejects it";
    assert_eq!(ask(LONG, &[], "1.11"), [expected]);
    // A channel that opm rejects already is only rated by its stranded versions.
    let expected = [
        "Good [foo.v1.0.0 foo.v0.9.0] no version is stranded",
        "Neutral [foo.v1.0.0] foo.v0.9.0, foo.v1.0.0 and 1 more stay stranded, opm still rejects it",
        "Neutral [foo.v0.9.0] foo.v0.9.0, foo.v1.0.0 and 1 more stay stranded, opm still rejects it",
    ];
    assert_eq!(ask(HEADS, &[], ""), expected);
}

#[test]
fn values_of_replaces() {
    let ask = |entries, entry, text| offered(entries, Query { entry, field: EdgeField::Replaces, kept: &[], text });
    let typed = [
        "Neutral [foo.v1.0.0] foo.v1.0.1 and foo.v1.0.2 stay stranded under v0",
        "Bad [foo.v1.1.0] 2 channel heads, opm rejects it",
        "Bad [foo.v1.0.2] 2 channel heads, opm rejects it",
        "Bad [foo.v1.0.1] 2 channel heads, opm rejects it",
    ];
    assert_eq!(ask(STRANDED, "foo.v1.2.0", "1.0"), [typed[0], typed[1], typed[2], typed[3]]);
    let removed = "Bad [] 2 channel heads, opm rejects it";
    assert_eq!(ask(STRANDED, "foo.v1.2.0", ""), [typed[0], removed, typed[1], typed[2], typed[3]]);
    let expected = [
        "Good [] no version is stranded",
        "Bad [foo.v2.0.0] no channel head, opm rejects it",
        "Bad [foo.v1.2.0] replaces contains a cycle, opm rejects it",
        "Bad [foo.v1.1.0] replaces contains a cycle, opm rejects it",
    ];
    assert_eq!(ask(CHAIN, "foo.v1.0.0", ""), expected);
    // Older versions come before newer ones.
    let expected = [
        "Good [foo.v1.10.0] no version is stranded",
        "Bad [foo.v1.9.0] 2 channel heads, opm rejects it",
        "Bad [foo.v2.0.0] strands foo.v1.11.0 and foo.v2.0.0, opm rejects it",
    ];
    assert_eq!(ask(LONG, "foo.v1.11.0", "foo"), expected);
    // Only entries have candidates, and are candidates of `replaces`.
    assert_eq!(ask(STRANDED, "foo.v0.9.0", ""), [""; 0]);
    assert_eq!(ask(STRANDED, "foo.v9.0.0", ""), [""; 0]);
    assert_eq!(ask(STRANDED, "foo.v1.2.0", "0.9"), [""; 0]);
}

#[test]
fn values_of_skip_range() {
    let ask = |entries, entry, text| offered(entries, Query { entry, field: EdgeField::SkipRange, kept: &[], text });
    let stays = "foo.v1.0.1 and foo.v1.0.2 stay stranded under v0";
    let (all, minor) = (
        "Good [>=1.0.0 <1.2.0] matches 4 entries, no version is stranded",
        format!("Neutral [>=1.1.0 <1.2.0] matches 1 entry, {stays}"),
    );
    assert_eq!(ask(STRANDED, "foo.v1.2.0", ""), [all, &minor, &format!("Neutral [] {stays}")]);
    let typed = "Good [>=1.0.1 <1.2.0] matches 3 entries, no version is stranded";
    assert_eq!(ask(STRANDED, "foo.v1.2.0", ">=1.0.1 <1.2.0"), [typed, all, &minor]);
    assert_eq!(ask(STRANDED, "foo.v1.2.0", "^1"), [all, &minor, "Bad [^1] is not a valid version range"]);
    let own = format!("Neutral [>=1.0.0 <1.0.2] matches 2 entries, {stays}");
    assert_eq!(ask(STRANDED, "foo.v1.0.2", ""), [own, format!("Neutral [] {stays}")]);
    let expected =
        ["Good [>=1.0.0 <2.0.0] matches 3 entries, no version is stranded", "Good [] no version is stranded"];
    assert_eq!(ask(CHAIN, "foo.v2.0.0", ""), expected);
    assert_eq!(ask(CHAIN, "foo.v1.0.0", ""), ["Good [] no version is stranded"]);
}

/// 1.0.0 is skipped only, and is not an entry.
const NAMED: &str = "
foo.v1.2.0 foo.v1.1.0 foo.v1.0.0
foo.v1.1.0 foo.v0.9.0
";
/// 1.2.0 is newer than the entry that is edited.
const BEHIND: &str = "
foo.v1.3.0 foo.v1.1.0 foo.v1.2.0
foo.v1.2.0
foo.v1.1.0 foo.v1.0.0
foo.v1.0.0 foo.v0.9.0
";
/// opm accepts the channel, because 1.2.0 skips 1.0.5. OLM reaches the head from it by the range, too.
const SKIPPED: &str = "
foo.v1.2.0 foo.v1.0.0 foo.v1.1.0,foo.v1.0.5 >=1.0.0
foo.v1.1.0 foo.v1.0.5
foo.v1.0.5
foo.v1.0.0
";

#[test]
fn a_version_that_a_value_no_longer_names_is_stranded() {
    let ask = |entry, field, kept: &[&str]| {
        let kept: Vec<String> = kept.iter().map(|name| (*name).to_owned()).collect();
        offered(NAMED, Query { entry, field, kept: &kept, text: "" })
    };
    let removed = ask("foo.v1.1.0", EdgeField::Replaces, &[]);
    assert!(removed.contains(&"Bad [] strands foo.v0.9.0".to_owned()), "{removed:?}");
    let removed = ask("foo.v1.2.0", EdgeField::Skips, &[]);
    assert!(removed.contains(&"Bad [foo.v0.9.0] strands foo.v1.0.0".to_owned()), "{removed:?}");
}

#[test]
fn a_value_after_which_opm_rejects_the_channel_says_so() {
    let kept = ["foo.v1.1.0".to_owned()];
    let ask =
        |entries| offered(entries, Query { entry: "foo.v1.2.0", field: EdgeField::Skips, kept: &kept, text: "1.0" });
    let expected =
        ["Good [foo.v1.0.5] no version is stranded", "Bad [foo.v1.0.0] no version is stranded, opm rejects it"];
    assert_eq!(ask(SKIPPED), expected);
    let rejected = SKIPPED.replace(",foo.v1.0.5", "");
    let expected = [
        "Good [foo.v1.0.5] no version is stranded",
        "Neutral [foo.v1.0.0] no version is stranded, opm still rejects it",
    ];
    assert_eq!(ask(String::leak(rejected)), expected);
}

#[test]
fn newer_versions_are_last_and_only_offered_in_skips_when_typed() {
    let ask = |entry, text| offered(CHAIN, Query { entry, field: EdgeField::Skips, kept: &[], text });
    let older = "Good [foo.v1.0.0] no version is stranded";
    assert_eq!(ask("foo.v1.1.0", ""), [older]);
    assert_eq!(ask("foo.v1.1.0", "foo")[0], older);
    // Also behind older versions whose skip strands something.
    let query = Query { entry: "foo.v1.1.0", field: EdgeField::Skips, kept: &[], text: "foo" };
    let found = offered(BEHIND, query);
    let expected = [
        "Good [foo.v0.9.0] no version is stranded",
        "Bad [foo.v1.0.0] strands foo.v0.9.0 under v0",
        "Good [foo.v1.2.0] no version is stranded",
        "Bad [foo.v1.3.0] no channel head, opm rejects it",
    ];
    assert_eq!(found, expected);
}
