//! Actions on several selected entries.

use crate::prelude::*;
use olmkit_collections::SortedSet;
use olmkit_text::counted;

use crate::components::channel::rows::Rows;
use crate::components::parts::act::ChooseAndAct;
use crate::live::{Show, live, memo};
use crate::state::AppState;

#[component]
pub fn Bulk() -> impl IntoView {
    let app = expect_context::<AppState>();
    let rows = expect_context::<Rows>();
    let number = memo(move |_| app.channel.chosen.with(SortedSet::len));
    let hidden = memo(move |_| match rows.hidden() {
        0 => String::new(),
        hidden => format!(", {hidden} hidden by the filter"),
    });
    let promote = Callback::new(move |to: String| app.choose_promotions(to, false));
    let message = rw_signal(String::new());
    let deprecate = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let message = message.get_untracked().trim().to_owned();
        if !message.is_empty() {
            app.choose_deprecations(Some(message));
        }
    };
    view! {
        <p class="visually-hidden" role="status">{live(move || match number.get() { 0 => String::new(), number => format!("{} selected{}", counted(number, "entry", "entries"), hidden.get()) })}</p>
        <Show when=move || { number.get() > 1 || app.channel.is_choosing.get() || number.get() > 0 && !hidden.with(String::is_empty) }>
            <div class="bulk" role="group" aria-label="Selected entries">
                <strong>{live(move || format!("{} selected{}", number.get(), hidden.get()))}</strong>
                <button type="button" class="quiet" on:click=move |_| rows.choose_all()>"Select all"</button>
                <Show when=move || number.get() != 0>
                <Show when=move || !others(app).is_empty()>
                    <ChooseAndAct label="Promote to" empty="select a channel" list="promotions-names" names=Signal::derive(move || others(app)) button="Promote" act=promote />
                </Show>
                <form class="inline-form" on:submit=deprecate>
                    <label class="field">"Deprecate with"
                        <input required="" autocomplete="off" placeholder="message to the users" prop:value=message on:input=move |event| message.set(event_target_value(&event)) />
                    </label>
                    <button type="submit">"Deprecate"</button>
                </form>
                <Show when=move || has_deprecated(app)><button type="button" on:click=move |_| app.choose_deprecations(None)>"Remove deprecation"</button></Show>
                <button type="button" on:click=move |_| app.choose_removals()>"Remove"</button>
                </Show>
                <button type="button" class="quiet at-end" on:click=move |_| app.clear_chosen()>"Clear selection"</button>
            </div>
        </Show>
    }
}

/// The other channels of the package.
fn others(app: AppState) -> Vec<String> {
    let selection = app.selected.place.get();
    app.catalog.outline.with(|outline| {
        let found = outline.packages.iter().find(|found| found.name == selection.package);
        let channels = found.map(|found| found.channels.as_slice()).unwrap_or_default();
        channels.iter().map(|channel| channel.name.clone()).filter(|name| *name != selection.channel).collect()
    })
}

/// Whether a selected entry is deprecated.
fn has_deprecated(app: AppState) -> bool {
    app.channel.table.with(|table| {
        let entries = table.as_ref().map(|table| table.entries.as_slice()).unwrap_or_default();
        app.channel
            .chosen
            .with(|chosen| entries.iter().any(|entry| entry.deprecation.is_some() && chosen.contains(&entry.name)))
    })
}
