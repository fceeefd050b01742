//! The difference first, then saving.

use leptos::prelude::*;
use leptos::task::spawn_local;
use olmkit_api::{Fix, ImpactCluster, ImpactKind};

use crate::bridge;
use crate::bridge::types::{ChangedFile, Conflict};
use crate::components::changes::diff::{Analysis, Diff, Meaning};
use crate::components::parts::modal::Modal;
use crate::components::parts::text::count;
use crate::state::AppState;
use crate::state::fields::*;

/// What the dialog shows. Cheap to copy.
#[derive(Clone, Copy)]
struct Review {
    app: AppState,
    files: RwSignal<Vec<ChangedFile>>,
    conflicts: RwSignal<Vec<Conflict>>,
    failed: RwSignal<Vec<String>>,
    meaning: RwSignal<Analysis>,
}

impl Review {
    fn load(self) {
        self.files.set(bridge::changed().unwrap_or_default());
        self.failed.set(Vec::new());
        self.meaning.set(None);
        spawn_local(async move {
            if let Ok(conflicts) = bridge::conflicts().await {
                self.conflicts.set(conflicts);
            }
            self.meaning.set(Some(bridge::meaning(None).await));
        });
    }

    fn revert(self, path: String) {
        spawn_local(async move {
            bridge::revert(&path).await;
            self.load();
        });
    }

    fn fix(self, fix: Fix) {
        let change = untrack(|| self.app.change_of(fix));
        spawn_local(async move {
            bridge::apply_fix(&change).await;
            self.load();
        });
    }

    fn resolve(self, path: String, take: &'static str) {
        spawn_local(async move {
            bridge::resolve_conflict(&path, take).await;
            self.load();
        });
    }

    /// Writes what changed; over changes on disk only in the files named.
    fn save(self, overwrite: Vec<String>) {
        spawn_local(async move {
            let Ok(saved) = bridge::save_here(&overwrite).await else { return };
            if saved.conflicts.is_empty() && saved.failed.is_empty() {
                self.app.dialogs.saving().set(false);
                self.app.tell(&format!("Saved {} into the folder.", count(saved.saved.len(), "file", "files")));
                return;
            }
            self.load();
            self.failed.set(saved.failed.iter().map(|failed| format!("{}: {}", failed.path, failed.message)).collect());
        });
    }
}

#[component]
pub fn SaveDialog() -> impl IntoView {
    let app = expect_context::<AppState>();
    let review = Review {
        app,
        files: RwSignal::new(Vec::new()),
        conflicts: RwSignal::new(Vec::new()),
        failed: RwSignal::new(Vec::new()),
        meaning: RwSignal::new(None),
    };
    let Review { files, conflicts, failed, meaning, .. } = review;
    Effect::new(move |_| {
        if app.dialogs.saving().get() {
            conflicts.set(Vec::new());
            review.load();
        }
    });
    let download = move |_| {
        bridge::download();
        app.dialogs.saving().set(false);
        app.tell("Changed files downloaded.");
    };
    let copy = move |_| {
        spawn_local(async move {
            match bridge::export::copy_patch().await {
                Ok(Ok(())) => app.tell("Patch copied. Apply it with `git apply`."),
                Ok(Err(reason)) => app.alarm(&format!("The patch was not copied: {reason}.")),
                Err(_) => {}
            }
        });
    };
    let title = move || match files.with(Vec::len) {
        0 => "Nothing has changed".to_owned(),
        number => format!("{} changed", count(number, "file", "files")),
    };
    // A lost path never blocks: it is said on the button.
    let is_harmful = move || {
        let is_lost = |cluster: &ImpactCluster| cluster.kind == ImpactKind::PathsLost;
        meaning.with(|found| found.iter().flatten().flatten().any(is_lost))
    };
    let save = move || if is_harmful() { "Save anyway" } else { "Save into the folder" };
    view! {
        <Modal open=app.dialogs.saving() close=Callback::new(move |()| app.dialogs.saving().set(false)) class="save review" label="save-title">
            <div class="review-what">
            <h2 id="save-title">{title}</h2>
            {move || conflicts.get().into_iter().map(|conflict| view! { <ConflictNote review conflict /> }).collect_view()}
            {move || failed.get().into_iter().map(|text| view! { <p class="notice is-alarm" role="alert">{format!("Not written: {text}")}</p> }).collect_view()}
            <Show when=move || !files.with(Vec::is_empty)><Meaning lines=meaning retry=Callback::new(move |()| review.load()) fix=Callback::new(move |fix| review.fix(fix)) /></Show>
            </div>
            <div class="review-text"><Diff files revert=Callback::new(move |path| review.revert(path)) /></div>
            <div class="actions">
                <button type="button" on:click=move |_| app.dialogs.saving().set(false)>"Back"</button>
                <Show when=move || !files.with(Vec::is_empty)>
                    <button type="button" on:click=copy>"Copy patch"</button>
                    <button type="button" class:primary=move || !app.session.state().with(|page| page.folder) on:click=download>"Download"</button>
                    {move || app.session.state().with(|page| page.folder).then(|| view! {
                        <button type="button" class="primary" class:is-harmful=is_harmful disabled=move || conflicts.with(|all| all.len() == files.with(Vec::len))
                            on:click=move |_| review.save(Vec::new())>{save}</button>
                    })}
                </Show>
            </div>
        </Modal>
    }
}

/// A file that changed on disk since it was opened: it is overwritten only on request.
#[component]
fn ConflictNote(review: Review, conflict: Conflict) -> impl IntoView {
    let path = StoredValue::new(conflict.path.clone());
    let (what, overwrite) = if conflict.gone {
        ("was removed from disk since it was opened.", "Write it again")
    } else if conflict.mergeable {
        ("changed on disk since it was opened. Both sets of changes fit together.", "Overwrite")
    } else {
        ("changed on disk since it was opened, in the same lines as here.", "Overwrite")
    };
    view! {
        <div class="notice is-alarm" role="alert">
            <span><strong>{conflict.path}</strong>" "{what}</span>
            <span class="actions">
                {conflict.mergeable.then(|| view! { <button type="button" class="primary" on:click=move |_| review.resolve(path.get_value(), "merge")>"Merge"</button> })}
                {(!conflict.gone).then(|| view! { <button type="button" on:click=move |_| review.resolve(path.get_value(), "disk")>"Use version on disk"</button> })}
                <button type="button" on:click=move |_| review.save(vec![path.get_value()])>{overwrite}</button>
            </span>
        </div>
    }
}
