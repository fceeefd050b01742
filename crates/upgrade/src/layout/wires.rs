//! Routing of edges: their shapes, lanes and ends.

use olmkit_api::EdgeKind;
use std::num::Saturating as S;

use super::bands::Band;
use super::lanes::{self, Stretch};
use super::places::{Place, Places};
use super::{Line, Px, half, px};

/// The maximum numbers of lanes between two lines and at the left.
const LANES: usize = 12;
const LANES_AT_LEFT: usize = 8;
/// The offsets from the center of an entry at which several edges connect.
const PORTS: [i32; 3] = [0, 12, -12];
/// The distance between straight edges of two kinds from one entry to another.
const BESIDE: Px = S(4);
/// The distance between two lanes.
pub(super) const LANE: Px = S(8);

/// The shape of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// To the adjacent column.
    Straight,
    /// Over several columns, with the height of the control points.
    Arc(Px),
    /// From an entry to itself.
    Loop,
    /// To the adjacent line, along a lane.
    Near,
    /// Over several lines, along a lane at the left.
    Far,
}

/// What a wire is drawn for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Line(usize),
    Band(usize),
}

/// A drawn edge, from an older to a newer version.
#[derive(Debug)]
pub(super) struct Wire {
    pub(super) owner: Owner,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) kind: EdgeKind,
    pub(super) shape: Shape,
    /// Whether the newer version is below.
    pub(super) is_down: bool,
    /// The offsets from the centers of the older and the newer version.
    pub(super) ports: [Px; 2],
    /// The lanes at the newer version, at the older version, and at the left.
    pub(super) lanes: [usize; 3],
}

impl Wire {
    fn new(owner: Owner, [from, to]: [usize; 2], kind: EdgeKind, places: &Places) -> Self {
        let (a, b) = (places.of(from), places.of(to));
        let shape = match a.line.abs_diff(b.line) {
            _ if from == to => Shape::Loop,
            0 if a.column.saturating_add(1) == b.column => Shape::Straight,
            0 => Shape::Arc(height(a, b, kind)),
            1 => Shape::Near,
            _ => Shape::Far,
        };
        Wire { owner, from, to, kind, shape, is_down: b.line > a.line, ports: [S(0); 2], lanes: [0; 3] }
    }

    /// The height above the entries of the line.
    pub(super) fn rise(&self) -> Px {
        match self.shape {
            Shape::Arc(height) => height - S(height.0 / 4),
            Shape::Loop => S(16),
            _ => S(0),
        }
    }

    /// The gaps between lines through which the wire leaves and arrives.
    pub(super) fn borders(&self, places: &Places) -> [usize; 2] {
        let (from, to) = (places.of(self.from).line, places.of(self.to).line);
        match self.is_down {
            true => [to, from.saturating_add(1)],
            false => [to.saturating_add(1), from],
        }
    }

    /// Whether the arrow ends below its entry, where it needs space for its tip.
    pub(super) fn arrives_from_below(&self) -> bool {
        self.is_between_lines() && !self.is_down
    }

    fn is_between_lines(&self) -> bool {
        matches!(self.shape, Shape::Near | Shape::Far)
    }
}

/// Longer arcs are higher. The height depends on the kind, so that arcs do not cover each other.
fn height(a: Place, b: Place, kind: EdgeKind) -> Px {
    let span = a.column.abs_diff(b.column).saturating_sub(2).min(8);
    let kind = if kind == EdgeKind::Replaces { S(0) } else { S(5) };
    let back = if b.column < a.column { S(9) } else { S(0) };
    S(22) + px(span) * S(6) + kind + back
}

/// The wires of the edges of a channel. skipRanges are drawn as bands instead.
pub(super) fn wires(places: &Places, lines: &[Line]) -> Vec<Wire> {
    let index = |id| places.index.get(id).copied().unwrap_or_default();
    let mut wires: Vec<Wire> = Vec::with_capacity(lines.len());
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.edge != EdgeKind::SkipRange) {
        let mut wire = Wire::new(Owner::Line(at), [index(line.from), index(line.to)], line.edge, places);
        let is_second = wires.last().is_some_and(|last| (last.from, last.to) == (wire.from, wire.to));
        if is_second && wire.shape == Shape::Straight {
            wire.ports = [BESIDE; 2];
        }
        wires.push(wire);
    }
    wires
}

