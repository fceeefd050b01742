//! The preview of a change: its text diff and its impact.

use crate::prelude::*;
use olmkit_api::Safety;

use crate::bridge;
use crate::bridge::types::{ChangedFile, ProposedChange};
use crate::components::changes::diff::{Analysis, Diff, Meaning};
use crate::components::parts::modal::Modal;
use crate::live::{live, memo};
use crate::state::{AppState, fetched_anew};
use crate::text::spans;

/// The files that a change affects, and its impact. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Impact {
    pub files: RwSignal<Vec<ChangedFile>>,
    pub meaning: RwSignal<Analysis>,
    /// Repeats the analysis.
    pub retry: Callback<()>,
}

impl Impact {
    pub fn of(change: Memo<Option<ProposedChange>>) -> Self {
        let files = rw_signal(Vec::new());
        let again = Trigger::new();
        let meaning = fetched_anew(move || {
            again.track();
            let found = change.get().and_then(|wanted| bridge::preview(&wanted.edits).ok());
            files.set(found.clone().unwrap_or_default());
            async move { Some(bridge::meaning(Some(&found?)).await) }
        });
        Impact { files, meaning, retry: Callback::new(move |()| again.notify()) }
    }
}

#[component]
pub fn FixPreview() -> impl IntoView {
    let app = expect_context::<AppState>();
    let change = memo(move |_| app.dialogs.preview.get());
    let impact = Impact::of(change);
    let close = Callback::new(move |()| app.dialogs.preview.set(None));
    view! {
        <Modal open=Signal::derive(move || app.dialogs.preview.with(Option::is_some)) close class="save is-sheet" label="fix-title">
            <h2 id="fix-title">{live(move || change.get().map(|change| change.title))}</h2>
            <Proposal change impact close apply=Callback::new(move |()| app.apply_preview()) />
        </Modal>
    }
}

/// The sentence about a change that may not be what the user wants.
pub fn caution(change: &ProposedChange) -> Option<impl IntoView + use<>> {
    (change.safety == Safety::Unsafe).then(|| view! { <p class="facts">"Unsafe fix: review before applying."</p> })
}

/// Whether a change may not be applied yet: it may not be what the user wants, and its impact is not known.
pub fn must_wait(change: Option<ProposedChange>, meaning: RwSignal<Analysis>) -> bool {
    meaning.with(Option::is_none) && change.is_some_and(|change| change.safety == Safety::Unsafe)
}

/// The preview of a change, with the buttons to apply or cancel it.
#[component]
pub fn Proposal(
    #[prop(into)] change: Signal<Option<ProposedChange>>,
    impact: Impact,
    close: Callback<()>,
    apply: Callback<()>,
) -> impl IntoView {
    let Impact { files, meaning, retry } = impact;
    view! {
        {live(move || change.get().and_then(|change| caution(&change)))}
        {live(move || change.get().filter(|change| !change.notes.is_empty()).map(|change| view! {
            <ol class="fix-steps" tabindex="0" aria-label="Steps">{change.notes.into_iter().map(|note| view! { <li>{spans(&note)}</li> }).collect_view()}</ol>
        }))}
        <Meaning lines=meaning retry />
        <Diff files />
        <div class="actions">
            <button type="button" on:click=move |_| close.run(())>"Back"</button>
            <button type="button" class="primary" disabled=move || must_wait(change.get(), meaning) on:click=move |_| apply.run(())>"Apply"</button>
        </div>
    }
}
