//! A new release of a package.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::candidates::EdgeField;
use super::rail::Rail;
use super::semantics::Semantics;

/// A channel entry to write.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewEntry {
    /// Name of the bundle.
    pub name: String,
    /// The entry it replaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
    /// The entries it skips.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skips: Vec<String>,
    /// The versions it skips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skip_range: Option<String>,
}

impl NewEntry {
    /// Its edges as a text: `replaces a, skips b, c, skipRange <1.0.0`. Empty if it has none.
    #[must_use]
    pub fn edges(&self) -> String {
        let replaces = self.replaces.as_ref().map(|name| format!("replaces {name}"));
        let skips = (!self.skips.is_empty()).then(|| format!("skips {}", self.skips.join(", ")));
        let range = self.skip_range.as_ref().map(|range| format!("skipRange {range}"));
        [replaces, skips, range].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// A question about a release.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReleaseQuestion {
    /// The package.
    pub package: String,
    /// The channel.
    pub channel: String,
    /// Its version; without it that of the bundle `name`.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub version: Option<String>,
    /// The name of its bundle; without it as the newest entry is named.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub name: Option<String>,
    /// The edges to look at; without them edges are proposed.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub entry: Option<NewEntry>,
    /// With `entry`: the newer entry that takes over from it.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub under: Option<String>,
}

/// A release, and what it does. To make it, give `add-entry` the same fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct ReleaseReport {
    /// Version of this shape: 1.
    pub version: u32,
    /// The entry with its edges.
    pub entry: NewEntry,
    /// The newer entry that replaces or skips it from then on; null where it becomes the head.
    pub under: Option<String>,
    /// Why the proposed edges are as they are; none for given edges.
    pub reasons: Vec<ReleaseReason>,
    /// Whether the package has the bundle.
    pub has_bundle: bool,
    /// Whether opm's check of the channel finds nothing.
    pub is_sound: bool,
    /// The heads with it, sorted.
    pub heads: Vec<String>,
    /// How many versions may be installed, besides the release.
    pub versions: usize,
    /// How many of them reach the channel head with it, under OLM v0 and v1.
    pub reaching: [usize; 2],
    /// The most upgrades from one of them to the channel head, without the release and with it.
    pub longest: [usize; 2],
    /// The channel as it is drawn with the release, which is its last entry.
    pub rail: Rail,
    /// The installed versions, grouped by the edges of their upgrades to the channel head with it: the groups of OLM
    /// v0, then those that only v1 has.
    pub groups: Vec<ReleaseGroup>,
    /// Its skipRange; null where it has none.
    pub range: Option<ReleaseRange>,
    /// The versions that upgrade to it directly.
    pub steps: Vec<ReleaseStep>,
    /// The versions that can now upgrade to the channel head.
    pub gains: Vec<ReleaseStep>,
    /// The versions that can no longer upgrade to the channel head.
    pub loses: Vec<ReleaseStep>,
}

/// Why a proposed entry is as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ReleaseReason {
    /// The field whose value it explains; null for the entry as a whole.
    pub field: Option<EdgeField>,
    /// A sentence, without the value where that is the whole field: `It replaces the version below it.`
    pub message: String,
}

/// A version and a release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ReleaseStep {
    /// What is installed.
    pub entry: String,
    /// Whose upgrades.
    pub semantics: Semantics,
    /// Of an upgrade: `replaces`, `skips`, `skipRange`, `sameVersion`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge: Option<Cow<'static, str>>,
}

/// Installed versions whose upgrade paths begin and end with the same edges.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ReleaseGroup {
    /// Whose upgrades; null for a group of OLM v0 and v1.
    pub semantics: Option<Semantics>,
    /// The oldest and the newest version of each run of neighbors, the newest run first.
    pub installed: Vec<[String; 2]>,
    /// The number of versions.
    pub versions: usize,
    /// The fewest and the most upgrades to the channel head without the release; null where it is not reached.
    pub before: Option<[usize; 2]>,
    /// The same with it.
    pub after: Option<[usize; 2]>,
    /// The edge of the first upgrade, and that of the last one if it is another one: `replaces`, `skips`, `skipRange`,
    /// `sameVersion`.
    pub edges: Vec<Cow<'static, str>>,
}

/// What a skipRange matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct ReleaseRange {
    /// Why OLM cannot read it; null where it can.
    pub problem: Option<String>,
    /// The number of entries that it matches, besides the release.
    pub matched: usize,
    /// Whether it matches the release.
    pub matches_itself: bool,
}
