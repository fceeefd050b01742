//! A change whose preview is outdated because the text has changed.

use crate::prelude::*;

#[component]
pub fn Stale() -> impl IntoView {
    view! { <p class="notice is-alarm" role="alert">"Nothing was changed: the files changed after the preview. Check the new preview, and apply it again."</p> }
}
