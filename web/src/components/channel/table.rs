//! The table of a channel's entries. Only the visible lines are rendered.

use crate::prelude::*;
use leptos::either::EitherOf4;
use olmkit_api::EntryRow;
use olmkit_collections::SortedSet;
use wasm_bindgen::JsCast;

use crate::bridge;
use crate::components::channel::cells::Cells;
use crate::components::channel::entry_row::{Entry, chips_width};
use crate::components::channel::lines::{Fold, Gone, Line, Lines, Shown, line};
use crate::components::channel::messages::Message;
use crate::components::channel::rail::{Marks, RailDrawing, extent as extent_of, path_from};
use crate::components::channel::row_keys::selector;
use crate::components::channel::rows::{Jump, Rows, StepHeads, To};
use crate::components::parts::scroll::Scroll;
use crate::live::{For, Show, effect, live, memo};
use crate::order::Order;
use crate::state::AppState;
use crate::text::{Decimal, rounded};

/// Keeps the selected row visible.
fn follow(scroll: Scroll, app: AppState, selected: Memo<Option<usize>>) {
    scroll.watch();
    effect(move || {
        let Some(element) = scroll.place.get() else { return };
        app.selected.revealed.track();
        app.workbench.is_narrow.track();
        app.workbench.text_scale.track();
        if let Some(at) = selected.get() {
            scroll.reveal(&element, at);
        }
    });
}

/// Updates the visible part after scrolling or a change of size. Keeps the selected row visible when the page of the
/// entry reduces the height.
fn update(scroll: Scroll, element: &web_sys::Element, selected: Option<usize>) {
    let before = scroll.update(element);
    let at = selected.filter(|_| f64::from(element.client_height()) < before);
    if let Some(at) = at.filter(|at| scroll.shows(element, *at, before)) {
        scroll.reveal(element, at);
        scroll.update(element);
    }
}

/// The lines of the rail that the table shows, and the selected row.
#[derive(Clone, Copy)]
struct Drawn {
    rows: Rows,
    is_drawn: Memo<bool>,
    lines: Memo<Lines>,
    /// The row of the rail with the selected entry.
    chosen: Memo<Option<usize>>,
}

impl Drawn {
    fn new(rows: Rows, is_drawn: Memo<bool>, folds: RwSignal<bool>, opened: RwSignal<SortedSet<usize>>) -> Self {
        let Rows { app, rail, row_of, shown, .. } = rows;
        let chosen = memo(move |_| {
            let name = app.selected.entry.get()?;
            rail.with(|rail| rail.rows.iter().position(|row| row.name == name))
        });
        let lines = memo(move |_| {
            let row = |entry: &usize| row_of.with(|row_of| row_of.get(*entry).copied());
            let only = (!is_drawn.get()).then(|| shown.with(|shown| shown.iter().filter_map(row).collect()));
            let is_folded = |from: usize, to: usize| {
                folds.get()
                    && !opened.with(|opened| opened.contains(&from))
                    && !chosen.get().is_some_and(|row| (from..to).contains(&row))
            };
            rail.with(|rail| rows.messages.with(|found| Lines::new(rail, only, is_folded, found)))
        });
        Drawn { rows, is_drawn, lines, chosen }
    }

    /// The height above the selected row, in rows.
    fn selected(self) -> Option<usize> {
        let row = self.chosen.get()?;
        self.lines
            .with(|lines| lines.shown.iter().position(|line| *line == Shown::Row(row)).map(|line| lines.top(line)))
    }

    /// The row that a jump leads to, with the height above it, in rows.
    fn target(self, Jump { from, to, .. }: &Jump, page: usize) -> Option<(String, usize)> {
        let rail = self.rows.rail.get_untracked();
        let lines = self.lines.get_untracked();
        let row = |(at, line): (usize, &Shown)| match line {
            Shown::Row(row) => {
                Some((rail.rows.get(*row).filter(|row| row.entry.is_some())?.name.as_str(), lines.top(at)))
            }
            _ => None,
        };
        let rows: Vec<(&str, usize)> = lines.shown.iter().enumerate().filter_map(row).collect();
        let at = rows.iter().position(|(name, _)| name == from)?;
        let (_, top) = *rows.get(at)?;
        let (next, previous) = (at.saturating_add(1), at.saturating_sub(1));
        let next_page = rows.iter().rposition(|(_, other)| *other <= top.saturating_add(page)).unwrap_or(at);
        let page_before = rows.iter().position(|(_, other)| *other >= top.saturating_sub(page)).unwrap_or(at);
        let wanted = match to {
            To::First => 0,
            To::Last => rows.len(),
            To::Next => next,
            To::Previous => previous,
            To::PageDown => next_page.max(next),
            To::PageUp => page_before.min(previous),
        };
        rows.get(wanted).or(rows.last()).map(|(name, top)| ((*name).to_owned(), *top))
    }

