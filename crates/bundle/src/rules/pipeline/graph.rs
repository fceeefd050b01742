//! The upgrade graph of an operator in the repository.

use olmkit_collections::{HashMap, HashSet, SortedMap, order};

use super::ci::UpdateGraph;
use super::edges::Edges;
use super::{Finding, Operator, Version, shown};
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
    let known = Known::of(operator);
    operator.bundles.iter().for_each(|version| replaces(operator, version, &known, &mut common));
    let mode = match operator.ci.and_then(|ci| ci.get("updateGraph")) {
        Some(mode) => UpdateGraph::named(&mode.string_of()),
        None => Some(UpdateGraph::Replaces),
    };
    let Some(mode) = mode.filter(|_| operator.name.is_some()) else { return };
    if mode == UpdateGraph::Replaces && has_no_graph(operator, to) {
        return;
    }
    let mut channels: SortedMap<String, Vec<&Version<'_>>> = SortedMap::new();
    for version in &operator.bundles {
        for channel in order::unique(version.channels().into_iter()) {
            channels.entry(channel).or_default().push(version);
        }
    }
    for (channel, members) in channels.iter() {
        let edges = Edges::new(mode, members);
        dangling(channel, members, &edges, to);
        cycle(members, &edges, to);
    }
}

/// Reports names that are not valid bundle names. Returns whether there are any.
fn has_no_graph(operator: &Operator<'_>, to: &mut Target<'_>) -> bool {
    let mut found = false;
    for version in &operator.bundles {
        for name in version.replaced().into_iter().filter(|name| !name.string_of().contains('.')) {
            found = true;
            let message = format!("`{}` is not a valid bundle name (`<operator>.<version>`).", name.string_of());
            let upstream = format!("{} has invalid 'replaces' field: '{}'", version.csv_name(), name.string_of());
            let help = "Set it to a bundle, or remove the field.";
            Finding { rule: &DANGLING, place: name.place(), message, help, upstream }.error(to);
        }
    }
    found
}

/// The version in a bundle name, as the pipeline reads it: the text after the first `.v`, otherwise after the first dot.
fn named_version(name: &str) -> &str {
    name.split_once(".v").or_else(|| name.split_once('.')).map_or(name, |(_, version)| version)
}

/// The names of all bundles, and the versions in them.
struct Known {
    names: HashSet<String>,
    versions: HashSet<String>,
}

impl Known {
    fn of(operator: &Operator<'_>) -> Known {
        let versions = operator.bundles.iter().filter_map(Version::name_parts).map(|(_, version)| version);
        Known { names: operator.bundles.iter().map(Version::csv_name).collect(), versions: versions.collect() }
    }
}

fn replaces(operator: &Operator<'_>, version: &Version<'_>, known: &Known, to: &mut Target<'_>) {
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
    let is_there = known.names.contains(&name) || known.versions.contains(named_version(&name));
    if operator.name.is_some() && !is_there {
        let message = format!("The replaced version `{name}` is not in the repository.");
        let upstream = format!("Replaces bundle {name} does not exist");
        Finding { rule: &REPLACES, place: value.place(), message, help, upstream }.error(to);
    }
}

fn dangling(channel: &str, members: &[&Version<'_>], edges: &Edges, to: &mut Target<'_>) {
    let head = members.iter().enumerate().max_by_key(|(_, version)| version.number()).map(|(at, _)| at);
    let lost = edges.lost().into_iter().filter(|at| Some(*at) != head);
    let lost: Vec<&Version<'_>> = lost.filter_map(|at| members.get(at).copied()).collect();
    let names = shown(lost.iter().map(|version| version.csv_name()), lost.len()).join(", ");
    for version in lost {
        let message = format!("`{}` has no upgrade in channel `{channel}`.", version.csv_name());
        let upstream = format!("Channel {channel} has dangling bundles: {{{names}}}");
        let help = "Make a newer bundle replace or skip it.";
        Finding { rule: &DANGLING, place: version.csv_place(), message, help, upstream }.error(to);
    }
}

fn cycle(members: &[&Version<'_>], edges: &Edges, to: &mut Target<'_>) {
    let Some(path) = edges.cycle() else { return };
    let path: Vec<&Version<'_>> = path.iter().filter_map(|at| members.get(*at).copied()).collect();
    let Some(place) = path.first().map(|version| version.csv_place()) else { return };
    let names: Vec<String> = path.iter().map(|version| version.csv_name()).collect();
    let message = format!("The upgrade edges contain a cycle: {}.", names.join(" -> "));
    let upstream = format!("Upgrade graph loop detected: {}", names.join(" -> "));
    Finding { rule: &LOOP, place, message, help: "Remove an edge of the cycle.", upstream }.error(to);
}

/// Runs the checks of certified operators.
pub(crate) fn check_isv(operator: &Operator<'_>, config: Option<View<'_>>, to: &mut Target<'_>) {
    let is_market = config.is_some_and(|config| config.string("organization") == "redhat-marketplace");
    let firsts = firsts(operator);
    for version in &operator.bundles {
        pruned(version, &firsts, to);
        if is_market {
            market(version, to);
        }
    }
}

/// For each channel, its first bundle and the first one with another name, with their numbers.
type Firsts = HashMap<String, Vec<(usize, String)>>;

fn firsts(operator: &Operator<'_>) -> Firsts {
    let mut found = Firsts::default();
    for (at, version) in operator.bundles.iter().enumerate() {
        let name = version.csv_name();
        for channel in version.channels() {
            let firsts = found.entry(channel).or_default();
            if firsts.len() < 2 && firsts.iter().all(|(_, first)| *first != name) {
                firsts.push((at, name.clone()));
            }
        }
    }
    found
}

fn pruned(version: &Version<'_>, firsts: &Firsts, to: &mut Target<'_>) {
    let Some(range) = version.csv_annotation("olm.skipRange") else { return };
    if version.spec(&["replaces"]).is_some_and(|value| !value.string_of().is_empty()) {
        return;
    }
    let (own, channels) = (version.csv_name(), version.channels());
    let others = channels.iter().filter_map(|channel| firsts.get(channel)?.iter().find(|(_, name)| *name != own));
    let Some((_, other)) = others.min_by_key(|(at, _)| *at) else { return };
    let message = format!(
        "The CSV has a skip range and no `replaces`, so `{other}` and other bundles of the channel can no longer be \
        installed."
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
