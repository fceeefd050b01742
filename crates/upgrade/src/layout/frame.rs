//! Positions in pixels, computed when the numbers of lanes are known.

use std::num::Saturating as S;

use olmkit_api::GraphRow;

use super::places::Places;
use super::wires::{LANE, Lanes, Wire};
use super::{Px, half, px};

/// The height of the box of an entry.
pub(super) const BOX: Px = S(24);
/// The horizontal gap between two columns.
pub(super) const GAP: Px = S(32);
/// The vertical offset of skipped entries.
const LOW: Px = S(15);
/// The minimum space above and below the entries of a line.
const PAD: Px = S(24);
/// The space above the first row, and to the left of its label.
const TOP: Px = S(8);
const MARGIN: Px = S(24);
/// The margin of a band around its entries.
pub(super) const BAND: Px = S(8);

/// The positions of lines and columns.
pub(super) struct Frame<'p> {
    pub(super) places: &'p Places,
    /// The positions of each line. The last item is the end of the drawing.
    lines: Vec<Line>,
    left: Px,
    pub(super) box_width: Px,
}

#[derive(Clone, Copy, Default)]
struct Line {
    /// The top of the line.
    top: Px,
    /// The height of the lanes above the top.
    above: Px,
    /// The top of the entries.
    entries: Px,
}

impl<'p> Frame<'p> {
    pub(super) fn new(places: &'p Places, lanes: &Lanes, wires: &[Wire]) -> Self {
        let mut rises = vec![S(0); places.lines()];
        let mut falls = rises.clone();
        for wire in wires {
            let to = places.of(wire.to);
            if let Some(rise) = rises.get_mut(to.line) {
                *rise = (*rise).max(wire.rise() + S(7));
            }
            if let Some(fall) = falls.get_mut(to.line).filter(|_| to.is_low && wire.arrives_from_below()) {
                *fall = LOW;
            }
        }
        let mut lines = Vec::with_capacity(rises.len().saturating_add(1));
        let mut top = TOP;
        for (at, (rise, fall)) in rises.iter().zip(&falls).enumerate() {
            let (above, below) = lanes.reach(at);
            let entries = top + beyond(below) + PAD.max(*rise);
            lines.push(Line { top, above, entries });
            top = entries + BOX + *fall + PAD + beyond(lanes.reach(at.saturating_add(1)).0);
        }
        lines.push(Line { top, above: S(0), entries: top });
        let label = places.groups.iter().map(|group| group.label.len()).max().unwrap_or_default();
        let left = MARGIN + px(label) * S(9) + MARGIN + LANE * px(lanes.at_left);
        Frame { places, lines, left: left.max(S(118)), box_width: px(places.box_width) }
    }

    fn line(&self, at: usize) -> Line {
        self.lines.get(at).copied().unwrap_or_default()
    }

    /// The left edge of a version.
    pub(super) fn x(&self, at: usize) -> Px {
        self.column(self.places.of(at).column)
    }

    /// The left edge of a column.
    pub(super) fn column(&self, column: usize) -> Px {
        self.left + px(column) * (self.box_width + GAP)
    }

    /// The top edge of a version.
    pub(super) fn y(&self, at: usize) -> Px {
        let place = self.places.of(at);
        self.line(place.line).entries + if place.is_low { LOW } else { S(0) }
    }

    /// The top edge of the entries of a line.
    pub(super) fn entries(&self, line: usize) -> Px {
        self.line(line).entries
    }

    /// The horizontal center of a version.
    pub(super) fn middle(&self, at: usize) -> Px {
        self.x(at) + half(self.box_width)
    }

    /// The y position of a lane above a line.
    pub(super) fn lane(&self, line: usize, lane: usize) -> Px {
        let line = self.line(line);
        line.top - line.above + LANE * px(lane)
    }

    /// The x position of a lane to the left of all versions.
    pub(super) fn at_left(&self, lane: usize) -> Px {
        self.left - BAND - BAND - LANE * px(lane)
    }

    /// The size of the drawing, whose labels end at an x position.
    pub(super) fn size(&self, end: Px) -> [i32; 2] {
        let height = self.lines.last().map_or(S(0), |line| line.top);
        [((self.column(self.places.columns()) - GAP).max(end) + MARGIN).0, (height + TOP).0]
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

/// The space that lanes need beyond the fixed padding. Two lanes fit into the padding.
fn beyond(reach: Px) -> Px {
    (reach - half(LANE)).max(S(0))
}
