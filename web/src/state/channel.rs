//! The channel that is shown, and how.

use leptos::prelude::*;
use leptos::task::spawn_local;
use olmkit_api::Semantics;

use super::{AppState, Selection, View};
use crate::address;
use crate::bridge;
use crate::bridge::types::ChannelView;

impl AppState {
    pub(super) fn load_table(self) {
        spawn_local(self.load_channel());
    }

    /// Shows the selected channel as it is now.
    pub(super) async fn load_channel(self) {
        let (selection, catalog) = (self.selection.get_untracked(), self.catalog.get_untracked());
        if selection.channel.is_empty() {
            self.show_channel(ChannelView::default());
            return;
        }
        let with_graph = self.view.get_untracked() == View::Graph;
        let semantics = self.semantics.get_untracked();
        let answer = bridge::channel(&selection.package, &selection.channel, semantics.name(), with_graph).await;
        let Ok(view) = answer else { return };
        if self.selection.get_untracked() != selection || self.catalog.get_untracked() != catalog {
            return;
        }
        // A channel that its text hides for the moment stays in the picture; one that is gone goes.
        let is_cut = view.table.as_ref().is_some_and(|table| table.is_cut);
        let is_hidden = (is_cut || view.table.is_none()) && self.is_broken(&selection);
        self.stale.set(is_hidden);
        if is_hidden {
            return;
        }
        if view.table.is_none() && self.is_gone(&selection) {
            // Its package is shown.
            let selection = Selection { channel: String::new(), ..selection };
            address::write(&selection);
            self.selection.set(selection);
        }
        self.show_channel(view);
    }

    /// Whether the catalog has no such channel.
    fn is_gone(self, selection: &Selection) -> bool {
        self.outline.with_untracked(|outline| {
            let package = outline.packages.iter().find(|package| package.name == selection.package);
            package.is_none_or(|package| package.channels.iter().all(|channel| channel.name != selection.channel))
        })
    }

    pub(super) fn show_channel(self, view: ChannelView) {
        if view.table.is_none() {
            self.stale.set(false);
        }
        let is_there = |name: &String| {
            view.table.as_ref().is_some_and(|table| table.entries.iter().any(|entry| entry.name == *name))
        };
        if self.chosen.with_untracked(|chosen| !chosen.iter().all(is_there)) {
            self.chosen.update(|chosen| chosen.retain(is_there));
        }
        self.leave_removed(&is_there);
        self.table.set(view.table);
        self.stranded_origins.set(view.origins);
        self.stranded.set(view.stranded);
        self.graph.set(view.graph);
    }

    /// The entry that is selected was in the channel and is not any more: nothing is said of it.
    fn leave_removed(self, is_there: &impl Fn(&String) -> bool) {
        let Some(name) = self.entry.get_untracked() else { return };
        let Selection { package, channel } = self.selection.get_untracked();
        let was_there = self.table.with_untracked(|table| {
            let shown = table.as_ref().filter(|table| table.package == package && table.channel == channel);
            shown.is_some_and(|table| table.entries.iter().any(|entry| entry.name == name))
        });
        if !was_there || is_there(&name) {
            return;
        }
        self.entry.set(None);
        if self
            .simulation
            .with_untracked(|simulation| simulation.as_ref().is_some_and(|simulation| simulation.from == name))
        {
            self.simulation.set(None);
        }
    }

    /// Whether the file of the channel that is shown has errors that may hide the channel.
    pub(super) fn is_broken(self, selection: &Selection) -> bool {
        let path = self.table.with_untracked(|table| {
            let table = table.as_ref()?;
            let fits = table.package == selection.package && table.channel == selection.channel;
            fits.then(|| table.path.clone())
        });
        let Some(path) = path else { return false };
        self.outline.with_untracked(|outline| outline.files.iter().any(|file| file.path == path && file.errors > 0))
    }

    pub fn show(self, view: View) {
        self.view.set(view);
        self.load_table();
    }

    pub fn set_semantics(self, semantics: Semantics) {
        self.semantics.set(semantics);
        self.load_table();
    }

    /// Whose upgrades the graph shows; nothing where the table is shown.
    pub fn semantics_of_graph(self) -> Option<Semantics> {
        (self.view.get() == View::Graph).then(|| self.semantics.get())
    }
}
