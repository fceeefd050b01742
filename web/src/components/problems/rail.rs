//! The rail of the version that a problem is about: from the channel head down to it, with the rest folded.

use crate::prelude::*;
use olmkit_api::{ChannelTable, Diagnostic, Rail, Semantics};
use olmkit_collections::SortedSet;
use olmkit_text::counted;

use crate::bridge;
use crate::components::channel::rail::{Ground, Lit, Marks, RailDrawing};
use crate::components::parts::scroll::pixels_of_text;
use crate::live::memo;
use crate::state::{AppState, fetched};

/// The height of a row in pixels, at the usual font size. The style sheet has the same value.
const ROW: f64 = 26.0;
/// The maximum number of shown rows. In a longer channel, rows far from the version are folded.
const MAX: usize = 12;

/// A line of the drawing: a row of the rail, or a fold.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Line {
    Row(usize),
    Fold(usize, usize),
}

/// Draws the channel of a problem that concerns one of its entries.
#[component]
pub fn ProblemRail(diagnostic: Diagnostic) -> impl IntoView {
    let app = expect_context::<AppState>();
    let (package, channel) = (diagnostic.package.clone(), diagnostic.channel.clone());
    let table = fetched(move || {
        app.catalog.report.track();
        let (package, channel) = (package.clone(), channel.clone());
        async move { bridge::channel(&package?, &channel?, "", Semantics::V0, false).await.ok()?.table }
    });
    let (entry, semantics) = (diagnostic.entry.unwrap_or_default(), diagnostic.stranded.unwrap_or_default());
    // The style sheet rounds the height of a row.
    let row = move || pixels_of_text(app, ROW) / app.workbench.text_scale.get();
    let drawn = move || table.get().and_then(|table| drawing(&table, &entry, semantics, row()));
    view! { {drawn} }
}

fn drawing(table: &ChannelTable, entry: &str, semantics: Semantics, row: f64) -> Option<AnyView> {
    let rail = table.rail.clone();
    let at = rail.rows.iter().position(|row| row.name == entry)?;
    let lines = lines(&rail, at);
    let ground = ground(&lines, rail.rows.len(), row);
    let stranded = format!("stranded under OLM {}", semantics.name());
    let labels = lines.iter().map(|line| match line {
        Line::Row(row) => {
            let found = rail.rows.get(*row);
            let name = found.map(|row| row.name.clone()).unwrap_or_default();
            let short = name.strip_prefix(rail.prefix.as_str()).unwrap_or(&name).to_owned();
            let is_head = found.is_some_and(|row| row.steps.contains(&Some(0)));
            view! {
                <li><code title=name>{short}</code>
                    {is_head.then(|| view! { <span class="tag is-head">"head"</span> })}
                    {(*row == at).then(|| view! { <span class="tag is-warning">{stranded.clone()}</span> })}</li>
            }
            .into_any()
        }
        Line::Fold(from, to) => {
            view! { <li class="meta">{counted(to.saturating_sub(*from), "more entry", "more entries")}</li> }.into_any()
        }
    });
    let labels = labels.collect_view();
    let marks = Marks { chosen: Some(at), ..Marks::default() };
    let (rail, ground) = (memo(move |_| rail.clone()), memo(move |_| ground.clone()));
    let (lit, marks) = (memo(|_| Lit::new()), memo(move |_| marks.clone()));
    Some(view! { <div class="problem-rail"><RailDrawing rail ground lit marks /><ol>{labels}</ol></div> }.into_any())
}

/// The shown rows: all of a short channel, otherwise the head and those around the version.
fn lines(rail: &Rail, at: usize) -> Vec<Line> {
    let total = rail.rows.len();
    let ends = rail.lines.iter().filter(|line| line.from == at || line.to == at);
    let mut kept: SortedSet<usize> = ends.flat_map(|line| [line.from, line.to]).collect();
    kept.extend([0, 1, at]);
    kept.extend(at.saturating_sub(4)..at.saturating_add(2));
    let is_kept = |row: usize| total <= MAX || kept.contains(&row);
    let mut lines = Vec::new();
    let mut row = 0;
    while row < total {
        let end = (row..total).find(|row| is_kept(*row)).unwrap_or(total);
        if end > row {
            lines.push(Line::Fold(row, end));
            row = end;
        } else {
            lines.push(Line::Row(row));
            row = row.saturating_add(1);
        }
    }
    lines
}

#[allow(clippy::cast_precision_loss, reason = "row numbers are small")]
/// The positions of the rows of the rail. `height`: that of a row.
fn ground(lines: &[Line], rows: usize, height: f64) -> Ground {
    let mut middles = vec![0.0; rows];
    let mut folds = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let (from, to) = match *line {
            Line::Row(row) => (row, row.saturating_add(1)),
            Line::Fold(from, to) => {
                folds.push((from, to));
                (from, to)
            }
        };
        for middle in middles.iter_mut().take(to).skip(from) {
            *middle = (at as f64 + 0.5) * height;
        }
    }
    Ground { middles, row: height, folds, top: 0.0, bottom: lines.len() as f64 * height }
}
