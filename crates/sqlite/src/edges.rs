//! The upgrade edges of bundles, derived from channel entries.

use std::collections::{BTreeMap, BTreeSet};

use crate::tables::EntryRow;

/// A bundle in a channel of a package.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place<'d> {
    pub(crate) package: &'d str,
    pub(crate) channel: &'d str,
    pub(crate) bundle: &'d str,
}

/// The bundles that a bundle replaces and skips in a channel.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Edges {
    pub(crate) replaces: Option<String>,
    pub(crate) skips: Vec<String>,
}

/// Returns the places of all entries with their edges, in row order.
pub(crate) fn edges(entries: &[EntryRow]) -> Vec<(Place<'_>, Edges)> {
    let names: BTreeMap<i64, Option<&str>> = entries.iter().map(|entry| (entry.id, entry.bundle.as_deref())).collect();
    let chain = chain(entries);
    let mut found: Vec<(Place<'_>, Edges)> = Vec::new();
    let mut known: BTreeMap<Place<'_>, usize> = BTreeMap::new();
    for entry in entries {
        let (Some(package), Some(channel), Some(bundle)) = (&entry.package, &entry.channel, &entry.bundle) else {
            continue;
        };
        let place = Place { package, channel, bundle };
        let at = *known.entry(place.clone()).or_insert_with(|| {
            found.push((place, Edges::default()));
            found.len().saturating_sub(1)
        });
        let replaced = entry.replaces.and_then(|id| names.get(&id).copied().flatten());
        let (Some((_, edges)), Some(replaced)) = (found.get_mut(at), replaced) else { continue };
        if !chain.contains(&entry.id) {
            edges.skips.push(replaced.to_owned());
        } else if edges.replaces.as_deref() < Some(replaced) {
            edges.replaces = Some(replaced.to_owned());
        }
    }
    found
}

/// The entries on `replaces` chains that start at the smallest depth of the whole table.
fn chain(entries: &[EntryRow]) -> BTreeSet<i64> {
    let below: BTreeMap<i64, Option<i64>> = entries.iter().map(|entry| (entry.id, entry.replaces)).collect();
    let top = entries.iter().filter_map(|entry| entry.depth).min();
    let mut chain = BTreeSet::new();
    for entry in entries.iter().filter(|entry| entry.depth.is_some() && entry.depth == top) {
        let mut at = Some(entry.id);
        while let Some(id) = at.filter(|id| below.contains_key(id) && chain.insert(*id)) {
            at = below.get(&id).copied().flatten();
        }
    }
    chain
}
