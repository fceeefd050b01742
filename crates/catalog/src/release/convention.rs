//! The convention of a channel: how its newest entries set their edges.

use olmkit_collections::{HashSet, order};

use olmkit_semver::Version;

use olmkit_upgrade::{Graph, VersionId};

/// The number of newest entries that define the convention.
const LOOKED_AT: usize = 5;

/// The `replaces` convention.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Replaces {
    /// Replaces the previous version.
    Below,
    /// Replaces the newest version with a lower minor version.
    LowerMinor,
    Nothing,
}

/// The `skips` convention.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Skips {
    Nothing,
    /// Skips the previous version and what that version skips.
    Everything,
    /// Skips the older versions with the same minor version.
    OwnMinor,
    /// Skips the previous version.
    Below,
}

/// The convention for the edges of new entries of a channel.
#[derive(Debug, Clone, Copy)]
pub(super) struct Convention {
    replaces: Replaces,
    skips: Skips,
    /// The number of entries from which it is derived.
    seen: usize,
}

/// One of the newest entries, with the older entries, newest first.
struct Sample<'s> {
    id: VersionId,
    older: &'s [VersionId],
}

/// Returns the convention of a channel. `order` contains its entries, newest first.
pub(super) fn of(graph: &Graph<'_, '_>, order: &[VersionId]) -> Convention {
    let samples: Vec<Sample<'_>> = order
        .iter()
        .enumerate()
        .filter_map(|(at, &id)| Some(Sample { id, older: order.get(at.checked_add(1)?..).filter(|o| !o.is_empty())? }))
        .take(LOOKED_AT)
        .collect();
    let replaces = elect(&samples, &[Replaces::Below, Replaces::LowerMinor, Replaces::Nothing], |sample, kind| {
        is_replaces(graph, sample, kind)
    });
    let skips = elect(&samples, &[Skips::Nothing, Skips::OwnMinor, Skips::Everything, Skips::Below], |sample, kind| {
        is_skips(graph, sample, kind)
    });
    Convention {
        replaces: replaces.unwrap_or(Replaces::Below),
        skips: skips.unwrap_or(Skips::Nothing),
        seen: samples.len(),
    }
}

/// Returns the kind that fits most samples. If there is a tie, the kind that fits newer samples is chosen, then the
/// first kind.
fn elect<K: Copy>(samples: &[Sample<'_>], kinds: &[K], fits: impl Fn(&Sample<'_>, K) -> bool) -> Option<K> {
    let votes = |kind: K| -> Vec<bool> { samples.iter().map(|sample| fits(sample, kind)).collect() };
    let score = |votes: &[bool]| votes.iter().filter(|vote| **vote).count();
    let mut best: Option<(usize, Vec<bool>, K)> = None;
    for &kind in kinds {
        let votes = votes(kind);
        let count = score(&votes);
        if count > 0 && best.as_ref().is_none_or(|(most, others, _)| (count, &votes) > (*most, others)) {
            best = Some((count, votes, kind));
        }
    }
    best.map(|(_, _, kind)| kind)
}

pub(super) fn same_minor(graph: &Graph<'_, '_>, id: VersionId, version: &Version) -> bool {
    graph.version(id).is_some_and(|other| (other.major, other.minor) == (version.major, version.minor))
}

/// Returns the entry that a version replaces by the convention.
fn replaced(graph: &Graph<'_, '_>, kind: Replaces, older: &[VersionId], version: &Version) -> Option<VersionId> {
    match kind {
        Replaces::Nothing => None,
        Replaces::Below => older.first().copied(),
        Replaces::LowerMinor => older.iter().copied().find(|id| !same_minor(graph, *id, version)),
    }
}

fn is_replaces(graph: &Graph<'_, '_>, sample: &Sample<'_>, kind: Replaces) -> bool {
    let (Some(node), Some(version)) = (graph.node_of(sample.id), graph.version(sample.id)) else { return false };
    let expected = replaced(graph, kind, sample.older, version).map(|id| graph.name(id));
    node.replaces.filter(|name| !name.is_empty()) == expected && (expected.is_some() || kind == Replaces::Nothing)
}

/// Returns the names that a version skips by the convention, newest first.
fn skipped<'e>(graph: &Graph<'_, 'e>, kind: Skips, older: &[VersionId], version: &Version) -> Vec<&'e str> {
    let name = |id: &VersionId| graph.name(*id);
    match kind {
        Skips::Nothing => Vec::new(),
        Skips::Below => older.iter().take(1).map(name).collect(),
        Skips::OwnMinor => older.iter().filter(|id| same_minor(graph, **id, version)).map(name).collect(),
        Skips::Everything => {
            let below = older.first().and_then(|id| graph.node_of(*id));
            older
                .iter()
                .take(1)
                .map(name)
                .chain(below.into_iter().flat_map(|node| node.skips.iter().copied()))
                .collect()
        }
    }
}

/// Whether an entry skips exactly these names. The entry that it replaces may be missing from them.
fn is_skips(graph: &Graph<'_, '_>, sample: &Sample<'_>, kind: Skips) -> bool {
    let (Some(node), Some(version)) = (graph.node_of(sample.id), graph.version(sample.id)) else { return false };
    let replaced = node.replaces.unwrap_or_default();
    let without =
        |names: Vec<&str>| order::unique(names.into_iter().filter(|name| *name != replaced).map(str::to_owned));
    without(node.skips.clone()) == without(skipped(graph, kind, sample.older, version))
}

impl Convention {
    /// Returns the entry to replace, and the reason.
    pub(super) fn replaces(
        self,
        graph: &Graph<'_, '_>,
        older: &[VersionId],
        version: &Version,
    ) -> (Option<VersionId>, String) {
        let id = replaced(graph, self.replaces, older, version);
        let what = match self.replaces {
            Replaces::LowerMinor => "the last version of the previous minor version",
            _ => "the version below it",
        };
        (id, format!("It replaces {what}, {}.", self.as_before()))
    }

    /// Returns the names to skip, and the reason.
    pub(super) fn skips<'e>(
        self,
        graph: &Graph<'_, 'e>,
        older: &[VersionId],
        version: &Version,
        replaces: Option<VersionId>,
    ) -> (Vec<&'e str>, String) {
        let mut names = skipped(graph, self.skips, older, version);
        let mut seen = HashSet::default();
        names.retain(|name| seen.insert(*name) && replaces.is_none_or(|id| graph.name(id) != *name));
        let what = match self.skips {
            Skips::OwnMinor => format!("the older versions of {}.{}", version.major, version.minor),
            Skips::Everything => "the version below it, and the versions that this one skips".to_owned(),
            _ => "the version below it".to_owned(),
        };
        (names, format!("It skips {what}, {}.", self.as_before()))
    }

    fn as_before(self) -> String {
        match self.seen {
            0 => "by default".to_owned(),
            1 => "as the newest entry does".to_owned(),
            _ => "as the newest entries do".to_owned(),
        }
    }
}
