//! Upgrade paths, and the explanations of why they end.

use olmkit_upgrade::Semantics::{self, V0, V1};
use olmkit_upgrade::path::follow;
use olmkit_upgrade::stranded::find;
use olmkit_upgrade::v0::OrderError;
use olmkit_upgrade::{Channel, Graph, Installed, Node, SkipRange};

/// Parses `version replaces skips,skips flags range`, with `-` for an absent value. Names are versions with the prefix
/// `v`. The flags are `d` (deprecated), `n` (no bundle) and `u` (unknown version).
fn channel(lines: &[&'static str]) -> Channel<'static> {
    let name = |version: &str| -> &'static str { format!("v{version}").leak() };
    let node = |line: &'static str| {
        let mut fields = line.splitn(5, ' ').map(|text| (text != "-").then_some(text));
        let version = fields.next().flatten().unwrap();
        let replaces = fields.next().flatten().map(name);
        let skips = fields.next().flatten().map(|names| names.split(',').map(name).collect()).unwrap_or_default();
        let flags = fields.next().flatten().unwrap_or_default();
        Node {
            name: name(version),
            replaces,
            skips,
            skip_range: fields.next().flatten().map(SkipRange::new),
            version: (!flags.contains('u')).then_some(version),
            is_deprecated: flags.contains('d'),
            has_bundle: !flags.contains('n'),
        }
    };
    Channel { package: "foo", name: "stable", nodes: lines.iter().copied().map(node).collect(), installed: Vec::new() }
}

/// One line per group of stranded entries: the cause, the message and the help.
fn explained(semantics: Semantics, lines: &[&'static str]) -> Vec<String> {
    let channel = channel(lines);
    let graph = Graph::new(&channel);
    let findings = find(&graph, semantics);
    let groups = findings.groups(&graph, |id| graph.is_entry(id));
    let line = |group| {
        let (message, help) = findings.explain_group(&graph, group);
        let stop = group.stops.first().and_then(|stop| findings.stops.get(*stop)).unwrap();
        format!("{}: {message} / {help}", stop.cause.name())
    };
    groups.iter().map(line).collect()
}

/// Semantics, entries, explanations.
type Case = (Semantics, &'static [&'static str], &'static [&'static str]);

