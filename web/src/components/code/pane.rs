//! The text of the file.

use leptos::prelude::*;
use olmkit_api::At;
use wasm_bindgen::prelude::*;

use crate::bridge;
use crate::state::AppState;
use crate::state::fields::*;

#[component]
pub fn CodePane() -> impl IntoView {
    let app = expect_context::<AppState>();
    let place = NodeRef::<leptos::html::Div>::new();
    let path = RwSignal::new(String::new());
    Effect::new(move |_| {
        let Some(element) = place.get() else { return };
        let cursor = Closure::<dyn Fn(String, JsValue)>::new(move |shown: String, at: JsValue| {
            path.set(shown);
            if let Ok(Some(at)) = bridge::decode::<Option<At>>("at", at) {
                app.follow_cursor(at);
            }
        });
        bridge::mount_code(&element, &cursor);
        cursor.forget();
    });
    Effect::new(move |_| {
        app.catalog.report().track();
        app.selected.place().track();
        path.set(bridge::shown_path());
    });
    view! {
        <section class="code" aria-label="Text">
            <p class="code-path">{move || path.get()}</p>
            <div class="code-place" node_ref=place></div>
        </section>
    }
}
