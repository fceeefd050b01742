//! The lines of the table: entries, names that only edges mention, folded runs, and problems below their rows.

use crate::prelude::*;
use olmkit_api::Rail;
use olmkit_collections::SortedSet;
use olmkit_text::counted;

use crate::components::channel::messages::{Found, MessageAt, of_row};
use crate::components::channel::rail::Ground;
use crate::components::channel::rows::{Place, Rows, StepCells};
use crate::components::parts::narrow::columns;
use crate::live::memo;
use crate::text::cut;

/// The height of a message, in rows.
const MESSAGE: usize = 2;

/// A line of the table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Line {
    Entry(Place),
    /// A name that only edges mention: its row of the rail and the name.
    Gone(usize, String),
    /// A folded run of plain rows of the rail: its first row, the row after its last, and its first entry.
    Fold(usize, usize, String),
    /// A problem of the row above.
    Message(MessageAt),
}

/// What a line shows, by row of the rail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    Row(usize),
    Fold(usize, usize),
    /// The row, and the index of the message among those of the row.
    Message(usize, usize),
}

/// The shown lines and their tops, in rows. The last top is that of the end.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lines {
    pub shown: Vec<Shown>,
    tops: Vec<usize>,
}

impl Lines {
    /// The lines of these rows of the rail and their messages; or, without `rows`, of the whole channel with its folds.
    pub fn new(rail: &Rail, rows: Option<Vec<usize>>, is_folded: impl Fn(usize, usize) -> bool, found: &Found) -> Self {
        let mut lines = Lines::default();
        match rows {
            Some(rows) => rows.into_iter().for_each(|row| lines.row(rail, row, found)),
            None => lines.whole(rail, is_folded, found),
        }
        let mut top = 0_usize;
        lines.tops.push(top);
        for line in &lines.shown {
            top = top.saturating_add(height(*line));
            lines.tops.push(top);
        }
        lines
    }

    fn whole(&mut self, rail: &Rail, is_folded: impl Fn(usize, usize) -> bool, found: &Found) {
        let mut at = 0;
        for [from, to] in rail.folds.iter().filter(|[from, to]| is_folded(*from, *to)) {
            (at..*from).for_each(|row| self.row(rail, row, found));
            self.shown.push(Shown::Fold(*from, *to));
            at = *to;
        }
        (at..rail.rows.len()).for_each(|row| self.row(rail, row, found));
    }

    fn row(&mut self, rail: &Rail, row: usize, found: &Found) {
        self.shown.push(Shown::Row(row));
        let messages = rail.rows.get(row).map_or(0, |row| of_row(found, &row.name).len());
        self.shown.extend((0..messages).map(|number| Shown::Message(row, number)));
    }

    pub fn len(&self) -> usize {
        self.shown.len()
    }

    /// The top of a line, in rows.
    pub fn top(&self, line: usize) -> usize {
        self.tops.get(line).or(self.tops.last()).copied().unwrap_or_default()
    }

    pub fn height(&self) -> usize {
        self.top(self.shown.len())
    }

    /// The line at a height in rows.
    pub fn at(&self, top: usize) -> usize {
        self.tops.partition_point(|line| *line <= top).saturating_sub(1)
    }

    /// The positions of the rows of the rail, for the part that is visible. `head`, `row`: the heights of the table
    /// head and of a row.
    #[allow(clippy::cast_precision_loss, reason = "row numbers are small")]
    pub fn ground(&self, rail: &Rail, (head, row): (f64, f64), (first, last): (usize, usize)) -> Ground {
        let mut middles = vec![0.0; rail.rows.len()];
        for (at, line) in self.shown.iter().enumerate() {
            let (from, to) = match *line {
                Shown::Row(row) => (row, row.saturating_add(1)),
                Shown::Fold(from, to) => (from, to),
                Shown::Message(..) => continue,
            };
            let middle = head + (self.top(at) as f64 + 0.5) * row;
            middles.get_mut(from..to).into_iter().flatten().for_each(|slot| *slot = middle);
        }
        let folds = self.shown.iter().filter_map(|line| match line {
            Shown::Fold(from, to) => Some((*from, *to)),
            _ => None,
        });
        Ground {
            middles,
            row,
            folds: folds.collect(),
            top: head + self.top(first) as f64 * row,
            bottom: head + self.top(last) as f64 * row,
        }
    }
}

fn height(line: Shown) -> usize {
    if matches!(line, Shown::Message(..)) { MESSAGE } else { 1 }
}

/// A line with its identity.
pub fn line(rows: Rows, package: &str, channel: &str, shown: Shown) -> Option<Line> {
    let name = |row: usize| rows.rail.with(|rail| rail.rows.get(row).map(|row| (row.name.clone(), row.entry)));
    match shown {
        Shown::Fold(from, to) => Some(Line::Fold(from, to, name(from)?.0)),
        Shown::Message(row, number) => Some(Line::Message(MessageAt { entry: name(row)?.0, number })),
        Shown::Row(row) => {
            let (name, entry) = name(row)?;
            let Some(entry) = entry else { return Some(Line::Gone(row, name)) };
            let number = rows.index.with(|index| index.get(&name)?.iter().position(|at| *at == entry))?;
            Some(Line::Entry(Place { package: package.to_owned(), channel: channel.to_owned(), name, number }))
        }
    }
}

/// A name that only edges mention.
#[component]
pub fn Gone(rows: Rows, row: usize, name: String) -> impl IntoView {
    let short = rows.short(&name);
    let steps = memo(move |_| rows.rail.with(|rail| rail.rows.get(row).map(|row| row.steps).unwrap_or_default()));
    let hover = name.clone();
    view! {
        <tr class="is-gone" on:mouseenter=move |_| rows.hovered.set(Some(hover.clone()))>
            <td class="rail-cell"></td>
            <th scope="row"><span class="who"><span class="gone-name" title=name>{cut(&short)}</span><span class="tags"><span class="tag">"not in channel"</span></span></span></th>
            <td></td><td></td><td></td>
            <StepCells steps />
            <td></td>
        </tr>
    }
}

/// A folded run of plain rows.
#[component]
pub fn Fold(rows: Rows, from: usize, to: usize, name: String, opened: RwSignal<SortedSet<usize>>) -> impl IntoView {
    let last = rows
        .rail
        .with_untracked(|rail| rail.rows.get(to.saturating_sub(1)).map(|row| row.name.clone()).unwrap_or_default());
    let text = format!("{} \u{2026} {}", rows.short(&last), rows.short(&name));
    let number = counted(to.saturating_sub(from), "entry", "entries");
    view! {
        <tr class="is-fold">
            <td class="rail-cell"></td>
            <td colspan=move || columns(rows.app)><span class="folded">{text}</span>
                <button type="button" class="quiet link" on:click=move |_| opened.update(|opened| { opened.insert(from); })>{number}</button>
                " each replaces the previous one"</td>
        </tr>
    }
}
