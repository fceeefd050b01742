//! The changes between two catalogs.

use serde::{Deserialize, Serialize};

use super::report::{OlmRange, Severity};
use super::semantics::Semantics;
use crate::named::named;

/// The semantic changes from an old catalog to a new one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiffReport {
    /// Version of this shape: 1.
    pub version: u32,
    /// The changes, ordered by package, then by subject.
    pub changes: Vec<CatalogChange>,
}

named! {
    /// The kind of a change.
    pub enum ChangeKind {
        /// A package was added.
        PackageAdded = "package-added",
        /// A package was removed.
        PackageRemoved = "package-removed",
        /// Another channel is the default.
        DefaultChannelChanged = "default-channel-changed",
        /// A channel was added.
        ChannelAdded = "channel-added",
        /// A channel was removed.
        ChannelRemoved = "channel-removed",
        /// Another entry is the channel head.
        HeadMoved = "head-moved",
        /// An older version is the channel head.
        HeadDowngraded = "head-downgraded",
        /// An entry was added.
        EntryAdded = "entry-added",
        /// An entry was removed.
        EntryRemoved = "entry-removed",
        /// `replaces`, `skips` or `skipRange` of an entry changed.
        EdgesChanged = "edges-changed",
        /// A version can no longer upgrade to the channel head.
        PathLost = "path-lost",
        /// A version can now upgrade to the channel head.
        PathGained = "path-gained",
        /// A bundle was added.
        BundleAdded = "bundle-added",
        /// A bundle was removed.
        BundleRemoved = "bundle-removed",
        /// The content of a bundle changed.
        BundleChanged = "bundle-changed",
        /// Bundles have their CSV in another property.
        CsvMoved = "csv-moved",
        /// Something is now deprecated.
        DeprecationAdded = "deprecation-added",
        /// Something is no longer deprecated.
        DeprecationRemoved = "deprecation-removed",
        /// The message of a deprecation changed.
        DeprecationChanged = "deprecation-changed",
    }
}

impl ChangeKind {
    /// The default severity. A change is an error if it strands clusters or alters a release: a lost upgrade path to
    /// the head, a removed package or channel, a changed bundle.
    #[must_use]
    pub fn severity(self) -> Severity {
        match self {
            ChangeKind::PackageRemoved
            | ChangeKind::ChannelRemoved
            | ChangeKind::PathLost
            | ChangeKind::BundleChanged => Severity::Error,
            ChangeKind::DefaultChannelChanged
            | ChangeKind::HeadDowngraded
            | ChangeKind::EntryRemoved
            | ChangeKind::BundleRemoved
            | ChangeKind::DeprecationRemoved => Severity::Warning,
            _ => Severity::Info,
        }
    }
}

/// A change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogChange {
    /// The kind.
    pub kind: ChangeKind,
    /// The severity. Errors strand clusters or break what was released.
    pub severity: Severity,
    /// The package.
    pub package: String,
    /// The channel, if the change is about a channel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
    /// The entry or bundle, if the change is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// The upgrade semantics, if the change is about upgrade paths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semantics: Option<Semantics>,
    /// What changed, as a message.
    pub message: String,
    /// The file of the new catalog; absent if the subject of the change was removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The position in that file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<OlmRange>,
}

/// The effects of a change: on upgrades, on opm's verdict, and on problems that it fixes or introduces.
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
    /// The number of versions, problems or changes.
    pub count: usize,
    /// The sentences.
    pub consequences: Vec<String>,
    /// For new, fixed and suppressed problems: the first of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<ImpactProblem>,
    /// For verdicts: the verdicts that changed, and their catalogs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub verdicts: Vec<ImpactVerdict>,
    /// For upgrade paths: the affected versions, by channel.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<ImpactPath>,
    /// For changes: the longest upgrade path, if it got longer or shorter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest: Option<LongestPath>,
}

/// A changed verdict: a tool accepts what it rejected, or rejects what it accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ImpactVerdict {
    /// The folder of the catalog, if the host compares several catalogs.
    #[serde(default)]
    pub catalog: Option<String>,
    /// Whether the tool now rejects the input. Otherwise, it now accepts it.
    pub rejects: bool,
    /// The verdict as a sentence.
    pub message: String,
}

/// Versions of a channel that lose or gain the upgrade path to its head.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ImpactPath {
    /// The package.
    pub package: String,
    /// The channel.
    pub channel: String,
    /// The semantics under which the upgrade path changes.
    pub semantics: Vec<Semantics>,
    /// The first of the versions.
    pub entries: Vec<String>,
    /// The number of versions.
    pub count: usize,
    /// The new problems of the channel that explain the change.
    pub problems: Vec<ImpactProblem>,
}

/// The length of the longest upgrade path to the head of a channel under OLM v0, in upgrades.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct LongestPath {
    /// The package.
    pub package: String,
    /// The channel.
    pub channel: String,
    /// The length before the change.
    pub before: usize,
    /// The length after the change.
    pub after: usize,
}

/// The fields that identify a problem within a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ImpactProblem {
    /// Id of the rule.
    pub rule: String,
    /// The package of the problem.
    pub package: Option<String>,
    /// The channel of the problem.
    pub channel: Option<String>,
    /// The entry of the problem.
    pub entry: Option<String>,
    /// The message.
    pub message: String,
}

/// The kinds of consequences.
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
    /// Problems that a comment suppresses. They still exist.
    Suppressed,
    /// New problems.
    NewProblems,
}
