//! The search field of the table of a channel, and its settings: order and folding.

use crate::prelude::*;
use olmkit_text::counted;

use crate::live::{live, memo};
use crate::order::Order;
use crate::preferences;
use crate::search::Search;
use crate::state::AppState;

/// The preference whether runs of plain entries are folded.
const FOLDS: &str = "folds";

/// The settings of the table of a channel.
#[derive(Debug, Clone, Copy)]
pub struct Filter {
    /// The text of the search field.
    pub text: RwSignal<String>,
    /// The parsed search.
    pub query: Memo<Search>,
    pub order: RwSignal<Order>,
    /// Whether runs of plain entries are folded to one line.
    pub folds: RwSignal<bool>,
    /// The number of matching entries.
    pub found: RwSignal<usize>,
}

impl Default for Filter {
    fn default() -> Self {
        let text = rw_signal(String::new());
        Filter {
            text,
            query: memo(move |_| text.with(|text| Search::parse(text))),
            order: RwSignal::default(),
            folds: rw_signal(preferences::get(FOLDS).is_some()),
            found: RwSignal::default(),
        }
    }
}

#[component]
pub fn EntryFilter() -> impl IntoView {
    let app = expect_context::<AppState>();
    let Filter { text, query, order, folds, found } = expect_context();
    let total = move || app.channel.table.with(|table| table.as_ref().map_or(0, |table| table.entries.len()));
    // The field is wide enough for a query only while it is in use.
    let is_used = rw_signal(false);
    let summary = move || query.with(|query| query.status(found.get(), &counted(total(), "entry", "entries")));
    view! {
        <div class="entry-filter">
            <label class="visually-hidden" for="entry-filter">"Filter the entries"</label>
            <input id="entry-filter" class="i-search" type="search" autocomplete="off" spellcheck="false" prop:value=text
                placeholder=move || if is_used.get() { "name, >=1.2 <1.4, sha256:…, property:olm.gvk" } else { "Filter" }
                on:focus=move |_| is_used.set(true) on:blur=move |_| is_used.set(false) on:input=move |event| text.set(event_target_value(&event)) />
            <button type="button" class="quiet" aria-pressed=move || folds.get().to_string() title="Fold entries that only replace the previous one" on:click=move |_| {
                folds.update(|folds| *folds = !*folds);
                preferences::set_or_remove(FOLDS, folds.get_untracked().then_some("true"));
            }>"Fold sequences"</button>
            <button type="button" class="quiet icon i-order" aria-label=move || format!("Order: {}", order.get().name())
                title=move || format!("Order: {}. Next: {}", order.get().name(), order.get().next().name())
                on:click=move |_| order.update(|order| *order = order.next())></button>
            <span class="facts" role="status" title=summary>{live(summary)}</span>
        </div>
    }
}
