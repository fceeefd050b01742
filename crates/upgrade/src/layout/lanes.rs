//! Assigns lanes so that parallel segments do not overlap.

use std::cmp::Reverse;

use olmkit_collections::order::sort_by_key;

/// A segment that needs a lane of a channel. Segments of one trunk share a lane.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stretch {
    pub(super) channel: usize,
    pub(super) trunk: usize,
    pub(super) low: i32,
    pub(super) high: i32,
    /// An id that the caller chooses.
    pub(super) owner: usize,
}

/// The segments of one trunk in one channel, as the range `first..last` of the sorted segments.
struct Run {
    channel: usize,
    low: i32,
    high: i32,
    first: usize,
    last: usize,
}

/// Reports the lane of each segment, and returns the number of lanes of each channel: at most `most`. If more segments
/// are parallel, they share lanes.
pub(super) fn assign(
    mut stretches: Vec<Stretch>,
    channels: usize,
    most: usize,
    mut assign: impl FnMut(&Stretch, usize),
) -> Vec<usize> {
    sort_by_key(&mut stretches, |one| (one.channel, one.trunk, one.low, one.owner));
    let mut runs: Vec<Run> = Vec::new();
    let mut first = 0_usize;
    for same in stretches.chunk_by(|a, b| (a.channel, a.trunk) == (b.channel, b.trunk)) {
        let last = first.saturating_add(same.len());
        let Some(one) = same.first() else { continue };
        let high = same.iter().map(|one| one.high).max().unwrap_or(one.high);
        runs.push(Run { channel: one.channel, low: one.low, high, first, last });
        first = last;
    }
    sort_by_key(&mut runs, |run| (run.channel, run.low, Reverse(run.high), run.first));
    let mut counts = vec![0; channels];
    for same in runs.chunk_by(|a, b| a.channel == b.channel) {
        let mut ends: Vec<i32> = Vec::new();
        for run in same {
            let lane = lane(&mut ends, run, most);
            for one in stretches.get(run.first..run.last).unwrap_or_default() {
                assign(one, lane);
            }
        }
        let count = same.first().and_then(|run| counts.get_mut(run.channel));
        count.into_iter().for_each(|count| *count = ends.len());
    }
    counts
}

/// The first free lane, otherwise a new lane, otherwise the lane that becomes free first.
fn lane(ends: &mut Vec<i32>, run: &Run, most: usize) -> usize {
    if let Some((lane, end)) = ends.iter_mut().enumerate().find(|(_, end)| **end < run.low) {
        *end = run.high;
        return lane;
    }
    if ends.len() < most {
        ends.push(run.high);
        return ends.len().saturating_sub(1);
    }
    let Some((lane, end)) = ends.iter_mut().enumerate().min_by_key(|(_, end)| **end) else { return 0 };
    *end = (*end).max(run.high);
    lane
}
