//! The parts of the page: on the left, on a phone at the bottom. Help and settings are below; on a phone they are in
//! the menu.

use crate::prelude::*;

use crate::live::{Show, live};
use crate::state::{AppState, Pane};

#[component]
pub fn Activity() -> impl IntoView {
    let app = expect_context::<AppState>();
    let is_shown = move |pane: Pane| (app.workbench.pane.get() == pane).to_string();
    let shown_name = move || match () {
        () if app.bundles.is_shown.get() => "Bundle",
        () if app.selected.place.with(|place| place.package.is_empty()) => "Catalog",
        () => "Channel",
    };
    let problems = move || app.catalog.report.with(|report| report.summary);
    let changed = move || app.session.state.with(|page| page.changed);
    let go = move |pane: Pane| move |_| app.workbench.pane.set(pane);
    let page = move |pane: Pane| move |_| app.show_page(pane);
    view! {
        <nav class="pane-tabs" aria-label="Parts of the page">
            <button type="button" class="i-list to-packages" aria-pressed=move || is_shown(Pane::Packages) on:click=go(Pane::Packages)><span>"Packages"</span></button>
            <button type="button" class="i-package to-channel" aria-pressed=move || is_shown(Pane::Channel) on:click=go(Pane::Channel)><span>{live(shown_name)}</span></button>
            <button type="button" class="i-code to-text" aria-pressed=move || is_shown(Pane::Code) on:click=go(Pane::Code)><span>"Text"</span></button>
            <button type="button" class="i-problems" title="Problems" aria-pressed=move || is_shown(Pane::Problems) on:click=move |_| app.show_problems()><span>"Problems"</span>
                <Count number=Signal::derive(move || { let found = problems(); found.errors.saturating_add(found.warnings) }) is_bad=Signal::derive(move || problems().errors > 0) /></button>
            <button type="button" class="i-changes to-changes" title="Review and save" aria-pressed=move || is_shown(Pane::Review) on:click=page(Pane::Review)><span>"Changes"</span>
                <Count number=Signal::derive(changed) is_bad=Signal::derive(|| false) /></button>
            <button type="button" class="i-history" title="History: undo and redo" aria-pressed=move || is_shown(Pane::History) on:click=page(Pane::History)><span>"History"</span></button>
            <button type="button" class="i-help at-foot" title="Help and keys (?)" aria-haspopup="dialog" on:click=move |_| app.dialogs.help.set(true)><span>"Help"</span></button>
            <button type="button" class="i-settings" title="Settings: profile, theme, keys" popovertarget="settings"><span>"Settings"</span></button>
        </nav>
    }
}

/// A count on a button. The status line says what it counts.
#[component]
fn Count(number: Signal<usize>, is_bad: Signal<bool>) -> impl IntoView {
    view! {
        <Show when=move || number.get() != 0>
            <b class="count-mark" class:is-bad=is_bad aria-hidden="true">{live(move || number.get().min(999))}</b>
        </Show>
    }
}
