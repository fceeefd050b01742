//! The rail of a channel: rows, lanes, edges, combs and bands, to be drawn beside its table.
//!
//! The head is the first row, and every entry is above the entries that it replaces or skips. Lane 0 is the replaces
//! chain of the head. Names that occur only in edges are the last rows. The time is near linear in entries and edges.

mod bands;
mod edges;
mod folds;
mod lanes;
mod prefix;
mod rows;
#[cfg(test)]
pub(crate) mod tests;

use olmkit_api::{Rail, RailRow, RailStranded};
use olmkit_collections::{Id as _, List};

use crate::channel::Graph;
use crate::ids::{Row, VersionId};
use crate::stranded::Findings;
use edges::Edges;
use lanes::Lane;
pub use prefix::common as common_prefix;
use rows::Rows;

/// Computes the rail of a channel, with the findings under OLM v0 and OLM v1. `rejected` are the names that opm reports
/// as stranded, sorted. `is_marked` returns whether the row of a node must stay visible.
#[must_use]
pub fn rail(
    graph: &Graph<'_, '_>,
    findings: [&Findings<'_>; 2],
    rejected: &[&str],
    is_marked: &dyn Fn(VersionId) -> bool,
) -> Rail {
    let mut rows = Rows::new(graph);
    let edges = Edges::new(graph, &mut rows);
    let lanes = lanes::assign(&edges);
    let stranded = stranded(graph, findings, rejected);
    let shown: Vec<RailRow> = row_shapes(graph, findings, &rows, &lanes, &stranded);
    let bands = bands::bands(graph, &rows);
    let is_covered = bands::covered(&bands, &shown);
    let is_kept = |row: usize, id: VersionId| {
        let node = graph.node_of(id);
        let is_plain = node.is_some_and(|node| node.skip_range.is_none() && !node.is_deprecated && node.has_bundle);
        !is_plain || is_marked(id) || is_covered.get(row) == Some(&true)
    };
    // Names without an entry, such as misspelled ones, do not affect the common prefix.
    let entries = shown.iter().filter(|row| row.entry.is_some());
    Rail {
        prefix: prefix::common(entries.map(|row| row.name.as_str())).to_owned(),
        lines: edges.lines(
            |row| lanes.get(row).map_or(0, |lane| lane.at),
            |row| shown.get(row.index()).is_some_and(|row| ends_here(row, findings)),
        ),
        combs: edges.combs(),
        folds: folds::folds(&edges, &shown, is_kept),
        rows: shown,
        bands,
    }
}

fn row_shapes(
    graph: &Graph<'_, '_>,
    findings: [&Findings<'_>; 2],
    rows: &Rows,
    lanes: &List<Row, Lane>,
    stranded: &List<VersionId, Option<RailStranded>>,
) -> Vec<RailRow> {
    let distances = findings.map(|findings| findings.steps.distances(findings.target));
    let shape = |(id, lane): (&VersionId, &Lane)| {
        // A duplicate entry has the upgrades of the entry that owns the name.
        let name = graph.id_of(*id);
        RailRow {
            name: graph.name(name).to_owned(),
            entry: Some(*id).filter(|id| graph.is_entry(*id)).map(VersionId::index),
            lane: lane.at,
            is_beyond: lane.is_beyond,
            is_skipped: graph.is_skipped(name),
            stranded: stranded.get(name).copied().flatten(),
            rank: graph.rank(*id),
            next: findings.map(|findings| rows.row(findings.steps.after(name)?).map(Row::index)),
            steps: distances.each_ref().map(|distances| distances.get(name).copied().flatten()),
        }
    };
    rows.ids().iter().zip(lanes).map(shape).collect()
}

/// Whether upgrades of a stranded row end at this row. In a channel that OLM v0 cannot sort, they end at none.
fn ends_here(row: &RailRow, findings: [&Findings<'_>; 2]) -> bool {
    let ends = |((next, steps), findings): ((&Option<usize>, &Option<usize>), &Findings<'_>)| {
        next.is_none() && steps.is_none() && findings.order_error.is_none()
    };
    row.stranded.is_some() && row.next.iter().zip(&row.steps).zip(findings).any(ends)
}

/// The stranded entries by number.
fn stranded(
    graph: &Graph<'_, '_>,
    findings: [&Findings<'_>; 2],
    rejected: &[&str],
) -> List<VersionId, Option<RailStranded>> {
    let mut found = List::repeat(None, graph.nodes().len());
    for findings in findings {
        for one in &findings.stranded {
            let is_rejected = rejected.binary_search(&graph.name(one.id)).is_ok();
            found.set(one.id, Some(if is_rejected { RailStranded::Rejected } else { RailStranded::Accepted }));
        }
    }
    found
}
