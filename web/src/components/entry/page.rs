//! The page of the selected entry: its upgrade paths, facts, findings and actions.

use crate::prelude::*;
use olmkit_api::EntryRow;

use crate::bridge;
use crate::components::channel::rows::placeless;
use crate::components::entry::facts::{EntryFacts, StateTags};
use crate::components::entry::found::{Findings, StrandedNotes};
use crate::components::entry::menu::EntryMenu;
use crate::components::entry::path::PathLines;
use crate::components::entry::simulate::Simulate;
use crate::components::entry::tools::{Edges, OpenTool, SIMULATE, ToolFrame};
use crate::live::{Show, live, memo};
use crate::state::{AppState, Tool};

/// Whether a channel or a package is shown. Other pages do not show an entry.
fn is_beside(app: AppState) -> bool {
    !app.workbench.pane.get().is_page() && !app.bundles.is_shown.get()
}

/// The row of the selected entry.
fn row(app: AppState) -> Option<(String, String, EntryRow)> {
    if !is_beside(app) {
        return None;
    }
    let name = app.selected.entry.get()?;
    app.channel.table.with(|table| {
        let table = table.as_ref()?;
        let entry = table.entries.iter().find(|entry| entry.name == name)?;
        Some((table.package.clone(), table.channel.clone(), placeless(entry)))
    })
}

/// Whether there is something to show about the selection.
pub fn has_page(app: AppState) -> bool {
    row(app).is_some() || (is_beside(app) && app.selected.simulation.with(Option::is_some))
}

#[component]
pub fn EntryPage() -> impl IntoView {
    let app = expect_context::<AppState>();
    let shown = memo(move |_| row(app));
    let at = memo(move |_| {
        let shown = shown.get();
        shown.map(|(package, channel, entry)| (package, channel, entry.name))
    });
    let entry = memo(move |last: Option<&EntryRow>| {
        shown.with(|shown| shown.as_ref().map(|(.., entry)| entry.clone())).or(last.cloned()).unwrap_or_default()
    });
    // The simulated version need not be an entry of the shown channel.
    let simulated = memo(move |_| {
        let simulation = app.selected.simulation.get().filter(|_| is_beside(app));
        simulation.map(|simulation| simulation.from)
    });
    view! {
        {live(move || at.get().map(|at| view! { <Selected at=stored_value(at) row=entry /> }))}
        {live(move || simulated.get().filter(|_| at.with(Option::is_none)).map(|name| view! {
            <section class="entry-page" aria-label=format!("Version {name}")>
                <div class="entry-head"><h3 title=name.clone()>{app.short(&name)}</h3><span class="tag">"not in channel"</span><CloseButton /></div>
                <ToolFrame title=SIMULATE><Simulate /></ToolFrame>
            </section>
        }))}
    }
}

#[component]
fn CloseButton() -> impl IntoView {
    let app = expect_context::<AppState>();
    let close = move |_| {
        app.selected.entry.set(None);
        app.selected.simulation.set(None);
        app.selected.tool.set(None);
        bridge::leave_entry();
    };
    view! { <button type="button" class="quiet icon i-close" aria-label="Close the entry" on:click=close></button> }
}

#[component]
fn Selected(at: StoredValue<(String, String, String)>, row: Memo<EntryRow>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let (package, channel, name) = at.get_value();
    let is_bundle = move || app.tool() == Some(Tool::Bundle);
    let show_bundle = move |_| {
        if is_bundle() { app.selected.tool.set(None) } else { app.open_tool(Tool::Bundle) }
    };
    let (short, full) = (memo(move |_| at.with_value(|(.., name)| app.short(name))), name.clone());
    let length = move || format!("--length:{}", short.with(String::len));
    view! {
        <section class="entry-page" inert=move || app.is_behind() aria-busy=move || app.is_behind().to_string() aria-label=format!("Entry {name}")>
            <div class="entry-head">
                <h3 title=full style=length>{live(move || short.get())}</h3>
                <StateTags at row />
                <span class="actions">
                    <Show when=move || row.with(|row| row.has_bundle)>
                        <button type="button" class="quiet" aria-pressed=move || is_bundle().to_string() title="What the bundle contains" on:click=show_bundle>"Bundle"</button>
                    </Show>
                    <button type="button" class="quiet icon i-menu" aria-label="Entry menu" title="Simulate, rename, promote, deprecate, remove" popovertarget="entry-menu"></button>
                    <CloseButton />
                </span>
            </div>
            <EntryMenu at row />
            <PathLines at />
            <StrandedNotes entry=name.clone() />
            <Findings package channel entry=name.clone() />
            <Show when=move || app.workbench.is_narrow.get()><Edges at /></Show>
            <OpenTool at row />
            <EntryFacts at row />
        </section>
    }
}
