//! The rail of a channel: rows, lanes, edges, combs and bands, to be drawn beside its table.
//!
//! The head is the first row and every entry is above what it replaces or skips. Lane 0 is the replaces chain of the
//! head. Names that only edges mention are the last rows. Everything is near linear in entries and edges.

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
use crate::stranded::{Cause, Findings};
use edges::Edges;
use lanes::Lane;
pub use prefix::common as common_prefix;
use rows::Rows;

/// Lays a channel out, with the findings under OLM v0 and OLM v1. `rejected` are the names that opm reports as stranded,
/// sorted. `is_marked` tells for a node whether its row must stay visible.
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
    // A name that no entry has, such as a mistyped one, does not make the others longer.
    let entries = shown.iter().filter(|row| row.entry.is_some());
    Rail {
        prefix: prefix::common(entries.map(|row| row.name.as_str())).to_owned(),
        lines: edges
            .lines(|row| lanes.get(row).map_or(0, |lane| lane.at), |row| shown.get(row.index()).is_some_and(ends_here)),
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
        // An entry whose name is there twice has the upgrades of that name.
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

/// Whether upgrades end at a row that is stranded.
fn ends_here(row: &RailRow) -> bool {
    row.stranded.is_some() && row.next.iter().zip(&row.steps).any(|(next, steps)| next.is_none() && steps.is_none())
}

/// By number, for entries. A channel that OLM v0 cannot order strands all of them, for a reason that is not theirs.
fn stranded(
    graph: &Graph<'_, '_>,
    findings: [&Findings<'_>; 2],
    rejected: &[&str],
) -> List<VersionId, Option<RailStranded>> {
    let mut found = List::repeat(None, graph.nodes().len());
    for findings in findings {
        for one in &findings.stranded {
            let cause = findings.stops.get(one.stop).map(|stop| stop.cause);
            let Some(slot) = found.get_mut(one.id).filter(|_| cause != Some(Cause::ChannelError)) else { continue };
            let is_rejected = rejected.binary_search(&graph.name(one.id)).is_ok();
            *slot = Some(if is_rejected { RailStranded::Rejected } else { RailStranded::Accepted });
        }
    }
    found
}
