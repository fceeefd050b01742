//! The differences of all changed files, below each other.

use crate::prelude::*;
use olmkit_text::counted;

use crate::bridge;
use crate::bridge::types::FileChange;
use crate::live::{For, Show, effect, live};
use crate::preferences;

/// The preference for showing both sides beside each other.
const SPLIT: &str = "diff-split";
/// The number of files that are expanded initially, unless they have too many changed lines.
const OPEN: usize = 30;
const LINES: usize = 5000;

#[component]
pub fn Differences(
    files: RwSignal<Vec<FileChange>>,
    /// Reverts the file of a path.
    revert: Callback<String>,
) -> impl IntoView {
    let is_split = rw_signal(preferences::get(SPLIT).is_some());
    let choose = move |split: bool| {
        is_split.set(split);
        preferences::set_or_remove(SPLIT, split.then_some("true"));
    };
    let layout = move |split: bool, label: &'static str| {
        view! { <button type="button" aria-pressed=move || (is_split.get() == split).to_string() on:click=move |_| choose(split)>{label}</button> }
    };
    let numbered = move || files.get().into_iter().enumerate().collect::<Vec<_>>();
    view! {
        <div class="review-text" class:is-split=move || is_split.get()>
            <div class="diff-bar">
                <h3>"Diff"</h3><span class="facts">{live(move || counted(files.with(Vec::len), "file", "files"))}</span>
                <span class="switch at-end" role="group" aria-label="Layout of the diff">{layout(false, "Unified")}{layout(true, "Split")}</span>
            </div>
            <div class="diff-files" tabindex="0" role="region" aria-label="Diff">
                <For each=numbered key=|(_, file)| file.clone() children=move |(at, file)| view! { <FileDifference revert file is_split is_open=at < OPEN /> } />
            </div>
        </div>
    }
}

#[component]
fn FileDifference(
    revert: Callback<String>,
    file: FileChange,
    is_split: RwSignal<bool>,
    is_open: bool,
) -> impl IntoView {
    let lines = file.added.saturating_add(file.removed);
    let is_open = rw_signal(is_open && lines <= LINES);
    let place = NodeRef::<leptos::html::Div>::new();
    let path = stored_value(file.path.clone());
    effect(move || {
        if let Some(element) = place.get() {
            path.with_value(|path| bridge::show_change(&element, path, is_split.get()));
        }
    });
    view! {
        <section class="diff-file">
            <div class="diff-head">
                <button type="button" class="quiet fold" aria-expanded=move || is_open.get().to_string() on:click=move |_| is_open.update(|open| *open = !*open)>
                    <bdi>{file.path.clone()}</bdi></button>
                {(file.added > 0).then(|| view! { <span class="is-added">{format!("+{}", file.added)}</span> })}
                {(file.removed > 0).then(|| view! { <span class="is-removed">{format!("−{}", file.removed)}</span> })}
                <button type="button" class="quiet" aria-label=format!("Revert {}", file.path) on:click=move |_| revert.run(path.get_value())>"Revert"</button>
            </div>
            <Show when=move || is_open.get() fallback=move || view! { <p class="empty">{counted(lines, "changed line", "changed lines")}" "<button type="button" class="quiet link" on:click=move |_| is_open.set(true)>"Show"</button></p> }>
                <div class="diff-lines" node_ref=place></div>
            </Show>
        </section>
    }
}
