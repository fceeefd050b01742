//! A preview of the text that a release writes.

use crate::prelude::*;
use olmkit_api::Intention;
use olmkit_text::counted;

use crate::bridge::types::Planned;
use crate::bridge::{self, Refusal};
use crate::live::{effect, live};
use crate::state::AppState;
use crate::text::{spans, with_reason};

/// Shows the change of intentions that are applied as one step; nothing if there are none. `with_bundle`: whether the
/// document of a bundle is added too.
#[component]
pub fn FileChange(intentions: Memo<Vec<Intention>>, with_bundle: Signal<bool>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let place = NodeRef::<leptos::html::Div>::new();
    let planned = rw_signal(None::<Result<Planned, Refusal>>);
    effect(move || {
        app.catalog.report.track(); // the text has changed
        let (Some(element), wanted) = (place.get(), intentions.get()) else { return };
        if wanted.is_empty() {
            return;
        }
        spawn_local(async move {
            let Ok(found) = bridge::show_planned(&element, &wanted).await else { return };
            if found.as_ref().map_or(true, |found| !found.path.is_empty()) {
                planned.set(Some(found));
            }
        });
    });
    let known = move || planned.get().and_then(Result::ok).unwrap_or_default();
    let lines = move || {
        let Planned { added, removed, .. } = known();
        let text = match (added, removed) {
            (0, 0) => return None,
            (added, 0) => format!("+{}", counted(added, "line", "lines")),
            (added, removed) => format!("+{added} \u{2212}{removed}"),
        };
        Some(view! { <span class="tag is-changed" title="Added and removed lines">{text}</span> })
    };
    let refused = move || planned.get().and_then(Result::err);
    view! {
        <section class="file-change" aria-label="Change in the file">
            <h3>"Change in the file"{live(lines)}
                {live(move || with_bundle.get().then(|| view! { <span class="tag is-changed">"+1 olm.bundle"</span> }))}
                <span class="facts at-end">{live(move || known().path)}</span></h3>
            {live(move || refused().map(|reason| view! { <p class="facts">{spans(&with_reason("The release cannot be written", &reason))}</p> }))}
            <div class="diff" tabindex="0" role="group" aria-label="Changes" hidden=move || refused().is_some() node_ref=place></div>
        </section>
    }
}
