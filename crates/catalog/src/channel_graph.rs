//! Channels of a catalog as graphs.

use crate::schemas;
use std::borrow::Cow;

use olmkit_collections::HashSet;

use olmkit_upgrade::chain::{self, Link, Problem, check};
use olmkit_upgrade::{Channel, Installed, Node, SkipRange};

use crate::facts::{ChannelFacts, EntryFacts};
use crate::model::{Bundle, Package};

/// Returns the channel with this name and everything that the resolvers use.
#[must_use]
pub fn channel_of<'f>(package: &Package<'f>, name: &str) -> Option<Channel<'f>> {
    let (name, _) = package.channels.get_key_value(name)?;
    Some(graph_of(package, name, &deprecated(package)))
}

/// Like [`channel_of`], for a known channel and the names of the package's deprecated bundles.
#[must_use]
pub(crate) fn graph_of<'f>(package: &Package<'f>, name: &'f str, deprecated: &HashSet<&str>) -> Channel<'f> {
    let version = |bundle: &Bundle<'f>| bundle.written_version().map(|text| text.value.as_str());
    let nodes: Vec<Node<'f>> = package
        .entries_of(name)
        .map(|entry| (entry.facts, entry.bundle))
        .map(|(entry, bundle)| Node {
            name: entry.own_name(),
            replaces: entry.replaces.as_ref().map(|text| text.value.as_str()),
            skips: entry.skips.iter().map(|text| text.value.as_str()).collect(),
            skip_range: skip_range(entry),
            version: bundle.and_then(version),
            is_deprecated: deprecated.contains(entry.own_name()),
            has_bundle: bundle.is_some(),
        })
        .collect();
    let installed = others(&nodes)
        .into_iter()
        .filter_map(|name| Some(Installed { name, version: version(package.bundles.get(name)?)? }))
        .collect();
    Channel { package: package.name, name, nodes, installed }
}

/// Returns the names that entries replace or skip but that are not entries, without duplicates.
fn others<'f>(nodes: &[Node<'f>]) -> Vec<&'f str> {
    let is_named =
        |at: Option<usize>, name: &str| at.and_then(|at| nodes.get(at)).is_some_and(|node| node.name == name);
    let is_beside = |at: usize, name: &str| is_named(at.checked_sub(1), name) || is_named(at.checked_add(1), name);
    let edges = nodes
        .iter()
        .enumerate()
        .flat_map(|(at, node)| node.replaces.iter().chain(&node.skips).map(move |name| (at, *name)));
    let mut found: Vec<&str> = edges.filter(|(at, name)| !is_beside(*at, name)).map(|(_, name)| name).collect();
    if !found.is_empty() {
        let mut seen: HashSet<&str> = nodes.iter().map(|node| node.name).collect();
        found.retain(|name| seen.insert(name));
    }
    found
}

/// Returns the names of the package's bundles that are deprecated.
#[must_use]
pub(crate) fn deprecated<'f>(package: &Package<'f>) -> HashSet<&'f str> {
    let entries = package.deprecations.iter().flat_map(|of| &of.body.entries);
    let bundles = entries.filter(|entry| entry.schema.as_ref().is_some_and(|text| text.value == schemas::BUNDLE));
    bundles.filter_map(|entry| entry.name.as_ref()).map(|text| text.value.as_str()).collect()
}

/// Whether the entries of a channel and their versions are valid: no entry occurs twice, and none is `unclear` (see
/// [`Package::unclear_bundles`]). Otherwise, stranded versions follow from these errors.
#[must_use]
pub fn is_certain(channel: &ChannelFacts, unclear: &[&str]) -> bool {
    let mut seen = HashSet::default();
    let mut names = channel.entries.iter().map(EntryFacts::own_name);
    names.all(|name| seen.insert(name) && unclear.binary_search(&name).is_err())
}

/// Returns the edges of a channel in the form for opm's check.
#[must_use]
pub fn links(channel: &ChannelFacts) -> Vec<Link<'_>> {
    let entries = channel.entries.iter();
    entries
        .map(|entry| Link {
            name: entry.own_name(),
            replaces: entry.replaces.as_ref().map_or("", |text| text.value.as_str()),
            skips: entry.skips.iter().map(|skip| skip.value.as_str()).collect(),
        })
        .collect()
}

/// Returns the entries of a channel that no entry replaces or skips, sorted. A valid channel has one.
#[must_use]
pub fn heads(channel: &ChannelFacts) -> Vec<&str> {
    chain::heads(&links(channel))
}

/// Returns the skipRange of an entry, with the range that was parsed when the entry was decoded.
fn skip_range(entry: &EntryFacts) -> Option<SkipRange<'_>> {
    let text = entry.skip_range.as_ref()?.value.as_str();
    Some(SkipRange { text, range: entry.parsed_range.as_ref().map(Cow::Borrowed) })
}

/// Returns the stranded entries for which opm rejects a channel, sorted.
#[must_use]
pub fn rejected(facts: &ChannelFacts) -> Vec<&str> {
    match check(&links(facts)) {
        Some(Problem::Stranded(names)) => names,
        _ => Vec::new(),
    }
}
