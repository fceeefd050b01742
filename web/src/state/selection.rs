//! The selection in the tree, the table and the text.

use crate::prelude::*;
use olmkit_api::{At, Range};

use super::channel::EntriesBefore;
use super::view::{is_focus_elsewhere, is_in_text};
use super::{AppState, PackageTab, Pane, Selection, Tool, View};
use crate::address::{self, Location};
use crate::bridge;

/// The node of the selected entry in the graph.
pub const SELECTED_NODE: &str = ".graph-place .node.is-selected";

/// The heading of the open tool of the entry.
const TOOL_HEADING: &str = ".entry-tool h4";

/// The name of the selected entry in the table.
pub(super) const SELECTED_NAME: &str = "tr.is-selected .entry-name";

/// The name of the editor in the title of its document.
const NAME: &str = "olmkit";

impl AppState {
    /// Selects what the address names, otherwise the overview of a catalog with several packages, otherwise the first
    /// channel.
    pub(super) fn select_first(self) {
        let outline = self.catalog.outline.get_untracked();
        let named = address::read();
        if !address::is_own() && self.known(&named.place) != named.place {
            self.workbench.is_leaving.set(true); // the address of what is missing is replaced
        }
        let is_changed = self.session.state.with_untracked(|page| page.changed > 0);
        let page = self.page_since_opening().or(named.page);
        match page {
            Some(Pane::Review) if !is_changed => self.workbench.pane.set(Pane::Channel),
            Some(page) => self.workbench.pane.set(page),
            None => {}
        }
        self.channel.view.set(named.view);
        self.show_tab(&named);
        let wanted = outline.packages.iter().find(|package| package.name == named.place.package);
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
        // On a phone the list of packages would cover what the address selects, and a list of one package is not
        // useful.
        if page.is_none() && (wanted.is_some() || outline.packages.len() == 1) {
            self.workbench.pane.set(Pane::Channel);
        }
        let has = |name: &str| package.channels.iter().any(|channel| channel.name == name);
        let names_package = named.place.channel.is_empty(); // the address is that of the page of the package
        if wanted.is_some() && (names_package || has(&named.place.channel)) {
            return self.select_with(&package.name, &named.place.channel, named.entry, None);
        }
        let default = package.default_channel.clone().filter(|name| has(name));
        let channel = default.or(package.channels.first().map(|c| c.name.clone()));
        self.select(&package.name, &channel.unwrap_or_default());
    }

    /// The selection without what the catalog does not contain, which is reported.
    fn known(self, Selection { package, channel }: &Selection) -> Selection {
        let outline = self.catalog.outline.get_untracked();
        let found = outline.packages.iter().find(|found| found.name == *package);
        let (mut package, mut channel) = (package.clone(), channel.clone());
        if found.is_none() && !package.is_empty() {
            self.tell(&format!("This catalog has no package `{package}`."));
            package.clear();
            channel.clear();
        } else if !channel.is_empty()
            && !found.is_some_and(|found| found.channels.iter().any(|one| one.name == channel))
        {
            self.tell(&format!("Package `{package}` has no channel `{channel}`."));
            channel.clear();
        }
        Selection { package, channel }
    }

    pub fn select(self, package: &str, channel: &str) {
        self.select_with(package, channel, None, None);
    }

    /// Selects a package or a channel, and an entry in it. `focus`: the selector of what then gets the focus.
    fn select_with(self, package: &str, channel: &str, entry: Option<String>, focus: Option<&'static str>) {
        let selection = Selection { package: package.to_owned(), channel: channel.to_owned() };
        let is_replaced = channel.is_empty() && self.channel.table.with_untracked(Option::is_none);
        if is_replaced && self.selected.place.with_untracked(|place| *place != selection) {
            bridge::leave_part(".center");
        }
        self.bundles.is_shown.set(false);
        self.selected.entry.set(entry.clone());
        self.selected.simulation.set(None);
        self.channel.linking.set(None);
        self.clear_chosen();
        self.selected.place.set(selection.clone());
        if entry.is_none() {
            self.go_to_place(package, channel);
        }
        spawn_local(async move {
            self.load_channel().await;
            let Some(name) = entry.filter(|name| self.selected.entry.get_untracked().as_ref() == Some(name)) else {
                return;
            };
            if self.has_entry(&name) {
                self.select_entry(&name);
                let is_graph = self.channel.view.get_untracked() == View::Graph && focus != Some(TOOL_HEADING);
                if let Some(selector) = if is_graph { Some(SELECTED_NODE) } else { focus } {
                    bridge::focus_row(selector);
                }
            } else if self.is_table_of(&selection) {
                self.tell_also(&format!("This channel has no entry `{name}`."), None);
                self.selected.is_following.set(true); // the address of a missing entry is replaced
                self.selected.entry.set(None);
            }
        });
    }

