//! The shown channel, and how it is shown.

use crate::prelude::*;
use gloo::timers::callback::Timeout;
use olmkit_api::{ChannelGraph, ChannelTable, Position, Range, Semantics, Stranded};
use olmkit_collections::SortedSet;

use super::view::is_in_text;
use super::{AppState, Selection, View};
use crate::bridge;
use crate::bridge::types::{ChannelView, Origins};
use crate::text::without;

/// The milliseconds after which the graph of a loaded channel is kept.
const KEPT_AFTER: u32 = 400;

#[derive(Debug, Default)]
pub struct Channel {
    pub table: RwSignal<Option<ChannelTable>>,
    /// Identifies the channel in the table for the engine. Empty if the engine has another one or none.
    pub stamp: RwSignal<String>,
    /// Whether the channel is shown in its last readable state.
    pub is_stale: RwSignal<bool>,
    /// Changes when a readable state of the channel has been loaded.
    pub loaded: RwSignal<u32>,
    /// Its stranded versions, under any semantics.
    pub stranded: RwSignal<Vec<Stranded>>,
    /// The documents that their fixes are for.
    pub origins: RwSignal<Origins>,
    /// Kept while the table is shown, for the case that the text becomes unreadable.
    pub graph: RwSignal<Option<ChannelGraph>>,
    /// Identifies the state of the channel that the graph shows.
    pub graph_stamp: RwSignal<String>,
    pub view: RwSignal<View>,
    pub semantics: RwSignal<Semantics>,
    /// Whether the graph emphasizes the actual upgrades under these semantics.
    pub is_emphasized: RwSignal<bool>,
    /// The entries that are selected to be changed together.
    pub chosen: RwSignal<SortedSet<String>>,
    /// Whether a click or a tap on a row adds it to the selection.
    pub is_choosing: RwSignal<bool>,
    /// The entry from which an edge is being drawn by keyboard.
    pub linking: RwSignal<Option<String>>,
    /// The entries before the last undo or redo. `None` if that step was typing, or no entries were shown.
    pub before_step: RwSignal<Option<EntriesBefore>>,
}

/// The entries that were shown before a step.
#[derive(Clone)]
pub struct EntriesBefore {
    /// The generation of the catalog.
    pub catalog: u32,
    pub place: Selection,
    pub names: SortedSet<String>,
}

impl AppState {
    /// Shows the current state of the selected channel.
    pub fn load_table(self) {
        spawn_local(self.load_channel());
    }

    pub(super) async fn load_channel(self) {
        let (selection, catalog) = (self.selected.place.get_untracked(), self.catalog.generation.get_untracked());
        if selection.channel.is_empty() {
            self.show_channel(ChannelView::default());
            return;
        }
        let with_graph = self.channel.view.get_untracked() == View::Graph;
        let semantics = self.channel.semantics.get_untracked();
        let Selection { package, channel } = &selection;
        let view = loop {
            let known = self.channel.stamp.get_untracked();
            let answer = bridge::channel(package, channel, &known, semantics, with_graph).await;
            let Ok(view) = answer else { return };
            if self.selected.place.get_untracked() != selection || self.catalog.generation.get_untracked() != catalog {
                return;
            }
            // Another result may have arrived meanwhile, so that the known channel is no longer shown.
            if view.table.is_some() || view.stamp.is_empty() || self.is_shown(&view) {
                break view;
            }
        };
        // A channel that broken text or typing hides temporarily stays visible: showing its package would take the text
        // away. A channel that was removed otherwise disappears.
        let is_cut = |table: &Option<ChannelTable>| table.as_ref().is_some_and(|table| table.is_cut);
        let is_cut = if self.is_shown(&view) { self.channel.table.with_untracked(is_cut) } else { is_cut(&view.table) };
        let is_kept = self.is_broken(&selection) || (self.is_table_of(&selection) && is_in_text());
        let is_hidden = (is_cut || view.stamp.is_empty()) && is_kept;
        self.channel.is_stale.set(is_hidden);
        if is_hidden {
            return;
        }
        if view.stamp.is_empty() && self.is_gone(&selection) {
            // Shows its package.
            let selection = Selection { channel: String::new(), ..selection };
            self.selected.place.set(selection);
        }
        self.show_channel(view);
        self.channel.loaded.update(|loaded| *loaded = loaded.wrapping_add(1));
        self.keep_graph_later();
    }

