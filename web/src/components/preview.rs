//! A fix is looked at before it is made.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::diff::{Diff, Meaning};
use super::modal::Modal;
use crate::bridge;
use crate::state::AppState;

#[component]
pub fn FixPreview() -> impl IntoView {
    let app = expect_context::<AppState>();
    let files = RwSignal::new(Vec::new());
    let meaning = RwSignal::new(None);
    Effect::new(move |_| {
        let Some(fix) = app.fix.get() else { return };
        let found = bridge::preview(&fix.edits);
        files.set(found.clone());
        meaning.set(None);
        spawn_local(async move {
            let lines = bridge::meaning(Some(&found)).await;
            if app.fix.get_untracked().as_ref() == Some(&fix) {
                meaning.set(Some(lines.unwrap_or_default()));
            }
        });
    });
    let close = Callback::new(move |()| app.fix.set(None));
    let apply = move |_| {
        if let Some(fix) = app.fix.get_untracked() {
            bridge::apply_fix(fix.title.clone(), fix.edits.clone());
            app.fix.set(None);
            app.end_offer(&fix);
        }
    };
    view! {
        <Modal open=Signal::derive(move || app.fix.with(Option::is_some)) close class="save" label="fix-title">
            <h2 id="fix-title">{move || app.fix.get().map(|fix| fix.title)}</h2>
            {move || app.fix.get().filter(|fix| fix.safety == "unsafe").map(|_| view! {
                <p class="facts">"Unsafe fix: review before applying."</p>
            })}
            {move || app.fix.get().filter(|fix| !fix.notes.is_empty()).map(|fix| view! {
                <ol class="fix-steps" tabindex="0" aria-label="Steps">{fix.notes.into_iter().map(|note| view! { <li>{note}</li> }).collect_view()}</ol>
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
