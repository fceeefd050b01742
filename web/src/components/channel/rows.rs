//! The rows of the table: the entries that they show, and their selection.

use crate::prelude::*;
use olmkit_api::{EntryRow, Rail, RailRow, Range, Semantics};
use olmkit_collections::{SortedMap, SortedSet};

use crate::components::channel::messages::{Found, found};
use crate::live::memo;
use crate::state::AppState;

/// The id of the list of suggested names.
pub const NAMES: &str = "entry-names";

/// The entry that a row shows. When the entry changes, the row and the focus in it stay.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    pub package: String,
    pub channel: String,
    pub name: String,
    /// The index among the entries of this name.
    pub number: usize,
}

/// A row without its positions in the text. Every edit above it changes these, and the row must not be redrawn for
/// that.
pub fn placeless(row: &EntryRow) -> EntryRow {
    let bundle_range = row.bundle_range.map(|_| Range::default());
    EntryRow { range: Range::default(), bundle_range, ..row.clone() }
}

/// State that all rows share.
#[derive(Clone, Copy)]
pub struct Rows {
    pub app: AppState,
    /// The indices of the shown entries, in their order on the page.
    pub shown: Memo<Vec<usize>>,
    /// The indices of the entries of each name. More than one if the channel contains a name twice.
    pub index: Memo<SortedMap<String, Vec<usize>>>,
    /// The rail of the shown channel.
    pub rail: Memo<Rail>,
    /// The row of each entry in the rail.
    pub row_of: Memo<Vec<usize>>,
    /// Whether the edges between the rows are drawn.
    is_drawn: Memo<bool>,
    /// The problems below rows.
    pub messages: Memo<Found>,
    /// The entry under the pointer.
    pub hovered: RwSignal<Option<String>>,
    /// The width of the column of `skips`, in pixels at the usual font size.
    pub skips_width: RwSignal<f64>,
    /// The row that a key moves to.
    pub jump: RwSignal<Option<Jump>>,
    /// The row at which a range selection starts.
    anchor: RwSignal<Option<String>>,
}

/// A move from a row to another one in the same column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jump {
    pub from: String,
    pub to: To,
    pub column: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum To {
    First,
    Last,
    Next,
    Previous,
    PageDown,
    PageUp,
}

impl Rows {
    pub fn new(
        app: AppState,
        shown: Memo<Vec<usize>>,
        index: Memo<SortedMap<String, Vec<usize>>>,
        rail: Memo<Rail>,
        row_of: Memo<Vec<usize>>,
        is_drawn: Memo<bool>,
    ) -> Self {
        let messages = memo(move |_| found(app));
        let (hovered, anchor) = (rw_signal(None), rw_signal(None));
        let (skips_width, jump) = (rw_signal(0.0), rw_signal(None));
        Rows { app, shown, index, rail, row_of, is_drawn, messages, hovered, skips_width, jump, anchor }
    }

    /// Whether the row of an entry is drawn directly above that of another.
    pub fn is_above(self, Place { name, number, .. }: &Place, other: &str) -> bool {
        if !self.is_drawn.get() {
            return false;
        }
        let at = self.index.with(|index| index.get(name)?.get(*number).copied());
        let row = at.and_then(|at| self.row_of.with(|row_of| row_of.get(at).copied()));
        row.is_some_and(|row| {
            self.rail.with(|rail| rail.rows.get(row.saturating_add(1)).is_some_and(|next| next.name == other))
        })
    }

    /// The names of the shown entries.
    pub fn names(self) -> Vec<String> {
        self.app.channel.table.with_untracked(|table| {
            let entries = table.as_ref().map(|table| table.entries.as_slice()).unwrap_or_default();
            let shown = self.shown.get_untracked();
            shown.into_iter().filter_map(|row| entries.get(row).map(|entry| entry.name.clone())).collect()
        })
    }

    /// The current state of an entry.
    pub fn entry(self, Place { name, number, .. }: &Place) -> Option<EntryRow> {
        let at = self.index.with(|index| index.get(name)?.get(*number).copied())?;
        self.app.channel.table.with(|table| Some(placeless(table.as_ref()?.entries.get(at)?)))
    }

