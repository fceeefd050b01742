//! The difference first, then saving.

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Deserialize;

use crate::bridge;
use crate::data::ChangedFile;
use crate::state::Desk;

#[derive(Debug, Default, Deserialize)]
struct Saved {
    saved: Vec<String>,
    conflicts: Vec<String>,
}

#[component]
pub fn SaveDialog() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let dialog = NodeRef::<leptos::html::Dialog>::new();
    let files = RwSignal::new(Vec::<ChangedFile>::new());
    let shown = RwSignal::new(0_usize);
    let conflicts = RwSignal::new(Vec::<String>::new());
    let place = NodeRef::<leptos::html::Div>::new();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        if desk.saving.get() {
            files.set(bridge::from_js(bridge::changed()).unwrap_or_default());
            shown.set(0);
            conflicts.set(Vec::new());
            let _ = dialog.show_modal();
        } else {
            dialog.close();
        }
    });
    Effect::new(move |_| {
        let (Some(element), at) = (place.get(), shown.get()) else { return };
        files.with(|files| {
            if let Some(file) = files.get(at) {
                bridge::show_diff(&element, &file.before, &file.after);
            }
        });
    });
    let here = move |overwrite: bool| {
        spawn_local(async move {
            let saved: Option<Saved> = bridge::from_js(bridge::save_here(overwrite).await);
            let Some(saved) = saved else { return };
            if saved.conflicts.is_empty() {
                desk.saving.set(false);
                desk.tell(&format!("Saved {} files into the folder.", saved.saved.len()));
            } else {
                conflicts.set(saved.conflicts);
            }
        });
    };
    let download = move |_| {
        bridge::download();
        desk.saving.set(false);
        desk.tell("Downloaded what changed.");
    };
    view! {
        <dialog class="save" node_ref=dialog aria-labelledby="save-title" on:close=move |_| desk.saving.set(false)>
            <h2 id="save-title">{move || match files.with(Vec::len) { 0 => "Nothing has changed".to_owned(), 1 => "1 file changed".to_owned(), n => format!("{n} files changed") }}</h2>
            <div class="changed-files" role="group" aria-label="Changed files">
                {move || files.get().iter().enumerate().map(|(at, file)| view! {
                    <button type="button" class="quiet" aria-pressed=move || (shown.get() == at).to_string() on:click=move |_| shown.set(at)>{file.path.clone()}</button>
                }).collect_view()}
            </div>
            <div class="diff" node_ref=place></div>
            <Show when=move || !conflicts.with(Vec::is_empty)>
                <p class="notice is-alarm">{move || format!("Changed on disk since it was opened, not written: {}.", conflicts.get().join(", "))}
                    <button type="button" on:click=move |_| here(true)>"Overwrite"</button></p>
            </Show>
            <div class="actions">
                <button type="button" on:click=move |_| desk.saving.set(false)>"Back"</button>
                <Show when=move || !files.with(Vec::is_empty)>
                    <button type="button" on:click=download>"Download"</button>
                    {bridge::can_save_here().then(|| view! { <button type="button" class="primary" on:click=move |_| here(false)>"Save into the folder"</button> })}
                </Show>
            </div>
        </dialog>
    }
}
