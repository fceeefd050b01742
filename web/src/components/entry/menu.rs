//! The menu of the selected entry.

use crate::prelude::*;
use olmkit_api::{EntryRow, Range};

use crate::bridge;
use crate::components::channel::names::EntryAt;
use crate::components::parts::menu::MenuItem;
use crate::live::{Show, live};
use crate::state::{AppState, Named, Pane, Tool};

const MENU: &str = "entry-menu";

#[component]
pub fn EntryMenu(at: StoredValue<EntryAt>, row: Memo<EntryRow>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let tool = move |tool: Tool| Callback::new(move |()| app.open_tool(tool));
    // Renames the entry in every channel and file, and its bundle, after a preview.
    let rename = Callback::new(move |()| {
        let (package, _, name) = at.get_value();
        app.dialogs.renaming.set(Some(Named { schema: "olm.bundle".to_owned(), package, name }));
    });
    let remove = Callback::new(move |()| at.with_value(|(_, _, entry)| app.choose_removal(entry)));
    let copy = Callback::new(move |()| at.with_value(|(_, _, entry)| bridge::copy_text(entry)));
    // Read the position only when it is needed: every edit above the entry changes it.
    let show = move |place: fn(EntryRow) -> Option<(String, Range)>| {
        let row = at.with_value(|(_, _, entry)| app.row_of(entry));
        if let Some((path, range)) = row.and_then(place) {
            app.workbench.pane.set(Pane::Code);
            app.go_to(&path, range, true);
        }
    };
    let text = Callback::new(move |()| show(|row| Some((row.path, row.range))));
    let document = Callback::new(move |()| show(|row| row.bundle_path.zip(row.bundle_range)));
    let has_bundle = move || row.with(|row| row.has_bundle);
    let has_range = move || row.with(|row| row.skip_range.is_some());
    let is_deprecated = move || row.with(|row| row.deprecation.is_some());
    view! {
        <div class="menu items" id=MENU popover="" role="group" aria-label="Entry menu">
            <MenuItem of=MENU label="Simulate upgrade" act=tool(Tool::Simulate) />
            <MenuItem of=MENU label="Show in the text" act=text />
            <Show when=has_bundle><MenuItem of=MENU label="Show the bundle in the text" act=document /></Show>
            <MenuItem of=MENU label="Copy name" act=copy />
            <hr />
            <MenuItem of=MENU label="Rename" act=rename />
            <MenuItem of=MENU label="Promote" act=tool(Tool::Promote) />
            <MenuItem of=MENU label="Add an edge" act=tool(Tool::Edge) />
            {live(move || view! { <MenuItem of=MENU label={if has_range() { "Change the skipRange" } else { "Build a skipRange" }} act=tool(Tool::Range) /> })}
            <hr />
            {live(move || view! { <MenuItem of=MENU label={if is_deprecated() { "Change the deprecation" } else { "Deprecate" }} keys="D" act=tool(Tool::Deprecate) /> })}
            <MenuItem of=MENU label="Remove" keys="Del" act=remove />
        </div>
    }
}
