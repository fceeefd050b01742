//! What is selected, in the tree, the table and the text.

use std::collections::BTreeSet;

use leptos::prelude::*;
use leptos::task::spawn_local;
use olmkit_api::{At, Range};

use super::fields::*;
use super::{AppState, Pane, Selection, View};
use crate::address;
use crate::bridge;

impl AppState {
    /// Selects what the address names, else the overview of a catalog with several packages, else the first channel.
    pub(super) fn select_first(self) {
        let outline = self.catalog.outline().get_untracked();
        let named = address::read();
        let wanted = outline.packages.iter().find(|package| package.name == named.package);
        let package = match (wanted, outline.packages.as_slice()) {
            (Some(package), _) | (None, [package]) => package,
            (None, _) => {
                self.select("", "");
                if let Some(file) = outline.files.first() {
                    bridge::show_file(&file.path);
                }
                return;
            }
        };
        let has = |name: &str| package.channels.iter().any(|channel| channel.name == name);
        let default = package.default_channel.clone().filter(|name| has(name));
        let channel = Some(named.channel)
            .filter(|name| has(name))
            .or(default)
            .or(package.channels.first().map(|c| c.name.clone()));
        self.select(&package.name, &channel.unwrap_or_default());
    }

    pub fn select(self, package: &str, channel: &str) {
        let selection = Selection { package: package.to_owned(), channel: channel.to_owned() };
        address::write(&selection);
        self.bundles.is_shown().set(false);
        self.selected.entry().set(None);
        self.selected.simulation().set(None);
        self.channel.linking().set(None);
        self.channel.chosen().set(BTreeSet::new());
        self.selected.place().set(selection);
        let outline = self.catalog.outline().get_untracked();
        let found = outline.packages.iter().find(|found| found.name == package);
        let place = found.and_then(|found| match found.channels.iter().find(|found| found.name == channel) {
            Some(channel) => Some((channel.path.clone(), channel.range)),
            None => found.path.clone().zip(found.range),
        });
        if let Some((path, range)) = place {
            bridge::go_to(&path, range.start.utf16, range.end.utf16, false);
        }
        self.load_table();
    }

    /// Shows the overview of the catalog.
    pub fn show_catalog(self) {
        self.workbench.pane().set(Pane::Channel);
        self.select("", "");
    }

    /// Goes to a package, a channel or an entry.
    pub fn go_to_found(self, package: &str, channel: &str, entry: Option<String>) {
        self.workbench.pane().set(Pane::Channel);
        self.select(package, channel);
        let Some(name) = entry else { return };
        spawn_local(async move {
            self.load_channel().await;
            self.select_entry(&name);
        });
    }

    /// Selects a row, and its place in the text.
    pub fn select_entry(self, name: &str) {
        self.selected.entry().set(Some(name.to_owned()));
        self.simulate(name);
        let place = self.channel.table().with_untracked(|table| {
            let entry = table.as_ref()?.entries.iter().find(|entry| entry.name == name)?;
            Some((entry.path.clone(), entry.range))
        });
        if let Some((path, range)) = place {
            self.go_to(&path, range, false);
        }
        // On a narrow page the entry is below; a selection in the graph keeps the graph visible.
        bridge::show_row(if self.channel.view().get_untracked() == View::Graph {
            ".graph-frame"
        } else {
            ".entry-page"
        });
    }

    /// The cursor was moved in the text: the table follows.
    pub fn follow_cursor(self, at: At) {
        let now = self.selected.place().get_untracked();
        let channel =
            at.channel.unwrap_or_else(|| if now.package == at.package { now.channel.clone() } else { String::new() });
        let selection = Selection { package: at.package, channel };
        let entry = at.entry.or(at.bundle);
        if selection != now {
            address::write(&selection);
            self.bundles.is_shown().set(false);
            self.channel.chosen().set(BTreeSet::new());
            self.selected.place().set(selection);
            self.load_table();
        }
        if let Some(name) = entry {
            self.simulate(&name);
            self.selected.entry().set(Some(name));
        }
    }

    /// The address was changed by hand or by going back.
    pub fn follow_address(self) {
        let named = address::read();
        if self.session.is_loaded().get_untracked()
            && address::is_written()
            && named != self.selected.place().get_untracked()
        {
            self.select(&named.package, &named.channel);
        }
    }

    pub fn go_to(self, path: &str, range: Range, focus: bool) {
        bridge::go_to(path, range.start.utf16, range.end.utf16, focus);
    }
}
