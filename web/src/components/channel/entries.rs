//! The entries of a channel as a table with filter, order and selection. Only the visible rows are rendered.

use crate::prelude::*;
use leptos::either::EitherOf4;
use leptos::ev;
use olmkit_api::EntryRow;
use olmkit_collections::{SortedMap, SortedSet};
use wasm_bindgen::JsCast;

use crate::bridge;
use crate::components::channel::bulk::Bulk;
use crate::components::channel::cells::Cells;
use crate::components::channel::entry_row::Entry;
use crate::components::channel::filter::Filter;
use crate::components::channel::lines::{Fold, Gone, HEADER, Line, Lines, Shown, line};
use crate::components::channel::messages::Message;
use crate::components::channel::rail::{Marks, RailDrawing, extent as extent_of, path_from};
use crate::components::channel::rows::{NAMES, Rows, StepHeads};
use crate::components::parts::narrow::is_narrow;
use crate::live::{For, Show, effect, live, memo};
use crate::order::Order;
use crate::search::{Search, matches};
use crate::state::{AppState, fetched};
use crate::text::lower;

/// Height of a row in pixels, with a mouse and by touch; the style sheet has the same numbers.
const ROW: f64 = 28.0;
const ROW_TOUCH: f64 = 48.0;
/// Rows above and below the visible part that are drawn.
const MARGIN: usize = 1;
/// Channels up to this length are shown whole.
const WHOLE: usize = 40;
/// Names that are offered where one is written.
const OFFERED: usize = 100;

#[component]
pub fn Entries() -> impl IntoView {
    let app = expect_context::<AppState>();
    let Filter { query, order, folds, found, .. } = expect_context();
    let containing = containing(app, query);
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
    // Only whole channels in this order have edges between their rows.
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
        <Bulk />
    }
}

