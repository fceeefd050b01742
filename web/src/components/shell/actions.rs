//! The actions of the palette.

use crate::prelude::*;
use olmkit_api::{Intention, Semantics};

use crate::bridge;
use crate::bridge::arguments::CursorCommand;
use crate::bridge::catalogs::comparable;
use crate::components::shell::settings::set_theme;
use crate::state::{AppState, Pane, Selection, Tool, View};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    OpenFolder,
    OpenFiles,
    Review,
    Compare,
    Share,
    Print,
    Undo,
    Redo,
    NewPackage,
    NewRelease,
    AddEntry,
    SelectEntries,
    Paste,
    FixStranded,
    RenameChannel,
    DeprecateChannel,
    MakeDefault,
    RemoveChannel,
    NewChannel,
    DeprecatePackage,
    Focus,
    Side,
    Details,
    /// Opens a tool of the selected entry.
    Open(Tool),
    Remove,
    NextProblem,
    PreviousProblem,
    Fix,
    Search,
    /// Runs a command on the name at the cursor.
    AtCursor(CursorCommand),
    Catalog,
    Packages,
    Channel,
    Text,
    Diff,
    Problems,
    History,
    Show(View),
    Follow(Semantics),
    Profile(&'static str),
    Theme(&'static str),
    Opm,
    Help,
}

/// What an action applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    Entry,
    Channel,
    Package,
    Page,
}

/// The actions, each with its title, keys, icon and scope.
pub const ACTIONS: &[(Action, &str, &str, &str, Of)] = &[
    (Action::OpenFolder, "Open a folder", "", "folder", Of::Page),
    (Action::OpenFiles, "Open files", "", "folder", Of::Page),
    (Action::Review, "Review and save", "Ctrl S", "changes", Of::Page),
    (Action::Compare, "Compare catalogs, or unsaved changes", "", "changes", Of::Page),
    (Action::Share, "Share by a link, export the catalog or the report", "", "download", Of::Page),
    (Action::Print, "Print the channel and the problems", "", "download", Of::Page),
    (Action::Undo, "Undo", "Ctrl Z", "undo", Of::Page),
    (Action::Redo, "Redo", "Ctrl Shift Z", "redo", Of::Page),
    (Action::NewPackage, "New package", "", "plus", Of::Page),
    (Action::NewRelease, "New release in this channel", "", "plus", Of::Channel),
    (Action::AddEntry, "Add an entry to this channel", "", "plus", Of::Channel),
    (Action::SelectEntries, "Select several entries", "Space", "list", Of::Channel),
    (Action::Paste, "Add rendered bundles (what opm render printed)", "", "plus", Of::Channel),
    (Action::FixStranded, "Fix all stranded versions of this package", "", "fix", Of::Channel),
    (Action::RenameChannel, "Rename channel", "", "edit", Of::Channel),
    (Action::DeprecateChannel, "Deprecate channel", "", "edit", Of::Channel),
    (Action::MakeDefault, "Make default: the channel of installations that name none", "", "edit", Of::Channel),
    (Action::RemoveChannel, "Remove channel", "", "close", Of::Channel),
    (Action::NewChannel, "New channel in this package", "", "plus", Of::Package),
    (Action::DeprecatePackage, "Deprecate package", "", "edit", Of::Package),
    (Action::Focus, "Focus mode: show only the channel, and back", "F", "fit", Of::Channel),
    (Action::Side, "Show or hide the packages", "Ctrl B", "fit", Of::Page),
    (Action::Details, "Show or hide entry and text", "Ctrl J", "fit", Of::Page),
    (Action::Open(Tool::Simulate), "Simulate the upgrade of the selected entry", "", "path", Of::Entry),
    (Action::Open(Tool::Bundle), "Show the contents of the bundle of the selected entry", "", "package", Of::Entry),
    (Action::Open(Tool::Promote), "Promote the selected entry", "", "up", Of::Entry),
    (Action::Open(Tool::Edge), "Draw an edge of the selected entry", "", "edit", Of::Entry),
    (Action::Open(Tool::Range), "Build a skipRange for the selected entry", "", "edit", Of::Entry),
    (Action::Open(Tool::Deprecate), "Deprecate the selected entry", "D", "edit", Of::Entry),
    (Action::Remove, "Remove the selected entry", "Del", "close", Of::Entry),
    (Action::NextProblem, "Next problem", "F8", "problems", Of::Page),
    (Action::PreviousProblem, "Previous problem", "Shift F8", "problems", Of::Page),
    (Action::Fix, "Preview the fix of the problem", "Ctrl .", "fix", Of::Page),
    (Action::Search, "Search in the text", "Ctrl F", "search", Of::Page),
    (Action::AtCursor(CursorCommand::Definition), "Go to definition", "F12", "code", Of::Page),
    (Action::AtCursor(CursorCommand::References), "Find all references", "Shift F12", "search", Of::Page),
    (Action::AtCursor(CursorCommand::Rename), "Rename everywhere", "F2", "edit", Of::Page),
    (Action::Catalog, "Overview of the catalog", "", "package", Of::Page),
    (Action::Packages, "Go to the packages", "", "list", Of::Page),
    (Action::Channel, "Go to the channel", "", "package", Of::Page),
    (Action::Text, "Go to the text", "", "code", Of::Page),
    (Action::Diff, "Show the changes of this file", "", "changes", Of::Page),
    (Action::Problems, "Go to the problems", "", "problems", Of::Page),
    (Action::History, "History: go back to a state", "", "history", Of::Page),
    (Action::Show(View::Table), "Show the entries of the channel", "", "table", Of::Channel),
    (Action::Show(View::Graph), "Show the channel as a graph", "", "path", Of::Channel),
    (Action::Follow(Semantics::V0), "Upgrades of OLM v0", "", "path", Of::Channel),
    (Action::Follow(Semantics::V1), "Upgrades of OLM v1", "", "path", Of::Channel),
    (Action::Profile("default"), "Profile: default", "", "settings", Of::Page),
    (Action::Profile("opm"), "Profile: opm", "", "settings", Of::Page),
    (Action::Profile("strict"), "Profile: strict", "", "settings", Of::Page),
    (Action::Theme("system"), "Theme: as the system", "", "settings", Of::Page),
    (Action::Theme("light"), "Theme: light", "", "settings", Of::Page),
    (Action::Theme("dark"), "Theme: dark", "", "settings", Of::Page),
    (Action::Opm, "Output of opm validate", "", "verdict", Of::Page),
    (Action::Help, "Help and keys", "?", "help", Of::Page),
];

