//! The rail: the upgrade edges of a channel, drawn beside the rows of its table. The engine computes the layout; this
//! file converts it to pixels.

use std::fmt::Write;

use crate::prelude::*;
use olmkit_api::{Rail, RailBand, RailLine, RailRow, RailStranded, Semantics};
use olmkit_collections::{SortedMap, SortedSet};

use crate::live::{live, memo};
use crate::state::{AppState, View};
use crate::text::Decimal;

/// The width in pixels at the usual font size, as all lengths here: the drawing is scaled with the text. The style
/// sheet has the same value.
const WIDTH: f64 = 92.0;
/// The distance from the middle of a row to the baseline of a number between it and the next.
const CROWD: f64 = 18.0;
const CHAIN: f64 = 42.0;
const BANDS: [f64; 3] = [26.0, 16.0, 6.0];
/// The distance between lanes, and the distance if all lanes are used.
const LANES: (f64, f64) = (18.0, 12.0);
/// The space beside the outermost lanes.
const BESIDE: f64 = 13.0;
/// The number of rows above and below the visible ones for which edges and bands are drawn.
const BEYOND: f64 = 20.0;

/// The parts of the drawing, from back to front. Each is one path.
const PARTS: [&str; 18] = [
    "band",
    "band on",
    "dots",
    "notch",
    "edge",
    "edge skip",
    "edge faint",
    "edge beyond",
    "edge cut",
    "cross",
    "comb",
    "edge on",
    "edge skip on",
    "fold",
    "ring",
    "node gone",
    "node skipped",
    "node",
];
const MARKED: [&str; 4] = ["node on", "node is-error", "node is-warning", "node head"];

/// The path data of each part.
type Parts = SortedMap<&'static str, String>;

/// The positions of the rows, in pixels at the usual font size.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ground {
    /// The middle of each row of the rail. A folded row has the middle of its fold.
    pub middles: Vec<f64>,
    /// The height of a row.
    pub row: f64,
    /// The folded runs: the first row, and the row after the last.
    pub folds: Vec<(usize, usize)>,
    /// The visible part.
    pub top: f64,
    pub bottom: f64,
}

struct Pen<'r> {
    rail: &'r Rail,
    ground: &'r Ground,
    lit: &'r Lit,
    marks: &'r Marks,
    /// The rows whose skipRange the upgrade path uses.
    ranges: SortedSet<usize>,
    lane: f64,
    parts: Parts,
}

/// The rows of the shown upgrade path, each with the row that it is upgraded to.
pub type Lit = SortedMap<usize, Option<usize>>;

/// Rows with a special appearance.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Marks {
    /// The selected row.
    pub chosen: Option<usize>,
    /// The row under the pointer.
    pub hovered: Option<usize>,
    /// The rows of deprecated bundles.
    pub deprecated: SortedSet<usize>,
}

/// Draws the visible part. `lit`: the rows of the shown upgrade path.
fn draw(rail: &Rail, ground: &Ground, lit: &Lit, marks: &Marks) -> Parts {
    let widest = rail.rows.iter().map(|row| row.lane).max().unwrap_or_default();
    let lane = if widest > 2 { LANES.1 } else { LANES.0 };
    let mut pen = Pen { rail, ground, lit, marks, ranges: taken_ranges(rail, lit), lane, parts: Parts::new() };
    let opened = pen.opened_notch();
    for band in &rail.bands {
        match opened {
            Some((row, lane)) if row == band.row => pen.band(band, Some(lane)),
            Some((_, lane)) if band.lane == Some(lane) => {}
            _ => pen.band(band, band.lane),
        }
    }
    for line in &rail.lines {
        pen.line(line);
    }
    for (at, comb) in rail.combs.iter().enumerate() {
        if at == 0 && rail.rows.get(comb.row).is_some_and(|row| row.steps.contains(&Some(0)))
            || marks.chosen == Some(comb.row)
        {
            pen.comb(comb.row, &comb.teeth, widest);
        }
    }
    for (from, _) in ground.folds.clone() {
        pen.fold(from);
    }
    let is_folded = |row: &usize| ground.folds.iter().any(|(from, to)| (*from..*to).contains(row));
    for row in (0..rail.rows.len()).filter(|row| !is_folded(row)) {
        pen.node(row);
    }
    pen.parts
}

