//! Suppressing a finding by a comment with the reason, after a preview.

use crate::prelude::*;
use olmkit_api::Diagnostic;

use crate::bridge;
use crate::live::live;
use crate::state::AppState;
use crate::text::{spans, with_reason};

#[component]
pub fn Suppress(diagnostic: Diagnostic) -> impl IntoView {
    let app = expect_context::<AppState>();
    let open = rw_signal(false);
    let reason = rw_signal(String::new());
    let refused = rw_signal(String::new());
    let found = stored_value(diagnostic);
    let look = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        spawn_local(async move {
            match bridge::suppress(&found.get_value(), &reason.get_untracked()).await {
                Ok(Ok(change)) => app.dialogs.preview.set(Some(change)),
                Ok(Err(reason)) => refused.set(reason.into_text()),
                Err(_) => {}
            }
        });
    };
    let toggle = move |_| {
        open.update(|open| *open = !*open);
        if open.get_untracked() {
            bridge::focus_on(".suppress input");
        }
    };
    view! {
        <button type="button" class="quiet link" aria-expanded=move || open.get().to_string() on:click=toggle>"Suppress"</button>
        {live(move || open.get().then(|| view! {
            <form class="inline-form suppress" on:submit=look>
                <label class="field">"Reason"
                    <input required="" autocomplete="off" placeholder="reason for suppressing" prop:value=reason on:input=move |event| reason.set(event_target_value(&event)) />
                </label>
                <button type="submit">"Preview comment"</button>
                {live(move || Some(refused.get()).filter(|reason| !reason.is_empty()).map(|reason| view! { <span class="facts" role="alert">{spans(&with_reason("Not possible", &reason))}</span> }))}
            </form>
        }))}
    }
}