/// Adds the arrows from visible bands to the entries with the skipRange.
pub(super) fn add_bands(wires: &mut Vec<Wire>, places: &Places, bands: &[Band<'_>]) {
    for (at, band) in bands.iter().enumerate().filter(|(_, band)| band.is_shown) {
        let Some(from) = band.newest(places).filter(|from| *from != band.of) else { continue };
        wires.push(Wire::new(Owner::Band(at), [from, band.of], EdgeKind::SkipRange, places));
    }
}

/// The numbers of lanes.
pub(super) struct Lanes {
    /// Above each line, and below the last one.
    between: Vec<usize>,
    pub(super) at_left: usize,
}

impl Lanes {
    /// The height that the lanes above a line need, upward and downward.
    pub(super) fn reach(&self, line: usize) -> (Px, Px) {
        let lanes = self.between.get(line).copied().unwrap_or_default();
        let extra = LANE * px(lanes.saturating_sub(1));
        (half(extra), extra - half(extra))
    }
}

/// Assigns lanes and ports to all wires between lines.
pub(super) fn assign(wires: &mut [Wire], places: &Places) -> Lanes {
    connect(wires, places);
    let (mut between, mut at_left) = (Vec::new(), Vec::new());
    for (owner, wire) in wires.iter().enumerate().filter(|(_, wire)| wire.is_between_lines()) {
        let trunk = wire.to.saturating_mul(8).saturating_add(wire.kind as usize).saturating_mul(2);
        let trunk = trunk.saturating_add(usize::from(wire.is_down));
        let column = |at: usize| px(places.of(at).column).0;
        let (from, to) = (column(wire.from), column(wire.to));
        let [new, old] = wire.borders(places);
        let owner = owner.saturating_mul(2);
        let mut add = |channel, low: i32, high: i32, owner| {
            between.push(Stretch { channel, trunk, low: low.min(high), high: low.max(high), owner })
        };
        if wire.shape == Shape::Far {
            add(new, -1, to, owner);
            add(old, -1, from, owner.saturating_add(1));
            let (low, high) = (px(new.min(old)).0, px(new.max(old)).0);
            at_left.push(Stretch { channel: 0, trunk, low, high, owner });
        } else if wire.ports != [S(0); 2] || from != to {
            add(new, from, to, owner);
        }
    }
    let borders = places.lines().saturating_add(1);
    let between = lanes::assign(between, borders, LANES, |one, lane| set(wires, one.owner / 2, one.owner % 2, lane));
    let left = lanes::assign(at_left, 1, LANES_AT_LEFT, |one, lane| set(wires, one.owner / 2, 2, lane));
    Lanes { between, at_left: left.first().copied().unwrap_or_default() }
}

fn set(wires: &mut [Wire], wire: usize, which: usize, lane: usize) {
    let slot = wires.get_mut(wire).and_then(|wire| wire.lanes.get_mut(which));
    slot.into_iter().for_each(|slot| *slot = lane);
}

/// Assigns the ports of wires: each kind has its own port, and wires from opposite sides of a gap do not overlap.
fn connect(wires: &mut [Wire], places: &Places) {
    // The strongest kind that reaches each entry from below and from above.
    let mut kinds = vec![[None::<EdgeKind>; 2]; places.order.len()];
    for wire in wires.iter().filter(|wire| wire.is_between_lines()) {
        if let Some(kind) = kinds.get_mut(wire.to).and_then(|kinds| kinds.get_mut(usize::from(wire.is_down))) {
            *kind = Some(kind.map_or(wire.kind, |kind| kind.min(wire.kind)));
        }
    }
    let mut used = vec![[0_usize; 2]; places.order.len()];
    for straight in [true, false] {
        for wire in wires.iter_mut().filter(|wire| wire.is_between_lines()) {
            let (a, b) = (places.of(wire.from), places.of(wire.to));
            if straight != (wire.shape == Shape::Near && a.column == b.column) {
                continue;
            }
            let side = usize::from(wire.is_down);
            let strongest = kinds.get(wire.to).and_then(|kinds| *kinds.get(side)?);
            let port = match wire.kind {
                kind if strongest == Some(kind) => 0,
                EdgeKind::Replaces => 0,
                EdgeKind::Skips => 2,
                EdgeKind::SkipRange | EdgeKind::SameVersion => 1,
            };
            let to = S(PORTS.get(port).copied().unwrap_or_default());
            let Some(count) = used.get_mut(wire.from).and_then(|used| used.get_mut(side)) else { continue };
            let opposite = if wire.is_down { a.line.checked_add(1) } else { a.line.checked_sub(1) };
            let opposite = opposite.and_then(|line| places.at(line, a.column));
            let meets = opposite.is_some_and(|at| kinds.get(at).is_some_and(|kinds| kinds.get(side) != Some(&None)));
            let free = count.saturating_add(usize::from(meets)) % 3;
            *count = count.saturating_add(1);
            let from = if straight { to } else { S(PORTS.get(free).copied().unwrap_or_default()) };
            wire.ports = [from, to];
        }
    }
}
