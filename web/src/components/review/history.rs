//! The undo and redo steps, newest first, with those that are applied and those that are on disk.

use crate::prelude::*;
use gloo::timers::callback::Interval;
use olmkit_text::counted;

use crate::bridge;
use crate::bridge::types::{ListedStep, StepList};
use crate::live::{Show, effect, live, memo};
use crate::state::{AppState, Pane};

/// The interval at which the times are updated, in milliseconds.
const AGAIN: u32 = 30_000;
const ROWS: &str = ".history button";

#[component]
pub fn HistoryPage() -> impl IntoView {
    let app = expect_context::<AppState>();
    let list = rw_signal(StepList::default());
    let is_shown = memo(move |_| app.workbench.pane.get() == Pane::History);
    let state = memo(move |_| app.session.state.with(|page| (page.revision, page.undo.clone())));
    let load = move || list.set(bridge::step_list().unwrap_or_default());
    // Dropping a timer stops it.
    let timer = StoredValue::new_local(None);
    effect(move || {
        state.get(); // a memo that is only tracked is never computed
        timer.set_value(is_shown.get().then(|| Interval::new(AGAIN, load)));
        if is_shown.get() {
            load();
        }
    });
    view! {
        <section class="history page-alone" aria-label="History">
            <Show when=move || is_shown.get()>
                <header class="page-head"><h2 tabindex="-1">"History"</h2><p class="facts">{live(move || summary(&list.get()))}</p></header>
                <Steps list />
            </Show>
        </section>
    }
}

fn summary(list: &StepList) -> String {
    let undone = list.steps.len().saturating_sub(list.position);
    match (list.steps.len(), undone) {
        (0, _) => {
            "No changes yet. Every change is listed here; click one to go back to the state before it.".to_owned()
        }
        (all, 0) => counted(all, "step", "steps"),
        (all, undone) => format!("{}, {undone} undone", counted(all, "step", "steps")),
    }
}

/// The states after each step, newest first. The last one is the state that was opened.
#[component]
pub fn Steps(list: RwSignal<StepList>) -> impl IntoView {
    let rows = move || {
        let StepList { steps, position, saved } = list.get();
        let saved = usize::try_from(saved).ok();
        let opened =
            ListedStep { label: "As opened".to_owned(), paths: Vec::new(), since: String::new(), time: String::new() };
        let all = std::iter::once(opened).chain(steps).enumerate().collect::<Vec<_>>().into_iter().rev();
        let state = move |(at, step)| row(at, step, at == position, Some(at) == saved, at > position);
        all.map(state).collect_view()
    };
    let keys = |event: web_sys::KeyboardEvent| {
        let is_done = match event.key().as_str() {
            "ArrowDown" => bridge::move_focus(ROWS, 1),
            "ArrowUp" => bridge::move_focus(ROWS, -1),
            _ => return,
        };
        if is_done {
            event.prevent_default();
        }
    };
    view! { <Show when=move || list.with(|list| !list.steps.is_empty())><ol class="step-list" on:keydown=keys>{live(rows)}</ol></Show> }
}

fn row(at: usize, step: ListedStep, is_current: bool, is_saved: bool, is_undone: bool) -> impl IntoView {
    let files = match step.paths.as_slice() {
        [] => String::new(),
        // The label may already contain the path.
        [path] if step.label.contains(path.as_str()) => String::new(),
        [path] => path.clone(),
        [path, rest @ ..] => format!("{path} and {} more", rest.len()),
    };
    view! {
        <li class:is-undone=is_undone>
            <button type="button" class="quiet step" aria-current=is_current.then_some("step") title=step.paths.join("\n") on:click=move |_| bridge::go_to_step(at)>
                <span class="step-label">{step.label}</span>
                <span class="tags">
                    {is_current.then(|| view! { <span class="tag is-head">"current"</span> })}
                    {is_saved.then(|| view! { <span class="tag">"saved"</span> })}
                    {is_undone.then(|| view! { <span class="visually-hidden">"undone"</span> })}
                </span>
                <time class="meta" title=step.time>{step.since}</time>
                <span class="meta">{files}</span>
            </button>
        </li>
    }
}