    /// Keeps the graph of the loaded channel as soon as nothing else has been loaded for a moment.
    fn keep_graph_later(self) {
        let loaded = self.channel.loaded.get_untracked();
        let keep = move || {
            if self.channel.loaded.get_untracked() == loaded {
                self.keep_graph();
            }
        };
        Timeout::new(KEPT_AFTER, keep).forget();
    }

    /// Whether the catalog does not contain the channel.
    fn is_gone(self, selection: &Selection) -> bool {
        self.catalog.outline.with_untracked(|outline| {
            let package = outline.packages.iter().find(|package| package.name == selection.package);
            package.is_none_or(|package| package.channels.iter().all(|channel| channel.name != selection.channel))
        })
    }

    /// Whether the table already shows the channel of a result, except for positions.
    fn is_shown(self, view: &ChannelView) -> bool {
        !view.stamp.is_empty() && self.channel.stamp.with_untracked(|shown| *shown == view.stamp)
    }

    pub(super) fn show_channel(self, view: ChannelView) {
        if self.is_shown(&view) {
            self.channel.table.update_untracked(|table| place(table, &view.places));
        } else {
            self.show_table(view.stamp, view.table);
        }
        self.channel.origins.set(view.origins);
        if !view.stranded.is_empty() || self.channel.stranded.with_untracked(|shown| !shown.is_empty()) {
            self.channel.stranded.set(view.stranded);
        }
        if view.graph.is_some() || self.has_other_graph() {
            self.channel.graph_stamp.set(self.channel.stamp.get_untracked());
            self.channel.graph.set(view.graph);
        }
    }

    /// Whether the graph belongs to another channel than the shown one.
    fn has_other_graph(self) -> bool {
        let Selection { package, channel } = self.selected.place.get_untracked();
        self.channel.graph.with_untracked(|graph| {
            graph.as_ref().is_some_and(|graph| graph.package != package || graph.channel != channel)
        })
    }

    /// Requests the graph before a change that may make the text unreadable.
    pub(super) fn keep_graph(self) {
        let stamp = self.channel.stamp.get_untracked();
        let is_known = stamp == self.channel.graph_stamp.get_untracked();
        if is_known || stamp.is_empty() || self.channel.view.get_untracked() == View::Graph {
            return;
        }
        let selection = self.selected.place.get_untracked();
        let semantics = self.channel.semantics.get_untracked();
        spawn_local(async move {
            let Selection { package, channel } = &selection;
            let Ok(view) = bridge::channel(package, channel, &stamp, semantics, true).await else { return };
            let is_same = view.stamp == stamp && self.channel.stamp.get_untracked() == stamp;
            if is_same && view.graph.is_some() && !self.channel.is_stale.get_untracked() {
                self.channel.graph_stamp.set(stamp);
                self.channel.graph.set(view.graph);
            }
        });
    }

    fn show_table(self, stamp: String, shown: Option<ChannelTable>) {
        if shown.is_none() {
            self.channel.is_stale.set(false);
        }
        let is_there =
            |name: &String| shown.as_ref().is_some_and(|table| table.entries.iter().any(|entry| entry.name == *name));
        if self.channel.chosen.with_untracked(|chosen| !chosen.iter().all(is_there)) {
            self.channel.chosen.update(|chosen| chosen.retain(is_there));
        }
        self.leave_removed(&is_there);
        self.channel.stamp.set(stamp);
        self.channel.table.set(shown);
    }