    /// Goes to a package or a channel in the text.
    fn go_to_place(self, package: &str, channel: &str) {
        let outline = self.catalog.outline.get_untracked();
        let found = outline.packages.iter().find(|found| found.name == package);
        let place = found.and_then(|found| match found.channels.iter().find(|found| found.name == channel) {
            Some(channel) => Some((channel.path.clone(), channel.range)),
            None => found.path.clone().zip(found.range),
        });
        if let Some((path, range)) = place {
            self.go_to(&path, range, false);
        }
    }

    /// Shows the overview of the catalog.
    pub fn show_catalog(self) {
        self.workbench.pane.set(Pane::Channel);
        self.select("", "");
    }

    /// Goes to an entry of the shown package in another open catalog.
    pub fn go_to_catalog(self, catalog: &str, channel: &str, entry: &str) {
        let package = self.selected.place.with_untracked(|place| place.package.clone());
        if self.session.state.with_untracked(|page| page.catalog.trim_end_matches('/') == catalog) {
            return self.go_to_found(&package, channel, Some(entry.to_owned()));
        }
        // The selection in the other catalog is read from the address.
        let place = Selection { package, channel: channel.to_owned() };
        let location = Location { place, entry: Some(entry.to_owned()), ..Location::default() };
        address::write(&location, false);
        bridge::catalogs::show_catalog(catalog);
    }

    /// Goes to a package, a channel or an entry.
    pub fn go_to_found(self, package: &str, channel: &str, entry: Option<String>) {
        self.workbench.pane.set(Pane::Channel);
        self.select_with(package, channel, entry, Some(SELECTED_NAME));
    }

    /// Goes to the contents of the bundle of an entry.
    pub fn go_to_bundle(self, package: &str, channel: &str, entry: &str) {
        self.workbench.pane.set(Pane::Channel);
        self.show_details();
        self.select_with(package, channel, Some(entry.to_owned()), Some(TOOL_HEADING));
        self.selected.tool.set(Some((Tool::Bundle, entry.to_owned())));
    }

    /// Selects a row and its position in the text.
    pub fn select_entry(self, name: &str) {
        self.edit_entry(name);
        // On a narrow page the entry is below. A selection in the graph keeps the graph visible.
        bridge::show_row(if self.channel.view.get_untracked() == View::Graph { ".graph-frame" } else { ".entry-page" });
    }

    /// Selects a row that is being edited, and its position in the text.
    pub fn edit_entry(self, name: &str) {
        self.selected.entry.set(Some(name.to_owned()));
        self.simulate(name);
        self.show_in_text(name);
        self.selected.revealed.set(());
    }

    /// Goes to the position of an entry in the text.
    fn show_in_text(self, name: &str) {
        if let Some((path, range)) = self.text_of(name) {
            self.go_to(&path, range, false);
        }
    }

    /// The position of an entry in the text.
    fn text_of(self, name: &str) -> Option<(String, Range)> {
        self.channel.table.with_untracked(|table| {
            let entry = table.as_ref()?.entries.iter().find(|entry| entry.name == name)?;
            Some((entry.path.clone(), entry.range))
        })
    }

    /// Whether the table has a row of this name.
    fn has_entry(self, name: &str) -> bool {
        self.channel.table.with_untracked(|table| {
            table.as_ref().is_some_and(|table| table.rail.rows.iter().any(|row| row.name == name))
        })
    }

