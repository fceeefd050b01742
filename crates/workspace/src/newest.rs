//! The order in which lists show the channels of a package: the newest version first.

use std::cmp::Reverse;

use olmkit_catalog::{Catalog, Package};
use olmkit_collections::{Table, order};
use olmkit_text::natural;

/// Returns the channels of a package: by descending newest version, then by descending number of entries, then by name
/// with higher numbers first.
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

/// Returns the index of each channel among the channels of its package, by the names of package and channel.
pub(crate) fn places<'f>(catalog: &Catalog<'f>) -> Table<(&'f str, &'f str), usize> {
    let places = |package: &Package<'f>| {
        let name = package.name;
        channels(package).into_iter().enumerate().map(move |(at, channel)| ((name, channel), at))
    };
    catalog.packages.values().flat_map(places).collect()
}
