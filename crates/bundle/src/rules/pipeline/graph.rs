//! The upgrade graph of an operator in the repository.

use olmkit_collections::{SortedMap, SortedSet, order};

use olmkit_semver::{Range, Version as Number};

use super::ci::MODES;
use super::{Finding, Operator, Version};
use crate::sample::CSV;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

rule! {
    REPLACES, "pipe-replaces", "BDL313", "Bundle that replaces a missing version",
    since: "0.1.0",
    bundle: [PipelineCommon Error],
    finds: "A CSV that replaces itself, or that replaces a version that is not in the repository. Operators with \
file-based catalogs are not checked. olmkit does not check whether the replaced version is in the index of each \
OpenShift version.",
    why: "The pipeline rejects the bundle.",
    fix: "Set it to a version in the repository, or remove `replaces`.",
    source: "operator-pipelines, common checks.",
    bad: [(CSV, "  version: 1.0.0\n", "  version: 1.0.0\n  replaces: foo.v1.0.0\n")],
    good: [(CSV, "  version: 1.0.0\n", "  version: 1.0.0\n  replaces: foo.v0.9.0\n")],
}

rule! {
    DANGLING, "pipe-dangling", "BDL314", "Bundle without an upgrade",
    since: "0.1.0",
    bundle: [PipelineCommunity Error],
    finds: "A bundle of a channel in the repository that is not the newest, and that no other bundle replaces, skips \
or matches with its skip range; or a name without a dot in `replaces` or `skips`, from which no graph can be built. Only the \
versions in `replaces` and `skips` count, not the operator names. Operators with file-based catalogs are not checked.",
    why: "The pipeline rejects it, because clusters with that version get no upgrade.",
    fix: "Make a newer bundle replace or skip it.",
    source: "operator-pipelines, community checks. Skip ranges are read as OLM does, not with npm's rules on pre-releases.",
    bad: [],
    good: [(CSV, "displayName: Foo", "displayName: Bar")],
}

rule! {
    LOOP, "pipe-graph-loop", "BDL315", "Cycle in the upgrade graph",
    since: "0.1.0",
    bundle: [PipelineCommunity Error],
    finds: "Bundles of a channel in the repository whose upgrade edges contain a cycle.",
    why: "The pipeline rejects the operator.",
    fix: "Remove an edge of the cycle.",
    source: "operator-pipelines, community checks of operators.",
    bad: [],
    good: [(CSV, "displayName: Foo", "displayName: Bar")],
}

rule! {
    PRUNED, "pipe-pruned-graph", "BDL316", "Skip range that hides older bundles",
    since: "0.1.0",
    bundle: [PipelineIsv Warning],
    finds: "A CSV with `olm.skipRange` and without `replaces`, in a channel that has other bundles.",
    why: "Older versions of the channel can no longer be installed.",
    fix: "Add `replaces`, unless this is intended.",
    source: "operator-pipelines, isv checks.",
    bad: [],
    good: [(CSV, "displayName: Foo", "displayName: Bar")],
}

rule! {
    MARKET, "pipe-marketplace", "BDL317", "Marketplace bundle without its URLs",
    since: "0.1.0",
    bundle: [PipelineIsv Error],
    finds: "In a repository whose `config.yaml` has `organization: redhat-marketplace`: a CSV whose annotations \
`marketplace.openshift.io/remote-workflow` and `support-workflow` are not the URLs of its package.",
    why: "The pipeline rejects the bundle.",
    fix: "Set the two URLs that the message shows.",
    source: "operator-pipelines, isv checks.",
    bad: [],
    good: [(CSV, "displayName: Foo", "displayName: Bar")],
}

pub(crate) fn check(operator: &Operator<'_>, to: &mut Target<'_>) {
    let mut common = Target { suite: olmkit_diagnostics::Suite::PipelineCommon, sink: to.sink };
    if operator.is_fbc() == Some(true) {
        return;
    }
    operator.bundles.iter().for_each(|version| replaces(operator, version, &mut common));
    let mode =
        operator.ci.and_then(|ci| ci.get("updateGraph")).map_or_else(|| "replaces-mode".to_owned(), View::string_of);
    let is_known = MODES.contains(&mode.as_str());
    if operator.name.is_none() || !is_known || mode == "replaces-mode" && has_no_graph(operator, to) {
        return;
    }
    let channels: SortedSet<String> = operator.bundles.iter().flat_map(Version::channels).collect();
    for channel in channels {
        let members: Vec<&Version<'_>> =
            operator.bundles.iter().filter(|version| version.channels().contains(&channel)).collect();
        let edges = edges(&mode, &members);
        dangling(&channel, &members, &edges, to);
        cycle(&members, &edges, to);
    }
}

