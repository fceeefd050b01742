//! A change with several options, each with its impact and its text diff.

use crate::prelude::*;
use leptos::task::spawn_local;
use olmkit_collections::SortedSet;

use crate::bridge;
use crate::bridge::types::Considered;
use crate::components::changes::diff::{Diff, Meaning};
use crate::components::changes::stale::Stale;
use crate::components::parts::modal::Modal;
use crate::live::{Show, effect, live, memo};
use crate::state::{Alternative, AppState};

#[component]
pub fn ChooseDialog() -> impl IntoView {
    let app = expect_context::<AppState>();
    let at = RwSignal::new(0_usize);
    let considered = RwSignal::new(None::<Result<Considered, String>>);
    let files = RwSignal::new(Vec::new());
    let meaning = RwSignal::new(None);
    let again = Trigger::new();
    let is_stale = RwSignal::new(false);
    effect(move || {
        app.dialogs.alternatives.track();
        at.set(0);
        is_stale.set(false);
    });
    let wanted = memo(move |_| app.dialogs.alternatives.with(|choice| choice.as_ref()?.options.get(at.get()).cloned()));
    effect(move || {
        again.track();
        considered.set(None);
        meaning.set(None);
        files.set(Vec::new());
        let Some(option) = wanted.get() else { return };
        spawn_local(async move {
            let Ok(found) = bridge::consider(&option.intentions).await else { return };
            if wanted.get_untracked().as_ref() != Some(&option) {
                return;
            }
            let texts = found.as_ref().ok().map(|found| found.files.clone());
            considered.set(Some(found));
            let Some(texts) = texts else { return };
            files.set(texts.clone());
            let lines = bridge::meaning(Some(&texts)).await;
            if wanted.get_untracked().as_ref() == Some(&option) {
                meaning.set(Some(lines));
            }
        });
    });
    let close = Callback::new(move |()| app.dialogs.alternatives.set(None));
    let apply = move |_| {
        let Some(Ok(found)) = considered.get_untracked() else { return };
        let choice = app.dialogs.alternatives.get_untracked();
        let Some(Alternative { step, intentions, .. }) = wanted.get_untracked() else { return };
        // A plan of several intentions has no label; use that of the option, otherwise the title of the dialog.
        let label = Some(found.label).filter(|label| !label.is_empty()).or(step);
        let label = label.or(choice.as_ref().map(|choice| choice.title.clone())).unwrap_or_default();
        considered.set(None); // no second click
        spawn_local(async move {
            let is_done = bridge::apply(&label, &found.edits, &intentions).await;
            let is_open = app.dialogs.alternatives.with_untracked(|open| *open == choice);
            if !is_done && is_open {
                is_stale.set(true);
                return again.notify();
            }
            if !is_done {
                return; // a notice shows the reason
            }
            app.channel.chosen.set(SortedSet::new());
            // Omit the notes of several steps: later steps may invalidate earlier notes. The dialog has shown the
            // overall result.
            app.changed(&label, if intentions.len() > 1 { &[] } else { &found.notes });
            if is_open {
                app.dialogs.alternatives.set(None);
            }
        });
    };
    let refused = move || considered.get().and_then(Result::err);
    view! {
        <Modal open=Signal::derive(move || app.dialogs.alternatives.with(Option::is_some)) close class="save" label="choose-title">
            <h2 id="choose-title">{live(move || app.dialogs.alternatives.get().map(|choice| choice.title))}</h2>
            {live(move || app.dialogs.alternatives.get().map(|choice| choice.warning).filter(|text| !text.is_empty()).map(|text| view! { <p class="range-warning">{format!("! {text}")}</p> }))}
            <fieldset class="alternatives">
                <legend class="facts">{live(move || app.dialogs.alternatives.get().map(|choice| choice.hint))}</legend>
                {live(move || app.dialogs.alternatives.get().map(|choice| choice.options).unwrap_or_default().into_iter().enumerate().map(|(number, option)| view! {
                    <label class="alternative"><input type="radio" name="alternative" prop:checked=move || at.get() == number on:change=move |_| at.set(number) />{option.label}</label>
                }).collect_view())}
            </fieldset>
            {live(move || refused().map(|reason| view! { <p class="notice is-alarm" role="alert">{format!("This cannot be done: {reason}.")}</p> }))}
            <Show when=move || is_stale.get()><Stale /></Show>
            <Show when=move || refused().is_none()><Meaning lines=meaning retry=Callback::new(move |()| again.notify()) /></Show>
            <Diff files />
            <div class="actions">
                <button type="button" on:click=move |_| close.run(())>"Back"</button>
                <button type="button" class="primary" disabled=move || considered.with(|found| !matches!(found, Some(Ok(found)) if !found.edits.is_empty())) on:click=apply>"Apply"</button>
            </div>
        </Modal>
    }
}
