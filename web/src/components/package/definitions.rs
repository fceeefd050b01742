//! Channels with several definitions: the page shows the first one, and links to the text of each.

use crate::prelude::*;
use olmkit_api::ChannelSummary;
use olmkit_page::definitions::{place, repeated};

use crate::live::{live, memo};
use crate::state::{AppState, Pane, Selection};

/// Shows the text of a definition of a channel.
pub fn open_text(app: AppState, channel: &ChannelSummary) {
    app.show_details();
    app.workbench.pane.set(Pane::Code);
    app.go_to(&channel.path, channel.range, true);
}

/// The channels of the shown package with several definitions; if a channel is shown, only that one.
#[component]
pub fn Definitions() -> impl IntoView {
    let app = expect_context::<AppState>();
    let found = memo(move |_| {
        let Selection { package, channel } = app.selected.place.get();
        app.catalog.outline.with(|outline| {
            let own = outline.packages.iter().filter(|one| one.name == package);
            let same = own.flat_map(|package| repeated(&package.channels));
            let is_shown = |same: &&[ChannelSummary]| channel.is_empty() || same.iter().any(|one| one.name == channel);
            same.filter(is_shown).map(<[_]>::to_vec).collect::<Vec<_>>()
        })
    });
    let note = move |same: Vec<ChannelSummary>| {
        let name = same.first().map(|channel| channel.name.clone()).unwrap_or_default();
        let link = |channel: ChannelSummary| {
            let text = place(&channel);
            view! { <button type="button" class="quiet link" on:click=move |_| open_text(app, &channel)>{text}</button> }
        };
        view! {
            <p class="notice is-alarm definitions"><span>"Channel "<code>{name}</code>{format!(" is defined {} times. opm rejects the catalog, and the editor shows the first definition. Text of the definitions: ", same.len())}</span>
                {same.into_iter().map(link).collect_view()}</p>
        }
    };
    view! { {live(move || found.get().into_iter().map(note).collect_view())} }
}
