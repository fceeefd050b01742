//! The paths of edges and bands.

use std::fmt::Write;
use std::num::Saturating as S;

use olmkit_api::GraphBand;

use super::bands::{Band, Run};
use super::frame::{BAND, BOX, Frame};
use super::wires::{Owner, Shape, Wire};
use super::{Line, Px, half, px};

/// The radius of rounded corners.
const RADIUS: Px = S(8);
const BAND_RADIUS: Px = S(12);
/// The distance between the tip of an arrow and a box.
const TIP: Px = S(5);
/// The width of the joint between two parts of a band.
const JOINT: Px = S(10);

/// Writes the SVG paths of edges.
pub(super) fn edges(wires: &[Wire], frame: &Frame<'_>, lines: &mut [Line], bands: &mut [Band<'_>]) {
    for wire in wires {
        let (path, middle) = match wire.shape {
            Shape::Straight => straight(wire, frame),
            Shape::Arc(height) => arc(wire, height, frame),
            Shape::Loop => turn(wire, frame),
            Shape::Near | Shape::Far => between_lines(wire, frame),
        };
        match wire.owner {
            Owner::Line(at) => {
                let Some(line) = lines.get_mut(at) else { continue };
                line.middle = Some([middle.0.0, middle.1.0]).filter(|_| !path.is_empty());
                line.path = path;
            }
            Owner::Band(at) => {
                bands.get_mut(at).into_iter().for_each(|band| band.arrow.clone_from(&path));
            }
        }
    }
}

type Drawn = (String, (Px, Px));

fn straight(wire: &Wire, frame: &Frame<'_>) -> Drawn {
    let [beside, _] = wire.ports;
    let beyond = if matches!(wire.owner, Owner::Band(_)) { BAND } else { S(0) };
    let (x1, x2) = (frame.x(wire.to) - TIP, frame.x(wire.from) + frame.box_width + beyond);
    let (y1, y2) = (frame.y(wire.to) + half(BOX) + beside, frame.y(wire.from) + half(BOX) + beside);
    let middle = half(x1 + x2);
    let path =
        if y1 == y2 { format!("M{x1} {y1}H{x2}") } else { format!("M{x1} {y1}C{middle} {y1} {middle} {y2} {x2} {y2}") };
    (path, (middle, half(y1 + y2)))
}

fn arc(wire: &Wire, height: Px, frame: &Frame<'_>) -> Drawn {
    let (x1, x2) = (frame.middle(wire.to), frame.middle(wire.from));
    let (y1, y2) = (frame.y(wire.to) - S(3), frame.y(wire.from));
    let top = y1.min(y2) - height;
    let side = if x1 > x2 { S(1) } else { S(-1) };
    let x1 = x1 - side * S(6);
    let (c1, c2) = (x1 - side * S(24), x2 + side * S(20));
    let peak = S((y1 + y2 + top * S(6)).0 / 8);
    (format!("M{x1} {y1}C{c1} {top} {c2} {top} {x2} {y2}"), (half(x1 + x2), peak))
}

fn turn(wire: &Wire, frame: &Frame<'_>) -> Drawn {
    let (x, y) = (frame.middle(wire.to), frame.y(wire.to));
    let (a, b, top) = (x + S(10), x - S(10), y - S(20));
    (format!("M{a} {}C{a} {top} {b} {top} {b} {y}", y - S(3)), (x, y - S(15)))
}

fn between_lines(wire: &Wire, frame: &Frame<'_>) -> Drawn {
    let [from, to] = wire.ports;
    let (x1, x2) = (frame.middle(wire.to) + to, frame.middle(wire.from) + from);
    let (y1, y2) = match wire.is_down {
        true => (frame.y(wire.to) - TIP, frame.y(wire.from) + BOX),
        false => (frame.y(wire.to) + BOX + TIP, frame.y(wire.from)),
    };
    let [new, old] = wire.borders(frame.places);
    let [at_new, at_old, at_left] = wire.lanes;
    let (lane, last) = (frame.lane(new, at_new), frame.lane(old, at_old));
    if wire.shape == Shape::Near {
        return (rounded(&[(x1, y1), (x1, lane), (x2, lane), (x2, y2)]), (x2, half(lane + y2)));
    }
    let left = frame.at_left(at_left);
    let points = [(x1, y1), (x1, lane), (left, lane), (left, last), (x2, last), (x2, y2)];
    (rounded(&points), (x2, half(last + y2)))
}

