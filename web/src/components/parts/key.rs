//! Keys of list items by their content: an item is drawn again when anything in it changes, and only then.

use std::hash::{DefaultHasher, Hash, Hasher};

use olmkit_api::{PackageSummary, Range};

/// A number that identifies a value.
pub fn key_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Places move with every key before them, and nothing here shows one.
pub fn without_places(mut package: PackageSummary) -> PackageSummary {
    package.range = None;
    for channel in &mut package.channels {
        channel.range = Range::default();
    }
    package
}