    /// Opens a tool of the selected entry.
    pub fn open_tool(self, tool: Tool) {
        let Some(entry) = self.selected.entry.get_untracked() else { return self.tell("Select an entry first.") };
        self.workbench.pane.set(Pane::Channel);
        self.show_details();
        self.selected.tool.set(Some((tool, entry)));
        // The contents of a bundle have no field.
        bridge::focus_on(if tool == Tool::Bundle { TOOL_HEADING } else { ".entry-tool :is(input, select, textarea)" });
    }

    /// The open tool. A form belongs to one entry; a simulation or the contents of a bundle stay open for the next
    /// entry.
    pub fn tool(self) -> Option<Tool> {
        let (tool, of) = self.selected.tool.get()?;
        let goes_on = matches!(tool, Tool::Simulate | Tool::Bundle);
        (goes_on || self.selected.entry.with(|entry| *entry == Some(of))).then_some(tool)
    }

    /// Handles a movement of the cursor in the text: the table follows.
    pub fn follow_cursor(self, at: At) {
        let place = self.place_at(&at);
        let entry = at.entry.or(at.bundle);
        if self.follow_place(place, entry.is_some()) {
            self.load_table();
        }
        self.keep_graph();
        if let Some(name) = entry {
            self.follow_entry(&name);
        }
    }

    /// The shown channel and the names of its entries.
    pub(super) fn entries_now(self) -> Option<EntriesBefore> {
        let names = self.channel.table.with_untracked(|table| {
            table.as_ref().map(|table| table.entries.iter().map(|entry| entry.name.clone()).collect())
        })?;
        let (catalog, place) = (self.catalog.generation.get_untracked(), self.selected.place.get_untracked());
        Some(EntriesBefore { catalog, place, names })
    }

    /// The first entry of the table that the last undo or redo has restored.
    fn restored(self, place: &Selection) -> Option<String> {
        let before = self.channel.before_step.get_untracked()?;
        if before.catalog != self.catalog.generation.get_untracked() || before.place != *place {
            return None;
        }
        self.channel.table.with_untracked(|table| {
            let mut entries = table.as_ref()?.rail.rows.iter().filter(|row| row.entry.is_some());
            entries.find(|row| !before.names.contains(&row.name)).map(|row| row.name.clone())
        })
    }

    /// Goes to what undo or redo changed, in the table and in the text. If it restored entries, the first one gets the
    /// focus, unless that is outside of the table.
    pub fn follow_step(self, At { package, channel, entry, bundle }: At) {
        let is_entry = entry.is_some();
        let name = entry.or(bundle);
        let place = self.place_at(&At { package, channel, ..At::default() });
        self.follow_place(place.clone(), name.is_some());
        spawn_local(async move {
            self.load_channel().await;
            if self.selected.place.get_untracked() != place {
                return;
            }
            let restored = self.restored(&place);
            let is_restored = restored.is_some();
            let Some(name) = restored.or(name).filter(|name| self.has_entry(name)) else { return };
            self.follow_entry(&name);
            if is_entry || is_restored {
                self.show_in_text(&name);
            }
            self.selected.revealed.set(());
            if is_restored && !is_focus_elsewhere() {
                bridge::focus_row(SELECTED_NAME);
            }
        });
    }

    /// The selection for a position in the text. What is outside of channels leaves the channel of its package selected.
    fn place_at(self, At { package, channel, .. }: &At) -> Selection {
        let now = self.selected.place.get_untracked();
        let kept = || if now.package == *package { now.channel.clone() } else { String::new() };
        Selection { package: package.clone(), channel: channel.clone().unwrap_or_else(kept) }
    }

    /// Selects the place of a position in the text. Returns whether another one was selected.
    fn follow_place(self, place: Selection, has_entry: bool) -> bool {
        if place == self.selected.place.get_untracked() {
            return false;
        }
        self.selected.is_following.set(true);
        // A package fills the page, except while its text is being read or edited.
        if place.channel.is_empty() && is_in_text() {
            self.workbench.pane.set(Pane::Code);
        }
        self.bundles.is_shown.set(false);
        self.clear_chosen();
        if !has_entry {
            self.selected.entry.set(None);
        }
        self.selected.place.set(place);
        true
    }