const CASES: &[Case] = &[
    (
        V0,
        &["1.2.0 1.0.0 1.1.0", "1.1.0 - 1.0.1", "1.0.1", "1.0.0"],
        &[
            "successor-skipped: `v1.0.1` is stranded under OLM v0: the only version that accepts it is `v1.1.0` (skips), but `v1.2.0` skips `v1.1.0`. OLM v0 never installs a skipped version, so a cluster that runs it is not upgraded, and its Subscription reports `AtLatestKnown`. / Add `v1.0.1` to the `skips` of `v1.2.0`, or give `v1.2.0` a `skipRange` that matches 1.0.1.",
        ],
    ),
    (
        V0,
        &[
            "2.0.0 1.0.0 1.1.0,1.2.0",
            "1.1.0 - 0.2.0,0.3.0",
            "1.2.0 0.2.0 0.3.0,1.1.0",
            "0.3.0",
            "0.2.0 0.1.0",
            "0.1.0",
            "1.0.0",
        ],
        &[
            "successor-skipped: `v0.3.0` and `v0.2.0` are stranded under OLM v0: the only versions that accept them are `v1.1.0` (skips) and `v1.2.0` (replaces or skips), but `v2.0.0` and `v1.2.0` skip `v1.1.0` and `v2.0.0` skips `v1.2.0`. OLM v0 never installs a skipped version, so clusters that run them are not upgraded, and their Subscriptions report `AtLatestKnown`. / Add `v0.3.0` and `v0.2.0` to the `skips` of `v2.0.0`.",
            "successor-skipped: `v0.1.0` is stranded under OLM v0: the only version that accepts it is `v0.2.0` (replaces), but `v1.1.0` skips `v0.2.0`. OLM v0 never installs a skipped version, so a cluster that runs it is not upgraded, and its Subscription reports `AtLatestKnown`. / Add `v0.1.0` to the `skips` of `v2.0.0`, or give `v2.0.0` a `skipRange` that matches 0.1.0.",
        ],
    ),
    (
        V0,
        &["2.0.0 1.0.0 1.6.0", "1.6.0 1.5.0", "1.5.0 1.4.0", "1.4.0", "1.0.0"],
        &[
            "successor-skipped: `v1.5.0` is stranded under OLM v0: the only version that accepts it is `v1.6.0` (replaces), but `v2.0.0` skips `v1.6.0`. OLM v0 never installs a skipped version, so a cluster that runs it is not upgraded, and its Subscription reports `AtLatestKnown`. / Add `v1.5.0` to the `skips` of `v2.0.0`, or give `v2.0.0` a `skipRange` that matches 1.5.0.",
            "successor-off-chain: `v1.4.0` can only upgrade to `v1.5.0` (replaces), which is not on the replaces chain of the head `v2.0.0`. / Add `v1.4.0` to the `skips` of `v2.0.0`, or give `v2.0.0` a `skipRange` that matches 1.4.0.",
        ],
    ),
    (
        V0,
        &["2.0.0 1.0.0", "1.0.0 1.0.0"],
        &[
            "channel-error: OLM v0 cannot sort channel `stable`: the replaces chain of `v2.0.0` contains a cycle (`v1.0.0` replaces `v1.0.0`). No version of this channel is installed or upgraded, and all other Subscriptions in the namespace are blocked too. / Remove the `replaces` of `v1.0.0`, or set it to an older version.",
        ],
    ),
    (
        V0,
        &["3.0.0 2.0.0", "2.0.0 1.0.0", "1.0.0 2.0.0"],
        &[
            "channel-error: OLM v0 cannot sort channel `stable`: the replaces chain of `v3.0.0` contains a cycle (`v2.0.0` replaces `v1.0.0` replaces `v2.0.0`). No version of this channel is installed or upgraded, and all other Subscriptions in the namespace are blocked too. / Remove the `replaces` of `v2.0.0`, or set it to an older version.",
        ],
    ),
    (
        V0,
        &["3.0.0 2.0.0 2.0.0", "2.0.0 1.0.0", "1.0.0 2.0.0"],
        &[
            "channel-error: OLM v0 cannot sort channel `stable`: the replaces chain of `v3.0.0` contains a cycle (`v2.0.0` replaces `v1.0.0` replaces `v2.0.0`). opm does not detect the cycle because `v2.0.0` is skipped. No version of this channel is installed or upgraded, and all other Subscriptions in the namespace are blocked too. / Remove the `replaces` of `v2.0.0`, or set it to an older version.",
        ],
    ),
    (
        V0,
        &["3.0.0 1.0.0", "2.0.0 1.0.0", "1.0.0"],
        &[
            "channel-error: OLM v0 cannot sort channel `stable`, because it has 2 heads: `v2.0.0` and `v3.0.0`. No version of this channel is installed or upgraded, and all other Subscriptions in the namespace are blocked too. / Make the newest entry replace or skip the others.",
        ],
    ),
    // Without versions there is no newest entry, so the channel has no head under OLM v1.
    (
        V1,
        &["2.0.0 - - un", "1.0.0 - - un"],
        &[
            "no-successor: `v2.0.0` and `v1.0.0` cannot upgrade under OLM v1: no entry of channel `stable` replaces or skips them, and no skipRange of another entry matches. / Make the newest entry replace or skip the others.",
        ],
    ),
    (
        V0,
        &["2.0.0 1.0.0", "2.0.0 1.0.0", "1.0.0"],
        &[
            "channel-error: OLM v0 cannot sort channel `stable`, because it lists `v2.0.0` twice. No version of this channel is installed or upgraded, and all other Subscriptions in the namespace are blocked too. / Merge the entries of `v2.0.0` into one.",
        ],
    ),
    (
        V0,
        &["2.0.0 1.0.0", "1.0.0 2.0.0"],
        &[
            "channel-error: OLM v0 cannot sort channel `stable`, because every entry is replaced or skipped. No version of this channel is installed or upgraded, and all other Subscriptions in the namespace are blocked too. / Remove the newest version from all `replaces` and `skips`.",
        ],
    ),
    (
        V0,
        &["3.0.0 2.0.0 2.0.0", "2.0.0 1.0.0", "1.0.0 0.1.0", "0.1.0 - - - 1.0.0"],
        &[
            "downgrade-loop: OLM v0 upgrades and downgrades `v1.0.0` and `v0.1.0` endlessly and never reaches the head `v3.0.0`, because the skipRange of an older entry matches a newer version. / End each skipRange below the version of its own entry.",
        ],
    ),
    (
        V0,
        &["3.0.0 2.0.0 2.0.0", "2.0.0 1.0.0", "1.0.0 - - - 1.0.0"],
        &[
            "own-range: `v1.0.0` is stranded under OLM v0: its skipRange matches its own version, and no newer entry accepts it, so OLM v0 selects it again. / End each skipRange below the version of its own entry, and add `v1.0.0` to the `skips` of `v3.0.0`, or give `v3.0.0` a `skipRange` that matches 1.0.0.",
        ],
    ),
    (V0, &["3.0.0 2.0.0 1.0.0", "2.0.0", "1.0.0 - 1.0.0"], &[]),
    (
        V0,
        &["3.0.0 2.0.0", "2.0.0", "1.0.0 - 1.0.0"],
        &[
            "no-successor: `v1.0.0` cannot upgrade under OLM v0: no entry of channel `stable` replaces or skips it, and no skipRange matches 1.0.0. opm does not detect this because `v1.0.0` skips itself. / Add `v1.0.0` to the `skips` of `v3.0.0`, or give `v3.0.0` a `skipRange` that matches 1.0.0.",
        ],
    ),
    (
        V0,
        &["3.0.0 2.0.0", "2.0.0", "1.0.0 - 1.0.0 u"],
        &[
            "no-successor: `v1.0.0` cannot upgrade under OLM v0: no entry of channel `stable` replaces or skips it, and no skipRange of another entry matches. opm does not detect this because `v1.0.0` skips itself. / Add `v1.0.0` to the `skips` of `v3.0.0`.",
        ],
    ),
    (
        V0,
        &["3.0.0 2.0.0", "2.0.0", "1.1.0 - 1.1.0", "1.0.0 - 1.0.0"],
        &[
            "no-successor: `v1.1.0` and `v1.0.0` cannot upgrade under OLM v0: no entry of channel `stable` replaces or skips them, and no skipRange of another entry matches. opm does not detect this because `v1.1.0` skips itself. / Add `v1.1.0` and `v1.0.0` to the `skips` of `v3.0.0`.",
        ],
    ),
    (
        V0,
        &["3.0.0 2.0.0 - - 1.0.0 || || 2.0.0", "2.0.0 1.0.0", "1.0.0"],
        &[
            "range-panic: The skipRange of `v3.0.0` has an empty alternative. OLM v0 crashes when it evaluates the range for `v2.0.0`. / Remove the extra `||`.",
        ],
    ),
    (
        V1,
        &["3.0.0 2.0.0", "2.0.0", "1.0.0 - 1.0.0"],
        &[
            "no-successor: `v1.0.0` cannot upgrade under OLM v1: no entry of channel `stable` replaces or skips it, and no skipRange matches 1.0.0. opm does not detect this because `v1.0.0` skips itself. / Add `v1.0.0` to the `skips` of `v3.0.0`, or give `v3.0.0` a `skipRange` that matches 1.0.0.",
        ],
    ),
    (
        V1,
        &["2.0.0-1 2.0.0", "2.0.0 1.0.0", "1.0.0"],
        &[
            "successor-lower: `v2.0.0` (2.0.0) is stranded under OLM v1: its successor `v2.0.0-1` (2.0.0-1, replaces) has a lower version. OLM v1 selects the highest version among the installed one and its successors, so it does not upgrade. `2.0.0-1` is a pre-release of `2.0.0`, which is older. A rebuild needs a higher version, for example with build metadata `+N`, which OLM v1 reads as the release. `v1.0.0` upgrades only up to `v2.0.0`. / Publish a new release with a version higher than 2.0.0 that skips or replaces `v2.0.0`.",
        ],
    ),
    (
        V1,
        &["3.0.0 1.5.0", "1.5.0 2.0.0", "1.4.0 2.0.0 1.4.0", "2.0.0 1.0.0", "1.0.0"],
        &[
            "no-successor: `v1.4.0` cannot upgrade under OLM v1: no entry of channel `stable` replaces or skips it, and no skipRange matches 1.4.0. opm does not detect this because `v1.4.0` skips itself. / Add `v1.4.0` to the `skips` of `v3.0.0`, or give `v3.0.0` a `skipRange` that matches 1.4.0.",
            "successor-lower: `v2.0.0` (2.0.0) is stranded under OLM v1: its successors `v1.5.0` (1.5.0, replaces) and `v1.4.0` (1.4.0, replaces) have lower versions. OLM v1 selects the highest version among the installed one and its successors, so it does not upgrade. `v1.0.0` upgrades only up to `v2.0.0`. / Make an entry with a higher version than 2.0.0, for example the head `v3.0.0`, match 2.0.0 with its `skipRange` or skip `v2.0.0`. OLM v0 does not install skipped versions.",
        ],
    ),
    (
        V1,
        &["2.0.0 1.0.0 - u", "1.0.0"],
        &[
            "successor-lower: `v1.0.0` (1.0.0) is stranded under OLM v1: `v2.0.0` has no valid version. OLM v1 selects the highest version among the installed one and its successors. / Correct the version of `v2.0.0`.",
        ],
    ),
    (
        V1,
        &["2.0.0 1.0.0 - n", "1.0.0"],
        &[
            "successor-without-bundle: `v2.0.0` is a successor of `v1.0.0`, but the package has no such `olm.bundle`. / Add the bundle of `v2.0.0`, or remove the entry.",
        ],
    ),
    (
        V1,
        &["2.0.0 1.0.0 1.1.0 n", "1.1.0 1.0.0 - n", "1.0.0"],
        &[
            "successor-without-bundle: `v2.0.0` is a successor of `v1.1.0`, but the package has no such `olm.bundle`. / Add the bundle of `v2.0.0`, or remove the entry.",
            "successor-without-bundle: `v2.0.0` and `v1.1.0` are successors of `v1.0.0`, but the package has no such `olm.bundle`. / Add the bundle of `v2.0.0` and `v1.1.0`, or remove the entry.",
        ],
    ),
    (
        V1,
        &["2.0.0 1.0.0 - d", "1.0.0"],
        &[
            "successor-deprecated: `v1.0.0` is stranded under OLM v1: its successor `v2.0.0` is deprecated, and OLM v1 does not upgrade from a version that is not deprecated to one that is. / Make a version that is not deprecated replace or skip `v1.0.0`, or deprecate `v1.0.0` as well.",
        ],
    ),
    (
        V1,
        &["3.0.0 1.0.0 2.0.0 d", "2.0.0 1.0.0 - d", "1.0.0"],
        &[
            "successor-deprecated: `v1.0.0` is stranded under OLM v1: its successors `v3.0.0` and `v2.0.0` are deprecated, and OLM v1 does not upgrade from a version that is not deprecated to one that is. / Make a version that is not deprecated replace or skip `v1.0.0`, or deprecate `v1.0.0` as well.",
        ],
    ),
    (V1, &["3.0.0 2.0.0 - - 1.0.0 || || 2.0.0", "2.0.0 1.0.0", "1.0.0"], &[]),
    (
        V1,
        &["2.0.0 2.0.0+01", "2.0.0+01 1.0.0", "1.0.0"],
        &[
            "successor-equal: `v2.0.0` and `v2.0.0+01` have the same version and release for OLM v1 (build metadata that is not a valid release is ignored). Which one it installs depends on the order in which it reads files. `v1.0.0` upgrades only up to `v2.0.0+01`. / Publish a new release with a version higher than 2.0.0+01 that skips or replaces `v2.0.0+01`.",
        ],
    ),
    (
        V1,
        &["4.0.0", "3.0.0 - - - 1.0.0 || || 2.0.0", "2.0.0 1.0.0", "1.0.0"],
        &[
            "range-panic: The skipRange of `v3.0.0` has an empty alternative. OLM v1 crashes when it evaluates the range for `v3.0.0` and `v2.0.0`. `v1.0.0` upgrades only up to `v3.0.0` and `v2.0.0`. / Remove the extra `||`.",
        ],
    ),
    (
        V1,
        &["2.0.0 1.0.0 - d", "0.5.0 1.0.0 - d", "1.0.0", "3.0.0"],
        &[
            "no-successor: `v2.0.0` and `v0.5.0` cannot upgrade under OLM v1: no entry of channel `stable` replaces or skips them, and no skipRange of another entry matches. / Add `v2.0.0` and `v0.5.0` to the `skips` of `v3.0.0`.",
            "successor-deprecated: `v1.0.0` is stranded under OLM v1: its successor `v2.0.0` is deprecated, and OLM v1 does not upgrade from a version that is not deprecated to one that is. / Make a version that is not deprecated replace or skip `v1.0.0`, or deprecate `v1.0.0` as well.",
        ],
    ),
    (V1, &["2.0.0 1.0.0 - d", "1.0.0 - - d"], &[]),
    (
        V1,
        &["1.0.0 2.0.0 - d", "2.0.0", "3.0.0"],
        &[
            "no-successor: `v1.0.0` cannot upgrade under OLM v1: no entry of channel `stable` replaces or skips it, and no skipRange matches 1.0.0. / Add `v1.0.0` to the `skips` of `v3.0.0`, or give `v3.0.0` a `skipRange` that matches 1.0.0.",
            "successor-lower: `v2.0.0` (2.0.0) is stranded under OLM v1: its successor `v1.0.0` (1.0.0, replaces) has a lower version. OLM v1 selects the highest version among the installed one and its successors, so it does not upgrade. / Make an entry with a higher version than 2.0.0, for example the head `v3.0.0`, match 2.0.0 with its `skipRange` or skip `v2.0.0`. OLM v0 does not install skipped versions.",
        ],
    ),
    (
        V0,
        &["4.0.0 3.0.0 - - 2.0.0 || || 1.0.0", "3.0.0 2.0.0 - - 1.0.0 || || 2.0.0", "2.0.0 1.0.0", "1.0.0"],
        &[
            "range-panic: The skipRange of `v4.0.0` and `v3.0.0` has an empty alternative. OLM v0 crashes when it evaluates the range for `v3.0.0`. / Remove the extra `||`.",
            "range-panic: The skipRange of `v3.0.0` has an empty alternative. OLM v0 crashes when it evaluates the range for `v2.0.0`. / Remove the extra `||`.",
            "range-panic: The skipRange of `v4.0.0` has an empty alternative. OLM v0 crashes when it evaluates the range for `v1.0.0`. / Remove the extra `||`.",
        ],
    ),
    (
        V0,
        &["3.0.0 2.0.0 2.0.0", "2.0.0 1.0.0", "1.0.0"],
        &[
            "successor-skipped: `v1.0.0` is stranded under OLM v0: the only version that accepts it is `v2.0.0` (replaces), but `v3.0.0` skips `v2.0.0`. OLM v0 never installs a skipped version, so a cluster that runs it is not upgraded, and its Subscription reports `AtLatestKnown`. / Add `v1.0.0` to the `skips` of `v3.0.0`, or give `v3.0.0` a `skipRange` that matches 1.0.0.",
        ],
    ),
    (
        V0,
        &["3.0.0 2.0.0 1.5.0", "2.0.0", "1.5.0 1.0.0", "1.0.0 - - - 1.0.0"],
        &[
            "successor-skipped: `v1.0.0` is stranded under OLM v0: the only version that accepts it is `v1.5.0` (replaces), but `v3.0.0` skips `v1.5.0`. OLM v0 never installs a skipped version, so a cluster that runs it is not upgraded, and its Subscription reports `AtLatestKnown`. / Add `v1.0.0` to the `skips` of `v3.0.0`, or give `v3.0.0` a `skipRange` that matches 1.0.0.",
        ],
    ),
    (
        V1,
        &["3.0.0", "2.0.0", "2.0.0+01 1.0.0", "1.0.0"],
        &[
            "successor-equal: `v2.0.0` and `v2.0.0+01` have the same version and release for OLM v1 (build metadata that is not a valid release is ignored). Which one it installs depends on the order in which it reads files. `v2.0.0` and `v1.0.0` upgrade only up to `v2.0.0+01`. / Make an entry with a higher version than 2.0.0+01, for example the head `v3.0.0`, match 2.0.0+01 with its `skipRange` or skip `v2.0.0+01`. OLM v0 does not install skipped versions.",
        ],
    ),
    (
        V1,
        &["3.0.0", "2.0.0 - - d", "2.0.0+01 1.0.0", "1.0.0"],
        &[
            "successor-equal: `v2.0.0` and `v2.0.0+01` have the same version and release for OLM v1 (build metadata that is not a valid release is ignored). Which one it installs depends on the order in which it reads files. `v2.0.0` and `v1.0.0` upgrade only up to `v2.0.0+01`. / Make an entry with a higher version than 2.0.0+01, for example the head `v3.0.0`, match 2.0.0+01 with its `skipRange` or skip `v2.0.0+01`. OLM v0 does not install skipped versions.",
        ],
    ),
    // Several entries at which upgrades end for one reason.
    (
        V0,
        &["3.0.0 2.0.0 2.0.0,1.0.5", "2.0.0 1.1.0", "1.1.0 1.0.5 - - 1.1.0", "1.0.5 1.0.0", "1.0.0 - - - 1.0.0"],
        &[
            "own-range: `v1.1.0` and `v1.0.0` are stranded under OLM v0: the skipRange of each matches its own version, and no newer entry accepts it, so OLM v0 selects it again. / End each skipRange below the version of its own entry, and add `v1.1.0` and `v1.0.0` to the `skips` of `v3.0.0`.",
        ],
    ),
    (
        V0,
        &["3.0.0 1.0.0 2.0.0", "2.0.0 1.5.0 1.4.0", "1.5.0", "1.4.0", "1.0.0"],
        &[
            "successor-skipped: `v1.5.0` and `v1.4.0` are stranded under OLM v0: the only version that accepts them is `v2.0.0` (replaces or skips), but `v3.0.0` skips `v2.0.0`. OLM v0 never installs a skipped version, so clusters that run them are not upgraded, and their Subscriptions report `AtLatestKnown`. / Add `v1.5.0` and `v1.4.0` to the `skips` of `v3.0.0`.",
        ],
    ),
    (
        V0,
        &["4.0.0 1.0.0 2.0.0", "2.0.0 1.9.0", "1.9.0 1.5.0 1.4.0", "1.5.0", "1.4.0", "1.0.0"],
        &[
            "successor-skipped: `v1.9.0` is stranded under OLM v0: the only version that accepts it is `v2.0.0` (replaces), but `v4.0.0` skips `v2.0.0`. OLM v0 never installs a skipped version, so a cluster that runs it is not upgraded, and its Subscription reports `AtLatestKnown`. / Add `v1.9.0` to the `skips` of `v4.0.0`, or give `v4.0.0` a `skipRange` that matches 1.9.0.",
            "successor-off-chain: `v1.5.0` and `v1.4.0` can only upgrade to `v1.9.0` (replaces or skips), which is not on the replaces chain of the head `v4.0.0`. / Add `v1.5.0` and `v1.4.0` to the `skips` of `v4.0.0`.",
        ],
    ),
    (
        V0,
        &["4.0.0 1.0.0 2.0.0", "2.0.0 1.9.0 1.5.0", "1.9.0 1.5.0", "1.5.0", "1.0.0"],
        &[
            "successor-skipped: `v1.9.0` and `v1.5.0` are stranded under OLM v0: a version that accepts them is `v2.0.0` (replaces or skips), but `v4.0.0` skips `v2.0.0`. OLM v0 never installs a skipped version, so clusters that run them are not upgraded, and their Subscriptions report `AtLatestKnown`. / Add `v1.9.0` and `v1.5.0` to the `skips` of `v4.0.0`.",
        ],
    ),
    (
        V1,
        &["1.0.0 2.0.0 2.1.0", "2.0.0", "2.1.0", "3.0.0"],
        &[
            "no-successor: `v1.0.0` cannot upgrade under OLM v1: no entry of channel `stable` replaces or skips it, and no skipRange matches 1.0.0. / Add `v1.0.0` to the `skips` of `v3.0.0`, or give `v3.0.0` a `skipRange` that matches 1.0.0.",
            "successor-lower: `v2.0.0` (2.0.0) and `v2.1.0` (2.1.0) are stranded under OLM v1: their successor `v1.0.0` (1.0.0, replaces or skips) has a lower version. OLM v1 selects the highest version among the installed one and its successors, so it does not upgrade. / Make an entry with a higher version than 2.1.0, for example the head `v3.0.0`, match 2.0.0 and 2.1.0 with its `skipRange` or skip `v2.0.0` and `v2.1.0`. OLM v0 does not install skipped versions.",
        ],
    ),
    (
        V1,
        &["2.0.0-1 2.1.0 2.0.0", "2.0.0", "2.1.0"],
        &[
            "successor-lower: `v2.0.0` (2.0.0) and `v2.1.0` (2.1.0) are stranded under OLM v1: their successor `v2.0.0-1` (2.0.0-1, replaces or skips) has a lower version. OLM v1 selects the highest version among the installed one and its successors, so it does not upgrade. `2.0.0-1` is a pre-release of `2.0.0`, which is older. A rebuild needs a higher version, for example with build metadata `+N`, which OLM v1 reads as the release. / Publish a new release with a version higher than 2.1.0 that skips or replaces `v2.0.0` and `v2.1.0`.",
        ],
    ),
    (
        V1,
        &["2.0.0-1 2.1.0 2.0.0", "2.1.0", "2.0.0"],
        &[
            "successor-lower: `v2.1.0` (2.1.0) and `v2.0.0` (2.0.0) are stranded under OLM v1: their successor `v2.0.0-1` (2.0.0-1, replaces or skips) has a lower version. OLM v1 selects the highest version among the installed one and its successors, so it does not upgrade. `2.0.0-1` is a pre-release of `2.0.0`, which is older. A rebuild needs a higher version, for example with build metadata `+N`, which OLM v1 reads as the release. / Publish a new release with a version higher than 2.1.0 that skips or replaces `v2.1.0` and `v2.0.0`.",
        ],
    ),
    (
        V1,
        &["3.0.0 2.0.0 1.0.0 u", "2.0.0", "1.0.0"],
        &[
            "successor-lower: `v2.0.0` (2.0.0) and `v1.0.0` (1.0.0) are stranded under OLM v1: `v3.0.0` has no valid version. OLM v1 selects the highest version among the installed one and its successors. / Correct the version of `v3.0.0`.",
        ],
    ),
    (
        V1,
        &["3.0.0 1.0.0 1.1.0 d", "1.1.0", "1.0.0"],
        &[
            "successor-deprecated: `v1.1.0` and `v1.0.0` are stranded under OLM v1: their successor `v3.0.0` is deprecated, and OLM v1 does not upgrade from a version that is not deprecated to one that is. / Make a version that is not deprecated replace or skip `v1.1.0` and `v1.0.0`, or deprecate `v1.1.0` and `v1.0.0` as well.",
        ],
    ),
];

