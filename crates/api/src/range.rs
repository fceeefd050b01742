//! The effect of a skipRange.

use serde::{Deserialize, Serialize};

/// A request to evaluate a skipRange.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RangeQuery {
    /// The package.
    pub package: String,
    /// The channel.
    pub channel: String,
    /// The entry whose `skipRange` it is.
    pub entry: String,
    /// The range.
    pub text: String,
}

/// The entries of the channel that the range matches, and those that it does not match.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct RangeReport {
    /// Version of this shape: 1.
    pub version: u32,
    /// Why OLM cannot parse the range; null if it can.
    pub problem: Option<String>,
    /// The equivalent range in OLM's syntax, if the range is in npm's syntax.
    pub suggestion: Option<String>,
    /// A description of what the range matches; for a range in npm's syntax, of what the suggestion matches. Empty if
    /// OLM cannot parse the range and there is no suggestion.
    pub description: String,
    /// Warnings: it matches nothing, its own entry, newer entries or every other entry.
    pub warnings: Vec<String>,
    /// The entries that it matches, the newest first.
    pub matched: Vec<RangeRow>,
    /// The entries that it does not match, the newest first.
    pub missed: Vec<RangeRow>,
}

/// An entry of the channel.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct RangeRow {
    /// The entry.
    pub name: String,
    /// Its version; null if it is not known.
    pub version: Option<String>,
    /// Whether it is not matched only because it is a pre-release.
    pub just_missed: bool,
    /// Whether it is not matched, and its version is the next one above or below the matched versions.
    pub is_next: bool,
}
