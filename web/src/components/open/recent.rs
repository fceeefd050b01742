//! Unsaved changes, recent folders, and opening from an address.

use crate::prelude::*;
use olmkit_text::counted;

use crate::bridge::opening::{continue_draft, discard_draft, forget_folder, open_address, reopen};
use crate::bridge::types::Draft;
use crate::live::{Show, live};
use crate::state::AppState;

#[component]
pub fn Recent() -> impl IntoView {
    let app = expect_context::<AppState>();
    view! {
        <Show when=move || !app.session.recent.with(Vec::is_empty)>
            <h3>"Recent folders"</h3>
            <ul class="recent">
                {live(move || app.session.recent.get().into_iter().map(|folder| {
                    let (own, key) = (folder.key.clone(), folder.key);
                    let forget = format!("Remove {} from this list", folder.name);
                    view! {
                        <li>
                            <button type="button" on:click=move |_| reopen(own.clone())><bdi class="name">{folder.name}</bdi>" "<span class="meta">{folder.opened}</span>
                                {folder.unsaved.then(|| view! { " "<span class="tag">"unsaved"</span> })}</button>
                            <button type="button" class="quiet icon i-close" title=forget.clone() aria-label=forget on:click=move |_| forget_folder(key.clone())></button>
                        </li>
                    }
                }).collect_view())}
            </ul>
        </Show>
    }
}

/// Unsaved changes, each with a button to continue.
#[component]
pub fn Drafts() -> impl IntoView {
    let app = expect_context::<AppState>();
    let row = |draft: Draft| {
        let discard = format!("Discard the changes of {}", draft.title);
        let (key, own) = (draft.key.clone(), draft.key);
        let state = match (draft.is_open, draft.can_continue) {
            (true, _) => "open in another tab",
            (false, true) => "",
            (false, false) => "open it again to restore the changes",
        };
        view! {
            <li>
                <span class="draft"><bdi class="name">{draft.title}</bdi>" "<span class="meta">{format!("{}, {}", counted(draft.files, "file", "files"), draft.saved)}</span></span>
                {if state.is_empty() {
                    view! { <button type="button" on:click=move |_| continue_draft(key.clone())>"Continue"</button> }.into_any()
                } else {
                    view! { <span class="meta">{state}</span> }.into_any()
                }}
                {(!draft.is_open).then(|| view! {
                    <button type="button" class="quiet icon i-close" title=discard.clone() aria-label=discard on:click=move |_| discard_draft(own.clone())></button>
                })}
            </li>
        }
    };
    view! {
        <Show when=move || !app.session.drafts.with(Vec::is_empty)>
            <h3>"Unsaved changes"</h3>
            <ul class="recent drafts">{live(move || app.session.drafts.get().into_iter().map(row).collect_view())}</ul>
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
            <label for="from-address">"Open from URL"</label>
            <input id="from-address" node_ref=input type="url" placeholder="https://" autocomplete="off" spellcheck="false" />
            <button type="submit">"Open"</button>
            <p class="facts">"Your browser fetches the file directly, without cookies."</p>
        </form>
    }
}
