//! The order of entries in OLM: by version and release, as blang/semver and operator-registry compare them.

use olmkit_collections::order;
use std::cmp::Reverse;

use olmkit_api::EntryRow;
use olmkit_semver::VersionRelease;

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

/// The version of an entry. `None` if it is unknown or not valid.
pub fn version(entry: &EntryRow) -> Option<VersionRelease> {
    VersionRelease::parse(entry.version.as_deref()?).ok()
}

/// The entries that a new version may replace.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Replaceable {
    /// The head if it is older or its version is not known, otherwise the newest older entry.
    pub proposed: String,
    /// The head that is not older.
    pub newer_head: Option<String>,
}

/// What an entry with this name can replace in a channel. `prefix`: the beginning of the names of the channel.
pub fn replaceable(entries: &[EntryRow], prefix: &str, name: &str) -> Replaceable {
    let head = entries.iter().find(|entry| entry.is_head);
    let text = name.strip_prefix(prefix).filter(|_| !prefix.is_empty()).or(name.split_once(".v").map(|(_, text)| text));
    let own = text.and_then(|text| VersionRelease::parse(text).ok());
    let top = head.and_then(version).zip(own).filter(|(top, own)| top >= own);
    let name_of = |entry: Option<&EntryRow>| entry.map(|entry| entry.name.clone());
    let Some((_, own)) = top else {
        return Replaceable { proposed: name_of(head).unwrap_or_default(), newer_head: None };
    };
    let older = entries.iter().filter_map(|entry| Some((version(entry)?, entry))).filter(|(version, _)| *version < own);
    let newest = older.max_by(|(a, _), (b, _)| a.cmp(b)).map(|(_, entry)| entry);
    Replaceable { proposed: name_of(newest).unwrap_or_default(), newer_head: name_of(head) }
}
