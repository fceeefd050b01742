//! skipRanges as bands behind the entries that they match.

use olmkit_api::EdgeKind;
use olmkit_collections::List;

use super::Line;
use super::places::Places;
use crate::channel::Graph;
use crate::intervals::matching;

/// The number of bands that are always shown.
const SHOWN: usize = 3;

/// Adjacent entries of a line.
pub(super) struct Run {
    pub(super) line: usize,
    pub(super) low: usize,
    pub(super) high: usize,
}

/// The band of a skipRange.
pub(super) struct Band<'e> {
    /// The entry with the skipRange.
    pub(super) of: usize,
    pub(super) text: &'e str,
    /// The matched entries, from the newest to the oldest.
    pub(super) runs: Vec<Run>,
    /// The ranks of the first and the last version that the range matches.
    ranks: [usize; 2],
    pub(super) is_shown: bool,
    pub(super) is_taken: bool,
    /// The path of the arrow from the band to its entry.
    pub(super) arrow: String,
}

impl Band<'_> {
    /// The newest entry that the range matches.
    pub(super) fn newest(&self, places: &Places) -> Option<usize> {
        let run = self.runs.first()?;
        places.at(run.line, run.high)
    }
}

/// The bands of all skipRanges. Bands inside another band are not shown. When the budget is used up, the remaining
/// bands have no runs.
pub(super) fn bands<'e>(graph: &Graph<'_, 'e>, places: &Places, lines: &[Line]) -> Vec<Band<'e>> {
    let mut is_taken = List::repeat(false, graph.names.len());
    lines.iter().filter(|line| line.edge == EdgeKind::SkipRange).for_each(|line| is_taken.set(line.to, true));
    let spans = spans(graph, places);
    let mut budget = places.order.len().saturating_mul(8).saturating_add(20_000);
    let mut bands: Vec<Band<'e>> = Vec::new();
    let mut shown = 0_usize;
    for (of, id) in places.order.iter().enumerate() {
        let Some((range, text)) = graph.range(*id).zip(graph.node_of(*id).and_then(|node| node.range_text())) else {
            continue;
        };
        let mut band = Band {
            of,
            text,
            runs: Vec::new(),
            ranks: [0; 2],
            is_shown: false,
            is_taken: is_taken.get(*id) == Some(&true),
            arrow: String::new(),
        };
        let inside = matching(range, &graph.sorted_versions).inside;
        if let Some(((low, _), (_, high))) = inside.first().zip(inside.last()) {
            band.ranks = [*low, *high];
        }
        for (low, high) in inside.iter().rev() {
            let newest = high.checked_sub(1).and_then(|rank| spans.get(rank)).map(|span| span.0);
            let (Some(first), Some((_, last))) = (newest, spans.get(*low)) else { continue };
            let matched = last.saturating_sub(first).saturating_add(1);
            let Some(left) = budget.checked_sub(matched) else { break };
            budget = left;
            let is_matched = |at: &usize| {
                let rank = places.order.get(*at).and_then(|id| graph.rank(*id));
                rank.is_some_and(|rank| low <= &rank && rank < *high)
            };
            (first..=*last).filter(is_matched).for_each(|at| add(&mut band.runs, at, places));
        }
        let is_within =
            |other: &Band<'_>| other.is_shown && other.ranks[0] <= band.ranks[0] && band.ranks[1] <= other.ranks[1];
        band.is_shown = shown < SHOWN && !band.runs.is_empty() && !bands.iter().any(is_within);
        shown = shown.saturating_add(usize::from(band.is_shown));
        bands.push(band);
    }
    bands
}

/// The first and the last position of each rank.
fn spans(graph: &Graph<'_, '_>, places: &Places) -> Vec<(usize, usize)> {
    let mut spans = vec![(usize::MAX, 0); graph.sorted_versions.len()];
    for (at, id) in places.order.iter().enumerate() {
        let slot = graph.rank(*id).and_then(|rank| spans.get_mut(rank));
        slot.into_iter().for_each(|(first, last)| (*first, *last) = ((*first).min(at), at));
    }
    spans
}

fn add(runs: &mut Vec<Run>, at: usize, places: &Places) {
    let place = places.of(at);
    match runs.last_mut() {
        Some(run) if run.line == place.line && run.low == place.column.saturating_add(1) => run.low = place.column,
        _ => runs.push(Run { line: place.line, low: place.column, high: place.column }),
    }
}
