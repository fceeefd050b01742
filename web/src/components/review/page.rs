//! Review and save: the impact of the changes on the left, their differences on the right.

use crate::prelude::*;
use olmkit_api::Fix;
use olmkit_text::counted;

use crate::bridge;
use crate::bridge::arguments::Take;
use crate::bridge::types::{Conflict, ConflictKind, FailedFile, FileChange, Impacts, Saved};
use crate::components::changes::diff::{Analysis, is_harmful};
use crate::components::review::clusters::{Clusters, Figures, Remaining, is_any_rejected, remaining};
use crate::components::review::differences::Differences;
use crate::latest::Latest;
use crate::live::{Show, effect, live, memo};
use crate::state::{AppState, Pane, set_if_changed};
use crate::text::{spans, with_reason};

/// Overwrites the file on disk.
/// What the user chooses for a file that was changed both here and on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    Take(Take),
    /// Writes the file as it is here.
    Overwrite,
}

/// The state of the page. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Review {
    pub app: AppState,
    pub files: RwSignal<Vec<FileChange>>,
    pub meaning: RwSignal<Analysis>,
    /// The changed catalogs after the changes, unless only the shown one is changed.
    after: RwSignal<Vec<Remaining>>,
    conflicts: RwSignal<Vec<Conflict>>,
    failed: RwSignal<Vec<String>>,
    is_saving: RwSignal<bool>,
    asked: Latest,
}

impl Review {
    fn new(app: AppState) -> Self {
        Review {
            app,
            files: rw_signal(Vec::new()),
            meaning: rw_signal(None),
            after: rw_signal(Vec::new()),
            conflicts: rw_signal(Vec::new()),
            failed: rw_signal(Vec::new()),
            is_saving: rw_signal(false),
            asked: Latest::new(),
        }
    }

    pub fn load(self) {
        self.files.set(bridge::reviewed().unwrap_or_default());
        self.meaning.set(None);
        let own = self.asked.ask();
        spawn_local(async move {
            let conflicts = bridge::conflicts().await;
            if let Some(conflicts) = conflicts.ok().filter(|_| self.asked.is_current(own)) {
                // An unchanged conflict stays as it is shown.
                set_if_changed(self.conflicts, conflicts);
            }
            let impacts = bridge::impacts(None).await;
            if self.asked.is_current(own) {
                let page = self.app.session.state.get_untracked();
                self.after.set(impacts.as_ref().map_or_else(|_| Vec::new(), |impacts| remaining(&page, impacts)));
                self.meaning.set(Some(impacts.map(Impacts::joined)));
            }
        });
    }

    /// Leaves the page. Results of pending queries are ignored.
    fn leave(self) {
        self.asked.ask();
        self.conflicts.set(Vec::new());
        self.failed.set(Vec::new());
    }

    fn is_shown(self) -> bool {
        self.app.workbench.pane.get_untracked() == Pane::Review
    }

    /// Returns to the channel when everything is saved, unless the user is elsewhere by now.
    fn end(self) {
        if self.is_shown() {
            self.app.leave_page();
        }
    }

    pub fn revert(self, path: String) {
        spawn_local(async move {
            bridge::revert(&path).await;
            bridge::focus_on(".review-page h2");
        });
    }

    pub fn fix(self, fix: Fix) {
        let change = untrack(|| self.app.change_of(fix));
        spawn_local(async move {
            bridge::apply_fix(&change).await;
            bridge::focus_on(".review-page h2");
        });
    }

    fn resolve(self, conflict: Conflict, choice: Choice) {
        let take = match choice {
            Choice::Overwrite => return self.save(Some(conflict)),
            Choice::Take(take) => take,
        };
        spawn_local(async move {
            bridge::resolve_conflict(&conflict.path, take).await;
            self.load();
        });
    }

    /// Saves the changed files, or overwrites the file of a conflict only.
    fn save(self, overwrite: Option<Conflict>) {
        if self.is_saving.get_untracked() {
            return;
        }
        self.is_saving.set(true);
        self.failed.set(Vec::new());
        spawn_local(async move {
            let saved = bridge::save_here(overwrite.as_ref()).await;
            self.is_saving.set(false);
            let Ok(saved) = saved else { return };
            if saved.conflicts.is_empty() && saved.failed.is_empty() {
                if overwrite.is_none() || bridge::reviewed().is_ok_and(|left| left.is_empty()) {
                    self.end();
                }
                self.app.tell(&format!("Saved {} into the folder.", counted(saved.saved.len(), "file", "files")));
                return;
            }
            if overwrite.is_some() && !saved.conflicts.is_empty() {
                self.app.alarm("Not overwritten: the file changed on disk again.");
            }
            if !self.is_shown() {
                return self.app.alarm(&not_saved(&saved));
            }
            let left = saved.conflicts.len().saturating_add(saved.failed.len());
            if !saved.saved.is_empty() {
                let all = saved.saved.len().saturating_add(left);
                self.app.alarm(&format!("Saved {} of {all} files. {}", saved.saved.len(), not_saved(&saved)));
            }
            let is_other = |one: &Conflict| overwrite.as_ref().is_some_and(|own| own.path != one.path);
            self.conflicts.update(|conflicts| {
                conflicts.retain(is_other);
                conflicts.extend(saved.conflicts);
            });
            self.failed.set(saved.failed.iter().map(FailedFile::text).collect());
            bridge::focus_on(".review-body .notice button");
        });
    }