    /// Handles jumps to rows that are not visible: scrolls to the row, then focuses it.
    fn jump(self, scroll: Scroll) {
        effect(move || {
            let (Some(jump), Some(element)) = (self.rows.jump.get(), scroll.place.get_untracked()) else { return };
            let Some((name, top)) = self.target(&jump, scroll.page()) else { return };
            scroll.reveal(&element, top);
            bridge::focus_row(&selector(&name, jump.column));
        });
    }

    /// The content of these lines.
    fn visible(self, (first, last): (usize, usize)) -> Vec<Line> {
        let (package, channel) = address(self.rows.app);
        let line = |shown: &Shown| line(self.rows, &package, &channel, *shown);
        self.lines.with(|lines| {
            let shown = lines.shown.get(first..last.min(lines.len())).unwrap_or_default();
            shown.iter().filter_map(line).collect()
        })
    }

    /// The rows that the rail marks.
    fn marks(self) -> Memo<Marks> {
        let Rows { app, rail, row_of, hovered, .. } = self.rows;
        let deprecated = memo(move |_| {
            app.channel.table.with(|table| {
                let entries = table.iter().flat_map(|table| table.entries.iter().enumerate());
                let rows = entries.filter(|(_, entry)| entry.deprecation.is_some());
                row_of.with(|row_of| rows.filter_map(|(at, _)| row_of.get(at).copied()).collect::<SortedSet<_>>())
            })
        });
        memo(move |_| Marks {
            chosen: self.chosen.get(),
            hovered: hovered.get().and_then(|name| rail.with(|rail| rail.rows.iter().position(|row| row.name == name))),
            deprecated: deprecated.get(),
        })
    }

    /// Sizes that the style sheet uses: the longest name and the widest edges, and the position of the rail.
    fn style(self) -> Memo<String> {
        let (app, rail) = (self.rows.app, self.rows.rail);
        memo(move |_| {
            rail.with(|rail| {
                let short = |name: &str| name.strip_prefix(rail.prefix.as_str()).unwrap_or(name).len();
                let longest = rail.rows.iter().map(|row| short(&row.name)).max().unwrap_or_default();
                let (from, to) = extent_of(rail);
                let [from, to] = [from, to].map(Decimal);
                let (replaces, skips, ranges) =
                    app.channel.table.with(|table| widest(table.iter().flat_map(|table| &table.entries), short));
                format!("--longest:{longest};--longest-replaces:{replaces};--widest-skips:{};--longest-range:{ranges};--rail-from:{from};--rail-to:{to}", rounded(skips))
            })
        })
    }

    /// The visible edges, below the table.
    fn rail(self, scroll: Scroll, window: Memo<(usize, usize)>) -> impl IntoView {
        let (Drawn { lines, is_drawn, .. }, Rows { app, rail, hovered, .. }) = (self, self.rows);
        let ground =
            memo(move |_| lines.with(|lines| rail.with(|rail| lines.ground(rail, scroll.unscaled(app), window.get()))));
        let lit = memo(move |_| {
            let from = hovered.get().or_else(|| app.selected.entry.get());
            let semantics = app.channel.semantics.get();
            rail.with(|rail| {
                path_from(rail, rail.rows.iter().position(|row| Some(&row.name) == from.as_ref()), semantics)
            })
        });
        let marks = self.marks();
        view! { <Show when=move || is_drawn.get()><RailDrawing rail ground lit marks /></Show> }
    }
}

