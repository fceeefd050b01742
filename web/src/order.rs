//! The order of entries in OLM: by version and release, as blang/semver and operator-registry compare them.

use olmkit_collections::order;
use std::cmp::Reverse;

use olmkit_api::EntryRow;
use olmkit_page::replaceable::version;

/// The order of the rows of a table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    /// As the rail is drawn: every entry above those that it replaces or skips.
    #[default]
    HeadFirst,
    File,
    NewestFirst,
    OldestFirst,
}

impl Order {
    pub fn next(self) -> Self {
        match self {
            Order::HeadFirst => Order::File,
            Order::File => Order::NewestFirst,
            Order::NewestFirst => Order::OldestFirst,
            Order::OldestFirst => Order::HeadFirst,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Order::HeadFirst => "Head first",
            Order::File => "File order",
            Order::NewestFirst => "Newest first",
            Order::OldestFirst => "Oldest first",
        }
    }

    /// The value of `aria-sort`.
    pub fn key(self) -> &'static str {
        match self {
            Order::HeadFirst | Order::File => "none",
            Order::NewestFirst => "descending",
            Order::OldestFirst => "ascending",
        }
    }

    /// Sorts row indices. Entries without a valid version come last. Rows in the order `HeadFirst` are sorted already.
    pub fn sort(self, entries: &[EntryRow], rows: &mut [usize]) {
        let version = |row: &usize| entries.get(*row).and_then(version);
        match self {
            Order::HeadFirst | Order::File => {}
            Order::NewestFirst => sort_by_cached_key(rows, |row| Reverse(version(row))),
            Order::OldestFirst => sort_by_cached_key(rows, |row| {
                let version = version(row);
                (version.is_none(), version)
            }),
        }
    }
}

/// Sorts by keys that are computed once.
fn sort_by_cached_key<K: Ord>(rows: &mut [usize], key: impl Fn(&usize) -> K) {
    let mut keyed: Vec<(K, usize)> = rows.iter().map(|row| (key(row), *row)).collect();
    order::sort_by(&mut keyed, |(a, _), (b, _)| a.cmp(b));
    for (row, (_, sorted)) in rows.iter_mut().zip(keyed) {
        *row = sorted;
    }
}