    fn follow_entry(self, name: &str) {
        self.simulate(name);
        if self.selected.entry.with_untracked(|entry| entry.as_deref() != Some(name)) {
            self.selected.is_following.set(true);
            self.selected.entry.set(Some(name.to_owned()));
        }
    }

    /// Keeps the address up to date with the selection, so that "Back" returns to the previous one.
    pub fn keep_address(self) {
        Effect::new(move |before: Option<Location>| {
            let location = self.location();
            let is_open = self.session.is_loaded.get() && self.catalog.is_checked.get();
            let is_following = self.selected.is_following.get_untracked();
            self.selected.is_following.set(false);
            let is_leaving = self.workbench.is_leaving.get_untracked();
            self.workbench.is_leaving.set(false);
            name_document(&location, is_open);
            let is_same = |before: &Location| (&before.place, &before.entry) == (&location.place, &location.entry);
            if !is_following && !before.as_ref().is_some_and(is_same) {
                bridge::selected();
            }
            if is_open {
                let is_near =
                    before.is_some_and(|before| Location { entry: location.entry.clone(), ..before } == location);
                address::write(&location, is_leaving || (is_following && is_near));
            }
            location
        });
    }

    fn location(self) -> Location {
        let page = Some(self.workbench.pane.get()).filter(|pane| pane.is_page());
        let is_package = page.is_none() && self.selected.place.with(Selection::is_package);
        let tab = if is_package { self.workbench.package_tab.get() } else { PackageTab::default() };
        // The address has one key for both.
        let view = if tab == PackageTab::default() { self.channel.view.get() } else { View::default() };
        Location {
            place: self.selected.place.get(),
            entry: self.selected.entry.get().filter(|_| !self.selected.place.with(|place| place.channel.is_empty())),
            view,
            tab,
            page,
        }
    }

    /// Shows the tab that an address names, if it is the address of a package.
    fn show_tab(self, named: &Location) {
        if named.page.is_none() && named.place.is_package() {
            self.workbench.package_tab.set(named.tab);
        }
    }

    /// Handles a change of the address, by hand or by going back.
    pub fn follow_address(self) {
        let named = address::read();
        let now = untrack(|| self.location());
        if !self.session.is_loaded.get_untracked() || !address::is_written() {
            return;
        }
        // A narrow page may show another part than the one that another editor requests or the address selects.
        let pane = self.workbench.pane.get_untracked();
        let is_hidden = pane == Pane::Packages && !named.place.package.is_empty() && named != now;
        if named.page != now.page || is_hidden || bridge::is_hosted() {
            self.workbench.pane.set(named.page.unwrap_or(Pane::Channel));
        }
        if named == now {
            return;
        }
        self.close_dialogs(); // they are about what was shown before
        self.channel.view.set(named.view);
        self.show_tab(&named);
        if named.place != now.place || named.view != now.view || named.entry.is_some() {
            let known = if address::is_of_catalog() { self.known(&named.place) } else { named.place.clone() };
            let entry = named.entry.filter(|_| known == named.place);
            self.workbench.is_leaving.set(known != named.place); // the address of what is missing is replaced
            return self.select_with(&known.package, &known.channel, entry, None);
        }
        self.selected.entry.set(None);
        self.selected.simulation.set(None);
    }

    pub fn go_to(self, path: &str, range: Range, focus: bool) {
        if focus {
            self.workbench.is_diff.set(false);
        }
        bridge::go_to(path, range.start.utf16, range.end.utf16, focus);
    }
}

/// Sets the title of the document to what is shown, so that entries of the browser's history and tabs can be
/// distinguished.
fn name_document(location: &Location, is_open: bool) {
    let Some(page) = web_sys::window().and_then(|window| window.document()) else { return };
    let Selection { package, channel } = &location.place;
    let shown = location.page.and_then(Pane::title);
    let parts = [shown, location.entry.as_deref(), Some(channel.as_str()), Some(package.as_str())];
    let parts = parts.into_iter().flatten().filter(|part| is_open && !part.is_empty());
    page.set_title(&parts.chain([NAME]).collect::<Vec<_>>().join(" · "));
}
