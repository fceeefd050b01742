//! Layout of a channel graph: the positions of entries, and the edges to draw.
//!
//! One row for each version, the newest at the top. One lane for entries on an upgrade path to the head, one for
//! skipped entries, one for removed names. Rows depend only on versions, so a small edit moves few entries.

use std::cmp::Reverse;

use olmkit_collections::List;
use olmkit_collections::order::sort_by_key;

use crate::channel::{Edge, Graph};
use crate::ids::VersionId;
use crate::stranded::{Cause, Findings};

/// A version in the drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodePosition {
    /// Its id in the graph.
    pub id: VersionId,
    /// The row, from the top, starting at 0.
    pub row: usize,
    /// 0: not skipped, 1: skipped, 2: no longer an entry.
    pub lane: usize,
    /// Why it does not reach the head. `None` if it does.
    pub stranded: Option<Cause>,
}

/// An edge in the drawing, from the older to the newer version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// The older one.
    pub from: VersionId,
    /// The newer one.
    pub to: VersionId,
    /// Its kind.
    pub edge: Edge,
    /// Whether it is on an actual upgrade path.
    pub is_taken: bool,
}

/// A drawing of a channel under one semantics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// By row.
    pub nodes: Vec<NodePosition>,
    /// By the newer version, then the older one. For skipRanges, only edges on an actual upgrade path.
    pub lines: Vec<Line>,
}

/// Lays a channel out.
#[must_use]
pub fn layout(graph: &Graph<'_, '_>, findings: &Findings<'_>) -> Layout {
    let mut order: Vec<VersionId> = graph.names.ids().collect();
    sort_by_key(&mut order, |&id| {
        let version = graph.version(id);
        (version.is_none(), Reverse(version), !graph.is_entry(id), Reverse(graph.name(id)))
    });
    let mut stranded = List::repeat(None, graph.names.len());
    for one in &findings.stranded {
        stranded.set(one.id, findings.stops.get(one.stop).map(|stop| stop.cause));
    }
    let node = |(row, &id): (usize, &VersionId)| {
        let lane = match (graph.is_entry(id), graph.is_skipped(id)) {
            (false, _) => 2,
            (true, skipped) => usize::from(skipped),
        };
        NodePosition { id, row, lane, stranded: stranded.get(id).copied().flatten() }
    };
    Layout { nodes: order.iter().enumerate().map(node).collect(), lines: lines(graph, findings) }
}

fn lines(graph: &Graph<'_, '_>, findings: &Findings<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    for from in graph.names.ids() {
        let next = findings.steps.after(from);
        for named in graph.named_by(from) {
            let to = graph.id_of(named.node);
            let is_taken = next == Some(to);
            let edge = if named.replaces { Edge::Replaces } else { Edge::Skips };
            lines.push(Line { from, to, edge, is_taken });
            if named.replaces && named.skips {
                lines.push(Line { from, to, edge: Edge::Skips, is_taken });
            }
        }
        let Some(to) = next else { continue };
        match graph.edges(from, to).first() {
            Some(Edge::SkipRange) => lines.push(Line { from, to, edge: Edge::SkipRange, is_taken: true }),
            None => lines.push(Line { from, to, edge: Edge::SameVersion, is_taken: true }),
            Some(_) => {}
        }
    }
    sort_by_key(&mut lines, |line| (line.to, line.from, line.edge));
    lines
}
