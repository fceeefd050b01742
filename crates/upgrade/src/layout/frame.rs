//! Positions in pixels, once it is known how many lanes there are.

use std::num::Saturating as S;

use olmkit_api::GraphRow;

use super::places::Places;
use super::wires::{LANE, Lanes, Wire};
use super::{Px, half, px};

/// Height of the box of an entry.
pub(super) const BOX: Px = S(24);
/// Between two columns.
pub(super) const GAP: Px = S(32);
/// How much lower a skipped entry is.
const LOW: Px = S(15);
/// Above and below the entries of a line, at least.
const PAD: Px = S(24);
/// Above the first row, and at the left of its label.
const TOP: Px = S(8);
const MARGIN: Px = S(24);
/// How far a band reaches beyond its entries.
pub(super) const BAND: Px = S(8);

/// Where lines and columns are.
pub(super) struct Frame<'p> {
    pub(super) places: &'p Places,
    /// The upper side of each line, of its entries, and of what follows the last one.
    lines: Vec<Line>,
    left: Px,
    pub(super) box_width: Px,
}

#[derive(Clone, Copy, Default)]
struct Line {
    /// Where the line begins.
    top: Px,
    /// How far the lanes reach above that.
    above: Px,
    /// The upper side of its entries.
    entries: Px,
}

impl<'p> Frame<'p> {
    pub(super) fn new(places: &'p Places, lanes: &Lanes, wires: &[Wire]) -> Self {
        let mut rises = vec![S(0); places.lines()];
        for wire in wires {
            if let Some(rise) = rises.get_mut(places.of(wire.to).line) {
                *rise = (*rise).max(wire.rise() + S(7));
            }
        }
        let mut lines = Vec::with_capacity(rises.len().saturating_add(1));
        let mut top = TOP;
        for (at, rise) in rises.iter().enumerate() {
            let (above, below) = lanes.reach(at);
            let entries = top + beyond(below) + PAD.max(*rise);
            lines.push(Line { top, above, entries });
            top = entries + BOX + PAD + beyond(lanes.reach(at.saturating_add(1)).0);
        }
        lines.push(Line { top, above: S(0), entries: top });
        let label = places.groups.iter().map(|group| group.label.len()).max().unwrap_or_default();
        let left = MARGIN + px(label) * S(9) + MARGIN + LANE * px(lanes.at_left);
        Frame { places, lines, left: left.max(S(118)), box_width: px(places.box_width) }
    }

    fn line(&self, at: usize) -> Line {
        self.lines.get(at).copied().unwrap_or_default()
    }

    /// The left side of a version.
    pub(super) fn x(&self, at: usize) -> Px {
        self.column(self.places.of(at).column)
    }

    /// The left side of a column.
    pub(super) fn column(&self, column: usize) -> Px {
        self.left + px(column) * (self.box_width + GAP)
    }

    /// The upper side of a version.
    pub(super) fn y(&self, at: usize) -> Px {
        let place = self.places.of(at);
        self.line(place.line).entries + if place.is_low { LOW } else { S(0) }
    }

    /// The upper side of the entries of a line.
    pub(super) fn entries(&self, line: usize) -> Px {
        self.line(line).entries
    }

    /// The middle of a version, across.
    pub(super) fn middle(&self, at: usize) -> Px {
        self.x(at) + half(self.box_width)
    }

    /// A lane above a line.
    pub(super) fn lane(&self, line: usize, lane: usize) -> Px {
        let line = self.line(line);
        line.top - line.above + LANE * px(lane)
    }

    /// A lane at the left of all versions.
    pub(super) fn at_left(&self, lane: usize) -> Px {
        self.left - BAND - BAND - LANE * px(lane)
    }

    pub(super) fn size(&self) -> [i32; 2] {
        let height = self.lines.last().map_or(S(0), |line| line.top);
        [(self.column(self.places.columns()) + MARGIN).0, (height + TOP).0]
    }

    /// The minor versions, from top to bottom.
    pub(super) fn rows(&self) -> Vec<GraphRow> {
        let groups = &self.places.groups;
        let end = |at: usize| groups.get(at.saturating_add(1)).map_or(self.places.lines(), |group| group.line);
        let row = |(at, group): (usize, &super::places::Group)| {
            let line = self.line(group.line);
            GraphRow {
                label: group.label.clone(),
                y: line.top.0,
                height: (self.line(end(at)).top - line.top).0,
                middle: (line.entries + half(BOX)).0,
            }
        };
        groups.iter().enumerate().map(row).collect()
    }
}

/// What lanes need beyond the room that is always there: two lanes move nothing.
fn beyond(reach: Px) -> Px {
    (reach - half(LANE)).max(S(0))
}