/// The names of the bundles with the contents that are searched for; `None` where none are.
fn containing(app: AppState, search: Memo<Search>) -> RwSignal<Option<SortedSet<String>>> {
    let wanted = memo(move |_| search.with(|search| search.contents.clone()));
    fetched(move || {
        let wanted = wanted.get();
        let paths: SortedSet<String> = app.channel.table.with(|table| {
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

/// The suggested names of entries: the newest matches.
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

#[component]
fn Table(rows: Rows, order: RwSignal<Order>, is_drawn: Memo<bool>, folds: RwSignal<bool>) -> impl IntoView {
    let (app, shown, rail, row_of, hovered) = (rows.app, rows.shown, rows.rail, rows.row_of, rows.hovered);
    let top = RwSignal::new(0.0_f64);
    let height = RwSignal::new(600.0_f64);
    let row_height = RwSignal::new(ROW);
    let opened = RwSignal::new(SortedSet::<usize>::new());
    let chosen = memo(move |_| {
        let name = app.selected.entry.get()?;
        rail.with(|rail| rail.rows.iter().position(|row| row.name == name))
    });
    let lines = memo(move |_| {
        let only = if !is_drawn.get() {
            let row = |entry: &usize| row_of.with(|row_of| row_of.get(*entry).copied());
            Some(shown.with(|shown| shown.iter().filter_map(row).collect()))
        } else {
            None
        };
        let is_folded = |from: usize, to: usize| {
            folds.get()
                && !opened.with(|opened| opened.contains(&from))
                && !chosen.get().is_some_and(|row| (from..to).contains(&row))
        };
        rail.with(|rail| rows.messages.with(|found| Lines::new(rail, only, is_folded, found)))
    });
    let count = memo(move |_| lines.with(Lines::len));
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "both are small and not negative")]
    let window = memo(move |_| {
        let count = count.get();
        if count <= WHOLE {
            return (0, count);
        }
        let (first, many) = (top.get() / row_height.get(), height.get() / row_height.get());
        let (top, bottom) = (first as usize, (first + many) as usize);
        lines.with(|lines| {
            let first = lines.at(top).saturating_sub(MARGIN);
            (first, lines.at(bottom).saturating_add(MARGIN.saturating_add(1)).min(count))
        })
    });
    let place = NodeRef::<leptos::html::Div>::new();
    let selected = memo(move |_| {
        let row = chosen.get()?;
        lines.with(|lines| lines.shown.iter().position(|line| *line == Shown::Row(row)).map(|line| lines.top(line)))
    });
    // The selected row is in sight.
    effect(move || {
        let Some(element) = place.get() else { return };
        row_height.set(if is_narrow() { ROW_TOUCH } else { ROW });
        if let Some(at) = selected.get() {
            scroll_to_row(&element, at, row_height.get_untracked());
        }
    });
    effect(move || place.get().iter().for_each(|element| bridge::watch_size(element)));
    let cells = expect_context::<Cells>();
    let scrolled = move |event: web_sys::Event| {
        cells.follow();
        if let Some(element) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) {
            let before = height.get_untracked();
            let at = selected.get_untracked().filter(|_| f64::from(element.client_height()) < before);
            // It stays in sight when the entry's sheet takes a part of the place.
            if let Some(at) = at.filter(|at| is_in_sight(&element, *at, row_height.get_untracked(), before)) {
                scroll_to_row(&element, at, row_height.get_untracked());
            }
            let skips = element.query_selector(".skips-head").ok().flatten();
            let width = skips.map_or(0.0, |head| f64::from(head.client_width()));
            if rows.skips_width.get_untracked().to_bits() != width.to_bits() {
                rows.skips_width.set(width);
            }
            top.set(f64::from(element.scroll_top()));
            height.set(f64::from(element.client_height()));
        }
    };
    let ground =
        memo(move |_| lines.with(|lines| rail.with(|rail| lines.ground(rail, row_height.get(), window.get()))));
    let lit = memo(move |_| {
        let from = hovered.get().or_else(|| app.selected.entry.get());
        let semantics = app.channel.semantics.get();
        rail.with(|rail| path_from(rail, rail.rows.iter().position(|row| Some(&row.name) == from.as_ref()), semantics))
    });
    let deprecated = memo(move |_| {
        app.channel.table.with(|table| {
            let entries = table.iter().flat_map(|table| table.entries.iter().enumerate());
            let rows = entries.filter(|(_, entry)| entry.deprecation.is_some());
            row_of.with(|row_of| rows.filter_map(|(at, _)| row_of.get(at).copied()).collect::<SortedSet<_>>())
        })
    });
    let marks = memo(move |_| Marks {
        chosen: chosen.get(),
        hovered: hovered.get().and_then(|name| rail.with(|rail| rail.rows.iter().position(|row| row.name == name))),
        deprecated: deprecated.get(),
    });
    let visible = move || {
        // Before `window`, which comes from `lines` too: a change of the lines that leaves the window as it is would be
        // taken for no change at all.
        lines.track();
        let (first, last) = window.get();
        let (package, channel) = address(app);
        let line = |shown: &Shown| line(rows, &package, &channel, *shown);
        lines.with(|lines| {
            lines
                .shown
                .get(first..last.min(lines.len()))
                .unwrap_or_default()
                .iter()
                .filter_map(line)
                .collect::<Vec<_>>()
        })
    };
    #[allow(clippy::cast_precision_loss, reason = "row numbers are small")]
    let pad = move |rows: usize| format!("height:{}px", rows as f64 * row_height.get());
    let extent = memo(move |_| rail.with(extent_of));
    let longest = memo(move |_| {
        rail.with(|rail| {
            let lengths = rail.rows.iter().map(|row| row.name.len().saturating_sub(rail.prefix.len()));
            lengths.max().unwrap_or_default()
        })
    });
    let has_ranges = memo(move |_| {
        app.channel
            .table
            .with(|table| table.iter().flat_map(|table| &table.entries).any(|entry| entry.skip_range.is_some()))
    });
    let style = move || {
        let (from, to) = extent.get();
        format!("--longest:{};--rail-from:{from}px;--rail-to:{to}px", longest.get())
    };
    let prefix = move || rail.with(|rail| Some(format!("{}\u{2026}", rail.prefix)).filter(|_| !rail.prefix.is_empty()));
    view! {
        <div class="table-scroll" class:is-stale=move || app.channel.is_stale.get() style=style tabindex="0" node_ref=place role="region" aria-label="Entries of the channel" on:scroll=scrolled on:mouseleave=move |_| hovered.set(None)>
            <Show when=move || is_drawn.get()><RailDrawing rail ground lit marks /></Show>
            <table class="entries" class:is-drawn=is_drawn class:no-ranges=move || !has_ranges.get() aria-rowcount=move || count.get().to_string()>
                <thead><tr>
                    <td class="rail-cell"></td>
                    <th scope="col" aria-sort=move || order.get().key()>"Entry "<span class="stem-shared">{live(prefix)}</span></th>
                    <th scope="col">"replaces"</th><th scope="col" class="skips-head">"skips"</th><th scope="col">"skipRange"</th>
                    <StepHeads />
                    <th scope="col"><span class="visually-hidden">"Actions"</span></th>
                </tr></thead>
                <tbody><tr class="pad" aria-hidden="true" style=move || pad(lines.with(|lines| lines.top(window.get().0)))></tr></tbody>
                // Each line has an element of its own, whatever it shows: only elements are moved when the order changes.
                <For each=visible key=Line::clone children=move |line| view! {
                    <tbody>{match line {
                        Line::Entry(place) => EitherOf4::A(view! { <Entry place /> }),
                        Line::Gone(row, name) => EitherOf4::B(view! { <Gone rows row name /> }),
                        Line::Fold(from, to, name) => EitherOf4::C(view! { <Fold rows from to name opened /> }),
                        Line::Message(at) => EitherOf4::D(view! { <Message messages=rows.messages at /> }),
                    }}</tbody>
                } />
                <tbody><tr class="pad" aria-hidden="true" style=move || pad(lines.with(|lines| lines.height().saturating_sub(lines.top(window.get().1))))></tr></tbody>
            </table>
        </div>
    }
}

fn address(app: AppState) -> (String, String) {
    app.channel
        .table
        .with(|table| table.as_ref().map(|table| (table.package.clone(), table.channel.clone())).unwrap_or_default())
}

/// Whether a row is in the part that is shown, at such a height of that part. Heights are those of the style sheet.
#[allow(clippy::cast_precision_loss, reason = "pixels")]
fn is_in_sight(element: &web_sys::Element, row: usize, height: f64, visible: f64) -> bool {
    let (top, from) = (row as f64 * height, f64::from(element.scroll_top()));
    top >= from && top + height + HEADER <= from + visible
}

/// Scrolls only as far as needed.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "pixels")]
fn scroll_to_row(element: &web_sys::Element, row: usize, height: f64) {
    let visible = f64::from(element.client_height());
    if !is_in_sight(element, row, height, visible) {
        element.set_scroll_top((row as f64 * height - visible / 3.0).max(0.0) as i32);
    }
}