/// The names in `replaces` and `skips`.
fn replaced<'b>(version: &Version<'b>) -> Vec<View<'b>> {
    let skips = version.spec(&["skips"]).map(View::items).unwrap_or_default();
    skips.into_iter().chain(version.spec(&["replaces"])).collect()
}

/// Reports names that are not valid bundle names. Returns whether there are any.
fn has_no_graph(operator: &Operator<'_>, to: &mut Target<'_>) -> bool {
    let mut found = false;
    for version in &operator.bundles {
        for name in replaced(version).into_iter().filter(|name| !name.string_of().contains('.')) {
            found = true;
            let message = format!("`{}` is not a valid bundle name (`<operator>.<version>`).", name.string_of());
            let upstream = format!("{} has invalid 'replaces' field: '{}'", version.csv_name(), name.string_of());
            let help = "Set it to a bundle, or remove the field.";
            Finding { rule: &DANGLING, place: name.place(), message, help, upstream }.error(to);
        }
    }
    found
}

/// The version in a bundle name: the text after the first `.v`, otherwise after the first dot.
fn named_version(name: &str) -> &str {
    name.split_once(".v").or_else(|| name.split_once('.')).map_or(name, |(_, version)| version)
}

fn replaces(operator: &Operator<'_>, version: &Version<'_>, to: &mut Target<'_>) {
    let Some(value) = version.spec(&["replaces"]) else { return };
    let name = value.string_of();
    if name.is_empty() {
        return;
    }
    let help = "Set it to a version in the repository.";
    if name == version.csv_name() {
        let message = format!("`{name}` replaces itself.");
        let upstream = format!("Bundle {name} replaces itself");
        return Finding { rule: &REPLACES, place: value.place(), message, help, upstream }.error(to);
    }
    let wanted = named_version(&name);
    let is_there = operator
        .bundles
        .iter()
        .any(|other| other.csv_name() == name || other.name_parts().is_some_and(|(_, version)| version == wanted));
    if operator.name.is_some() && !is_there {
        let message = format!("The replaced version `{name}` is not in the repository.");
        let upstream = format!("Replaces bundle {name} does not exist");
        Finding { rule: &REPLACES, place: value.place(), message, help, upstream }.error(to);
    }
}

fn number(version: &Version<'_>) -> Option<Number> {
    let (_, text) = version.name_parts()?;
    Number::parse(&text).ok()
}

