//! Fixes.

use olmkit_api::Safety;

use crate::place::Place;

/// A replacement of the text of a place. The edits of one fix do not overlap.
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
    /// The title, such as "Quote the version".
    pub title: String,
    /// Whether the fix can be applied without review.
    pub safety: Safety,
    /// The edits, in path and position order.
    pub edits: Vec<TextEdit>,
}