/// A path along points, alternately vertical and horizontal, with rounded corners.
fn rounded(points: &[(Px, Px)]) -> String {
    let mut path = String::new();
    let Some((first, _)) = points.split_first() else { return path };
    let _ = write!(path, "M{} {}", first.0, first.1);
    for corner in points.windows(3) {
        let [(x0, y0), (x, y), (x2, y2)] = *corner else { continue };
        let part = |a: Px, b: Px| half(S((a - b).0.saturating_abs()));
        let radius = RADIUS.min(part(x0, x).max(part(y0, y))).min(part(x, x2).max(part(y, y2)));
        if radius == S(0) {
            continue;
        }
        let before = (x + toward(x, x0) * radius, y + toward(y, y0) * radius);
        let after = (x + toward(x, x2) * radius, y + toward(y, y2) * radius);
        let _ = write!(path, "L{} {}Q{x} {y} {} {}", before.0, before.1, after.0, after.1);
    }
    if let Some((x, y)) = points.last() {
        let _ = write!(path, "L{x} {y}");
    }
    path
}

fn toward(from: Px, to: Px) -> Px {
    S((to - from).0.signum())
}

/// Writes the SVG paths of bands. Also returns the x position where the last label ends.
pub(super) fn bands(bands: &[Band<'_>], frame: &Frame<'_>) -> (Vec<GraphBand>, Px) {
    // The x position in each line from which the next label fits: above the entries, and beside them.
    let mut free = vec![[S(0); 2]; frame.places.lines()];
    let mut end = S(0);
    let one = |band: &Band<'_>| {
        let (line, start, is_beside) = label(band, frame);
        let mut x = start;
        if let Some([above, beside]) = free.get_mut(line).filter(|_| band.is_shown) {
            let free = if is_beside { beside } else { above };
            x = x.max(*free);
            let width = label_width(band.text);
            end = end.max(x + width);
            *free = x + width + S(28);
        }
        let y = frame.entries(line) + if is_beside { half(BOX) + S(4) } else { S(-16) };
        GraphBand {
            of: band.of,
            text: band.text.to_owned(),
            label: [x.0, y.0],
            path: band_path(&band.runs, frame),
            arrow: band.arrow.clone(),
            is_shown: band.is_shown,
            is_taken: band.is_taken,
        }
    };
    let bands: Vec<_> = bands.iter().map(one).collect();
    (bands, end)
}

/// The width of `skipRange TEXT` in the monospaced font of the drawing.
fn label_width(text: &str) -> Px {
    px(text.chars().count().saturating_add("skipRange ".len()).saturating_mul(36) / 5)
}

/// The line of a band's label, where the label starts, and whether it is beside the entries of its line. There, no edge
/// crosses it. If other entries follow the band, or its label is shown only on demand and must not widen the drawing, the
/// label is above.
fn label(band: &Band<'_>, frame: &Frame<'_>) -> (usize, Px, bool) {
    let Some(run) = band.runs.first() else { return (0, S(0), false) };
    if band.is_shown && frame.places.at(run.line, run.high.saturating_add(1)).is_none() {
        return (run.line, frame.column(run.high) + frame.box_width + BAND + S(12), true);
    }
    // The runs of the first line are adjacent. The label starts at the leftmost one.
    let low = band.runs.iter().take_while(|other| other.line == run.line).map(|other| other.low).min();
    (run.line, frame.column(low.unwrap_or_default()) - S(2), false)
}

fn band_path(runs: &[Run], frame: &Frame<'_>) -> String {
    let mut path = String::new();
    let mut above: Option<(Px, Px, Px)> = None;
    for run in runs {
        let (left, right) = (frame.column(run.low) - BAND, frame.column(run.high) + frame.box_width + BAND);
        let top = frame.entries(run.line) - S(10);
        let height = BOX + S(28);
        let (across, down) = (right - left - BAND_RADIUS - BAND_RADIUS, height - BAND_RADIUS - BAND_RADIUS);
        let _ = write!(
            path,
            "M{} {top}h{across}a12 12 0 0 1 12 12v{down}a12 12 0 0 1 -12 12h-{across}a12 12 0 0 1 -12 -12v-{down}a12 12 0 0 1 12 -12z",
            left + BAND_RADIUS
        );
        if let Some((other_left, other_right, bottom)) = above {
            let x = left.max(other_left) + BAND_RADIUS;
            if bottom < top && x + JOINT + BAND_RADIUS <= right.min(other_right) {
                let _ = write!(path, "M{x} {bottom}h{JOINT}V{top}h-{JOINT}z");
            }
        }
        above = Some((left, right, top + height));
    }
    path
}
