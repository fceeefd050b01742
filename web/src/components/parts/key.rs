//! Keys of list items by their content: an item is drawn again when anything in it changes, and only then.

use std::hash::{DefaultHasher, Hash, Hasher};

/// A number that stands for a value.
pub fn key_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
