//! Changes that come in, and edits that go out.

use serde::{Deserialize, Serialize};

use super::report::{Edit, OlmRange};

/// One change of a text. Offsets refer to the text before the call that brings the change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// Start of what is replaced.
    pub from: u32,
    /// End (exclusive) of what is replaced; equal to `from` to insert.
    pub to: u32,
    /// The new text.
    pub text: String,
}

/// What the offsets of a change count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "lowercase")]
pub enum Encoding {
    /// UTF-16 units, as JavaScript strings and editors count.
    #[default]
    Utf16,
    /// Bytes of UTF-8.
    Utf8,
}

/// A file that an intention makes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Creation {
    /// Its path.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// What an intention becomes: the smallest text edits, or why it is refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(untagged)]
pub enum Plan {
    /// The edits. Nothing is applied yet.
    Edits {
        /// Always true.
        #[cfg_attr(feature = "tsify", tsify(type = "true"))]
        ok: bool,
        /// What it does, for an undo list: "Set replaces of x to y".
        label: String,
        /// The edits, ordered by path and position; they do not overlap.
        edits: Vec<Edit>,
        /// New files.
        creates: Vec<Creation>,
        /// Side effects: "The default channel is updated."
        notes: Vec<String>,
    },
    /// The change is refused.
    Refused {
        /// Always false.
        #[cfg_attr(feature = "tsify", tsify(type = "false"))]
        ok: bool,
        /// Why.
        reason: String,
        /// The file that prevents the edit.
        #[serde(skip_serializing_if = "Option::is_none")]
        path: Option<String>,
        /// The position that prevents the edit.
        #[serde(skip_serializing_if = "Option::is_none")]
        range: Option<OlmRange>,
    },
}

impl Plan {
    /// Says why it cannot be done, without a place.
    #[must_use]
    pub fn refused(reason: impl Into<String>) -> Self {
        Plan::Refused { ok: false, reason: reason.into(), path: None, range: None }
    }
}
