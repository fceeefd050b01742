//! The entries of a channel with filter, order and selection.

use crate::prelude::*;
use leptos::ev;
use olmkit_api::EntryRow;
use olmkit_collections::{SortedMap, SortedSet};
use wasm_bindgen::JsCast;

use crate::bridge;
use crate::components::channel::bulk::Bulk;
use crate::components::channel::empty::EmptyActions;
use crate::components::channel::filter::Filter;
use crate::components::channel::rows::{NAMES, Rows};
use crate::components::channel::table::Table;
use crate::live::{Show, effect, memo};
use crate::order::Order;
use crate::search::{Search, matches};
use crate::state::{AppState, fetched};
use crate::text::lower;

/// The maximum number of suggested names.
const OFFERED: usize = 100;

#[component]
pub fn Entries() -> impl IntoView {
    let app = expect_context::<AppState>();
    let Filter { text, query, order, folds, found } = expect_context();
    let containing = containing(query, move || bundle_paths(app));
    let shown = memo(move |_| {
        let query = query.get();
        let versions = query.versions();
        app.channel.table.with(|table| {
            let entries = table.as_ref().map(|table| table.entries.as_slice()).unwrap_or_default();
            let fits = |entry: &EntryRow| {
                query.has_words(&entry.name)
                    && versions
                        .as_ref()
                        .is_none_or(|range| range.as_ref().is_ok_and(|range| matches(range, entry.version.as_deref())))
                    && containing.with(|names| names.as_ref().is_none_or(|names| names.contains(&entry.name)))
            };
            let order = order.get();
            let rail = table.as_ref().map(|table| table.rail.rows.as_slice()).unwrap_or_default();
            let all: Vec<usize> = match order {
                Order::HeadFirst => rail.iter().filter_map(|row| row.entry).collect(),
                _ => (0..entries.len()).collect(),
            };
            let mut rows: Vec<usize> = all.into_iter().filter(|row| entries.get(*row).is_some_and(fits)).collect();
            order.sort(entries, &mut rows);
            rows
        })
    });
    let rail = memo(move |_| {
        app.channel.table.with(|table| table.as_ref().map(|table| table.rail.clone()).unwrap_or_default())
    });
    let row_of = memo(move |_| {
        rail.with(|rail| {
            let mut row_of = vec![0; rail.rows.len()];
            for (at, entry) in rail.rows.iter().enumerate().filter_map(|(at, row)| Some((at, row.entry?))) {
                row_of.get_mut(entry).into_iter().for_each(|slot| *slot = at);
            }
            row_of
        })
    });
    // Edges are drawn only between the rows of the whole channel in this order.
    let is_drawn = memo(move |_| order.get() == Order::HeadFirst && query.with(Search::is_empty));
    let index = memo(move |_| {
        app.channel.table.with(|table| {
            let mut index = SortedMap::<String, Vec<usize>>::new();
            for (at, entry) in table.iter().flat_map(|table| table.entries.iter().enumerate()) {
                index.entry(entry.name.clone()).or_default().push(at);
            }
            index
        })
    });
    let rows = Rows::new(app, shown, index, rail, row_of, is_drawn);
    provide_context(rows);
    effect(move || found.set(shown.with(Vec::len)));
    view! {
        <Names />
        <Table rows order is_drawn folds />
        <Show when=move || app.channel.table.with(|table| table.as_ref().is_some_and(|table| table.entries.is_empty()))>
            <div class="empty is-filtered">"This channel has no entries, so opm rejects the catalog. "<EmptyActions /></div>
        </Show>
        <Show when=move || shown.with(Vec::is_empty) && !query.with(Search::is_empty)>
            <p class="empty is-filtered">"No entry matches the filter. "<button type="button" class="quiet link" on:click=move |_| {
                text.set(String::new());
                bridge::focus_on("#entry-filter");
            }>"Clear the filter"</button></p>
        </Show>
        <Bulk />
    }
}

/// The files of the bundles of the channel.
fn bundle_paths(app: AppState) -> SortedSet<String> {
    app.channel.table.with(|table| {
        let entries = table.as_ref().map(|table| table.entries.as_slice()).unwrap_or_default();
        entries.iter().filter_map(|entry| entry.bundle_path.clone()).collect()
    })
}

/// The names of the bundles in these files whose contents match the search. `None` if it does not search for contents.
pub fn containing(
    search: Memo<Search>,
    paths: impl Fn() -> SortedSet<String> + 'static,
) -> RwSignal<Option<SortedSet<String>>> {
    let wanted = memo(move |_| search.with(|search| search.contents.clone()));
    fetched(move || {
        let (wanted, paths) = (wanted.get(), paths());
        async move {
            let (kind, what) = wanted?;
            let paths: Vec<String> = paths.into_iter().collect();
            let names = bridge::bundles_containing(kind, &what, &paths).await.ok()?;
            Some(names.into_iter().collect())
        }
    })
}

/// The suggested names of entries: the newest matches.
#[component]
fn Names() -> impl IntoView {
    let app = expect_context::<AppState>();
    let written = rw_signal(String::new());
    let take = move |event: &web_sys::Event, text: fn(&web_sys::HtmlInputElement) -> String| {
        let field = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
        if let Some(field) = field.filter(|field| field.get_attribute("list").as_deref() == Some(NAMES)) {
            written.set(text(&field));
        }
    };
    let typed = window_event_listener(ev::input, move |event| take(&event, |field| lower(&field.value())));
    let entered = window_event_listener(ev::focusin, move |event| take(&event, |_| String::new()));
    on_cleanup(move || {
        typed.remove();
        entered.remove();
    });
    let offered = memo(move |_| {
        app.channel.table.with(|table| {
            let entries = table.as_ref().map(|table| table.entries.as_slice()).unwrap_or_default();
            let fits = |entry: &EntryRow| written.with(|written| lower(&entry.name).contains(written.as_str()));
            let mut rows: Vec<usize> =
                entries.iter().enumerate().filter(|(_, entry)| fits(entry)).map(|(row, _)| row).collect();
            Order::NewestFirst.sort(entries, &mut rows);
            let names = rows.into_iter().take(OFFERED).filter_map(|row| entries.get(row));
            names.map(|entry| entry.name.clone()).collect::<Vec<_>>()
        })
    });
    let options = move || offered.get().into_iter().map(|name| view! { <option value=name></option> }).collect_view();
    view! { <datalist id=NAMES>{options}</datalist> }
}
