//! Layout of a channel graph: the positions of entries, edges and skipRanges, in pixels.
//!
//! There is one row for each minor version, the newest at the top; versions ascend from left to right. A row that is
//! too long continues in a line above. Edges within a line are straight or arcs. Edges between lines run in lanes
//! between the lines, long ones in lanes at the left. Edges of one kind into one entry share a lane. The time is near
//! linear in entries and edges. Positions depend on versions, so a small edit moves few entries.

mod bands;
mod draw;
mod frame;
mod lanes;
mod places;
#[cfg(test)]
mod tests;
mod wires;

use olmkit_api::{EdgeKind, StrandedCause};
use std::num::Saturating;

use olmkit_api::{GraphBand, GraphRow};
use olmkit_collections::List;

use crate::channel::Graph;
use crate::ids::VersionId;
use crate::stranded::Findings;
use frame::Frame;
use places::Places;

/// A length or a position. Arithmetic saturates.
type Px = Saturating<i32>;

/// The position of a version in the drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodePosition {
    /// The id in the graph.
    pub id: VersionId,
    /// The name without the common prefix, shortened.
    pub label: String,
    /// The left edge of the box.
    pub x: i32,
    /// The top edge of the box.
    pub y: i32,
    /// The cause why the version does not reach the head. `None` if it does.
    pub stranded: Option<StrandedCause>,
}

/// An edge in the drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The older version.
    pub from: VersionId,
    /// The newer version.
    pub to: VersionId,
    /// The kind of the edge.
    pub edge: EdgeKind,
    /// Whether the edge is on an actual upgrade path.
    pub is_taken: bool,
    /// The SVG path from the newer to the older version. The common direction makes the dashes of edges that share a
    /// lane coincide. Empty for skipRanges, which have bands.
    pub path: String,
    /// The position of the mark that upgrades end at the older version.
    pub cut: Option<[i32; 2]>,
    /// The middle of a drawn line, for this mark.
    middle: Option<[i32; 2]>,
}

impl Line {
    /// The position of the mark under other findings for the same channel.
    #[must_use]
    pub fn cut_by(&self, findings: &Findings<'_>) -> Option<[i32; 2]> {
        let is_taken = findings.steps.after(self.from) == Some(self.to);
        self.middle.filter(|_| !is_taken && is_stop(findings, self.from))
    }
}

/// The drawing of a channel under one semantics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// The common prefix of all names.
    pub prefix: String,
    /// The size of the drawing.
    pub size: [i32; 2],
    /// The size of the box of an entry.
    pub box_size: [i32; 2],
    /// The rows, from top to bottom.
    pub rows: Vec<GraphRow>,
    /// The skipRanges, in the order of their entries.
    pub bands: Vec<GraphBand>,
    /// The versions, newest first.
    pub nodes: Vec<NodePosition>,
    /// The edges, ordered by the newer version, then the older one. Of skipRanges, only edges on an actual upgrade
    /// path.
    pub lines: Vec<Line>,
}

/// Computes the layout of a channel.
#[must_use]
pub fn layout(graph: &Graph<'_, '_>, findings: &Findings<'_>) -> Layout {
    let places = Places::new(graph);
    let mut lines = lines(graph, findings);
    let mut bands = bands::bands(graph, &places, &lines);
    let mut wires = wires::wires(&places, &lines);
    wires::add_bands(&mut wires, &places, &bands);
    let lanes = wires::assign(&mut wires, &places);
    let frame = Frame::new(&places, &lanes, &wires);
    draw::edges(&wires, &frame, &mut lines, &mut bands);
    for line in &mut lines {
        line.cut = line.cut_by(findings);
    }
    let mut stranded = List::repeat(None, graph.names.len());
    for one in &findings.stranded {
        stranded.set(one.id, findings.stops.get(one.stop).map(|stop| stop.cause));
    }
    let node = |(at, id): (usize, &VersionId)| NodePosition {
        id: *id,
        label: places.label(at).to_owned(),
        x: frame.x(at).0,
        y: frame.y(at).0,
        stranded: stranded.get(*id).copied().flatten(),
    };
    let (bands, end) = draw::bands(&bands, &frame);
    Layout {
        nodes: places.order.iter().enumerate().map(node).collect(),
        size: frame.size(end),
        box_size: [frame.box_width.0, frame::BOX.0],
        rows: frame.rows(),
        bands,
        lines,
        prefix: places.prefix,
    }
}

/// Whether upgrades end at the version for a reason of its own, not because the channel cannot be sorted.
fn is_stop(findings: &Findings<'_>, id: VersionId) -> bool {
    let own = findings.stranded.binary_search_by_key(&id, |one| one.id).ok();
    let stop = own.and_then(|at| findings.stops.get(findings.stranded.get(at)?.stop));
    stop.is_some_and(|stop| stop.at == id && stop.cause != StrandedCause::ChannelError)
}

fn lines(graph: &Graph<'_, '_>, findings: &Findings<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut add = |from: VersionId, to: VersionId, edge: EdgeKind, is_taken: bool| {
        lines.push(Line { from, to, edge, is_taken, path: String::new(), cut: None, middle: None });
    };
    for from in graph.names.ids() {
        let next = findings.steps.after(from);
        for named in graph.named_by(from) {
            let to = graph.id_of(named.node);
            let is_taken = next == Some(to);
            add(from, to, if named.replaces { EdgeKind::Replaces } else { EdgeKind::Skips }, is_taken);
            if named.replaces && named.skips {
                add(from, to, EdgeKind::Skips, is_taken);
            }
        }
        let Some(to) = next else { continue };
        match graph.edges(from, to).first() {
            Some(EdgeKind::SkipRange) => add(from, to, EdgeKind::SkipRange, true),
            None => add(from, to, EdgeKind::SameVersion, true),
            Some(_) => {}
        }
    }
    olmkit_collections::order::sort_by_key(&mut lines, |line| (line.to, line.from, line.edge));
    lines
}

/// Half a length.
fn half(length: Px) -> Px {
    Saturating(length.0 / 2)
}

/// Converts a number to pixels.
fn px(number: usize) -> Px {
    Saturating(i32::try_from(number).unwrap_or(i32::MAX))
}