    fn download(self) {
        spawn_local(async move {
            if bridge::download().await {
                self.end();
                self.app.tell("Changed files downloaded.");
            }
        });
    }

    fn copy_patch(self) {
        spawn_local(async move {
            match bridge::export::copy_patch().await {
                Ok(Ok(())) => self.app.tell("Patch copied. Apply it with `git apply`."),
                Ok(Err(reason)) => self.app.alarm(&with_reason("The patch was not copied", &reason)),
                Err(_) => {}
            }
        });
    }

    /// Whether the change does harm, or opm rejects the catalog. Never blocks saving; the button shows it.
    fn is_harmful(self) -> bool {
        is_any_rejected(self.app, &self.after.get())
            || self.meaning.with(|found| found.iter().flatten().any(|found| is_harmful(found)))
    }
}

/// Why files were not saved, for a user who has left the page, which shows it otherwise.
fn not_saved(saved: &Saved) -> String {
    let failed = saved.failed.iter().map(FailedFile::text);
    let conflicts = saved.conflicts.iter().map(|conflict| format!("{}: it changed on disk", conflict.path));
    format!("Not saved: {}.", failed.chain(conflicts).collect::<Vec<_>>().join("; "))
}

#[component]
pub fn ReviewPage() -> impl IntoView {
    let app = expect_context::<AppState>();
    let review = Review::new(app);
    let is_shown = memo(move |_| app.workbench.pane.get() == Pane::Review);
    let revision = memo(move |_| app.session.state.with(|page| page.revision));
    effect(move || {
        revision.get();
        if is_shown.get() {
            review.load();
        } else {
            review.leave();
        }
    });
    view! {
        <section class="review-page page-alone" aria-label="Review and save">
            <Show when=move || is_shown.get()><Content review /></Show>
        </section>
    }
}

/// The page with given data for the gallery. Does not query the engine.
#[component]
pub fn Content(review: Review) -> impl IntoView {
    let Review { app, files, meaning, after, conflicts, failed, .. } = review;
    let act = Callback::new(move |(conflict, choice)| review.resolve(conflict, choice));
    let is_empty = memo(move |_| files.with(Vec::is_empty));
    let total = move |of: fn(&FileChange) -> usize| files.with(|files| files.iter().map(of).sum::<usize>());
    let title = move || match total(|file| file.runs) {
        0 => "Nothing has changed".to_owned(),
        number => format!("Review {}", counted(number, "change", "changes")),
    };
    let retry = Callback::new(move |()| review.load());
    view! {
        <div class="review-what">
            <header class="review-head">
                <div>
                    <h2 tabindex="-1">{live(title)}</h2>
                    <Show when=move || !is_empty.get() fallback=|| view! { <p class="facts">"Your changes are listed here with their effect before you save them."</p> }>
                        <p class="facts">{live(move || counted(files.with(Vec::len), "file", "files"))}" "<b class="is-added">{live(move || format!("+{}", total(|file| file.added)))}</b>" "
                            <b class="is-removed">{live(move || format!("−{}", total(|file| file.removed)))}</b>" lines; all other bytes are unchanged"</p>
                    </Show>
                </div>
                <button type="button" class="quiet at-end" on:click=move |_| app.dialogs.sharing.set(true)>"Share"</button>
            </header>
            <div class="review-body" tabindex="0" role="region" aria-label="Impact" aria-live="polite">
                {live(move || conflicts.get().into_iter().map(|conflict| view! { <ConflictNote conflict act /> }).collect_view())}
                {live(move || failed.get().into_iter().map(|text| view! { <p class="notice is-alarm" role="alert">{format!("Not written: {text}.")}</p> }).collect_view())}
                <Show when=move || !is_empty.get()>
                    {live(move || match meaning.get() {
                        None => view! { <p class="facts">"Analyzing impact…"</p> }.into_any(),
                        Some(Err(reason)) => view! {
                            <div class="notice is-alarm" role="alert"><span>{spans(&with_reason("The impact is not known", &reason))}</span>
                                <button type="button" on:click=move |_| retry.run(())>"Try again"</button></div>
                        }.into_any(),
                        Some(Ok(clusters)) => view! { <Figures clusters=clusters.clone() /><Clusters clusters after=after.get() fix=Callback::new(move |fix| review.fix(fix)) /> }.into_any(),
                    })}
                </Show>
            </div>
            <Show when=move || !is_empty.get()><Foot review /></Show>
        </div>
        <Differences files revert=Callback::new(move |path| review.revert(path)) />
    }
}

