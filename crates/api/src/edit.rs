//! Changes that a host sends, and edits that the engine returns.

use serde::{Deserialize, Serialize};

use super::report::{Edit, OlmRange};

/// One change of a text. Offsets refer to the text before the call that passes the change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// Start of the replaced range.
    pub from: u32,
    /// End (exclusive) of the replaced range; equal to `from` for an insertion.
    pub to: u32,
    /// The new text.
    pub text: String,
}

/// The unit of the offsets of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "lowercase")]
pub enum Encoding {
    /// UTF-16 units, as in JavaScript strings and editors.
    #[default]
    Utf16,
    /// Bytes of UTF-8.
    Utf8,
}

/// A file that an intention creates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Creation {
    /// The path.
    pub path: String,
    /// The text.
    pub text: String,
}

/// The plan of an intention: the smallest text edits, or the reason why it is refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(untagged)]
pub enum Plan {
    /// The edits. Nothing is applied yet.
    Edits {
        /// Always true.
        #[cfg_attr(feature = "tsify", tsify(type = "true"))]
        ok: bool,
        /// What the edits do, for an undo list: `Set replaces of x to y`.
        label: String,
        /// The edits, ordered by path and position; they do not overlap.
        edits: Vec<Edit>,
        /// New files.
        creates: Vec<Creation>,
        /// Side effects: `The default channel is updated.`
        notes: Vec<String>,
    },
    /// The change is refused.
    Refused(Refusal),
}

impl Plan {
    /// Creates a refusal without a position.
    #[must_use]
    pub fn refused(reason: impl Into<String>) -> Self {
        Plan::Refused(Refusal::new(reason))
    }
}

/// The reason why a change is refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Refusal {
    /// Always false.
    #[cfg_attr(feature = "tsify", tsify(type = "false"))]
    pub ok: bool,
    /// The reason.
    pub reason: String,
    /// The file that prevents the edit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The position that prevents the edit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<OlmRange>,
    /// The position of the anchored value, if an alias prevents the edit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchored: Option<Box<OlmRange>>,
    /// Replaces this alias by a copy of the value. Missing if the value cannot be copied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copy: Option<Box<Edit>>,
}

impl Refusal {
    /// Creates a refusal without a position.
    #[must_use]
    pub fn new(reason: impl Into<String>) -> Self {
        Self { ok: false, reason: reason.into(), path: None, range: None, anchored: None, copy: None }
    }
}
