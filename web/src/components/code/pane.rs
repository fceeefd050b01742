//! The text of the file.

use crate::prelude::*;
use olmkit_api::At;
use wasm_bindgen::prelude::*;

use crate::bridge;
use crate::live::{Show, effect, live, memo};
use crate::state::AppState;

#[component]
pub fn CodePane() -> impl IntoView {
    let app = expect_context::<AppState>();
    let place = NodeRef::<leptos::html::Div>::new();
    let path = rw_signal(String::new());
    mount(app, place, path);
    effect(move || {
        app.catalog.report.track();
        app.selected.place.track();
        show(path, bridge::shown_path());
    });
    let is_diff = memo(move |_| app.workbench.is_diff.get());
    let changes = rw_signal(0_u32);
    let diff = NodeRef::<leptos::html::Div>::new();
    effect(move || {
        app.session.state.track();
        let shown = path.get();
        changes.set(bridge::mark_changes(&shown));
        if let Some(element) = diff.get() {
            bridge::show_changes(&element, &shown);
        }
    });
    let is_json = memo(move |_| {
        app.session.state.track();
        path.with(|path| bridge::is_json(path))
    });
    let format = move || if is_json.get() { "JSON" } else { "YAML" };
    let tab = move |of: bool, label: Signal<&'static str>, number: Option<RwSignal<u32>>| {
        view! {
            <button type="button" aria-pressed=move || (is_diff.get() == of).to_string() on:click=move |_| app.workbench.is_diff.set(of)>
                {label}{number.map(|number| view! { " "<span class="meta">{number}</span> })}</button>
        }
    };
    view! {
        // A channel that is not in the text is shown while the text has the focus.
        <section class="code" aria-label="Text" on:focusout=move |_| if app.channel.is_stale.get_untracked() { request_animation_frame(move || app.load_table()) }>
            <div class="code-head">
                <span class="switch" role="group" aria-label="File view">{tab(false, Signal::derive(format), None)}{tab(true, Signal::stored("Changes"), Some(changes))}</span>
                <p class="code-path" title=path>{live(move || path.get())}</p>
            </div>
            <div class="code-place" hidden=is_diff node_ref=place></div>
            <Show when=move || is_diff.get()>
                <Show when=move || changes.get() == 0><p class="empty">"No changes in this file."</p></Show>
                <div class="diff code-place" tabindex="0" role="group" aria-label="Changes" hidden=move || changes.get() == 0 node_ref=diff></div>
            </Show>
        </section>
    }
}

fn show(path: RwSignal<String>, shown: String) {
    if path.with_untracked(|path| *path != shown) {
        path.set(shown);
    }
}

/// Puts the text into the page. The selection follows its cursor.
fn mount(app: AppState, place: NodeRef<leptos::html::Div>, path: RwSignal<String>) {
    effect(move || {
        let Some(element) = place.get() else { return };
        let cursor = Closure::<dyn Fn(String, JsValue, bool)>::new(move |shown: String, at: JsValue, is_step: bool| {
            show(path, shown);
            match bridge::decode::<Option<At>>("at", at) {
                Ok(Some(at)) if is_step => app.follow_step(at),
                Ok(Some(at)) => app.follow_cursor(at),
                _ => {}
            }
        });
        let at = Closure::<dyn Fn(String)>::new(move |at: String| {
            if app.workbench.cursor.with_untracked(|now| *now != at) {
                app.workbench.cursor.set(at);
            }
        });
        bridge::mount_code(&element, &cursor, &at);
        cursor.forget();
        at.forget();
    });
}