    /// The row of an entry in the rail.
    pub fn rail_row(self, Place { name, number, .. }: &Place) -> Option<RailRow> {
        let at = self.index.with(|index| index.get(name)?.get(*number).copied())?;
        let row = self.row_of.with(|row_of| row_of.get(at).copied())?;
        self.rail.with(|rail| rail.rows.get(row).cloned())
    }

    /// A name without the prefix that all names of the channel have.
    pub fn short(self, name: &str) -> String {
        self.app.short(name)
    }

    /// Toggles the selection of a row. The first selection also selects the open entry.
    pub fn toggle(self, name: &str) {
        self.anchor.set(Some(name.to_owned()));
        let open = self.app.selected.entry.get_untracked().filter(|_| !self.app.channel.is_choosing.get_untracked());
        let open = open.filter(|open| open != name && self.names().contains(open));
        self.app.channel.chosen.update(|chosen| {
            if chosen.is_empty() {
                chosen.extend(open);
            }
            if !chosen.remove(name) {
                chosen.insert(name.to_owned());
            }
        });
    }

    /// Selects all rows from the one that was selected last.
    pub fn extend(self, name: &str) {
        let names = self.names();
        let place = |name: &str| names.iter().position(|other| other == name);
        let anchor = self.anchor.get_untracked().or(self.app.selected.entry.get_untracked());
        let Some(to) = place(name) else { return };
        let from = anchor.as_deref().and_then(place).unwrap_or(to);
        let range = names.get(from.min(to)..=from.max(to)).unwrap_or_default();
        self.app.channel.chosen.update(|chosen| chosen.extend(range.iter().cloned()));
        if anchor.is_none() {
            self.anchor.set(Some(name.to_owned()));
        }
    }

    /// Opens an entry, and clears the selection of several entries.
    pub fn open(self, name: &str) {
        self.anchor.set(Some(name.to_owned()));
        self.app.clear_chosen();
        self.app.select_entry(name);
    }

    /// Selects the shown rows, and no others.
    pub fn choose_all(self) {
        self.app.channel.chosen.set(self.names().into_iter().collect());
    }

    /// The number of selected entries that the filter hides.
    pub fn hidden(self) -> usize {
        let shown: SortedSet<usize> = self.shown.get().into_iter().collect();
        let is_hidden = |row: &usize| !shown.contains(row);
        self.app.channel.chosen.with(|chosen| {
            self.index.with(|index| {
                let rows = |name: &String| index.get(name).is_some_and(|rows| rows.iter().all(is_hidden));
                chosen.iter().filter(|name| rows(name)).count()
            })
        })
    }
}

/// The headers of the columns of steps. They select the OLM version whose upgrade path is shown beside the rows.
#[component]
pub fn StepHeads() -> impl IntoView {
    let app = expect_context::<AppState>();
    let head = move |semantics: Semantics, name: &'static str| {
        let title =
            format!("Upgrades to the channel head under OLM {name}. Press to show the upgrade path under OLM {name}");
        view! {
            <th scope="col" class="number"><span class=if semantics == Semantics::V0 { "steps-word" } else { "visually-hidden" }>"Steps "</span>
                <button type="button" class="quiet" aria-pressed=move || (app.channel.semantics.get() == semantics).to_string() title=title
                    on:click=move |_| app.set_semantics(semantics)>{name}</button></th>
        }
    };
    view! { {head(Semantics::V0, "v0")}{head(Semantics::V1, "v1")} }
}

/// The number of upgrades to the head, under both resolvers.
#[component]
pub fn StepCells(steps: Memo<[Option<usize>; 2]>) -> impl IntoView {
    let cell = move |of: usize| {
        let number = move || match steps.get().get(of).copied().flatten() {
            Some(number) => number.to_string().into_any(),
            // The column has no room for the word "stranded", which is in the tag of the row.
            None => {
                let title = format!("Stranded under OLM v{of}");
                view! { <span class="is-stranded" title=title><span aria-hidden="true">"⚠"</span><span class="visually-hidden">"stranded"</span></span> }.into_any()
            }
        };
        view! { <td class="number">{number}</td> }
    };
    view! { {cell(0)}{cell(1)} }
}
