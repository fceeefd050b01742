//! The last change, applied to the other open catalogs, each with its impact there.

use crate::prelude::*;
use olmkit_collections::SortedSet;
use olmkit_text::counted;

use crate::bridge::catalogs::other_catalog_changes;
use crate::bridge::types::{Edit, OtherCatalogChange};
use crate::bridge::{self, Refusal};
use crate::components::changes::diff::{Diff, Meaning, is_harmful};
use crate::components::changes::stale::Stale;
use crate::components::parts::modal::Modal;
use crate::latest::Latest;
use crate::live::{Show, effect, live};
use crate::state::{AppState, fetched_anew};
use crate::text::{spans, with_reason};

/// Whether there is something to apply.
fn applies(one: &OtherCatalogChange) -> bool {
    !one.edits.is_empty()
}

/// The dialog: the changes of each catalog, and those that are left out.
#[derive(Clone, Copy)]
struct OtherCatalogs {
    app: AppState,
    found: RwSignal<Option<Result<Vec<OtherCatalogChange>, Refusal>>>,
    left_out: RwSignal<SortedSet<String>>,
    is_stale: RwSignal<bool>,
    again: Trigger,
    /// Changes when the dialog is opened or closed.
    shown: Latest,
}

impl OtherCatalogs {
    /// Plans the changes when the dialog opens, and again after a failure.
    fn new(app: AppState, is_open: Signal<bool>) -> Self {
        let (left_out, is_stale) = (rw_signal(SortedSet::new()), rw_signal(false));
        let (shown, is_new) = (Latest::new(), stored_value(true));
        effect(move || {
            is_open.track();
            shown.ask();
            is_stale.set(false);
            is_new.set_value(true);
        });
        let again = Trigger::new();
        let found = fetched_anew(move || {
            again.track();
            let is_open = is_open.get();
            async move { if is_open { other_catalog_changes().await.ok() } else { None } }
        });
        // At first, what does harm is left out.
        effect(move || {
            let harmful = found.with(|found| {
                let all = found.as_ref()?.iter().flatten().filter(|one| is_harmful(&one.clusters));
                Some(all.map(|one| one.name.clone()).collect())
            });
            if let Some(harmful) = harmful.filter(|_| is_new.get_value()) {
                is_new.set_value(false);
                left_out.set(harmful);
            }
        });
        OtherCatalogs { app, found, left_out, is_stale, again, shown }
    }

    fn chosen(self) -> Vec<OtherCatalogChange> {
        let left_out = self.left_out.get();
        let all = self.found.get().and_then(Result::ok).unwrap_or_default();
        all.into_iter().filter(|one| applies(one) && !left_out.contains(&one.name)).collect()
    }

    fn apply(self) {
        let all = untrack(|| self.chosen());
        let number = counted(all.len(), "more catalog", "more catalogs");
        let edits: Vec<Edit> = all.into_iter().flat_map(|one| one.edits).collect();
        let applying = self.app.dialogs.applying;
        let label = applying.get_untracked().unwrap_or_default();
        self.found.set(None); // prevents a second click
        let own = self.shown.ask();
        spawn_local(async move {
            let is_done = bridge::apply(&format!("{label}, in {number}"), &edits, &[]).await;
            if !self.shown.is_current(own) {
                return; // the dialog was closed meanwhile
            }
            if is_done {
                return applying.set(None);
            }
            self.is_stale.set(true);
            self.again.notify();
        });
    }
}

#[component]
pub fn OtherCatalogsDialog() -> impl IntoView {
    let app = expect_context::<AppState>();
    let is_open = Signal::derive(move || app.dialogs.applying.with(Option::is_some));
    let others = OtherCatalogs::new(app, is_open);
    let OtherCatalogs { found, left_out, is_stale, .. } = others;
    let close = Callback::new(move |()| app.dialogs.applying.set(None));
    view! {
        <Modal open=is_open close class="save" label="apply-to-others-title">
            <h2 id="apply-to-others-title">"Apply to the other catalogs"</h2>
            <p class="facts">{live(move || app.dialogs.applying.get())}</p>
            <Show when=move || is_stale.get()><Stale /></Show>
            <div class="other-catalogs" tabindex="0" role="region" aria-label="Other catalogs">
                {live(move || match found.get() {
                    None => view! { <p class="facts" role="status">"Analyzing impact…"</p> }.into_any(),
                    Some(Err(reason)) => view! { <p class="notice is-alarm" role="alert">{spans(&with_reason("The other catalogs cannot be read", &reason))}</p> }.into_any(),
                    Some(Ok(all)) => all.into_iter().map(|one| item(one, left_out)).collect_view().into_any(),
                })}
            </div>
            <div class="actions">
                <button type="button" on:click=move |_| close.run(())>"Back"</button>
                <button type="button" class="primary" class:is-harmful=move || others.chosen().iter().any(|one| is_harmful(&one.clusters)) disabled=move || others.chosen().is_empty() on:click=move |_| others.apply()>
                    {live(move || match others.chosen().len() { 0 => "Apply".to_owned(), number => format!("Apply to {}", counted(number, "catalog", "catalogs")) })}
                </button>
            </div>
        </Modal>
    }
}

fn item(one: OtherCatalogChange, left_out: RwSignal<SortedSet<String>>) -> AnyView {
    let name = one.name.clone();
    if !applies(&one) {
        let reason = if one.reason.is_empty() {
            "No change is needed.".to_owned()
        } else {
            with_reason("Not possible", &one.reason)
        };
        return view! { <section class="other-catalog"><h3>{name}</h3><p class="facts">{spans(&reason)}</p></section> }
            .into_any();
    }
    let (own, other) = (name.clone(), name.clone());
    let toggle = move |_| {
        left_out.update(|names| {
            if !names.remove(&own) {
                names.insert(own.clone());
            }
        });
    };
    let (files, lines) = (rw_signal(one.files), rw_signal(Some(Ok(one.clusters))));
    view! {
        <section class="other-catalog">
            <h3><label><input type="checkbox" prop:checked=move || left_out.with(|names| !names.contains(&other)) on:change=toggle />{name}</label></h3>
            <Meaning lines />
            <details><summary>"Text"</summary><Diff files /></details>
        </section>
    }
    .into_any()
}
