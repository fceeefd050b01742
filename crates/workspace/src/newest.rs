//! The order in which lists show the channels of a package: the newest version first.

use std::cmp::Reverse;

use olmkit_catalog::{Catalog, Package};
use olmkit_collections::{Table, order};
use olmkit_text::natural;

/// The channels of a package: the newest version first, then the one with more entries, then by name with the highest
/// number first.
pub(crate) fn channels<'f>(package: &Package<'f>) -> Vec<&'f str> {
    let newest = |name: &&'f str| {
        let entries = &package.channels.get(name)?.body.entries;
        let version = entries.iter().filter_map(|entry| package.bundles.get(entry.own_name())?.version.as_ref()).max();
        Some((Reverse((version, entries.len())), *name))
    };
    let mut all: Vec<_> = package.channels.keys().filter_map(newest).collect();
    order::sort_by(&mut all, |a, b| a.0.cmp(&b.0).then_with(|| natural(b.1, a.1)));
    all.into_iter().map(|(_, name)| name).collect()
}

/// The place of each channel among those of its package, by the names of both.
pub(crate) fn places<'f>(catalog: &Catalog<'f>) -> Table<(&'f str, &'f str), usize> {
    let places = |package: &Package<'f>| {
        let name = package.name;
        channels(package).into_iter().enumerate().map(move |(at, channel)| ((name, channel), at))
    };
    catalog.packages.values().flat_map(places).collect()
}
