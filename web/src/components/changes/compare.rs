//! Two catalogs, or two states of one, compared: what a cluster sees first, then the text.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::bridge::catalogs::{CatalogState, comparable, compare_catalogs};
use crate::components::changes::diff::{Diff, Meaning};
use crate::components::parts::modal::Modal;
use crate::live::{effect, live};
use crate::state::AppState;
use crate::state::fields::*;
use crate::text::count;

#[component]
pub fn CompareDialog() -> impl IntoView {
    let app = expect_context::<AppState>();
    let states = RwSignal::new(Vec::<CatalogState>::new());
    let sides = RwSignal::new((String::new(), String::new()));
    let files = RwSignal::new(Vec::new());
    let lines = RwSignal::new(None);
    let is_open = app.dialogs.comparing();
    effect(move || {
        if !is_open.get() {
            return;
        }
        let all = comparable().unwrap_or_default();
        let shown = format!("now:{}", app.session.state().with_untracked(|page| page.catalog.clone()));
        let mut others = all.iter().map(|one| one.id.clone()).filter(|id| *id != shown);
        sides.set((others.next_back().unwrap_or_default(), shown));
        states.set(all);
    });
    effect(move || {
        let (from, to) = sides.get();
        files.set(Vec::new());
        lines.set(None);
        if !is_open.get() || from.is_empty() {
            return;
        }
        spawn_local(async move {
            let answer = compare_catalogs(&from, &to).await;
            if sides.get_untracked() != (from, to) {
                return;
            }
            let answer = answer.unwrap_or_else(|_| Err("the engine stopped before it answered".to_owned()));
            lines.set(Some(answer.map(|found| {
                files.set(found.files);
                found.clusters
            })));
        });
    });
    let side =
        move |label: &'static str, get: fn(&(String, String)) -> &String, set: fn(&mut (String, String), String)| {
            view! {
                <label class="field">{label}
                    <select on:change=move |event| sides.update(|sides| set(sides, event_target_value(&event)))>
                        {live(move || states.get().into_iter().map(|state| {
                            let id = state.id.clone();
                            let is_chosen = move || sides.with(|sides| *get(sides) == id);
                            view! { <option value=state.id selected=is_chosen>{state.name}</option> }
                        }).collect_view())}
                    </select>
                </label>
            }
        };
    view! {
        <Modal open=is_open close=Callback::new(move |()| is_open.set(false)) class="save review" label="compare-title">
            <div class="review-what">
                <h2 id="compare-title">"Compare catalogs"</h2>
                <div class="compare-sides">
                    {side("From", |sides| &sides.0, |sides, id| sides.0 = id)}
                    {side("To", |sides| &sides.1, |sides, id| sides.1 = id)}
                </div>
                <Meaning lines retry=Callback::new(move |()| sides.update(|_| {})) />
            </div>
            <div class="review-text">
                <p class="facts">{live(move || lines.with(Option::is_some).then(|| count(files.with(Vec::len), "file differs", "files differ")))}</p>
                <Diff files />
            </div>
            <div class="actions"><button type="button" on:click=move |_| is_open.set(false)>"Back"</button></div>
        </Modal>
    }
}
