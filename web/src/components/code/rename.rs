//! Renames a channel or bundle everywhere.

use crate::prelude::*;
use leptos::task::spawn_local;
use olmkit_api::Intention;

use crate::bridge::types::Considered;
use crate::bridge::{self, Refusal};
use crate::components::changes::diff::Diff;
use crate::components::parts::modal::Modal;
use crate::latest::Latest;
use crate::live::{effect, live};
use crate::state::AppState;
use crate::text::count;

#[component]
pub fn RenameDialog() -> impl IntoView {
    let app = expect_context::<AppState>();
    let to = RwSignal::new(String::new());
    let considered = RwSignal::new(None::<Result<Considered, Refusal>>);
    let files = RwSignal::new(Vec::new());
    let asked = Latest::new();
    let name = move || {
        app.dialogs.renaming.with(|symbol| symbol.as_ref().map(|symbol| symbol.name.clone())).unwrap_or_default()
    };
    effect(move || to.set(name()));
    let intention = move || {
        let symbol = app.dialogs.renaming.get()?;
        let to = to.get().trim().to_owned();
        Some(Intention::Rename { package: symbol.package, schema: symbol.schema, name: symbol.name, to })
    };
    effect(move || {
        let own = asked.ask();
        let Some(wanted) = intention() else {
            considered.set(None);
            return files.set(Vec::new());
        };
        spawn_local(async move {
            let Ok(found) = bridge::consider(std::slice::from_ref(&wanted)).await else { return };
            if asked.take(own) {
                files.set(found.as_ref().map(|found| found.files.clone()).unwrap_or_default());
                considered.set(Some(found));
            }
        });
    });
    let close = Callback::new(move |()| app.dialogs.renaming.set(None));
    let is_ready = move || {
        asked.is_answered() && considered.with(|found| matches!(found, Some(Ok(found)) if !found.edits.is_empty()))
    };
    let apply = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if let Some(intention) = untrack(intention).filter(|_| untrack(is_ready)) {
            app.intend(intention);
            app.dialogs.renaming.set(None);
        }
    };
    view! {
        <Modal open=Signal::derive(move || app.dialogs.renaming.with(Option::is_some)) close class="save" label="rename-title">
            <h2 id="rename-title">{live(move || format!("Rename {}", name()))}</h2>
            <form class="inline-form" on:submit=apply>
                <label class="field wide">"New name"
                    <input required="" autofocus="" autocomplete="off" spellcheck="false" prop:value=to on:input=move |event| to.set(event_target_value(&event)) />
                </label>
                <button type="submit" class="primary" disabled=move || !is_ready()>"Rename everywhere"</button>
            </form>
            <p class="facts" role="status">{live(move || considered.with(|found| found.as_ref().map(summary)))}</p>
            <Diff files />
            <div class="actions"><button type="button" on:click=move |_| close.run(())>"Back"</button></div>
        </Modal>
    }
}

/// What the name changes, or why it cannot be used.
fn summary(found: &Result<Considered, Refusal>) -> String {
    match found {
        Err(reason) => format!("This cannot be done: {reason}."),
        Ok(found) if found.edits.is_empty() => "This is already the name.".to_owned(),
        Ok(found) => {
            let files = count(found.files.len(), "file", "files");
            let changes = count(found.edits.len(), "occurrence changes", "occurrences change");
            format!("{changes} in {files}, as one step.")
        }
    }
}
