//! A change is previewed before it is applied.

use leptos::prelude::*;
use leptos::task::spawn_local;
use olmkit_api::Safety;

use crate::bridge;
use crate::components::changes::diff::{Diff, Meaning};
use crate::components::parts::modal::Modal;
use crate::state::AppState;
use crate::state::fields::*;

#[component]
pub fn FixPreview() -> impl IntoView {
    let app = expect_context::<AppState>();
    let files = RwSignal::new(Vec::new());
    let meaning = RwSignal::new(None);
    Effect::new(move |_| {
        let Some(change) = app.dialogs.preview().get() else { return };
        meaning.set(None);
        files.set(Vec::new());
        let Ok(found) = bridge::preview(&change.edits) else { return };
        files.set(found.clone());
        spawn_local(async move {
            let lines = bridge::meaning(Some(&found)).await;
            if app.dialogs.preview().get_untracked().as_ref() == Some(&change) {
                meaning.set(lines.ok());
            }
        });
    });
    let close = Callback::new(move |()| app.dialogs.preview().set(None));
    let apply = move |_| {
        if let Some(change) = app.dialogs.preview().get_untracked() {
            bridge::apply(change.title.clone(), change.edits.clone());
            app.dialogs.preview().set(None);
            app.end_offer(&change);
        }
    };
    view! {
        <Modal open=Signal::derive(move || app.dialogs.preview().with(Option::is_some)) close class="save" label="fix-title">
            <h2 id="fix-title">{move || app.dialogs.preview().get().map(|change| change.title)}</h2>
            {move || app.dialogs.preview().get().filter(|change| change.safety == Safety::Unsafe).map(|_| view! {
                <p class="facts">"Unsafe fix: review before applying."</p>
            })}
            {move || app.dialogs.preview().get().filter(|change| !change.notes.is_empty()).map(|change| view! {
                <ol class="fix-steps" tabindex="0" aria-label="Steps">{change.notes.into_iter().map(|note| view! { <li>{note}</li> }).collect_view()}</ol>
            })}
            <Meaning lines=meaning />
            <Diff files />
            <div class="actions">
                <button type="button" on:click=move |_| close.run(())>"Back"</button>
                <button type="button" class="primary" on:click=apply>"Apply"</button>
            </div>
        </Modal>
    }
}
