//! Requests about upgrades, and their responses.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::report::{Fix, OlmRange};
use super::semantics::Semantics;
use super::stranded_cause::StrandedCause;
use crate::named::named;

/// Which stranded versions to list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct StrandedQuery {
    /// Only this package.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub package: Option<String>,
    /// Only this channel of the package.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub channel: Option<String>,
    /// Only these semantics.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub semantics: Option<Semantics>,
    /// Whether to include versions that are not entries and that only `replaces` or `skips` names.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub include_gone: bool,
}

/// The stranded versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StrandedReport {
    /// Version of this shape: 1.
    pub version: u32,
    /// The stranded versions, ordered by package, channel, semantics, and entry in file order.
    pub stranded: Vec<Stranded>,
    /// Whether the answer may lack something: opm cannot load a file or document, or a name is defined more than once.
    /// Only the command line sets it. `loadProblems` lists what opm cannot load.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub incomplete: bool,
}

named! {
    /// The kind of an edge.
    pub enum EdgeKind {
        /// The newer version replaces the older one.
        Replaces = "replaces",
        /// The newer version skips the older one.
        Skips = "skips",
        /// The skipRange of the newer version matches the older one.
        SkipRange = "skipRange",
        /// OLM v1 only: both have the same version.
        SameVersion = "sameVersion",
    }
}

impl EdgeKind {
    /// The kind in a sentence: the name of the field, or "same version".
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            EdgeKind::SameVersion => "same version",
            _ => self.name(),
        }
    }
}

/// A version that cannot reach the head of its channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Stranded {
    /// The package.
    pub package: String,
    /// The channel.
    pub channel: String,
    /// The entry, or a name that is not an entry.
    pub entry: String,
    /// The semantics under which it is stranded.
    pub semantics: Semantics,
    /// The cause.
    pub cause: StrandedCause,
    /// The version at which its upgrades end.
    pub stops_at: String,
    /// The channel head that it does not reach; null if the channel has no head.
    pub head: Option<String>,
    /// Entries that the version could upgrade to but that cannot be installed; the first 20.
    pub culprits: Vec<String>,
    /// These entries with their edges.
    pub successors: Vec<Successor>,
    /// Why it is stranded, as a message.
    pub message: String,
    /// How to fix it, as a message.
    pub help: String,
    /// Whether it is an entry of the channel. Otherwise only `replaces` or `skips` names it.
    pub is_entry: bool,
    /// The file of the channel.
    pub path: String,
    /// The range of the entry's name. For a name that is not an entry, the range of the channel's name.
    pub range: OlmRange,
    /// Fixes that were verified on a copy of the channel.
    // Arc: thousands of versions that are stranded for the same reason share one fix with thousands of names.
    pub fixes: Vec<Arc<Fix>>,
}

/// An entry that the version could upgrade to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Successor {
    /// Its name.
    pub name: String,
    /// The edges that match the version.
    pub edges: Vec<EdgeKind>,
    /// The entries that skip it; the first 20.
    pub skipped_by: Vec<String>,
}

/// Start and target of an upgrade path.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PathQuery {
    /// The package.
    pub package: String,
    /// The installed version: a bundle name or a version. It does not need to be in the channel.
    pub from: String,
    /// The target: an entry name or a version. Defaults to the channel head.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub to: Option<String>,
    /// The channel to follow. Defaults to the default channel if it has `from`, otherwise to the first channel that has
    /// it.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub channel: Option<String>,
    /// The upgrade semantics.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub semantics: Semantics,
}

/// The upgrade path of an installed version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PathReport {
    /// Version of this shape: 1.
    pub version: u32,
    /// The package.
    pub package: String,
    /// The followed channel.
    pub channel: String,
    /// The installed version.
    pub from: String,
    /// The requested target, or the channel head; null if the channel has no head.
    pub to: Option<String>,
    /// The upgrade semantics.
    pub semantics: Semantics,
    /// Whether the upgrade path reaches `to`.
    pub reaches: bool,
    /// The upgrades, up to `to` or to the version at which they end.
    pub steps: Vec<PathStep>,
    /// Why the path ends before `to`, or does not end; null if it reaches `to`.
    pub stops_because: Option<String>,
    /// The cause, as in the list of stranded versions.
    pub cause: Option<StrandedCause>,
    /// Whether the answer may lack something: opm cannot load a file or document, or a name is defined more than once.
    /// Only the command line sets it. `loadProblems` lists what opm cannot load.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub incomplete: bool,
}

/// An upgrade.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PathStep {
    /// The version before the upgrade.
    pub from: String,
    /// The version after the upgrade.
    pub to: String,
    /// The edge of the upgrade.
    pub edge: EdgeKind,
    /// The file of the channel.
    pub path: String,
    /// The range of the entry that is installed.
    pub entry_range: OlmRange,
}
