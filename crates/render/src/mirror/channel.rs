//! The entries of a channel that oc-mirror keeps.

use olmkit_collections::{SortedMap, SortedSet, order};

use olmkit_gostd::go_quote;
use olmkit_semver::Version;

use super::error::HeadError;
use super::version::Bounds;

/// An entry of a channel.
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) replaces: String,
    pub(super) skips: Vec<String>,
}

/// The names of the kept entries, and oc-mirror's warnings.
#[derive(Default)]
pub(super) struct Kept {
    pub(super) names: SortedSet<String>,
    pub(super) warnings: Vec<String>,
}

/// Keeps all entries.
pub(super) fn all(entries: &[Entry]) -> Kept {
    Kept { names: entries.iter().map(|entry| entry.name.clone()).collect(), warnings: Vec::new() }
}

/// Keeps only the head.
pub(super) fn head_only(entries: &[Entry]) -> Result<Kept, HeadError> {
    Ok(Kept { names: SortedSet::from([head(entries)?.name.clone()]), warnings: Vec::new() })
}

/// The entry that no entry replaces or skips.
fn head(entries: &[Entry]) -> Result<&Entry, HeadError> {
    if entries.is_empty() {
        return Err(HeadError::Empty);
    }
    let mut names = SortedSet::new();
    for Entry { name, replaces, skips } in entries {
        if !names.insert(name) {
            return Err(HeadError::Duplicate(name.clone()));
        }
        if replaces == name {
            return Err(HeadError::ReplacesItself(name.clone()));
        }
        if skips.contains(name) {
            return Err(HeadError::SkipsItself(name.clone()));
        }
    }
    let older: SortedSet<&String> = entries.iter().flat_map(Entry::older).collect();
    let mut heads: Vec<&Entry> = entries.iter().filter(|entry| !older.contains(&entry.name)).collect();
    order::sort_by(&mut heads, |a, b| a.name.cmp(&b.name));
    match heads.as_slice() {
        [] => Err(HeadError::NoHead),
        [_] if contains_cycle(entries) => Err(HeadError::Cycle),
        [head] => Ok(head),
        several => Err(HeadError::SeveralHeads(several.iter().map(|entry| entry.name.clone()).collect())),
    }
}

impl Entry {
    /// The names that the entry replaces and skips.
    fn older(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.replaces).filter(|name| !name.is_empty()).chain(&self.skips)
    }
}

/// Whether the upgrade graph contains a cycle. Repeatedly removes entries that no other entry refers to; a cycle
/// remains.
fn contains_cycle(entries: &[Entry]) -> bool {
    let by_name: SortedMap<&String, &Entry> = entries.iter().map(|entry| (&entry.name, entry)).collect();
    let mut newer: SortedMap<&String, usize> = by_name.keys().map(|name| (*name, 0)).collect();
    for name in entries.iter().flat_map(Entry::older) {
        if let Some(count) = newer.get_mut(name) {
            *count = count.saturating_add(1);
        }
    }
    let mut free: Vec<&String> = newer.iter().filter(|(_, count)| **count == 0).map(|(name, _)| *name).collect();
    let mut left = entries.len();
    while let Some(name) = free.pop() {
        left = left.saturating_sub(1);
        for older in by_name.get(name).into_iter().flat_map(|entry| entry.older()) {
            let Some(count) = newer.get_mut(older) else { continue };
            *count = count.saturating_sub(1);
            if *count == 0 {
                free.push(older);
            }
        }
    }
    left > 0
}

/// Keeps the entries that are needed for upgrades between the versions in a range.
pub(super) fn in_range(
    entries: &[Entry],
    versions: &SortedMap<&str, Version>,
    bounds: &Bounds,
) -> Result<Kept, HeadError> {
    let by_name: SortedMap<&String, &Entry> = entries.iter().map(|entry| (&entry.name, entry)).collect();
    let mut chain: Vec<&String> = vec![&head(entries)?.name];
    while let Some(entry) = chain.last().and_then(|name| by_name.get(name)).filter(|entry| !entry.replaces.is_empty()) {
        chain.push(&entry.replaces);
    }
    let is_in = |name: &str| versions.get(name).is_some_and(|version| bounds.matches(version));
    let skips = |name: &String| by_name.get(name).map(|entry| entry.skips.as_slice()).unwrap_or_default();

    // For each name of the chain, from its end: the number of bundles in the range at this name, skipped by it, and
    // below it.
    let mut found: SortedSet<&String> = SortedSet::new();
    let mut counts: Vec<usize> = Vec::new();
    for name in chain.iter().rev() {
        found.extend(std::iter::once(*name).chain(skips(name)).filter(|name| is_in(name)));
        counts.push(found.len());
    }
    counts.reverse();
    let most = counts.first().copied().unwrap_or_default();
    let needed = chain.iter().zip(&counts).enumerate().filter(|(at, (_, count))| {
        let below = counts.get(at.saturating_add(1)).copied().unwrap_or_default();
        **count > 0 && (**count < most || below < most)
    });

    let mut kept = Kept::default();
    for name in needed.map(|(_, (name, _))| *name) {
        if !is_in(name) {
            kept.warnings.push(outside(name, versions.get(name.as_str()), &bounds.text));
        }
        kept.names.insert(name.clone());
        kept.names.extend(skips(name).iter().filter(|name| is_in(name)).cloned());
    }
    Ok(kept)
}

fn outside(name: &str, version: Option<&Version>, range: &str) -> String {
    const NEEDED: &str = "but is required to ensure inclusion of all bundles in the range";
    let (name, range) = (go_quote(name), go_quote(range.trim_start()));
    match version {
        Some(version) => {
            let version = go_quote(&version.to_string());
            format!(
                "including bundle {name} with version {version}: it falls outside the specified range of {range} {NEEDED}"
            )
        }
        None => format!("including bundle {name}: it is unversioned {NEEDED}"),
    }
}