/// The target of saving, and the buttons.
#[component]
fn Foot(review: Review) -> impl IntoView {
    let Review { app, files, meaning, conflicts, .. } = review;
    let is_folder = memo(move |_| app.session.state.with(|page| page.folder));
    let is_harmful = memo(move |_| review.is_harmful());
    let is_blocked = memo(move |_| conflicts.with(|all| all.len() == files.with(Vec::len)));
    let is_ready = move || !is_harmful.get() && !is_blocked.get() && meaning.with(|found| matches!(found, Some(Ok(_))));
    let target = move || match (is_folder.get(), app.session.state.with(|page| page.title.clone())) {
        (true, title) if title.is_empty() => "the folder you opened".to_owned(),
        (true, title) => format!("{title}, the folder you opened"),
        _ if app.session.state.with(|page| page.ended) => "a download: olmkit open has ended".to_owned(),
        (false, _) => "a download: this browser has no folder to write to".to_owned(),
    };
    let label = move || {
        if review.is_saving.get() {
            "Saving…".to_owned()
        } else if is_harmful.get() {
            "Save anyway".to_owned()
        } else {
            let (all, blocked) = (files.with(Vec::len), conflicts.with(Vec::len));
            match all.saturating_sub(blocked) {
                free if free > 0 && free < all => format!("Save {free} of {all} files"),
                _ => format!("Save {}", counted(all, "file", "files")),
            }
        }
    };
    let download = move || if !is_folder.get() && is_harmful.get() { "Download anyway" } else { "Download" };
    view! {
        <footer class="review-foot">
            <p class="save-to"><span class="facts">"Save to"</span><span>{live(target)}</span></p>
            <button type="button" class="icon-text i-copy" on:click=move |_| review.copy_patch()><span>"Copy patch"</span></button>
            <button type="button" class="icon-text i-download" class:primary=move || !is_folder.get() class:is-harmful=move || !is_folder.get() && is_harmful.get() on:click=move |_| review.download()><span>{download}</span></button>
            <Show when=move || is_folder.get()>
                <button type="button" class="primary save-now" class:is-harmful=move || is_harmful.get() class:is-ready=is_ready
                    disabled=move || review.is_saving.get() || is_blocked.get() on:click=move |_| review.save(None)>
                    {label}{live(move || is_ready().then(|| view! { <kbd aria-hidden="true">"Ctrl S"</kbd> }))}
                </button>
            </Show>
        </footer>
    }
}

/// A file that changed on disk since it was opened. It is overwritten only on request.
#[component]
pub fn ConflictNote(
    conflict: Conflict,
    /// Resolves the conflict.
    act: Callback<(Conflict, Choice)>,
) -> impl IntoView {
    let own = stored_value(conflict.clone());
    let (what, overwrite) = match conflict.kind {
        ConflictKind::Gone => ("was deleted on disk since it was opened.", "Write it again"),
        ConflictKind::NotText => {
            ("changed on disk since it was opened, and is no longer text. It cannot be merged.", "Overwrite")
        }
        ConflictKind::Mergeable => {
            ("changed on disk since it was opened. Both sets of changes fit together.", "Overwrite")
        }
        ConflictKind::SameLines => ("changed on disk since it was opened, in the same lines as here.", "Overwrite"),
    };
    let is_mergeable = conflict.kind == ConflictKind::Mergeable;
    let (is_shown, place) = (rw_signal(false), NodeRef::<leptos::html::Div>::new());
    effect(move || {
        if let Some(element) = place.get() {
            own.with_value(|own| bridge::show_disk_change(&element, &own.path));
        }
    });
    let is_there = conflict.kind != ConflictKind::Gone;
    let disk = if is_there { "Use version on disk" } else { "Accept deletion" };
    view! {
        <div class="notice is-alarm" role="alert">
            <span><strong>{conflict.path}</strong>" "{what}</span>
            <span class="actions">
                {is_there.then(|| view! { <button type="button" class="quiet" aria-expanded=move || is_shown.get().to_string() on:click=move |_| is_shown.update(|shown| *shown = !*shown)>"Changes on disk"</button> })}
                {is_mergeable.then(|| view! { <button type="button" class="primary" on:click=move |_| act.run((own.get_value(), Choice::Take(Take::Merge)))>"Merge"</button> })}
                <button type="button" on:click=move |_| act.run((own.get_value(), Choice::Take(Take::Disk)))>{disk}</button>
                <button type="button" on:click=move |_| act.run((own.get_value(), Choice::Overwrite))>{overwrite}</button>
            </span>
        </div>
        <Show when=move || is_shown.get()><div class="diff-lines disk-change" node_ref=place role="region" tabindex="0" aria-label="Changes on disk"></div></Show>
    }
}
