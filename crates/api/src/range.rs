//! What a skipRange would match.

use serde::{Deserialize, Serialize};

/// A question about a skipRange.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RangeQuestion {
    /// The package.
    pub package: String,
    /// The channel.
    pub channel: String,
    /// The entry that would have it.
    pub entry: String,
    /// The range.
    pub text: String,
}

/// What the range matches, of the entries of its channel.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct RangeReport {
    /// Version of this shape: 1.
    pub version: u32,
    /// Why OLM cannot read it; null where it can.
    pub problem: Option<String>,
    /// The spelling that OLM reads, of a range written for npm.
    pub suggestion: Option<String>,
    /// What it matches, in words; of a range written for npm, what the suggestion matches; else empty where OLM cannot
    /// read it.
    pub words: String,
    /// Warnings: it matches nothing, its own entry, newer entries or every other entry.
    pub warnings: Vec<String>,
    /// Entries that it matches, the newest first.
    pub matched: Vec<RangeRow>,
    /// Entries that it does not match, the newest first.
    pub missed: Vec<RangeRow>,
}

/// An entry and a range.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct RangeRow {
    /// The entry.
    pub name: String,
    /// Its version; null where it is not known.
    pub version: Option<String>,
    /// Not matched only because it is a pre-release.
    pub just_missed: bool,
    /// Not matched, and the next version above or below what is matched.
    pub is_next: bool,
}
