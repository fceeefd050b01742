//! The entries of a channel as a table: filtered, ordered, chosen; only the rows in sight are there.

use std::collections::{BTreeMap, BTreeSet};

use leptos::ev;
use leptos::prelude::*;
use olmkit_api::EntryRow;
use wasm_bindgen::JsCast;

use crate::bridge;
use crate::components::channel::entry_row::Entry;
use crate::components::channel::rows::{NAMES, Place, Rows};
use crate::components::parts::text::count;
use crate::order::Order;
use crate::search::{Search, matches};
use crate::state::fields::*;
use crate::state::{AppState, fetched};

/// Height of a row in pixels; the style sheet has the same number.
const ROW: f64 = 44.0;
/// Rows above and below the visible part.
const MARGIN: usize = 8;
/// Channels up to this length are shown whole.
const WHOLE: usize = 40;
/// Names that are offered where one is written.
const OFFERED: usize = 100;
#[component]
pub fn Entries() -> impl IntoView {
    let app = expect_context::<AppState>();
    let text = RwSignal::new(String::new());
    let query = Memo::new(move |_| text.with(|text| Search::parse(text)));
    let order = RwSignal::new(Order::default());
    let containing = containing(app, query);
    let shown = Memo::new(move |_| {
        let query = query.get();
        let versions = query.versions();
        app.channel.table().with(|table| {
            let entries = table.as_ref().map(|table| table.entries.as_slice()).unwrap_or_default();
            let fits = |entry: &EntryRow| {
                query.has_words(&entry.name)
                    && versions
                        .as_ref()
                        .is_none_or(|range| range.as_ref().is_ok_and(|range| matches(range, entry.version.as_deref())))
                    && containing.with(|names| names.as_ref().is_none_or(|names| names.contains(&entry.name)))
            };
            let mut rows: Vec<usize> =
                entries.iter().enumerate().filter(|(_, entry)| fits(entry)).map(|(row, _)| row).collect();
            order.get().sort(entries, &mut rows);
            rows
        })
    });
    let index = Memo::new(move |_| {
        app.channel.table().with(|table| {
            let mut index = BTreeMap::<String, Vec<usize>>::new();
            for (at, entry) in table.iter().flat_map(|table| table.entries.iter().enumerate()) {
                index.entry(entry.name.clone()).or_default().push(at);
            }
            index
        })
    });
    let rows = Rows::new(app, shown, index);
    provide_context(rows);
    view! {
        <Filter text query shown />
        <Names />
        <Table rows order />
    }
}

/// The names of the bundles with the contents that are searched for; `None` where none are.
fn containing(app: AppState, search: Memo<Search>) -> RwSignal<Option<BTreeSet<String>>> {
    let wanted = Memo::new(move |_| search.with(|search| search.contents.clone()));
    fetched(move || {
        let wanted = wanted.get();
        let paths: BTreeSet<String> = app.channel.table().with(|table| {
            let entries = table.as_ref().map(|table| table.entries.as_slice()).unwrap_or_default();
            entries.iter().filter_map(|entry| entry.bundle_path.clone()).collect()
        });
        async move {
            let (kind, what) = wanted?;
            let paths: Vec<String> = paths.into_iter().collect();
            let names = bridge::bundles_containing(kind, &what, &paths).await.ok()?;
            Some(names.into_iter().collect())
        }
    })
}

#[component]
fn Filter(text: RwSignal<String>, query: Memo<Search>, shown: Memo<Vec<usize>>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let total = move || app.channel.table().with(|table| table.as_ref().map_or(0, |table| table.entries.len()));
    let said = move || {
        let query = query.get();
        if query.is_empty() {
            return String::new();
        }
        let number = format!("{} of {}", shown.with(Vec::len), count(total(), "entry", "entries"));
        match query.meaning() {
            meaning if meaning.is_empty() => number,
            meaning => format!("{number}: {meaning}"),
        }
    };
    view! {
        <div class="entry-filter">
            <label class="visually-hidden" for="entry-filter">"Filter the entries"</label>
            <input id="entry-filter" type="search" autocomplete="off" spellcheck="false" prop:value=text
                placeholder="Filter: name, >=1.2 <1.4, sha256:…, property:olm.gvk" on:input=move |event| text.set(event_target_value(&event)) />
            <span class="facts" role="status">{said}</span>
        </div>
    }
}

