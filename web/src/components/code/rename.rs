//! Renames a channel or bundle everywhere.

use crate::prelude::*;
use olmkit_api::Intention;
use olmkit_text::counted;

use crate::bridge::types::Considered;
use crate::bridge::{self, Refusal};
use crate::components::changes::diff::Diff;
use crate::components::parts::modal::Modal;
use crate::live::{effect, live};
use crate::state::{AppState, fetched};
use crate::text::{refusal, spans};

/// What an intention changes, or why it is refused.
type Answered = Result<Considered, Refusal>;

#[component]
pub fn RenameDialog() -> impl IntoView {
    let app = expect_context::<AppState>();
    let to = rw_signal(String::new());
    let name = move || {
        app.dialogs.renaming.with(|symbol| symbol.as_ref().map(|symbol| symbol.name.clone())).unwrap_or_default()
    };
    effect(move || to.set(name()));
    let intention = move || {
        let symbol = app.dialogs.renaming.get()?;
        let to = to.get().trim().to_owned();
        let is_new = !to.is_empty() && to != symbol.name;
        is_new.then_some(Intention::Rename { package: symbol.package, schema: symbol.schema, name: symbol.name, to })
    };
    // With the query, because the answer to the previous one is shown meanwhile.
    let considered = fetched(move || {
        let wanted = intention();
        async move {
            let wanted = wanted?;
            let found = bridge::consider(std::slice::from_ref(&wanted), false).await.ok()?;
            Some((wanted, found))
        }
    });
    let files = rw_signal(Vec::new());
    effect(move || {
        let changed = considered.with(|found| Some(found.as_ref()?.1.as_ref().ok()?.files.clone()));
        files.set(changed.unwrap_or_default());
    });
    let close = Callback::new(move |()| app.dialogs.renaming.set(None));
    let ready = move || {
        let wanted = intention()?;
        let is_known = |(of, found): &(Intention, Answered)| {
            *of == wanted && found.as_ref().is_ok_and(|found| !found.edits.is_empty())
        };
        considered.with(|found| found.as_ref().is_some_and(is_known)).then_some(wanted)
    };
    let status = move || match name() {
        own if to.with(|to| to.trim() == own) => spans("This is already the name."),
        _ => considered.with(|found| found.as_ref().map(|(_, found)| spans(&summary(found)))).unwrap_or_default(),
    };
    let apply = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if let Some(intention) = untrack(ready) {
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
                <button type="submit" class="primary" disabled=move || ready().is_none()>"Rename everywhere"</button>
            </form>
            <p class="facts" role="status">{live(status)}</p>
            <Diff files />
            <div class="actions"><button type="button" on:click=move |_| close.run(())>"Back"</button></div>
        </Modal>
    }
}

/// What the name changes, or why it cannot be used.
fn summary(found: &Answered) -> String {
    match found {
        Err(reason) => refusal(reason),
        Ok(found) if found.edits.is_empty() => "Nothing changes.".to_owned(),
        Ok(found) => {
            let files = counted(found.files.len(), "file", "files");
            let changes = counted(found.edits.len(), "occurrence changes", "occurrences change");
            format!("{changes} in {files}, as one step.")
        }
    }
}
