//! What can be done with a channel that has no entries.

use crate::prelude::*;

use crate::bridge;
use crate::state::AppState;

/// Opens the form for an entry in the menu of the channel.
fn add_entry(_: web_sys::MouseEvent) {
    bridge::click_on("[popovertarget=channel-menu]");
    bridge::click_on("#channel-menu .add-entry:not([open]) > summary");
}

#[component]
pub fn EmptyActions() -> impl IntoView {
    let app = expect_context::<AppState>();
    view! {
        <span class="actions">
            <button type="button" on:click=add_entry>"Add an entry"</button>
            <button type="button" on:click=move |_| app.choose_channel_removal()>"Remove channel"</button>
        </span>
    }
}
