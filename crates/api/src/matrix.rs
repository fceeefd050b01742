//! All versions of a package in all its channels.

use serde::{Deserialize, Serialize};

use super::rail::RailStranded;

/// The versions of a package (rows) in its channels (columns).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PackageMatrix {
    /// Version of this shape: 1.
    pub version: u32,
    /// The common prefix of all entry names.
    pub prefix: String,
    /// The channels, ordered by their newest version, the newest first, then by number of entries, the most first, then
    /// by name.
    pub channels: Vec<MatrixChannel>,
    /// The versions, the newest first.
    pub rows: Vec<MatrixRow>,
    /// Names that only `replaces` and `skips` mention. Clusters can still run these versions.
    pub removed: Vec<String>,
}

/// A column: a channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct MatrixChannel {
    /// The name of the channel.
    pub name: String,
    /// Whether it is the default channel, which new installations follow.
    pub is_default: bool,
    /// The number of entries.
    pub entries: usize,
    /// Whether an entry replaces an entry that only another channel has.
    pub continues: bool,
    /// The length of the longest upgrade path to the head, in upgrades, under OLM v0 and v1. Includes versions that are
    /// only named by edges.
    pub longest: [usize; 2],
}

/// A row: a version.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct MatrixRow {
    /// Name of the entry.
    pub name: String,
    /// Whether its major version is lower than that of the row above.
    pub begins_major: bool,
    /// The channels that have the entry, by column.
    pub cells: Vec<MatrixCell>,
}

/// An entry of a channel.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct MatrixCell {
    /// The column: the index of the channel.
    pub channel: usize,
    /// Whether no other entry replaces or skips it.
    pub is_head: bool,
    /// Whether the entry cannot reach the channel head under OLM v0 or v1, and whether opm rejects the channel because
    /// of it.
    pub stranded: Option<RailStranded>,
    /// Whether an entry of the channel skips it.
    pub is_skipped: bool,
    /// Whether the bundle is deprecated.
    pub is_deprecated: bool,
}
