//! The rail of a channel: its upgrade edges, drawn beside the rows of its table.

use serde::{Deserialize, Serialize};

/// The layout of a channel beside the rows of its table. Upgrades point upwards.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Rail {
    /// The common prefix of all names, up to the version.
    pub prefix: String,
    /// The rows in drawing order: the head first, names that are not in the channel last.
    pub rows: Vec<RailRow>,
    /// The edges to draw.
    pub lines: Vec<RailLine>,
    /// Lists of `skips`, from top to bottom, without those that the first list contains. The list of the head is always
    /// drawn, the others while their row is selected.
    pub combs: Vec<RailComb>,
    /// The skipRanges, from top to bottom.
    pub bands: Vec<RailBand>,
    /// Ranges of rows that can be folded: the first row, and the row after the last.
    pub folds: Vec<[usize; 2]>,
}

/// A row of the rail.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct RailRow {
    /// The name of the entry.
    pub name: String,
    /// Index of the entry in `entries`; null for a name that only edges mention.
    pub entry: Option<usize>,
    /// The lane, from 0 to 3. Lane 0 is the replaces chain of the head.
    pub lane: usize,
    /// Whether no lane is free, so that the row shares the last lane.
    pub is_beyond: bool,
    /// Whether an entry skips it.
    pub is_skipped: bool,
    /// Whether it is stranded, and whether opm rejects the channel because of it.
    pub stranded: Option<RailStranded>,
    /// The rank of its version among the rows, ascending; null if the version is unknown.
    pub rank: Option<usize>,
    /// The row of the next upgrade, under OLM v0 and OLM v1.
    pub next: [Option<usize>; 2],
    /// The number of upgrades to the channel head, under OLM v0 and OLM v1; null if it cannot reach the head.
    pub steps: [Option<usize>; 2],
}

/// Whether opm rejects a channel because of a stranded entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "kebab-case")]
pub enum RailStranded {
    /// opm rejects the channel because of it.
    Rejected,
    /// opm accepts the channel, but clusters do not upgrade.
    Accepted,
}

/// An edge of the rail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct RailLine {
    /// Row of the older version.
    pub from: usize,
    /// Row of the newer version.
    pub to: usize,
    /// The lane of the line between them.
    pub lane: usize,
    /// Whether the edge is in `skips` only. Otherwise it is in `replaces`.
    pub is_skip: bool,
    /// Whether upgrades end at the older version, so that the edge is crossed out.
    pub is_cut: bool,
}

/// The `skips` of an entry, drawn as one comb.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct RailComb {
    /// Row of the entry that skips.
    pub row: usize,
    /// The skipped rows, ascending.
    pub teeth: Vec<usize>,
}

/// A skipRange beside the rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct RailBand {
    /// Row of the entry.
    pub row: usize,
    /// The last row that the range matches; equal to `row` if it matches no row below.
    pub last: usize,
    /// The lane, from 0 to 2, from the chain outwards. Null for a band that is drawn as a notch: it is inside another
    /// band, matches no row below, or no lane is free.
    pub lane: Option<usize>,
    /// The version ranks that it matches, as ranges with an exclusive end.
    pub ranks: Vec<[usize; 2]>,
}
