//! A new release of a package.

use serde::{Deserialize, Serialize};

use super::candidates::EdgeField;
use super::rail::Rail;
use super::semantics::Semantics;
use super::upgrade::EdgeKind;

/// A channel entry to write.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewEntry {
    /// Name of the bundle.
    pub name: String,
    /// The entry that it replaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
    /// The entries that it skips.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skips: Vec<String>,
    /// The range of versions that it skips (`skipRange`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skip_range: Option<String>,
}

impl NewEntry {
    /// Formats the edges: `replaces a, skips b, c, skipRange <1.0.0`. Empty if it has none.
    #[must_use]
    pub fn edges(&self) -> String {
        let replaces = self.replaces.as_ref().map(|name| format!("replaces {name}"));
        let skips = (!self.skips.is_empty()).then(|| format!("skips {}", self.skips.join(", ")));
        let range = self.skip_range.as_ref().map(|range| format!("skipRange {range}"));
        [replaces, skips, range].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// A request to propose or evaluate a release.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReleaseQuery {
    /// The package.
    pub package: String,
    /// The channel.
    pub channel: String,
    /// The version of the release. Defaults to the version of the bundle `name`.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub version: Option<String>,
    /// The name of the bundle. By default derived from the name of the newest entry.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub name: Option<String>,
    /// The edges to evaluate. By default edges are proposed.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub entry: Option<NewEntry>,
    /// With `entry`: the newer entry that replaces or skips the release.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub successor: Option<String>,
}

/// A release and its effects. To add it, pass the same fields to `add-entry`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct ReleaseReport {
    /// Version of this shape: 1.
    pub version: u32,
    /// The entry with its edges.
    pub entry: NewEntry,
    /// The newer entry that replaces or skips the release; null if the release becomes the head.
    pub successor: Option<String>,
    /// Why these edges are proposed; empty for given edges.
    pub reasons: Vec<ReleaseReason>,
    /// Whether the package has the bundle.
    pub has_bundle: bool,
    /// Whether opm's check of the channel passes.
    pub is_sound: bool,
    /// The channel heads with the release, sorted.
    pub heads: Vec<String>,
    /// The number of versions that can be installed, without the release.
    pub versions: usize,
    /// The number of them that reach the channel head with the release, under OLM v0 and v1.
    pub reaching: [usize; 2],
    /// The length of the longest upgrade path to the channel head, without and with the release.
    pub longest: [usize; 2],
    /// The layout of the channel with the release, which is its last entry.
    pub rail: Rail,
    /// The installed versions, grouped by the edges of their upgrades to the channel head with the release. The groups
    /// of OLM v0 come first, then those that only v1 has.
    pub groups: Vec<ReleaseGroup>,
    /// Its skipRange; null if it has none.
    pub range: Option<ReleaseRange>,
    /// The versions that upgrade to it directly.
    pub steps: Vec<ReleaseStep>,
    /// The versions that can now upgrade to the channel head.
    pub gains: Vec<ReleaseStep>,
    /// The versions that can no longer upgrade to the channel head.
    pub loses: Vec<ReleaseStep>,
}

/// Explains a part of a proposed entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ReleaseReason {
    /// The field that the reason explains; null for the entry as a whole.
    pub field: Option<EdgeField>,
    /// A sentence. It does not repeat the value if the value is the whole field: `It replaces the version below it.`
    pub message: String,
}

/// An installed version and its upgrade.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ReleaseStep {
    /// The installed version.
    pub entry: String,
    /// The upgrade semantics.
    pub semantics: Semantics,
    /// The edge of a direct upgrade.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge: Option<EdgeKind>,
}

/// Installed versions whose upgrade paths begin and end with the same edges.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ReleaseGroup {
    /// The upgrade semantics; null for a group of both OLM v0 and v1.
    pub semantics: Option<Semantics>,
    /// The oldest and the newest version of each run of consecutive versions, the newest run first.
    pub installed: Vec<[String; 2]>,
    /// The number of installed versions.
    pub versions: usize,
    /// The fewest and the most upgrades to the channel head without the release; null if it is not reached.
    pub before: Option<[usize; 2]>,
    /// The fewest and the most upgrades with the release; null if the channel head is not reached.
    pub after: Option<[usize; 2]>,
    /// The edge of the first upgrade, then that of the last upgrade if it differs.
    pub edges: Vec<EdgeKind>,
}

/// The matches of a skipRange.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct ReleaseRange {
    /// Why OLM cannot parse the range; null if it can.
    pub problem: Option<String>,
    /// The number of entries that it matches, without the release.
    pub matched: usize,
    /// Whether it matches the release.
    pub matches_itself: bool,
}