/// The left and right bounds of the drawing of a channel, in pixels. A narrow page has no room for unused space.
pub fn extent(rail: &Rail) -> (f64, f64) {
    // A notch of the selected row, or of that under the pointer, is drawn in the first free lane.
    let has_notch = rail.bands.iter().any(|band| band.lane.is_none());
    let of_notch = free_lane(rail).filter(|_| has_notch);
    let lanes = rail.bands.iter().filter_map(|band| band.lane).chain(of_notch);
    let outermost = lanes.filter_map(|lane| BANDS.get(lane)).copied().fold(CHAIN, f64::min);
    let widest = rail.rows.iter().map(|row| row.lane).max().unwrap_or_default();
    let last = match widest {
        _ if !rail.combs.is_empty() || widest > 2 => return (outermost - BESIDE, WIDTH),
        0 => CHAIN,
        _ => CHAIN + LANES.0 * if widest == 1 { 1.0 } else { 2.0 },
    };
    (outermost - BESIDE, last + BESIDE)
}

/// The first lane of bands that no band has.
fn free_lane(rail: &Rail) -> Option<usize> {
    (0..BANDS.len()).find(|lane| !rail.bands.iter().any(|band| band.lane == Some(*lane)))
}

impl Pen<'_> {
    /// The path data of a part, to append to.
    fn out(&mut self, part: &'static str) -> &mut String {
        self.parts.entry(part).or_default()
    }

    fn y(&self, row: usize) -> f64 {
        self.ground.middles.get(row).copied().unwrap_or_default()
    }

    /// The two heights, limited to the visible part and its margin. `None` if nothing between them is near the visible
    /// part.
    fn near(&self, upper: usize, lower: usize) -> Option<(f64, f64)> {
        let (upper, lower) = (self.y(upper), self.y(lower));
        let margin = BEYOND * self.ground.row;
        let (top, bottom) = (self.ground.top - margin, self.ground.bottom + margin);
        (upper <= bottom && lower >= top && upper < lower).then(|| (upper.max(top), lower.min(bottom)))
    }

    #[allow(clippy::cast_precision_loss, reason = "at most three")]
    fn x(&self, lane: usize) -> f64 {
        CHAIN + lane as f64 * self.lane
    }

    fn x_of(&self, row: usize) -> f64 {
        self.x(self.rail.rows.get(row).map_or(0, |row| row.lane))
    }

    /// Whether the shown upgrade path goes from one row to the other.
    fn is_step(&self, from: usize, to: usize) -> bool {
        self.lit.get(&from) == Some(&Some(to))
    }

    /// The row of the notch that is drawn as a band, and its lane: the row under the pointer, otherwise the selected
    /// one. The lane is a free one, otherwise that of the outermost band.
    fn opened_notch(&self) -> Option<(usize, usize)> {
        let is_notch = |row: &usize| self.rail.bands.iter().any(|band| band.row == *row && band.lane.is_none());
        let row = [self.marks.hovered, self.marks.chosen].into_iter().flatten().find(is_notch)?;
        let is_head = |band: &RailBand| self.rail.rows.get(band.row).is_some_and(|row| row.steps.contains(&Some(0)));
        let outermost = || self.rail.bands.iter().filter(|band| !is_head(band)).filter_map(|band| band.lane).max();
        // The band of the head is always drawn.
        let lane = free_lane(self.rail).or_else(outermost)?;
        Some((row, lane))
    }

    fn band(&mut self, band: &RailBand, lane: Option<usize>) {
        let y = self.y(band.row);
        let Some(x) = lane.and_then(|lane| BANDS.get(lane)) else {
            let out = self.out("notch");
            add(out, "M", &[27.0, y - 2.0]);
            out.push_str("h8v4h-8z");
            return;
        };
        let Some((upper, lower)) = self.near(band.row, band.last) else { return };
        let is_matched = |row: &usize| {
            let rank = self.rail.rows.get(*row).and_then(|row| row.rank);
            rank.is_some_and(|rank| band.ranks.iter().any(|[from, to]| (*from..*to).contains(&rank)))
        };
        let rows = (band.row..=band.last).skip(1).filter(is_matched);
        let dots: Vec<f64> = rows.map(|row| self.y(row)).filter(|y| (upper..=lower).contains(y)).collect();
        let is_lit = self.ranges.contains(&band.row) || lane != band.lane;
        let out = self.out(if is_lit { "band on" } else { "band" });
        if upper > y {
            add(out, "M", &[*x, upper]);
        } else {
            add(out, "M", &[CHAIN - 2.0, y]);
            add(out, "H", &[x + 9.0]);
            add(out, "Q", &[*x, y, *x, y + 9.0]);
        }
        add(out, "V", &[lower]);
        for y in dots {
            let out = self.out("dots");
            add(out, "M", &[x - 1.5, y]);
            out.push_str(&circle(1.5));
        }
    }

    /// Draws a line straight along its lane, with a curve one row high to a row on another lane.
    fn line(&mut self, line: &RailLine) {
        let Some((upper, lower)) = self.near(line.to, line.from) else { return };
        let (from, to, x) = (self.x_of(line.from), self.x_of(line.to), self.x(line.lane));
        let (row, bend) = (self.ground.row, self.ground.row * 0.62);
        let is_into_skipped = !line.is_skip && self.rail.rows.get(line.to).is_some_and(|row| row.is_skipped);
        let part = match (self.is_step(line.from, line.to), line.is_cut, line.is_skip) {
            (true, _, false) => "edge on",
            (true, _, true) => "edge skip on",
            (_, true, _) => "edge cut",
            _ if [line.from, line.to]
                .into_iter()
                .any(|row| self.rail.rows.get(row).is_some_and(|row| row.is_beyond)) =>
            {
                "edge beyond"
            }
            (_, _, true) => "edge skip",
            _ if is_into_skipped && line.lane != 0 => "edge faint",
            _ => "edge",
        };
        let out = self.out(part);
        add(out, "M", &[from, lower]);
        if (from - x).abs() > 0.1 {
            let end = lower - row;
            add(out, "C", &[from, lower - bend, x, end + bend, x, end]);
        }
        if (to - x).abs() > 0.1 {
            let start = upper + row;
            add(out, "V", &[start]);
            add(out, "C", &[x, start - bend, to, upper + bend, to, upper]);
        } else {
            add(out, "V", &[upper]);
        }
        if line.is_cut {
            let y = self.y(line.from) - row / 2.0 - 3.5;
            let out = self.out("cross");
            add(out, "M", &[from - 3.5, y]);
            out.push_str("l7 7m0-7l-7 7");
        }
    }

    #[allow(clippy::cast_precision_loss, reason = "at most three")]
    fn comb(&mut self, row: usize, teeth: &[usize], widest: usize) {
        let Some((upper, lower)) = teeth.last().and_then(|last| self.near(row, *last)) else { return };
        let x = (CHAIN + widest as f64 * self.lane + 18.0).clamp(CHAIN + 26.0, WIDTH - 4.0);
        let y = self.y(row);
        let ends: Vec<f64> = teeth.iter().map(|tooth| self.y(*tooth)).filter(|y| (upper..=lower).contains(y)).collect();
        let out = self.out("comb");
        if upper > y {
            add(out, "M", &[x, upper]);
        } else {
            add(out, "M", &[CHAIN, y]);
            add(out, "H", &[x - 6.0]);
            add(out, "Q", &[x, y, x, y + 6.0]);
        }
        add(out, "V", &[lower]);
        for y in ends {
            add(out, "M", &[x, y]);
            add(out, "H", &[CHAIN + 9.0]);
        }
    }

    /// Draws the chain through a fold.
    fn fold(&mut self, row: usize) {
        let (y, half) = (self.y(row), self.ground.row / 2.0);
        let out = self.out("fold");
        add(out, "M", &[CHAIN, y + half]);
        add(out, "V", &[y - half]);
    }

    fn node(&mut self, at: usize) {
        let Some(row) = self.rail.rows.get(at) else { return };
        let (x, y) = (self.x_of(at), self.y(at));
        if y < self.ground.top - self.ground.row || y > self.ground.bottom + self.ground.row {
            return;
        }
        let is_head = row.steps.contains(&Some(0));
        let (part, radius) = match (row.entry, row.stranded) {
            (_, Some(RailStranded::Rejected)) => ("node is-error", 5.0),
            (_, Some(RailStranded::Accepted)) => ("node is-warning", 5.0),
            (None, _) => ("node gone", 3.5),
            _ if is_head => ("node head", 5.5),
            _ if row.is_skipped => ("node skipped", 4.0),
            _ if self.lit.contains_key(&at) => ("node on", 5.0),
            _ => ("node", 5.0),
        };
        let shape = if self.marks.deprecated.contains(&at) { diamond(radius) } else { circle(radius) };
        let out = self.out(part);
        add(out, "M", &[x - radius, y]);
        out.push_str(&shape);
        if is_head {
            let out = self.out("ring");
            add(out, "M", &[x - 7.5, y]);
            out.push_str(&circle(7.5));
        }
    }
}