impl Action {
    /// Whether the action applies to what is shown. Others say what has to be selected first.
    pub fn applies(self, app: AppState) -> bool {
        let table = app.channel.table;
        match self {
            Action::RenameChannel | Action::DeprecateChannel | Action::RemoveChannel => {
                table.with_untracked(Option::is_some)
            }
            Action::MakeDefault => table.with_untracked(|table| table.as_ref().is_some_and(|table| !table.is_default)),
            Action::NewChannel | Action::DeprecatePackage => shown_package(app).is_some(),
            _ => true,
        }
    }

    /// Whether another editor that shows the page performs the action.
    pub fn is_of_host(self) -> bool {
        matches!(
            self,
            Action::OpenFolder
                | Action::OpenFiles
                | Action::Review
                | Action::Share
                | Action::Print
                | Action::Undo
                | Action::Redo
                | Action::Search
                | Action::AtCursor(_)
                | Action::Text
                | Action::Diff
                | Action::History
                | Action::Theme(_)
        )
    }

    pub fn run(self, app: AppState) {
        match self {
            Action::OpenFolder => bridge::click_on(".topbar .open-folder"),
            Action::OpenFiles => bridge::click_on(".topbar .open-files"),
            Action::Review => app.show_page(Pane::Review),
            Action::Compare => compare(app),
            Action::Share => in_catalog(app, || app.dialogs.sharing.set(true)),
            Action::Print => bridge::export::print_page(),
            Action::Undo => bridge::undo(),
            Action::Redo => bridge::redo(),
            Action::NewPackage => in_catalog(app, || app.dialogs.packaging.set(true)),
            Action::NewRelease => in_channel(app, || app.dialogs.releasing.set(true)),
            Action::AddEntry => in_channel(app, || add_entry(app)),
            Action::SelectEntries => in_channel(app, || app.choose_entries()),
            Action::Paste => app.dialogs.pasting.set(true),
            Action::FixStranded => app.fix_all_stranded(),
            Action::RenameChannel => in_channel(app, || in_channel_menu(app, ".rename-channel")),
            Action::DeprecateChannel => in_channel(app, || in_channel_menu(app, ".deprecate-channel")),
            Action::MakeDefault => in_channel(app, || make_default(app)),
            Action::RemoveChannel => in_channel(app, || app.choose_channel_removal()),
            Action::NewChannel => on_package(app, ".bundle-head .i-plus[aria-expanded=false]"),
            Action::DeprecatePackage => on_package(app, ".deprecate-package:not([open]) > summary"),
            Action::Focus => app.workbench.is_focused.update(|is_focused| *is_focused = !*is_focused),
            Action::Side => app.toggle_side(),
            Action::Details => app.toggle_details(),
            Action::Open(tool) => app.open_tool(tool),
            Action::Remove => remove(app),
            Action::NextProblem => app.next_problem(false),
            Action::PreviousProblem => app.next_problem(true),
            Action::Fix => app.preview_current_fix(),
            Action::Search => search(app),
            Action::AtCursor(command) => bridge::at_cursor(command),
            Action::Catalog => catalog(app),
            Action::Packages => go(app, Pane::Packages, ".tree input"),
            Action::Channel => go(app, Pane::Channel, ".center button, .center input"),
            Action::Text => text(app),
            Action::Diff => diff(app),
            Action::Problems => go(app, Pane::Problems, ".problems input, .problems button"),
            Action::History => app.show_page(Pane::History),
            Action::Show(view) => in_channel(app, || show(app, view)),
            Action::Follow(semantics) => app.set_semantics(semantics),
            Action::Profile(name) => bridge::set_profile(name.to_owned()),
            Action::Theme(name) => set_theme(app, name),
            Action::Opm => app.dialogs.opm.set(true),
            Action::Help => app.dialogs.help.set(true),
        }
    }
}

