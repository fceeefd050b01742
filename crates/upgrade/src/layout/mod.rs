//! Layout of a channel graph: where entries, edges and skipRanges are drawn, in pixels.
//!
//! One row for each minor version, the newest on top; versions ascend from left to right. A row that is too long
//! continues in a line above. Edges within a line are straight or arcs; edges between lines run in lanes between the
//! lines, and long ones in lanes at the left. Edges of a kind into one entry share a lane. Everything is near linear in
//! entries and edges. Positions depend on versions, so a small edit moves few entries.

mod bands;
mod draw;
mod frame;
mod lanes;
mod places;
#[cfg(test)]
mod tests;
mod wires;

use std::num::Saturating;

use olmkit_api::{GraphBand, GraphRow};
use olmkit_collections::List;

use crate::channel::{Edge, Graph};
use crate::ids::VersionId;
use crate::stranded::{Cause, Findings};
use frame::Frame;
use places::Places;

/// A length or a position. It never overflows.
type Px = Saturating<i32>;

/// A version in the drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodePosition {
    /// Its id in the graph.
    pub id: VersionId,
    /// Its name without the common prefix, shortened.
    pub label: String,
    /// Left side of its box.
    pub x: i32,
    /// Upper side of its box.
    pub y: i32,
    /// Why it does not reach the head. `None` if it does.
    pub stranded: Option<Cause>,
}

/// An edge in the drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The older version.
    pub from: VersionId,
    /// The newer version.
    pub to: VersionId,
    /// Its kind.
    pub edge: Edge,
    /// Whether it is on an actual upgrade path.
    pub is_taken: bool,
    /// SVG path from the newer to the older version: so the dashes of edges that share a lane coincide. Empty for
    /// skipRanges, which have bands.
    pub path: String,
    /// Where it is crossed out, because upgrades end at its older version.
    pub cut: Option<[i32; 2]>,
    /// Where a line that is drawn can be crossed out.
    middle: Option<[i32; 2]>,
}

impl Line {
    /// Where it is crossed out under other findings on the same channel.
    #[must_use]
    pub fn cut_by(&self, findings: &Findings<'_>) -> Option<[i32; 2]> {
        let is_taken = findings.steps.after(self.from) == Some(self.to);
        self.middle.filter(|_| !is_taken && is_stop(findings, self.from))
    }
}

/// A drawing of a channel under one semantics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// What all names begin with.
    pub prefix: String,
    /// Size of the drawing.
    pub size: [i32; 2],
    /// Size of the box of an entry.
    pub box_size: [i32; 2],
    /// From top to bottom.
    pub rows: Vec<GraphRow>,
    /// The skipRanges, by their owners.
    pub bands: Vec<GraphBand>,
    /// The newest version first.
    pub nodes: Vec<NodePosition>,
    /// By the newer version, then the older one. For skipRanges, only edges on an actual upgrade path.
    pub lines: Vec<Line>,
}

/// Lays a channel out.
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
    Layout {
        nodes: places.order.iter().enumerate().map(node).collect(),
        size: frame.size(),
        box_size: [frame.box_width.0, frame::BOX.0],
        rows: frame.rows(),
        bands: draw::bands(&bands, &frame),
        lines,
        prefix: places.prefix,
    }
}

/// Whether upgrades end here for a reason of the entry: not because the whole channel cannot be ordered.
fn is_stop(findings: &Findings<'_>, id: VersionId) -> bool {
    let own = findings.stranded.binary_search_by_key(&id, |one| one.id).ok();
    let stop = own.and_then(|at| findings.stops.get(findings.stranded.get(at)?.stop));
    stop.is_some_and(|stop| stop.at == id && stop.cause != Cause::ChannelError)
}

fn lines(graph: &Graph<'_, '_>, findings: &Findings<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut add = |from: VersionId, to: VersionId, edge: Edge, is_taken: bool| {
        lines.push(Line { from, to, edge, is_taken, path: String::new(), cut: None, middle: None });
    };
    for from in graph.names.ids() {
        let next = findings.steps.after(from);
        for named in graph.named_by(from) {
            let to = graph.id_of(named.node);
            let is_taken = next == Some(to);
            add(from, to, if named.replaces { Edge::Replaces } else { Edge::Skips }, is_taken);
            if named.replaces && named.skips {
                add(from, to, Edge::Skips, is_taken);
            }
        }
        let Some(to) = next else { continue };
        match graph.edges(from, to).first() {
            Some(Edge::SkipRange) => add(from, to, Edge::SkipRange, true),
            None => add(from, to, Edge::SameVersion, true),
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

/// A number as pixels.
fn px(number: usize) -> Px {
    Saturating(i32::try_from(number).unwrap_or(i32::MAX))
}