#[test]
fn each_cause_is_explained() {
    for (semantics, lines, expected) in CASES {
        assert_eq!(explained(*semantics, lines), *expected, "{} {lines:?}", semantics.name());
    }
}

/// The upgrades and the reason why they end.
fn path(semantics: Semantics, lines: &[&'static str], from: &str, to: Option<&str>) -> (String, Option<String>) {
    let channel = channel(lines);
    let graph = Graph::new(&channel);
    let id = |name: &str| *graph.ids.get(name).unwrap();
    let found = follow(&graph, &find(&graph, semantics), id(from), to.map(id));
    let steps: String = found.steps.iter().map(|step| format!(" {} {}", step.edge.name(), step.to)).collect();
    let cause = found.cause.map_or("-", |cause| cause.name());
    let reaches = if found.reaches { "reached" } else { "missed" };
    (format!("{}{steps}: {} {reaches}, {cause}", found.from, found.to.unwrap_or("-")), found.stops_because)
}

#[test]
fn a_path_ends_at_its_target_or_at_the_head() {
    let lines = ["3.0.0 2.0.0", "2.0.0 1.0.0 1.1.0", "1.1.0", "1.0.0"];
    let paths = [
        ("v1.0.0", None, "v1.0.0 replaces v2.0.0 replaces v3.0.0: v3.0.0 reached, -"),
        ("v1.1.0", Some("v2.0.0"), "v1.1.0 skips v2.0.0: v2.0.0 reached, -"),
        ("v3.0.0", None, "v3.0.0: v3.0.0 reached, -"),
        ("v1.0.0", Some("v1.0.0"), "v1.0.0: v1.0.0 reached, -"),
    ];
    for (from, to, expected) in paths {
        assert_eq!(path(V0, &lines, from, to), (expected.to_owned(), None));
    }
    let (steps, reason) = path(V0, &lines, "v2.0.0", Some("v1.0.0"));
    assert_eq!(steps, "v2.0.0 replaces v3.0.0: v1.0.0 missed, -");
    assert_eq!(reason.unwrap(), "The upgrade path of `v2.0.0` ends at `v3.0.0` and does not reach `v1.0.0`.");
}

#[test]
fn a_path_of_a_stranded_version_has_the_cause() {
    let (steps, reason) = path(V0, &["1.2.0 1.0.0 1.1.0", "1.1.0 - 1.0.1", "1.0.1", "1.0.0"], "v1.0.1", None);
    assert_eq!(steps, "v1.0.1: v1.2.0 missed, successor-skipped");
    assert!(reason.unwrap().starts_with("`v1.0.1` is stranded under OLM v0: "));
}

#[test]
fn an_endless_path_names_the_range_that_downgrades() {
    let (steps, reason) = path(V0, &["3.0.0 2.0.0", "2.0.0 1.0.0", "1.0.0 - - - >=3.0.0"], "v1.0.0", None);
    assert_eq!(steps, "v1.0.0 replaces v2.0.0 replaces v3.0.0 skipRange v1.0.0: v3.0.0 reached, downgrade-loop");
    assert_eq!(
        reason.unwrap(),
        "The path is endless: the skipRange `>=3.0.0` of `v1.0.0` matches 3.0.0, the version of `v3.0.0`. OLM v0 \
         replaces `v3.0.0` with `v1.0.0` and upgrades again."
    );
    // The head is not part of the cycle, and the last path has a downgrade before the cycle.
    let lines = [
        "3.0.0 2.0.0 2.0.0",
        "2.0.0 1.0.0 0.9.0",
        "1.0.0 0.1.0",
        "0.1.0 0.0.1 - - 1.0.0",
        "0.0.1 - - - 0.9.0",
        "0.9.0",
    ];
    let paths = [
        ("v0.1.0", "replaces v1.0.0 skipRange v0.1.0"),
        ("v1.0.0", "skipRange v0.1.0 replaces v1.0.0"),
        ("v0.9.0", "skipRange v0.0.1 replaces v0.1.0 replaces v1.0.0 skipRange v0.1.0"),
    ];
    for (from, expected) in paths {
        let (steps, reason) = path(V0, &lines, from, None);
        assert_eq!(steps, format!("{from} {expected}: v3.0.0 missed, downgrade-loop"));
        let expected = "the skipRange `1.0.0` of `v0.1.0` matches 1.0.0, the version of `v1.0.0`.";
        assert!(reason.as_ref().unwrap().contains(expected), "{reason:?}");
    }
}

#[test]
fn the_message_of_olm_lists_at_most_100_chains() {
    for (count, is_cut) in [(1, false), (100, false), (101, true)] {
        let message = OrderError::Chains(vec![("b", "a"); count]).upstream("foo", "stable");
        assert!(message.contains(&format!("but {count} replacement chains were found")), "{message}");
        assert_eq!(
            (message.matches("b...a").count(), message.ends_with(", ...")),
            (count.min(100), is_cut),
            "{message}"
        );
    }
}

#[test]
fn an_empty_channel_has_no_order_error() {
    assert!(find(&Graph::new(&channel(&[])), V0).order_error.is_none());
}

#[test]
fn a_version_that_is_not_an_entry_has_no_bundles_for_olm_v1() {
    let mut channel = channel(&["1.0.0"]);
    channel.installed.push(Installed { name: "gone", version: "0.1.0" });
    let graph = Graph::new(&channel);
    let gone = *graph.ids.get("gone").unwrap();
    for (semantics, is_reported) in [(V0, false), (V1, true)] {
        let reason = follow(&graph, &find(&graph, semantics), gone, None).stops_because.unwrap();
        assert_eq!(reason.ends_with(" OLM v1 reports `no bundles found for package`."), is_reported, "{reason}");
    }
}

/// Evaluating ranges is subtracted from a budget. A name without a version has no successors by range.
#[test]
fn successors_are_in_file_order() {
    let channel = channel(&["1.2.0 - - - <1.2.0", "1.1.0 1.0.0", "1.0.0", "0.9.0 - - u"]);
    let graph = Graph::new(&channel);
    let successors = |name: &str, mut budget: usize| {
        let (found, is_complete) = graph.successors(*graph.ids.get(name).unwrap(), &mut budget);
        let names: Vec<&str> = found.into_iter().map(|id| graph.name(id)).collect();
        (names, is_complete, budget)
    };
    assert_eq!(successors("v1.0.0", 5), (vec!["v1.2.0", "v1.1.0"], true, 4));
    assert_eq!(successors("v1.0.0", 0), (vec!["v1.1.0"], false, 0));
    assert_eq!(successors("v0.9.0", 5), (Vec::new(), true, 5));
}

/// Returns the help texts for an entry.
fn helps(semantics: Semantics, lines: &[&'static str]) -> Vec<String> {
    explained(semantics, lines).iter().map(|text| text.split_once(" / ").unwrap().1.to_owned()).collect()
}

/// OLM v1 upgrades neither to a lower version nor, from a version that is not deprecated, to a deprecated one.
#[test]
fn a_head_that_olm_v1_never_takes_is_not_proposed() {
    let release = "Publish a new release with a version higher than 1.0.0 that skips or replaces `v1.0.0`.";
    let deprecated = ["1.2.0 1.0.0-rc.1 - d", "1.0.0-rc.1 1.0.0", "1.0.0"];
    assert_eq!(helps(V1, &deprecated)[1], release);
    let all = ["1.2.0 1.0.0-rc.1 - d", "1.0.0-rc.1 1.0.0 - d", "1.0.0 - - d"];
    assert!(helps(V1, &all)[0].starts_with("Make an entry with a higher version than 1.0.0, for example the head"));
    let lower = ["1.0.0", "1.1.0 - 1.1.0"];
    assert_eq!(
        helps(V1, &lower),
        ["Publish a new release with a version higher than 1.1.0 that skips or replaces `v1.1.0`."]
    );
    // OLM v0 would install it, but an older version that skips a newer one is a downgrade.
    assert_eq!(helps(V0, &lower), helps(V1, &lower));
    let rejected = ["1.0.0", "3.0.0 2.0.0", "2.0.0 3.0.0"];
    for semantics in [V0, V1] {
        assert!(!helps(semantics, &rejected).concat().contains("`skips` of `v1.0.0`"), "{rejected:?}");
    }
}

/// OLM v0 never installs a skipped version: a version at which others arrive must not be skipped alone.
#[test]
fn the_proposed_edge_strands_no_version_that_upgrades_to_the_entry() {
    let entries = ["2.0.0 1.3.0 1.3.0", "1.3.0 1.2.0", "1.2.0 1.0.0", "1.0.0"];
    assert_eq!(helps(V0, &entries), ["Give `v2.0.0` a `skipRange` that matches 1.2.0."]);
    let followed = ["2.0.0 1.3.0 1.3.0 - 1.2.0", "1.3.0 1.2.0", "1.2.0 1.0.0", "1.0.0"];
    assert_eq!(helps(V0, &followed), Vec::<String>::new());
    let unknown = ["2.0.0 1.3.0 1.3.0", "1.3.0 1.2.0", "1.2.0 1.0.0 - u", "1.0.0"];
    assert_eq!(helps(V0, &unknown), ["Add `v1.2.0` and all versions that upgrade to it to the `skips` of `v2.0.0`."]);
}

#[test]
fn a_cycle_that_opm_does_not_detect_is_reported_for_any_skipped_entry() {
    let texts = explained(V0, &["1.2.0 1.1.0 1.0.0", "1.1.0 1.0.0", "1.0.0 1.1.0"]);
    assert!(texts[0].contains("opm does not detect the cycle because `v1.0.0` is skipped."), "{texts:?}");
}
