//! Renames a channel or bundle everywhere, with a preview of what changes and of the impact on clusters.

use crate::prelude::*;
use olmkit_api::Intention;
use olmkit_text::counted;

use crate::alternatives::rename::effect_on_followers;
use crate::bridge::types::{ChangedFile, Considered};
use crate::bridge::{self, Refusal};
use crate::components::changes::diff::{Diff, Meaning};
use crate::components::parts::modal::Modal;
use crate::installable::installable;
use crate::live::{Show, effect, live};
use crate::state::{AppState, Named, fetched, fetched_anew};
use crate::text::{refusal, spans};

/// What an intention changes, or why it is refused.
type Answered = Result<Considered, Refusal>;

const BUNDLE: &str = "olm.bundle";

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
    let channels = channels_of_bundle(app);
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
        _ => considered
            .with(|found| found.as_ref().map(|(_, found)| spans(&summary(found, channels.get()))))
            .unwrap_or_default(),
    };
    let apply = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if let Some(intention) = untrack(ready) {
            app.intend(intention);
            app.dialogs.renaming.set(None);
        }
    };
    view! {
        <Modal open=Signal::derive(move || app.dialogs.renaming.with(Option::is_some)) close class="save is-sheet" label="rename-title">
            <h2 id="rename-title">{live(move || format!("Rename {}", name()))}</h2>
            <form class="inline-form" on:submit=apply>
                <label class="field wide">"New name"
                    <input required="" autofocus="" autocomplete="off" spellcheck="false" prop:value=to on:input=move |event| to.set(event_target_value(&event)) />
                </label>
                <button type="submit" class="primary" disabled=move || ready().is_none()>"Rename everywhere"</button>
            </form>
            <p class="facts" role="status">{live(status)}</p>
            <Effect to files />
            <Diff files />
            <div class="actions"><button type="button" on:click=move |_| close.run(())>"Back"</button></div>
        </Modal>
    }
}

/// The number of channels that contain the renamed bundle. `None` for a channel.
fn channels_of_bundle(app: AppState) -> RwSignal<Option<usize>> {
    fetched(move || {
        let symbol = app.dialogs.renaming.get().filter(|symbol| symbol.schema == BUNDLE);
        async move {
            let symbol = symbol?;
            let all = installable(&symbol.package).await.ok()?;
            Some(all.into_iter().find(|one| one.name == symbol.name)?.channels.len())
        }
    })
}

/// What the new name means for clusters, which keep the old one, and the impact of the change.
#[component]
fn Effect(to: RwSignal<String>, files: RwSignal<Vec<ChangedFile>>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let again = Trigger::new();
    let meaning = fetched_anew(move || {
        again.track();
        let texts = files.get();
        async move { if texts.is_empty() { None } else { Some(bridge::meaning(Some(&texts)).await) } }
    });
    let on_clusters = move || {
        let to = to.with(|to| to.trim().to_owned());
        app.dialogs.renaming.with(|symbol| {
            let Named { schema, name, .. } = symbol.as_ref()?;
            Some(match schema == BUNDLE {
                true => format!(
                    "Clusters that run {name} keep this name: after the change only a skipRange can match them."
                ),
                false => effect_on_followers(name, &to),
            })
        })
    };
    view! {
        <Show when=move || !files.with(Vec::is_empty)>
            <p class="facts">{live(on_clusters)}</p>
            <Meaning lines=meaning retry=Callback::new(move |()| again.notify()) />
        </Show>
    }
}

/// What the name changes, or why it cannot be used. `channels`: the number of channels that contain the bundle.
fn summary(found: &Answered, channels: Option<usize>) -> String {
    match found {
        Err(reason) => refusal(reason),
        Ok(found) if found.edits.is_empty() => "Nothing changes.".to_owned(),
        Ok(found) => {
            let files = counted(found.files.len(), "file", "files");
            let changes = counted(found.edits.len(), "occurrence changes", "occurrences change");
            let channels = channels.map(|number| format!(" and {}", counted(number, "channel", "channels")));
            format!("{changes} in {files}{}, as one step.", channels.unwrap_or_default())
        }
    }
}
