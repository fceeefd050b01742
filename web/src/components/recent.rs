//! The folders of last time, and opening from an address.

use leptos::prelude::*;

use crate::bridge::opening::{forget_folder, open_address, reopen};
use crate::state::Desk;

#[component]
pub fn Recent() -> impl IntoView {
    let desk = expect_context::<Desk>();
    view! {
        <Show when=move || !desk.recent.with(Vec::is_empty)>
            <h3>"Folders of last time"</h3>
            <ul class="recent">
                {move || desk.recent.get().into_iter().enumerate().map(|(at, folder)| {
                    let forget = format!("Take {} off this list", folder.name);
                    view! {
                        <li>
                            <button type="button" on:click=move |_| reopen(at)><bdi class="name">{folder.name}</bdi>" "<span class="meta">{folder.opened}</span></button>
                            <button type="button" class="quiet" title=forget.clone() aria-label=forget on:click=move |_| forget_folder(at)>"✕"</button>
                        </li>
                    }
                }).collect_view()}
            </ul>
        </Show>
    }
}

#[component]
pub fn FromAddress() -> impl IntoView {
    let input = NodeRef::<leptos::html::Input>::new();
    let open = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let address = input.get_untracked().map(|input| input.value()).unwrap_or_default();
        if !address.trim().is_empty() {
            open_address(address.trim());
        }
    };
    view! {
        <form class="from-address" on:submit=open>
            <label for="from-address">"From an address"</label>
            <input id="from-address" node_ref=input type="url" placeholder="https://" autocomplete="off" spellcheck="false" />
            <button type="submit">"Open"</button>
            <p class="facts">"The page asks that address for the file, without cookies, and nobody for anything else."</p>
        </form>
    }
}
