//! Lanes of the rows beside the chain.

use olmkit_collections::{Id as _, List};

use super::edges::Edges;
use crate::ids::Row;

/// The number of lanes beside lane 0.
const BESIDE: usize = 3;

/// The lane of a row.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Lane {
    pub(super) at: usize,
    /// Whether no lane was free, so that the row is on the last lane.
    pub(super) is_beyond: bool,
}

/// The state of a lane during the assignment, which goes from top to bottom.
#[derive(Debug, Clone, Copy)]
struct Occupied {
    /// The row that uses the lane.
    by: Row,
    /// The last row that the edges of this row reach.
    until: Row,
}

/// Assigns to each row beside the chain the first lane that is free from its predecessor to its successor.
pub(super) fn assign(edges: &Edges) -> List<Row, Lane> {
    let mut lanes: [Option<Occupied>; BESIDE] = [None; BESIDE];
    edges
        .rows()
        .map(|row| if edges.is_on_chain(row) { Lane::default() } else { take(edges, &mut lanes, row) })
        .collect()
}

fn take(edges: &Edges, lanes: &mut [Option<Occupied>; BESIDE], row: Row) -> Lane {
    let successors = edges.replaced_by(row).first().copied().into_iter().chain(edges.skipper(row));
    let successor = successors.min().filter(|above| *above < row);
    let from = successor.map_or(row, |above| Row::new(above.index().saturating_add(1)));
    let until =
        edges.replaces(row).filter(|below| *below > row).map_or(row, |below| Row::new(below.index().saturating_sub(1)));
    let is_free = |lane: &Option<Occupied>| {
        lane.is_none_or(|lane| lane.until < from || is_shared(edges, lane.by, row, successor))
    };
    let Some((lane, slot)) = (1..).zip(lanes.iter_mut()).find(|(_, lane)| is_free(lane)) else {
        return Lane { at: BESIDE, is_beyond: true };
    };
    *slot = Some(Occupied { by: row, until: slot.map_or(until, |lane| until.max(lane.until)) });
    Lane { at: lane, is_beyond: false }
}

/// Whether a row continues the branch on a lane: its successor is the row above it on that lane, which replaces it or
/// replaces the same entry.
fn is_shared(edges: &Edges, above: Row, row: Row, successor: Option<Row>) -> bool {
    let next = edges.replaces(above);
    successor == Some(above) && (next == Some(row) || next.is_some() && next == edges.replaces(row))
}