/// For each bundle, the bundles that upgrade it, as indices into the channel.
fn edges(mode: &str, members: &[&Version<'_>]) -> SortedMap<usize, SortedSet<usize>> {
    let mut found: SortedMap<usize, SortedSet<usize>> = SortedMap::new();
    if mode == "semver-mode" {
        let mut order: Vec<(Option<Number>, usize)> =
            members.iter().enumerate().map(|(at, version)| (number(version), at)).collect();
        order::sort(&mut order);
        for pair in order.windows(2) {
            if let [(_, from), (_, to)] = pair {
                found.entry(*from).or_default().insert(*to);
            }
        }
        return found;
    }
    for (at, version) in members.iter().enumerate() {
        // The text before the first dot is ignored, because old bundles can have a different operator name.
        let names: Vec<String> = replaced(version).into_iter().map(View::string_of).collect();
        let versions: Vec<&str> =
            names.iter().filter_map(|name| Some(name.split_once('.')?.1.trim_start_matches('v'))).collect();
        let range = version.csv_annotation("olm.skipRange").map(View::string_of);
        let range = range.and_then(|text| Range::parse(&text).ok());
        for (other, from) in members.iter().enumerate().filter(|(other, _)| *other != at) {
            let in_range = || {
                let number = number(from)?;
                Some(range.as_ref()?.contains(&number))
            };
            let is_named = from.name_parts().is_some_and(|(_, number)| versions.contains(&number.as_str()));
            if is_named || in_range() == Some(Ok(true)) {
                found.entry(other).or_default().insert(at);
            }
        }
    }
    found
}

fn dangling(channel: &str, members: &[&Version<'_>], edges: &SortedMap<usize, SortedSet<usize>>, to: &mut Target<'_>) {
    let head = members.iter().enumerate().max_by_key(|(_, version)| number(version)).map(|(at, _)| at);
    let lost: Vec<usize> = (0..members.len()).filter(|at| Some(*at) != head && !edges.contains_key(at)).collect();
    let names: Vec<String> = lost.iter().filter_map(|at| members.get(*at)).map(|version| version.csv_name()).collect();
    for version in lost.iter().filter_map(|at| members.get(*at)) {
        let message = format!("`{}` has no upgrade in channel `{channel}`.", version.csv_name());
        let upstream = format!("Channel {channel} has dangling bundles: {{{}}}", names.join(", "));
        let help = "Make a newer bundle replace or skip it.";
        Finding { rule: &DANGLING, place: version.csv_place(), message, help, upstream }.error(to);
    }
}

/// Finds a cycle. Repeatedly removes the bundles that have no upgrade to a remaining bundle; the rest contains the
/// cycle.
fn cycle(members: &[&Version<'_>], edges: &SortedMap<usize, SortedSet<usize>>, to: &mut Target<'_>) {
    let mut left: SortedMap<usize, SortedSet<usize>> = edges.clone();
    loop {
        let open: SortedSet<usize> = left.keys().copied().collect();
        let before = left.len();
        left.retain(|_, next| next.iter().any(|at| open.contains(at)));
        if left.len() == before {
            break;
        }
    }
    let Some(first) = left.keys().next().copied() else { return };
    let (mut path, mut at) = (vec![first], first);
    while let Some(next) = left.get(&at).and_then(|next| next.iter().find(|next| left.contains_key(next))).copied() {
        let is_known = path.contains(&next);
        path.push(next);
        if is_known {
            break;
        }
        at = next;
    }
    let start = path.last().and_then(|last| path.iter().position(|at| at == last)).unwrap_or_default();
    let names: Vec<String> =
        path.iter().skip(start).filter_map(|at| members.get(*at)).map(|version| version.csv_name()).collect();
    let Some(place) = path.get(start).and_then(|at| members.get(*at)).map(|version| version.csv_place()) else {
        return;
    };
    let message = format!("The upgrade edges contain a cycle: {}.", names.join(" -> "));
    let upstream = format!("Upgrade graph loop detected: {}", names.join(" -> "));
    Finding { rule: &LOOP, place, message, help: "Remove an edge of the cycle.", upstream }.error(to);
}

/// Runs the checks of certified operators.
pub(crate) fn check_isv(operator: &Operator<'_>, config: Option<View<'_>>, to: &mut Target<'_>) {
    let is_market = config.is_some_and(|config| config.string("organization") == "redhat-marketplace");
    for version in &operator.bundles {
        pruned(operator, version, to);
        if is_market {
            market(version, to);
        }
    }
}

fn pruned(operator: &Operator<'_>, version: &Version<'_>, to: &mut Target<'_>) {
    let Some(range) = version.csv_annotation("olm.skipRange") else { return };
    if version.spec(&["replaces"]).is_some_and(|value| !value.string_of().is_empty()) {
        return;
    }
    let own = version.channels();
    let shares = |other: &&Version<'_>| {
        other.csv_name() != version.csv_name() && other.channels().iter().any(|channel| own.contains(channel))
    };
    let Some(other) = operator.bundles.iter().find(shares) else { return };
    let message = format!(
        "The CSV has a skip range and no `replaces`, so `{}` and other bundles of the channel can no longer be \
        installed.",
        other.csv_name()
    );
    let upstream = "olm.skipRange annotation is set but replaces field is not set in the CSV".to_owned();
    Finding { rule: &PRUNED, place: range.place(), message, help: "Add `replaces`.", upstream }.warn(to);
}

fn market(version: &Version<'_>, to: &mut Target<'_>) {
    let package = version.package();
    for (key, page) in [("remote-workflow", "pricing"), ("support-workflow", "support")] {
        let key = format!("marketplace.openshift.io/{key}");
        let wanted =
            format!("https://marketplace.redhat.com/en-us/operators/{package}/{page}?utm_source=openshift_console");
        let value = version.csv_annotation(&key);
        if value.map(View::string_of).as_deref() == Some(&*wanted) {
            continue;
        }
        let place = value.map_or_else(|| version.csv_place(), View::place);
        let message = format!("The annotation `{key}` is not `{wanted}`.");
        let upstream = format!("CSV marketplace annotation '{key}' does not match '{wanted}'");
        Finding { rule: &MARKET, place, message, help: "Set it to the URL of the package.", upstream }.error(to);
    }
}
