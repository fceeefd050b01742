//! Tables of facts. Empty columns are hidden. On a phone each row is a list of its values.

use crate::prelude::*;

/// A cell: texts below each other, the first of which may be code.
#[derive(Clone, Default)]
pub struct Cell {
    text: String,
    note: String,
    is_code: bool,
}

impl Cell {
    pub fn text(text: impl Into<String>) -> Self {
        Cell { text: text.into(), ..Cell::default() }
    }

    pub fn code(text: impl Into<String>) -> Self {
        Cell { is_code: true, ..Cell::text(text) }
    }

    /// Adds a note below the value.
    pub fn and(self, note: impl Into<String>) -> Self {
        Cell { note: note.into(), ..self }
    }

    fn is_empty(&self) -> bool {
        self.text.is_empty() && self.note.is_empty()
    }
}

/// A row with a value for each column.
#[derive(Clone, Default)]
pub struct Row {
    pub cells: Vec<Cell>,
    pub is_risky: bool,
}

impl Row {
    pub fn new(cells: impl Into<Vec<Cell>>) -> Self {
        Row { cells: cells.into(), is_risky: false }
    }
}

/// The roles keep the semantics of a table where it is displayed as lists.
#[component]
pub fn Facts(#[prop(into)] label: String, heads: &'static [&'static str], rows: Vec<Row>) -> impl IntoView {
    let has_value = |at: usize| rows.iter().any(|row| row.cells.get(at).is_some_and(|cell| !cell.is_empty()));
    let shown: Vec<(usize, &'static str)> =
        heads.iter().copied().enumerate().filter(|(at, _)| has_value(*at)).collect();
    let columns = shown.iter().map(|(_, head)| view! { <th role="columnheader" scope="col">{*head}</th> });
    let columns = columns.collect_view();
    let body = rows.into_iter().map(|row| {
        let cells = shown.iter().map(|(at, head)| one(row.cells.get(*at).cloned().unwrap_or_default(), head));
        view! { <tr role="row" class:is-risky=row.is_risky>{cells.collect_view()}</tr> }
    });
    view! {
        <div class="fact-table" tabindex="0" role="region" aria-label=label>
            <table role="table">
                <thead role="rowgroup"><tr role="row">{columns}</tr></thead>
                <tbody role="rowgroup">{body.collect_view()}</tbody>
            </table>
        </div>
    }
}

fn one(cell: Cell, head: &'static str) -> impl IntoView {
    let is_empty = cell.is_empty();
    let text = if cell.is_code { view! { <code>{cell.text}</code> }.into_any() } else { cell.text.into_any() };
    let note = (!cell.note.is_empty()).then(|| view! { <span class="meta">{cell.note}</span> });
    view! { <td role="cell" data-label=head class:is-empty=is_empty><span class="fact">{text}{note}</span></td> }
}