/// What is offered where the name of an entry is written: the newest that fit.
#[component]
fn Names() -> impl IntoView {
    let app = expect_context::<AppState>();
    let written = RwSignal::new(String::new());
    let take = move |event: &web_sys::Event, text: fn(&web_sys::HtmlInputElement) -> String| {
        let field = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
        if let Some(field) = field.filter(|field| field.get_attribute("list").as_deref() == Some(NAMES)) {
            written.set(text(&field));
        }
    };
    let typed = window_event_listener(ev::input, move |event| take(&event, |field| field.value().to_lowercase()));
    let entered = window_event_listener(ev::focusin, move |event| take(&event, |_| String::new()));
    on_cleanup(move || {
        typed.remove();
        entered.remove();
    });
    let offered = Memo::new(move |_| {
        app.channel.table().with(|table| {
            let entries = table.as_ref().map(|table| table.entries.as_slice()).unwrap_or_default();
            let fits = |entry: &EntryRow| written.with(|written| entry.name.to_lowercase().contains(written.as_str()));
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

#[component]
fn Table(rows: Rows, order: RwSignal<Order>) -> impl IntoView {
    let (app, shown) = (rows.app, rows.shown);
    let top = RwSignal::new(0.0_f64);
    let height = RwSignal::new(600.0_f64);
    let count = Memo::new(move |_| shown.with(Vec::len));
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "both are small and not negative")]
    let window = Memo::new(move |_| {
        let count = count.get();
        if count <= WHOLE {
            return (0, count);
        }
        let first = ((top.get() / ROW) as usize).saturating_sub(MARGIN).min(count);
        let last =
            first.saturating_add((height.get() / ROW) as usize).saturating_add(MARGIN.saturating_mul(2)).min(count);
        (first, last)
    });
    let place = NodeRef::<leptos::html::Div>::new();
    let selected = Memo::new(move |_| {
        let name = app.selected.entry().get()?;
        let at = app.channel.table().with(|table| {
            let entries = &table.as_ref()?.entries;
            shown.with(|shown| shown.iter().position(|row| entries.get(*row).is_some_and(|entry| entry.name == name)))
        });
        Some((name, at?))
    });
    // The selected row is in viewport.
    Effect::new(move |_| {
        let (Some((_, at)), Some(element)) = (selected.get(), place.get()) else { return };
        scroll_to_row(&element, at);
    });
    let scrolled = move |event: web_sys::Event| {
        if let Some(element) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) {
            top.set(f64::from(element.scroll_top()));
            height.set(f64::from(element.client_height()));
        }
    };
    let address = move || {
        app.channel
            .table()
            .with(|table| table.as_ref().map(|t| (t.package.clone(), t.channel.clone())).unwrap_or_default())
    };
    let visible = move || {
        let (first, last) = window.get();
        app.channel.table().with(|table| {
            let entries = table.as_ref().map(|table| table.entries.as_slice()).unwrap_or_default();
            shown.with(|shown| {
                let wanted = shown.get(first..last.min(shown.len())).unwrap_or_default();
                let (package, channel) = address();
                let place = |row: &usize| {
                    let name = entries.get(*row)?.name.clone();
                    let of_name = rows.index.with(|index| index.get(&name).cloned()).unwrap_or_default();
                    let number = of_name.iter().position(|at| at == row)?;
                    Some(Place { package: package.clone(), channel: channel.clone(), name, number })
                };
                wanted.iter().filter_map(place).collect::<Vec<_>>()
            })
        })
    };
    #[allow(clippy::cast_precision_loss, reason = "row numbers are small")]
    let pad = |rows: usize| format!("height:{}px", rows as f64 * ROW);
    let is_all = move || {
        shown.track();
        let names = rows.names();
        !names.is_empty() && app.channel.chosen().with(|chosen| names.iter().all(|name| chosen.contains(name)))
    };
    view! {
        <div class="table-scroll" class:is-stale=move || app.channel.is_stale().get() tabindex="0" node_ref=place role="region" aria-label="Entries of the channel" on:scroll=scrolled>
            <table class="entries" aria-rowcount=move || count.get().to_string()>
                <thead><tr>
                    <th scope="col"><input type="checkbox" class="choose" aria-label="Choose all that are shown" prop:checked=is_all on:change=move |_| rows.choose_all() />"Entry"</th>
                    <th scope="col" aria-sort=move || order.get().key()><button type="button" class="quiet" title=move || format!("Order: {}; next: {}", order.get().name(), order.get().next().name())
                        on:click=move |_| order.update(|order| *order = order.next())>{move || format!("Version{}", order.get().sign())}</button></th>
                    <th scope="col">"Replaces"</th>
                    <th scope="col">"Skips"</th><th scope="col">"skipRange"</th><th scope="col"><span class="visually-hidden">"Actions"</span></th>
                </tr></thead>
                <tbody>
                    <tr class="pad" aria-hidden="true" style=move || pad(window.get().0)></tr>
                    <For each=visible key=Place::clone children=move |place| view! { <Entry place /> } />
                    <tr class="pad" aria-hidden="true" style=move || pad(count.get().saturating_sub(window.get().1))></tr>
                </tbody>
            </table>
        </div>
    }
}

/// Scrolls only as far as needed. Heights are those of the style sheet.
#[allow(clippy::cast_possible_truncation, reason = "pixels")]
fn scroll_to_row(element: &web_sys::HtmlDivElement, row: usize) {
    const HEADER: i32 = 32;
    let row = i32::try_from(row).unwrap_or(0);
    let top = row.saturating_mul(ROW as i32);
    let bottom = top.saturating_add(ROW as i32).saturating_add(HEADER);
    let (from, height) = (element.scroll_top(), element.client_height());
    if top < from || bottom > from.saturating_add(height) {
        element.set_scroll_top(top.saturating_sub(height / 3).max(0));
    }
}
