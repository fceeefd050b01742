//! The text of the file.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use crate::bridge;
use crate::state::Desk;

#[component]
pub fn CodePane() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let place = NodeRef::<leptos::html::Div>::new();
    let path = RwSignal::new(String::new());
    Effect::new(move |_| {
        let Some(element) = place.get() else { return };
        let cursor = Closure::<dyn Fn(String, u32)>::new(move |shown: String, _at: u32| path.set(shown));
        bridge::mount_code(&element, &cursor);
        cursor.forget();
    });
    Effect::new(move |_| {
        desk.report.track();
        desk.selection.track();
        path.set(bridge::shown_path());
    });
    view! {
        <section class="code" aria-label="Text">
            <p class="code-path">{move || path.get()}</p>
            <div class="code-place" node_ref=place></div>
        </section>
    }
}