/// Runs `act` if a catalog is open.
fn in_catalog(app: AppState, act: impl FnOnce()) {
    if app.session.is_loaded.get_untracked() {
        act();
    } else {
        app.tell("Open a catalog first.");
    }
}

fn compare(app: AppState) {
    if comparable().is_ok_and(|states| states.len() > 1) {
        app.dialogs.comparing.set(true);
    } else {
        in_catalog(app, || app.tell("Open another catalog first, or change this one."));
    }
}

/// Runs `act` if a channel is shown.
fn in_channel(app: AppState, act: impl FnOnce()) {
    if app.channel.table.with_untracked(Option::is_some) {
        act();
    } else {
        app.tell("Select a channel first.");
    }
}

fn go(app: AppState, pane: Pane, selector: &str) {
    show_pane(app, pane);
    bridge::focus_on(selector);
}

fn catalog(app: AppState) {
    app.show_catalog();
    bridge::focus_on(".catalog-page h2");
}

/// Moves the focus to the tab of the view, because the focused element may be removed.
fn show(app: AppState, view: View) {
    app.workbench.pane.set(Pane::Channel);
    app.show(view);
    bridge::focus_on(".graph-bar [aria-label='Channel view'] [aria-pressed=true]");
}

fn add_entry(app: AppState) {
    app.workbench.pane.set(Pane::Channel);
    bridge::click_on(".channel-head [popovertarget=channel-menu]");
    bridge::focus_on(".add-entry > summary");
}

/// Opens a form in the menu of the channel.
fn in_channel_menu(app: AppState, form: &'static str) {
    app.workbench.pane.set(Pane::Channel);
    // The palette returns the focus when it closes.
    request_animation_frame(move || {
        bridge::click_on(".channel-head [popovertarget=channel-menu]");
        bridge::click_on(&format!("{form}:not([open]) > summary"));
        bridge::focus_on(&format!("{form} :is(input, textarea)"));
    });
}

fn make_default(app: AppState) {
    let Selection { package, channel } = app.selected.place.get_untracked();
    app.intend(Intention::SetDefaultChannel { package, to: channel });
}

/// The package that is shown, or whose channel is.
fn shown_package(app: AppState) -> Option<String> {
    let package = app.selected.place.with_untracked(|place| place.package.clone());
    let is_known = app.catalog.outline.with_untracked(|outline| outline.packages.iter().any(|one| one.name == package));
    is_known.then_some(package)
}

/// Shows the page of the package, and clicks on an element of it.
fn on_package(app: AppState, selector: &'static str) {
    let Some(package) = shown_package(app) else { return app.tell("Select a package first.") };
    app.select(&package, "");
    app.workbench.pane.set(Pane::Channel);
    request_animation_frame(move || bridge::click_on(selector)); // it is drawn by then
}

fn remove(app: AppState) {
    match app.selected.entry.get_untracked() {
        Some(name) => app.choose_removal(&name),
        None => app.tell("Select an entry first."),
    }
}

fn text(app: AppState) {
    app.workbench.is_diff.set(false);
    go(app, Pane::Code, ".code .cm-content");
}

/// Shows a part of the page, even if it was hidden.
fn show_pane(app: AppState, pane: Pane) {
    app.workbench.pane.set(pane);
    match pane {
        Pane::Code => app.show_details(),
        Pane::Packages if app.workbench.no_side.get_untracked() => app.toggle_side(),
        _ => {}
    }
}

fn diff(app: AppState) {
    show_pane(app, Pane::Code);
    app.workbench.is_diff.set(true);
    bridge::focus_on(".code button[aria-pressed=true], .code button");
}

fn search(app: AppState) {
    show_pane(app, Pane::Code);
    app.workbench.is_diff.set(false);
    bridge::find_in_text();
}
