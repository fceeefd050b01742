//! Values for a cell of a channel's table, with their effect.

use serde::{Deserialize, Serialize};

/// An edge field of a channel entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum EdgeField {
    /// `replaces`.
    Replaces,
    /// `skips`.
    Skips,
    /// `skipRange`.
    SkipRange,
}

/// A question about values of a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CandidatesQuestion {
    /// The package.
    pub package: String,
    /// The channel.
    pub channel: String,
    /// The entry.
    pub entry: String,
    /// Its field.
    pub field: EdgeField,
    /// The names of `skips` that stay.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub kept: Vec<String>,
    /// What is written so far.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub text: String,
}

/// A value of a field, and what it does to upgrades.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct Candidate {
    /// One value; of `skips` all names that are added. Empty: the field is removed.
    pub values: Vec<String>,
    /// Its effect: `strands foo.v1.0.0 under v0`.
    pub effect: String,
    /// Whether the effect is wanted.
    pub verdict: CandidateVerdict,
}

/// Whether an effect is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum CandidateVerdict {
    /// No version is stranded.
    Good,
    /// No change: the stranded versions are the same.
    Neutral,
    /// A version is stranded, or opm rejects the channel.
    Bad,
}