#[component]
pub fn Table(rows: Rows, order: RwSignal<Order>, is_drawn: Memo<bool>, folds: RwSignal<bool>) -> impl IntoView {
    let Rows { app, rail, hovered, .. } = rows;
    let opened = rw_signal(SortedSet::<usize>::new());
    let scroll = Scroll::new(app);
    let drawn = Drawn::new(rows, is_drawn, folds, opened);
    let (lines, sizes) = (drawn.lines, drawn.style());
    let style = move || sizes.get();
    let count = memo(move |_| lines.with(Lines::len));
    let window = scroll.window_in_parts(count, move |top| lines.with(|lines| lines.at(top)));
    let selected = memo(move |_| drawn.selected());
    follow(scroll, app, selected);
    drawn.jump(scroll);
    let cells = expect_context::<Cells>();
    let scrolled = move |event: web_sys::Event| {
        cells.follow();
        if let Some(element) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) {
            measure_skips(rows, &element);
            update(scroll, &element, selected.get_untracked());
        }
    };
    let visible = move || {
        // Track `lines` before `window`, which depends on it: otherwise a change of the lines that leaves the window
        // unchanged would not be noticed.
        lines.track();
        drawn.visible(window.get())
    };
    let above = move || scroll.pad(lines.with(|lines| lines.top(window.get().0)));
    let below = move || scroll.pad(lines.with(|lines| lines.height().saturating_sub(lines.top(window.get().1))));
    let empty = empty_columns(app);
    let prefix = move || rail.with(|rail| Some(format!("{}\u{2026}", rail.prefix)).filter(|_| !rail.prefix.is_empty()));
    view! {
        <div class="table-scroll" class:is-stale=move || app.channel.is_stale.get() style=style tabindex="0" node_ref=scroll.place role="region" aria-label="Entries of the channel" on:scroll=scrolled on:mouseleave=move |_| hovered.set(None)>
            {drawn.rail(scroll, window)}
            <table class="entries" class:is-drawn=is_drawn class:no-skips=move || empty.get().0 class:no-ranges=move || empty.get().1 aria-rowcount=move || count.get().to_string()>
                <thead><tr>
                    <td class="rail-cell"></td>
                    <th scope="col" aria-sort=move || order.get().key()>"Entry "<span class="stem-shared">{live(prefix)}</span></th>
                    <th scope="col">"replaces"</th><th scope="col" data-resizes="">"skips"</th><th scope="col">"skipRange"</th>
                    <StepHeads />
                    <th scope="col"><span class="visually-hidden">"Actions"</span></th>
                </tr></thead>
                <tbody><tr class="pad" aria-hidden="true" style=above></tr></tbody>
                // Each line has an element of its own, whatever it shows: only elements are moved when the order
                // changes.
                <For each=visible key=Line::clone children=move |line| view! {
                    <tbody>{match line {
                        Line::Entry(place) => EitherOf4::A(view! { <Entry place /> }),
                        Line::Gone(row, name) => EitherOf4::B(view! { <Gone rows row name /> }),
                        Line::Fold(from, to, name) => EitherOf4::C(view! { <Fold rows from to name opened /> }),
                        Line::Message(at) => EitherOf4::D(view! { <Message messages=rows.messages at /> }),
                    }}</tbody>
                } />
                <tbody><tr class="pad" aria-hidden="true" style=below></tr></tbody>
            </table>
        </div>
    }
}

/// Whether no entry has `skips`, and whether none has a `skipRange`.
fn empty_columns(app: AppState) -> Memo<(bool, bool)> {
    memo(move |_| {
        app.channel.table.with(|table| {
            let entries = table.as_ref().map_or(&[][..], |table| &table.entries);
            let is_empty = |is_set: fn(&EntryRow) -> bool| !entries.iter().any(is_set);
            (is_empty(|entry| !entry.skips.is_empty()), is_empty(|entry| entry.skip_range.is_some()))
        })
    })
}

/// The longest `replaces`, the width of the widest `skips` in pixels, and the longest `skipRange`.
fn widest<'e>(entries: impl Iterator<Item = &'e EntryRow>, short: impl Fn(&str) -> usize) -> (usize, f64, usize) {
    let length = |text: &Option<String>, of: &dyn Fn(&str) -> usize| text.as_deref().map_or(0, of);
    entries.fold((0, 0.0, 0), |(replaces, skips, ranges): (usize, f64, usize), entry| {
        (
            replaces.max(length(&entry.replaces, &short)),
            skips.max(chips_width(entry.skips.iter().map(|name| short(name)))),
            ranges.max(length(&entry.skip_range, &str::len)),
        )
    })
}

/// Measures the width of the column of `skips`, which determines how many chips are shown.
fn measure_skips(rows: Rows, table: &web_sys::Element) {
    let head = table.query_selector("[data-resizes]").ok().flatten();
    let width = head.map_or(0.0, |head| f64::from(head.client_width()));
    let width = width / rows.app.workbench.text_scale.get_untracked();
    if rows.skips_width.get_untracked().to_bits() != width.to_bits() {
        rows.skips_width.set(width);
    }
}

fn address(app: AppState) -> (String, String) {
    app.channel
        .table
        .with(|table| table.as_ref().map(|table| (table.package.clone(), table.channel.clone())).unwrap_or_default())
}