    /// Clears the selection of an entry that has been removed from the channel.
    fn leave_removed(self, is_there: &impl Fn(&String) -> bool) {
        let Some(name) = self.selected.entry.get_untracked() else { return };
        let Selection { package, channel } = self.selected.place.get_untracked();
        let was_there = self.channel.table.with_untracked(|table| {
            let shown = table.as_ref().filter(|table| table.package == package && table.channel == channel);
            shown.is_some_and(|table| table.entries.iter().any(|entry| entry.name == name))
        });
        if !was_there || is_there(&name) {
            return;
        }
        self.selected.is_following.set(true); // the address of a missing entry is replaced
        self.selected.entry.set(None);
        if self
            .selected
            .simulation
            .with_untracked(|simulation| simulation.as_ref().is_some_and(|simulation| simulation.from == name))
        {
            self.selected.simulation.set(None);
        }
    }

    /// Whether the file of the shown channel has unreadable documents, one of which may be the channel.
    pub(super) fn is_broken(self, selection: &Selection) -> bool {
        if !self.is_table_of(selection) {
            return false;
        }
        let path = self.channel.table.with_untracked(|table| table.as_ref().map(|table| table.path.clone()));
        let path = path.unwrap_or_default();
        self.catalog
            .outline
            .with_untracked(|outline| outline.files.iter().any(|file| file.path == path && file.broken > 0))
    }

    /// Whether the table is that of the selection. While another channel is loaded, it is that of the one before.
    pub(super) fn is_table_of(self, selection: &Selection) -> bool {
        self.channel.table.with_untracked(|table| {
            table.as_ref().is_some_and(|table| table.package == selection.package && table.channel == selection.channel)
        })
    }

    /// Whether another channel than the selected one is shown, until that one is loaded. Reactive.
    pub fn is_behind(self) -> bool {
        self.selected.place.with(|place| {
            self.channel.table.with(|table| {
                table.as_ref().is_some_and(|table| table.package != place.package || table.channel != place.channel)
            })
        })
    }

    /// A name without the prefix that all names of the channel have.
    pub fn short(self, name: &str) -> String {
        self.with_prefix(|prefix| name.strip_prefix(prefix).unwrap_or(name).to_owned())
    }

    /// A text in which names do not have the prefix that all names of the channel have.
    pub fn shortened(self, text: &str) -> String {
        self.with_prefix(|prefix| if prefix.is_empty() { text.to_owned() } else { without(text, prefix) })
    }

    fn with_prefix<T>(self, shorten: impl FnOnce(&str) -> T) -> T {
        self.channel.table.with(|table| shorten(table.as_ref().map_or("", |table| table.rail.prefix.as_str())))
    }

    /// Starts the selection of entries by click or tap.
    pub fn choose_entries(self) {
        self.show(View::Table);
        self.channel.is_choosing.set(true);
        bridge::focus_on(".entry-name");
    }

    /// Ends the selection of several entries.
    pub fn clear_chosen(self) {
        self.channel.is_choosing.set(false);
        self.channel.chosen.set(SortedSet::new());
    }

    pub fn show(self, view: View) {
        self.channel.view.set(view);
        self.load_table();
    }

    pub fn set_semantics(self, semantics: Semantics) {
        self.channel.semantics.set(semantics);
        self.load_table();
    }

    /// The semantics that the graph emphasizes. `None` if the table or all edges are shown.
    pub fn semantics_of_graph(self) -> Option<Semantics> {
        let is_emphasized = self.channel.view.get() == View::Graph && self.channel.is_emphasized.get();
        is_emphasized.then(|| self.channel.semantics.get())
    }
}

/// Updates the positions of the entries of a table. Nothing that is drawn depends on them (`rows::placeless`): they are
/// read when the text goes to an entry.
fn place(table: &mut Option<ChannelTable>, places: &[[u32; 4]]) {
    let range = |from: u32, to: u32| {
        let at = |utf16: u32| Position { utf16, ..Position::default() };
        Range { start: at(from), end: at(to) }
    };
    let rows = table.iter_mut().flat_map(|table| &mut table.entries);
    for (row, &[from, to, bundle_from, bundle_to]) in rows.zip(places) {
        row.range = range(from, to);
        row.bundle_range = row.bundle_range.map(|_| range(bundle_from, bundle_to));
    }
}
