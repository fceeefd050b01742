//! What changed between two catalogs.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::report::{OlmRange, Severity};
use super::semantics::Semantics;

/// The changes from an old catalog to a new one, in meaning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiffReport {
    /// Version of this shape: 1.
    pub version: u32,
    /// By package, then by what they are about.
    pub changes: Vec<CatalogChange>,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogChange {
    /// What kind: `path-lost`, `entry-added`, `bundle-changed` and so on.
    pub kind: Cow<'static, str>,
    /// How much it matters. Errors strand clusters or break what was released.
    pub severity: Severity,
    /// The package.
    pub package: String,
    /// The channel, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
    /// The entry or bundle, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// Whose upgrades, where it is about paths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semantics: Option<Semantics>,
    /// What changed, as a message.
    pub message: String,
    /// The file of the new catalog; absent for what is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Where in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<OlmRange>,
}

/// What a change means: for upgrades, for opm, and which problems it solves and makes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Impact {
    /// Version of this shape: 1.
    pub version: u32,
    /// One sentence for each consequence, the most important first.
    pub consequences: Vec<String>,
    /// The same sentences by kind, in the same order.
    pub clusters: Vec<ImpactCluster>,
}

/// Consequences of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct ImpactCluster {
    /// The kind.
    pub kind: ImpactKind,
    /// How many versions, problems or changes they are about.
    pub count: usize,
    /// The sentences.
    pub consequences: Vec<String>,
    /// Of new and of fixed problems: which they are, the first of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<ImpactProblem>,
    /// Of verdicts: whose changed, and of which catalog.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub verdicts: Vec<ImpactVerdict>,
    /// Of upgrade paths: whose they are, by channel.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<ImpactPath>,
    /// Of changes: the upgrade path that got longer or shorter, if any did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest: Option<LongestPath>,
}

/// A tool that accepts what it rejected, or rejects what it accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ImpactVerdict {
    /// The folder of the catalog, where the host compares several.
    #[serde(default)]
    pub catalog: Option<String>,
    /// The sentence.
    pub message: String,
}

/// Versions of a channel that lose or gain the path to its head.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ImpactPath {
    /// The package.
    pub package: String,
    /// The channel.
    pub channel: String,
    /// Under whose upgrades.
    pub semantics: Vec<Semantics>,
    /// The versions, the first of them.
    pub entries: Vec<String>,
    /// How many versions they are.
    pub count: usize,
    /// The new problems of the channel that say why.
    pub problems: Vec<ImpactProblem>,
}

/// The longest upgrade path to the head of a channel under OLM v0, in upgrades.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct LongestPath {
    /// The package.
    pub package: String,
    /// The channel.
    pub channel: String,
    /// Before the change.
    pub before: usize,
    /// After it.
    pub after: usize,
}

/// What tells a problem from others of the same report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ImpactProblem {
    /// Id of the rule.
    pub rule: String,
    /// The package that it is about.
    pub package: Option<String>,
    /// The channel that it is about.
    pub channel: Option<String>,
    /// The entry that it is about.
    pub entry: Option<String>,
    /// What is wrong.
    pub message: String,
}

/// Kinds of consequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ImpactKind {
    /// A tool accepts what it rejected, or rejects what it accepted.
    Verdict,
    /// Versions that can no longer upgrade to the channel head.
    PathsLost,
    /// Versions that can now upgrade to the channel head.
    PathsGained,
    /// Other additions, changes and removals.
    Changes,
    /// Fixed problems.
    Fixed,
    /// Problems that are new.
    NewProblems,
}
