//! Keys of list items by content: an item is redrawn only when its content changes.

use std::hash::{DefaultHasher, Hash, Hasher};

use olmkit_api::{PackageSummary, Range};

/// A hash that identifies a value.
pub fn key_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A package without positions, which every edit before them changes and no list shows.
pub fn without_places(mut package: PackageSummary) -> PackageSummary {
    package.range = None;
    for channel in &mut package.channels {
        channel.range = Range::default();
    }
    package
}
