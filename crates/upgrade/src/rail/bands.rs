//! The skipRanges, drawn beside the rows.

use olmkit_api::{RailBand, RailRow};

use super::rows::Rows;
use crate::channel::Graph;
use crate::intervals::{Interval, matching};

/// The maximum number of parallel bands.
const BANDS: usize = 3;

/// The valid skipRanges, from top to bottom.
pub(super) fn bands(graph: &Graph<'_, '_>, rows: &Rows) -> Vec<RailBand> {
    let lowest = Lowest::new(graph, rows);
    let mut until: [Option<usize>; BANDS] = [None; BANDS];
    let mut outermost = 0;
    let mut bands = Vec::new();
    for (row, id) in rows.ids().iter().enumerate() {
        let Some(range) = graph.range(*id) else { continue };
        let inside = matching(range, &graph.sorted_versions).inside;
        let last = inside.iter().filter_map(|interval| lowest.of(*interval)).max().unwrap_or(row).max(row);
        let mut lane = None;
        if last > row && last > outermost {
            lane = until.iter().position(|until| until.is_none_or(|until| until < row));
        }
        if let Some(until) = lane.and_then(|lane| until.get_mut(lane)) {
            *until = Some(last);
            outermost = outermost.max(last);
        }
        bands.push(RailBand { row, last, lane, ranks: inside.into_iter().map(|(from, to)| [from, to]).collect() });
    }
    bands
}

/// Whether each row has a dot on a drawn band.
pub(super) fn covered(bands: &[RailBand], rows: &[RailRow]) -> Vec<bool> {
    let mut is_covered = vec![false; rows.len()];
    for band in bands.iter().filter(|band| band.lane.is_some()) {
        for (row, slot) in rows.iter().zip(&mut is_covered).take(band.last.saturating_add(1)).skip(band.row) {
            *slot |= row.rank.is_some_and(|rank| band.ranks.iter().any(|[from, to]| *from <= rank && rank < *to));
        }
    }
    is_covered
}

/// The lowest row of any interval of ranks: a sparse table of intervals whose lengths are powers of two.
struct Lowest(Vec<Vec<Option<usize>>>);

impl Lowest {
    fn new(graph: &Graph<'_, '_>, rows: &Rows) -> Self {
        let mut single = vec![None; graph.sorted_versions.len()];
        for (row, id) in rows.ids().iter().enumerate() {
            let slot = graph.rank(*id).and_then(|rank| single.get_mut(rank));
            slot.into_iter().for_each(|slot| *slot = Some(row));
        }
        let mut levels = vec![single];
        let mut half = 1_usize;
        while let Some(level) = levels.last().filter(|level| level.len() > half) {
            let longer = level.iter().zip(level.iter().skip(half)).map(|(a, b)| *a.max(b)).collect();
            levels.push(longer);
            half = half.saturating_mul(2);
        }
        Lowest(levels)
    }

    fn of(&self, (from, to): Interval) -> Option<usize> {
        let level = to.checked_sub(from)?.checked_ilog2()?;
        let second = to.checked_sub(1_usize.checked_shl(level)?)?;
        let level = self.0.get(usize::try_from(level).ok()?)?;
        (*level.get(from)?).max(*level.get(second)?)
    }
}