/// Adds a command of a path.
fn add(path: &mut String, command: &str, numbers: &[f64]) {
    let mut before = command;
    for number in numbers {
        let _ = write!(path, "{before}{}", Decimal(*number));
        before = " ";
    }
}

fn circle(radius: f64) -> String {
    let [radius, width] = [radius, radius * 2.0].map(Decimal);
    format!("a{radius} {radius} 0 1 0 {width} 0a{radius} {radius} 0 1 0-{width} 0")
}

fn diamond(radius: f64) -> String {
    let radius = Decimal(radius);
    format!("l{radius}-{radius} {radius} {radius}-{radius} {radius}z")
}

/// The runs of rows without a lane of their own, which share the last lane: the position of the first row, and the
/// number of rows.
fn crowds(rail: &Rail, ground: &Ground) -> Vec<(f64, usize)> {
    let runs = rail.rows.iter().enumerate().collect::<Vec<_>>();
    let runs = runs.chunk_by(|(_, a), (_, b)| a.is_beyond == b.is_beyond);
    let crowd = |run: &[(usize, &RailRow)]| {
        let (first, row) = run.first()?;
        let y = ground.middles.get(*first).copied().filter(|y| (ground.top..=ground.bottom).contains(y))?;
        row.is_beyond.then_some((y, run.len()))
    };
    runs.filter_map(crowd).collect()
}

