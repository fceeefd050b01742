//! All versions of a package in all its channels.

use serde::{Deserialize, Serialize};

use super::rail::RailStranded;

/// Rows are versions, columns are channels.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PackageMatrix {
    /// Version of this shape: 1.
    pub version: u32,
    /// What all names of entries begin with.
    pub prefix: String,
    /// The channels: those with the newest head first, of equal ones the longest.
    pub channels: Vec<MatrixChannel>,
    /// The versions, the newest first.
    pub rows: Vec<MatrixRow>,
    /// Names that only `replaces` and `skips` mention: clusters may still run these versions.
    pub gone: Vec<String>,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct MatrixChannel {
    /// Its name.
    pub name: String,
    /// Whether new installations follow it.
    pub is_default: bool,
    /// Its entries.
    pub entries: usize,
    /// Whether an entry replaces one that only another channel has.
    pub continues: bool,
    /// Upgrades from the farthest version to the head, be it an entry or only named by one, under OLM v0 and v1.
    pub longest: [usize; 2],
}

/// A row.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct MatrixRow {
    /// Name of the entry.
    pub name: String,
    /// Whether its major version is lower than that of the row above.
    pub begins_major: bool,
    /// The channels that have it, by column.
    pub cells: Vec<MatrixCell>,
}

/// An entry of a channel.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct MatrixCell {
    /// Its column.
    pub channel: usize,
    /// Whether nothing replaces or skips it.
    pub is_head: bool,
    /// Whether it cannot reach the channel head under OLM v0 or v1, and whether opm rejects the channel for it.
    pub stranded: Option<RailStranded>,
    /// Whether an entry of the channel skips it.
    pub is_skipped: bool,
    /// Whether its bundle is deprecated.
    pub is_deprecated: bool,
}
