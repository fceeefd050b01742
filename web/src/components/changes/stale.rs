//! A change that was previewed for a text that is no longer so.

use leptos::prelude::*;

#[component]
pub fn Stale() -> impl IntoView {
    view! { <p class="notice is-alarm" role="alert">"Nothing was changed: the files changed after the preview. Check the new preview, and apply it again."</p> }
}
