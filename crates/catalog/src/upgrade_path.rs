//! Upgrade path queries, by the names and versions of a package.

use olmkit_text::{listed_names, versioned};
use olmkit_upgrade::path::{Path, follow};
use olmkit_upgrade::stranded::find;
use olmkit_upgrade::{Channel, Graph, Installed, Semantics};

use crate::channel_graph::channel_of;
use crate::facts::EntryFacts;
use crate::model::Package;

/// An invalid query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathError {
    /// The package does not have a channel with this name, or does not have any channels if the name is empty.
    NoChannel(String),
    /// No bundle has this name or version.
    UnknownFrom(String),
    /// No channel has an entry with this name or version.
    UnknownTo(String),
}

impl std::fmt::Display for PathError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PathError::NoChannel(name) if name.is_empty() => f.write_str("the package has no channels"),
            PathError::NoChannel(name) => write!(f, "the package has no channel `{name}`"),
            PathError::UnknownFrom(name) => write!(f, "`{name}` is neither a bundle of the package nor a version"),
            PathError::UnknownTo(name) => write!(f, "the package has no entry `{name}`"),
        }
    }
}

impl std::error::Error for PathError {}

/// A query: start, target, channel and resolver. Start and target are names or versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query<'q> {
    /// The installed bundle, given by name or version. It does not have to be in the channel.
    pub from: &'q str,
    /// The target. `None` for the channel head.
    pub to: Option<&'q str>,
    /// The channel to follow. `None`: the default channel if it has `from` as an entry, otherwise the first channel
    /// that has it. If there is none, the same for channels whose `replaces` or `skips` name it.
    pub channel: Option<&'q str>,
    /// The resolver.
    pub semantics: Semantics,
}

/// Simulates the upgrades of an installed version through a channel of a package.
///
/// # Errors
/// [`PathError`] if a name in the query does not exist.
pub fn path<'e>(package: &Package<'e>, query: Query<'e>) -> Result<Path<'e>, PathError> {
    let from = resolve(package, query.from);
    let name = channel_name(package, query, from)?;
    let no_channel = || PathError::NoChannel(name.to_owned());
    let mut channel = channel_of(package, name).ok_or_else(no_channel)?;
    add_installed(package, &mut channel, from);
    let graph = Graph::new(&channel);
    let unknown = || PathError::UnknownFrom(query.from.to_owned());
    let id = *graph.ids.get(from).ok_or_else(unknown)?;
    let to = match query.to {
        None => None,
        Some(to) => match graph.ids.get(resolve(package, to)).filter(|id| graph.is_entry(**id)) {
            None => return to_other_channel(package, query, to),
            found => found.copied(),
        },
    };
    let findings = find(&graph, query.semantics);
    Ok(follow(&graph, &findings, id, to))
}

/// Returns the path through the channel that is followed without a target, for a target in other channels only.
fn to_other_channel<'e>(package: &Package<'e>, query: Query<'e>, to: &'e str) -> Result<Path<'e>, PathError> {
    let entry = resolve(package, to);
    let having = package.channels.iter().filter(|(_, of)| of.body.entries.iter().any(|own| own.own_name() == entry));
    let having: Vec<&str> = having.map(|(name, _)| *name).collect();
    if having.is_empty() {
        return Err(PathError::UnknownTo(to.to_owned()));
    }
    let found = path(package, Query { to: None, ..query })?;
    let listed = listed_names(&having, 5, "and");
    let reason = format!("Channel `{}` does not have `{entry}`. It is in {listed}.", found.channel);
    Ok(Path { to: Some(entry), reaches: false, stops_because: Some(reason), cause: None, ..found })
}

/// Returns the name of the bundle with this name or version; otherwise `text`.
#[must_use]
pub fn resolve<'e>(package: &Package<'e>, text: &'e str) -> &'e str {
    if package.bundles.contains_key(text) || is_named(package, text) {
        return text;
    }
    let plain = text.strip_prefix('v').unwrap_or(text);
    let version = |name: &&&str| {
        let version = package.bundles.get(name).and_then(|bundle| bundle.written_version());
        version.is_some_and(|version| version.value == plain)
    };
    package.bundles.keys().find(version).copied().unwrap_or(text)
}

fn is_named(package: &Package<'_>, name: &str) -> bool {
    package.channels.values().flat_map(|channel| &channel.body.entries).any(|entry| names(entry, name, true))
}

/// Whether this is the name of an entry or, with `with_edges`, a name in its edges.
fn names(entry: &EntryFacts, name: &str, with_edges: bool) -> bool {
    let mut edges = entry.replaces.iter().chain(&entry.skips).filter(|_| with_edges);
    entry.own_name() == name || edges.any(|text| text.value == name)
}

fn channel_name<'e>(package: &Package<'e>, query: Query<'e>, from: &str) -> Result<&'e str, PathError> {
    if let Some(channel) = query.channel {
        return Ok(channel);
    }
    let default = package.decl.body.default_channel.as_ref().map_or("", |text| text.value.as_str());
    let to = query.to.map(|to| resolve(package, to));
    let known = package.channels.get_key_value(default).map(|(name, _)| name);
    for with_edges in [false, true] {
        let has = |channel: &&str| {
            let entries = package.channels.get(channel).map(|of| &of.body.entries);
            let has = |name: &str, with_edges: bool| {
                entries.is_some_and(|entries| entries.iter().any(|entry| names(entry, name, with_edges)))
            };
            has(from, with_edges) && to.is_none_or(|to| has(to, false))
        };
        if let Some(found) = known.into_iter().chain(package.channels.keys().copied()).find(has) {
            return Ok(found);
        }
    }
    known.ok_or_else(|| PathError::NoChannel(default.to_owned()))
}

/// Adds the installed version to the channel. It may be in another channel only, or be removed from the catalog; in the
/// second case only its version is known.
fn add_installed<'e>(package: &Package<'e>, channel: &mut Channel<'e>, from: &'e str) {
    let is_known = |name: &str| {
        channel.nodes.iter().any(|node| node.name == name) || channel.installed.iter().any(|other| other.name == name)
    };
    if is_known(from) {
        return;
    }
    let version = package.bundles.get(from).and_then(|bundle| bundle.written_version());
    let version = version.map(|text| text.value.as_str()).or_else(|| written_version(package, from));
    if let Some(version) = version {
        channel.installed.push(Installed { name: from, version });
    }
}

/// Returns the version in a text: the text itself, or the end of the name of a bundle that the package no longer has
/// (`foo.v1.2.0`).
fn written_version<'e>(package: &Package<'e>, text: &'e str) -> Option<&'e str> {
    let is_version = |text: &&str| olmkit_semver::Version::parse(text).is_ok();
    let whole = text.strip_prefix('v').unwrap_or(text);
    if is_version(&whole) {
        return Some(whole);
    }
    // The name may be misspelled, unless other names start with the same part before the version.
    let (operator, version) = versioned(text)?;
    let is_of_operator = |name: &str| versioned(name).is_some_and(|(own, _)| own == operator);
    let mut entries = package.channels.values().flat_map(|channel| &channel.body.entries);
    let is_known = package.bundles.keys().any(|name| is_of_operator(name))
        || entries.any(|entry| is_of_operator(entry.own_name()));
    Some(version).filter(is_version).filter(|_| is_known)
}
