//! The order in which lists show the channels of a package: the newest version first.

use std::cmp::{Ordering, Reverse};

use olmkit_catalog::{Catalog, Package};
use olmkit_collections::{Table, order};

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

/// Compares names whose numbers count as numbers: `v25.3` is before `v25.10`.
pub(crate) fn natural(a: &str, b: &str) -> Ordering {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let from = a.get(..same).map_or(0, |shared| shared.trim_end_matches(is_digit).len());
    let number = |name: &str| {
        let rest = name.get(from..).unwrap_or_default();
        let zeros = rest.len().saturating_sub(rest.trim_start_matches('0').len());
        rest.trim_start_matches(is_digit).len().abs_diff(rest.len()).saturating_sub(zeros)
    };
    number(a).cmp(&number(b)).then_with(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::natural;

    #[test]
    fn numbers_in_names_count_as_numbers() {
        let mut names = ["v25.10", "v1.10", "stable", "v25.3", "v1.9-rc", "fast", "v1.9", "v1.09", "1", "10", "2", ""];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(
            names,
            ["", "fast", "stable", "v1.09", "v1.9", "v1.9-rc", "v1.10", "v25.3", "v25.10", "1", "2", "10"]
        );
    }
}
