//! What can be done about a finding.

use crate::place::Place;

/// Whether a fix can be applied without a look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Safety {
    /// The meaning stays, or what it becomes is certain.
    Safe,
    /// Somebody has to agree.
    Unsafe,
}

/// Replace the bytes of a place by a text. The edits of one fix do not overlap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEdit {
    /// What is replaced; an empty range inserts.
    pub place: Place,
    /// The new text.
    pub text: String,
}

/// A fix of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What it does: "Quote the version".
    pub title: String,
    /// Whether it can be applied without a look.
    pub safety: Safety,
    /// The edits, in path and position order.
    pub edits: Vec<TextEdit>,
}
