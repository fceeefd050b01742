//! Questions about upgrades, and their answers.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::report::{Fix, OlmRange};
use super::semantics::Semantics;

/// Which stranded versions to list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct StrandedQuestion {
    /// Only this package.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub package: Option<String>,
    /// Only this channel of it.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub channel: Option<String>,
    /// Only these semantics.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub semantics: Option<Semantics>,
    /// Also versions that only `replaces` or `skips` still names.
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
    /// By package, channel, semantics, entry in file order.
    pub stranded: Vec<Stranded>,
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
    /// The entry, or the name that is gone.
    pub entry: String,
    /// Whose resolver strands it.
    pub semantics: Semantics,
    /// Why: `successor-skipped`, `successor-lower` and so on.
    pub cause: Cow<'static, str>,
    /// The version at which its upgrades end.
    pub stops_at: String,
    /// The head it does not reach; null where the channel has none.
    pub head: Option<String>,
    /// The culprits: entries that accept the version and cannot be installed; the first 20.
    pub culprits: Vec<String>,
    /// The same with their edges.
    pub successors: Vec<Successor>,
    /// The reason, as a message.
    pub message: String,
    /// How to fix it, as a message.
    pub help: String,
    /// Whether it is an entry of the channel; names that are gone are not.
    pub is_entry: bool,
    /// The file of the channel.
    pub path: String,
    /// The entry's name; for names that are gone the channel's.
    pub range: OlmRange,
    /// Fixes that were checked on a copy of the channel.
    // Thousands of versions that are stranded for one reason have one fix with thousands of names.
    pub fixes: Vec<Arc<Fix>>,
}

/// An entry that accepts the version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Successor {
    /// Its name.
    pub name: String,
    /// How: `replaces`, `skips`, `skipRange`, `sameVersion`.
    pub edges: Vec<Cow<'static, str>>,
    /// The entries that skip it; the first 20.
    pub skipped_by: Vec<String>,
}

/// Start and target of an upgrade path.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PathQuestion {
    /// The package.
    pub package: String,
    /// What is installed: a bundle's name or a version. It need not be in the channel.
    pub from: String,
    /// Where to: an entry's name or a version; without it the head.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub to: Option<String>,
    /// The channel to follow; without it the default channel if it has `from`, else the first that has it.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub channel: Option<String>,
    /// Whose resolver.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub semantics: Semantics,
}

/// The upgrade path of one installed version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PathReport {
    /// Version of this shape: 1.
    pub version: u32,
    /// The package.
    pub package: String,
    /// The channel that is followed.
    pub channel: String,
    /// What is installed.
    pub from: String,
    /// What was asked for, else the head; null where the channel has none.
    pub to: Option<String>,
    /// Whose resolver.
    pub semantics: Semantics,
    /// Whether the upgrade path includes `to`.
    pub reaches: bool,
    /// The upgrades, up to `to` or to where they end.
    pub steps: Vec<PathStep>,
    /// Why it ends before `to`, or does not end; null if it reaches `to`.
    pub stops_because: Option<String>,
    /// The same as data, as in the list of stranded versions.
    pub cause: Option<Cow<'static, str>>,
}

/// One upgrade.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PathStep {
    /// What is installed before.
    pub from: String,
    /// What is installed after.
    pub to: String,
    /// By which edge: `replaces`, `skips`, `skipRange`, `sameVersion`.
    pub edge: Cow<'static, str>,
    /// The file of the channel.
    pub path: String,
    /// The entry that is installed.
    pub entry_range: OlmRange,
}
