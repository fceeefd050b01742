//! Fixes.

use olmkit_api::Safety;

use crate::place::Place;

/// Replaces the bytes of a place with a text. The edits of one fix do not overlap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEdit {
    /// The replaced range. An empty range inserts.
    pub place: Place,
    /// The new text.
    pub text: String,
}

/// A fix of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// Its title, such as "Quote the version".
    pub title: String,
    /// Whether it can be applied without review.
    pub safety: Safety,
    /// The edits, in path and position order.
    pub edits: Vec<TextEdit>,
}
