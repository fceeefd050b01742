//! Runs of plain rows, which can be folded.

use olmkit_api::RailRow;
use olmkit_collections::Id as _;

use super::edges::Edges;
use crate::ids::{Row, VersionId};

/// The minimum length of a run that is folded.
const SHORTEST: usize = 4;

/// The runs of rows on the chain that have one `replaces`, one successor and no `skips`, and for which `is_kept` is
/// false.
pub(super) fn folds(edges: &Edges, rows: &[RailRow], is_kept: impl Fn(usize, VersionId) -> bool) -> Vec<[usize; 2]> {
    let is_plain = |(at, row): (usize, &RailRow)| {
        let is_entry = row.entry.is_some_and(|entry| !is_kept(at, VersionId::new(entry)));
        let own = Row::new(at);
        let has_one_edge = edges.replaces(own).is_some() && edges.skips(own).is_empty();
        is_entry
            && has_one_edge
            && row.lane == 0
            && row.stranded.is_none()
            && !row.is_skipped
            && edges.replaced_by(own).len() == 1
    };
    let mut folds = Vec::new();
    let mut from = 0;
    for (at, is_plain) in
        rows.iter().enumerate().map(|(at, row)| (at, is_plain((at, row)))).chain([(rows.len(), false)])
    {
        if is_plain {
            continue;
        }
        if at.saturating_sub(from) >= SHORTEST {
            folds.push([from, at]);
        }
        from = at.saturating_add(1);
    }
    folds
}
