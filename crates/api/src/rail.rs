//! The rail of a channel: its upgrade edges, drawn beside the rows of its table.

use serde::{Deserialize, Serialize};

/// A channel laid out beside the rows of its table. Upgrades go up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Rail {
    /// What all names begin with, up to the version.
    pub prefix: String,
    /// In drawing order, the head first, names that are not in the channel last.
    pub rows: Vec<RailRow>,
    /// The edges to draw.
    pub lines: Vec<RailLine>,
    /// Lists of skips, from top to bottom, without those that the first one contains. The head's is drawn, any other
    /// one when its row is selected.
    pub combs: Vec<RailComb>,
    /// The skipRanges, from top to bottom.
    pub bands: Vec<RailBand>,
    /// Runs of rows that can be folded: the first row, and the row after the last one.
    pub folds: Vec<[usize; 2]>,
}

/// A row of the rail.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct RailRow {
    /// Its name.
    pub name: String,
    /// Index of the entry in `entries`; null for a name that only edges mention.
    pub entry: Option<usize>,
    /// 0: the replaces chain of the head; up to 3.
    pub lane: usize,
    /// Whether no lane was free, so that it shares the last one.
    pub is_beyond: bool,
    /// Whether an entry skips it.
    pub is_skipped: bool,
    /// Whether it is stranded, and whether opm rejects the channel for it.
    pub stranded: Option<RailStranded>,
    /// The rank of its version among the rows, ascending; null if the version is unknown.
    pub rank: Option<usize>,
    /// The row of the next upgrade, under OLM v0 and OLM v1.
    pub next: [Option<usize>; 2],
    /// The number of upgrades to the channel head, under OLM v0 and OLM v1; null if it is not reached.
    pub steps: [Option<usize>; 2],
}

/// Whether opm rejects a channel for a stranded entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "kebab-case")]
pub enum RailStranded {
    /// opm rejects the channel for it.
    Rejected,
    /// opm accepts it; clusters do not upgrade.
    Accepted,
}

/// An edge of the rail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct RailLine {
    /// Row of the older one.
    pub from: usize,
    /// Row of the newer one.
    pub to: usize,
    /// The lane between them.
    pub lane: usize,
    /// Whether it is in `skips` only; else `replaces` names it.
    pub is_skip: bool,
    /// Whether upgrades end before it.
    pub is_cut: bool,
}

/// The `skips` of an entry that are drawn as one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct RailComb {
    /// Row of the entry.
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
    /// The last row that it matches; `row` where it matches none below.
    pub last: usize,
    /// 0 to 2, from the chain outwards; null for a notch: it is inside another one, matches no row below, or has no room.
    pub lane: Option<usize>,
    /// The ranks that it matches: from the first to the second, exclusive.
    pub ranks: Vec<[usize; 2]>,
}