/// The rows that the path reaches by a skipRange only, not by an edge with a name.
fn taken_ranges(rail: &Rail, lit: &Lit) -> SortedSet<usize> {
    let mut steps = lit.clone();
    for line in &rail.lines {
        if let Some(to) = steps.get_mut(&line.from).filter(|to| **to == Some(line.to)) {
            *to = None;
        }
    }
    steps.into_values().flatten().collect()
}

/// The row that a row is upgraded to.
pub fn next_row(rail: &Rail, row: usize, semantics: Semantics) -> Option<usize> {
    let [v0, v1] = rail.rows.get(row)?.next;
    if semantics == Semantics::V0 { v0 } else { v1 }
}

/// The upgrade path from a row.
pub fn path_from(rail: &Rail, from: Option<usize>, semantics: Semantics) -> Lit {
    let mut path = Lit::new();
    let mut at = from;
    while let Some(row) = at.filter(|row| !path.contains_key(row)) {
        at = next_row(rail, row, semantics);
        path.insert(row, at);
    }
    path
}

#[component]
pub fn RailDrawing(rail: Memo<Rail>, ground: Memo<Ground>, lit: Memo<Lit>, marks: Memo<Marks>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let parts = memo(move |_| {
        rail.with(|rail| ground.with(|ground| lit.with(|lit| marks.with(|marks| draw(rail, ground, lit, marks)))))
    });
    let crowds = memo(move |_| rail.with(|rail| ground.with(|ground| crowds(rail, ground))));
    let path = move |class: &'static str| {
        let of = move || parts.with(|parts| parts.get(class).cloned().unwrap_or_default());
        view! { <path class=class d=of></path> }
    };
    view! {
        <svg class="rail" height="1" aria-hidden="true"><g transform=move || format!("scale({})", app.workbench.text_scale.get())>
            {PARTS.iter().chain(&MARKED).map(|class| path(class)).collect_view()}
            {live(move || crowds.get().into_iter().map(|(y, number)| view! {
                <text class="crowd" x=Decimal(WIDTH - 2.0).to_string() y=Decimal(y + CROWD).to_string() on:click=move |_| app.show(View::Graph)>{format!("+{number}")}</text>
            }).collect_view())}
        </g></svg>
    }
}
