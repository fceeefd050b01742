//! Proposes a new release for a channel: its edges by the convention of the channel, and the effect of these edges.

mod convention;
mod effect;
mod range;

use olmkit_collections::order::sort_by_key;
use olmkit_text::{MAX_NAMES, listed_names};

use olmkit_api::{EdgeField, ReleaseReason};
use olmkit_semver::Version;

use crate::edits::NewEntry;
use olmkit_upgrade::fix::is_sound;
use olmkit_upgrade::{Channel, Graph, Node, SkipRange, VersionId};

pub use effect::{Effect, Step, effect};

/// A new entry of a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    /// The name and the edges.
    pub entry: NewEntry,
    /// The version as written. The bundle does not have to be in the catalog yet.
    pub version: String,
    /// The newer entry above the release. It replaces the release if both would replace the same entry, and otherwise
    /// skips it. `None` if the release becomes the head.
    pub successor: Option<String>,
}

/// A proposed release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The release to add.
    pub release: Release,
    /// The reason for each edge.
    pub reasons: Vec<ReleaseReason>,
}

/// Returns the name for a version, by the convention of the newest entry of the channel.
#[must_use]
pub fn name_of(graph: &Graph<'_, '_>, version: &Version) -> String {
    let newest = newest_first(graph).into_iter().next();
    let pattern = newest.and_then(|id| {
        let (start, end) = graph.name(id).split_once(graph.node_of(id)?.version?)?;
        Some(format!("{start}{version}{end}"))
    });
    pattern.unwrap_or_else(|| format!("{}.v{version}", graph.channel.package))
}

/// Proposes the edges of a release. They follow the majority of the newest entries; if there is a tie, the newest entry
/// decides. Further edges keep the channel sound: every old head is replaced or skipped, every version that reaches the
/// head still reaches it, and stranded versions get an upgrade path if the new entry can provide one.
#[must_use]
pub fn propose(graph: &Graph<'_, '_>, name: &str, version: &Version) -> Proposal {
    let order = newest_first(graph);
    let older: Vec<VersionId> =
        order.iter().copied().filter(|id| graph.version(*id).is_some_and(|known| known < version)).collect();
    let newer = order.iter().copied().filter(|id| graph.version(*id).is_some_and(|known| known > version));
    let mut made = Maker {
        graph,
        proposal: Proposal {
            release: Release {
                entry: NewEntry { name: name.to_owned(), replaces: None, skips: Vec::new(), skip_range: None },
                version: version.to_string(),
                successor: None,
            },
            reasons: Vec::new(),
        },
    };
    let above: Vec<VersionId> = newer.collect();
    if above.is_empty() {
        made.by_convention(&order, &older, version);
        made.take_over_heads();
        made.avoid_stranding();
    } else {
        made.between(&older, &above);
    }
    made.range(&order, &older, version);
    made.avoid_dead_ends();
    made.proposal
}

/// Returns the entries with a known version, newest first.
fn newest_first(graph: &Graph<'_, '_>) -> Vec<VersionId> {
    let mut ids: Vec<VersionId> = graph.node_ids().filter(|id| graph.version(*id).is_some()).collect();
    sort_by_key(&mut ids, |id| std::cmp::Reverse(graph.version(*id)));
    ids
}

/// Returns the channel with the release added.
#[must_use]
pub fn with_release<'r>(channel: &Channel<'r>, release: &'r Release) -> Channel<'r> {
    let mut with: Channel<'r> = channel.clone();
    let entry = &release.entry;
    let above = release.successor.as_deref().and_then(|above| with.nodes.iter_mut().find(|node| node.name == above));
    if let Some(above) = above {
        if above.replaces.is_some() && above.replaces == entry.replaces.as_deref() {
            above.replaces = Some(&entry.name);
        } else if !above.skips.contains(&entry.name.as_str()) {
            above.skips.push(&entry.name);
        }
    }
    with.installed.retain(|installed| installed.name != entry.name);
    with.nodes.push(Node {
        name: &entry.name,
        replaces: entry.replaces.as_deref(),
        skips: entry.skips.iter().map(String::as_str).collect(),
        skip_range: entry.skip_range.as_deref().map(SkipRange::new),
        version: Some(&release.version),
        is_deprecated: false,
        has_bundle: true, // it is added together with the entry
    });
    with
}

struct Maker<'g, 'c, 'e> {
    graph: &'g Graph<'c, 'e>,
    proposal: Proposal,
}

