//! Values for a cell of a channel's table, and their effects.

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

/// A request for values of an edge field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CandidatesQuery {
    /// The package.
    pub package: String,
    /// The channel.
    pub channel: String,
    /// The entry.
    pub entry: String,
    /// The field to set.
    pub field: EdgeField,
    /// The names of `skips` that are kept.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub kept: Vec<String>,
    /// The text entered so far.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub text: String,
}

/// A value of an edge field, and its effect on upgrades.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct Candidate {
    /// The value; for `skips`, all names that are added. An empty list removes the field.
    pub values: Vec<String>,
    /// The effect, such as `strands foo.v1.0.0 under v0`.
    pub effect: String,
    /// Whether the effect is desired.
    pub verdict: CandidateVerdict,
}

/// Whether an effect is desired. The best is first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum CandidateVerdict {
    /// No version is stranded.
    Good,
    /// No change: the same versions are stranded.
    Neutral,
    /// A version is stranded, or opm rejects the channel.
    Bad,
}