impl Maker<'_, '_, '_> {
    fn explain(&mut self, field: impl Into<Option<EdgeField>>, message: String) {
        self.proposal.reasons.push(ReleaseReason { field: field.into(), message });
    }

    fn by_convention(&mut self, order: &[VersionId], older: &[VersionId], version: &Version) {
        let convention = convention::of(self.graph, order);
        let (replaces, why) = convention.replaces(self.graph, older, version);
        if let Some(id) = replaces {
            self.proposal.release.entry.replaces = Some(self.graph.name(id).to_owned());
            self.explain(EdgeField::Replaces, why);
        }
        let (skips, why) = convention.skips(self.graph, older, version, replaces);
        if !skips.is_empty() {
            self.proposal.release.entry.skips = skips.into_iter().map(str::to_owned).collect();
            self.explain(EdgeField::Skips, why);
        }
    }

    /// Replaces or skips all heads, because opm requires a single head.
    fn take_over_heads(&mut self) {
        let mut heads = self.graph.heads.clone();
        sort_by_key(&mut heads, |name| {
            std::cmp::Reverse(self.graph.ids.get(name).and_then(|id| self.graph.version(*id)))
        });
        for head in &heads {
            let entry = &mut self.proposal.release.entry;
            if entry.replaces.as_deref() == Some(*head) || entry.skips.iter().any(|skip| skip == head) {
                continue;
            }
            if entry.replaces.is_none() {
                entry.replaces = Some((*head).to_owned());
                let message = "It replaces the head; otherwise the channel would have two heads.";
                self.explain(EdgeField::Replaces, message.to_owned());
            } else {
                entry.skips.push((*head).to_owned());
                let message = format!("It skips `{head}`; otherwise the channel would have two heads.");
                self.explain(EdgeField::Skips, message);
            }
        }
    }

    /// Drops a convention that would strand a version: an entry that replaces the heads accepts every version.
    fn avoid_stranding(&mut self) {
        let loses = effect(self.graph, &self.proposal.release).loses;
        let Some(first) = loses.first() else { return };
        let message = format!("Edges like those of the newest entries would strand `{}`.", first.from);
        let entry = &mut self.proposal.release.entry;
        entry.replaces = None;
        entry.skips.clear();
        self.proposal.reasons.clear();
        self.explain(None, message);
        self.take_over_heads();
    }

    /// Sets the edges of a release for an older minor version.
    fn between(&mut self, older: &[VersionId], above: &[VersionId]) {
        let graph = self.graph;
        let not_skipped = |id: &&VersionId| !graph.is_skipped(**id);
        let below = older.iter().find(not_skipped).or(older.first()).map(|id| graph.name(*id));
        let replacing = above.iter().rev().find(|id| {
            let replaces = graph.node_of(**id).and_then(|node| node.replaces);
            not_skipped(id) && replaces.is_some() && replaces == below
        });
        let next = replacing.copied().or_else(|| graph.head()).or_else(|| above.first().copied());
        let Some(next) = next.map(|id| graph.name(id)) else { return };
        self.proposal.release.entry.replaces = below.map(str::to_owned);
        self.proposal.release.successor = Some(next.to_owned());
        let verb = if replacing.is_some() { "replaces" } else { "skips" };
        if below.is_some() {
            self.explain(EdgeField::Replaces, "It replaces the version below it.".to_owned());
        }
        let message = format!("It is not the newest version, so `{next}` {verb} it. The channel head does not change.");
        self.explain(None, message);
    }

    fn range(&mut self, order: &[VersionId], older: &[VersionId], version: &Version) {
        if let Some((text, why)) = range::propose(self.graph, order, older, version) {
            self.proposal.release.entry.skip_range = Some(text);
            self.explain(EdgeField::SkipRange, why);
        }
    }

    /// Skips the entries at which upgrades would end, unless this strands another version.
    fn avoid_dead_ends(&mut self) {
        let channel = self.graph.channel;
        let now = effect(self.graph, &self.proposal.release);
        let candidates: Vec<String> =
            now.stops.iter().filter(|name| **name != self.proposal.release.entry.name).cloned().collect();
        if candidates.is_empty() || self.proposal.release.successor.is_some() {
            return;
        }
        let mut better = self.proposal.release.clone();
        let entry = &mut better.entry;
        let added: Vec<String> = candidates
            .into_iter()
            .filter(|name| entry.replaces.as_ref() != Some(name) && !entry.skips.contains(name))
            .collect();
        entry.skips.extend(added.iter().cloned());
        let then = effect(self.graph, &better);
        let helps = then.stops.len() < now.stops.len() && then.loses.len() <= now.loses.len();
        if added.is_empty() || !helps || !is_sound(&with_release(channel, &better)) {
            return;
        }
        self.proposal.release = better;
        let added: Vec<&str> = added.iter().map(String::as_str).collect();
        let names = listed_names(&added, MAX_NAMES, "and");
        let message = format!("It also skips {names}, whose upgrades would otherwise end before the head.");
        self.explain(EdgeField::Skips, message);
    }
}

#[cfg(test)]
mod tests;
