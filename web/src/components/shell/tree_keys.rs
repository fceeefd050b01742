//! Keys in the list of packages and channels, which is one stop of the Tab key.

use crate::prelude::*;
use olmkit_api::{ChannelSummary, PackageSummary};
use olmkit_collections::SortedMap;
use wasm_bindgen::JsCast;

use crate::bridge;
use crate::components::parts::scroll::{Scroll, TREE_ROW};
use crate::keyboard;
use crate::live::{effect, memo};
use crate::state::{AppState, Selection};
use crate::text::lower;

/// An item of the list, which is one row.
#[derive(Debug, Clone, PartialEq)]
struct Item {
    /// The position of its package.
    at: usize,
    /// The position of the channel in the package. `None` if it is the package.
    channel: Option<usize>,
    name: String,
}

impl Item {
    /// The button of the item.
    fn selector(&self) -> String {
        let number = self.at.saturating_add(1);
        match self.channel {
            None => format!(".packages [aria-posinset='{number}']"),
            Some(channel) => format!(
                ".packages > :has(> [aria-posinset='{number}']) .channels > :nth-child({}) > button",
                channel.saturating_add(1)
            ),
        }
    }
}

/// Which packages are expanded, and which item the Tab key leads to. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Items {
    app: AppState,
    shown: Memo<Vec<PackageSummary>>,
    /// The packages that a key has expanded or collapsed. Of the others, the selected one is expanded.
    turned: RwSignal<SortedMap<String, bool>>,
    /// The item that had the focus last.
    last: RwSignal<Option<Selection>>,
    /// The items in their order.
    rows: Memo<Vec<Item>>,
    pub scroll: Scroll,
    /// The first package that is drawn, and the one after the last.
    pub window: Memo<(usize, usize)>,
    stop: Memo<Selection>,
}

impl Items {
    pub fn new(app: AppState, shown: Memo<Vec<PackageSummary>>) -> Self {
        let (turned, last) = (rw_signal(SortedMap::new()), rw_signal(None));
        // What is selected is visible.
        effect(move || {
            let Selection { package, .. } = app.selected.place.get();
            turned.update(|turned| _ = turned.remove(&package));
        });
        let rows = memo(move |_| shown.with(|shown| items(shown, |package| is_open(app, turned, package))));
        let scroll = Scroll::of_rows(app, TREE_ROW);
        scroll.watch();
        let count = memo(move |_| shown.with(Vec::len));
        let window =
            scroll.window(count, move |row| rows.with(|rows| rows.get(row).map_or(usize::MAX, |item| item.at)));
        let stop = memo(move |_| {
            let (first, end) = window.get();
            shown.with(|shown| {
                let drawn = shown.get(first..end).unwrap_or_default();
                let is_there = |item: &Selection| {
                    drawn.iter().find(|package| package.name == item.package).is_some_and(|package| {
                        let has = package.channels.iter().any(|channel| channel.name == item.channel);
                        item.channel.is_empty() || has && is_open(app, turned, &item.package)
                    })
                };
                let mut wanted = last.get().into_iter().chain([app.selected.place.get()]);
                wanted.find(is_there).unwrap_or_else(|| {
                    let first = drawn.first().map(|package| package.name.clone());
                    Selection { package: first.unwrap_or_default(), channel: String::new() }
                })
            })
        });
        Items { app, shown, turned, last, rows, scroll, window, stop }
    }

    pub fn is_open(self, package: &str) -> bool {
        is_open(self.app, self.turned, package)
    }

    /// The number of packages.
    pub fn count(self) -> usize {
        self.shown.with(Vec::len)
    }

    /// The number of rows from the first package to this one.
    fn top(self, package: usize) -> usize {
        self.rows.with(|rows| rows.iter().position(|item| item.at >= package).unwrap_or(rows.len()))
    }

    /// The number of rows above the drawn packages.
    pub fn above(self) -> usize {
        self.top(self.window.get().0)
    }

    /// The number of rows below the drawn packages.
    pub fn below(self) -> usize {
        self.rows.with(Vec::len).saturating_sub(self.top(self.window.get().1))
    }

    /// Shows the selected package or channel.
    pub fn follow(self) {
        let selected = memo(move |_| {
            let package = self.app.selected.place.with(|place| place.package.clone());
            self.shown.with(|shown| shown.iter().position(|one| one.name == package))
        });
        let is_known = memo(move |_| selected.get().is_some());
        effect(move || {
            self.app.selected.place.track();
            is_known.track();
            let (first, end) = self.window.get_untracked();
            if let Some(package) = selected.get_untracked().filter(|package| !(first..end).contains(package)) {
                self.reveal(untrack(|| self.top(package)));
            }
            bridge::show_row(".tree [aria-current]");
        });
    }

    fn reveal(self, row: usize) {
        if let Some(element) = self.scroll.place.get_untracked() {
            self.scroll.reveal(&element, row);
        }
    }

    /// Focuses the item of a row. Returns whether there is one.
    fn focus(self, row: usize) -> bool {
        let Some(item) = self.rows.with_untracked(|rows| rows.get(row).cloned()) else { return false };
        let selector = item.selector();
        if let Some(found) = find(&selector) {
            return found.focus().is_ok();
        }
        self.reveal(row);
        bridge::focus_row(&selector);
        true
    }

    /// The row of an item on the page.
    fn row_of(self, button: &web_sys::HtmlElement) -> Option<usize> {
        let (first, end) = self.window.get_untracked();
        let is_here = |item: &Item| {
            (first..end).contains(&item.at) && find(&item.selector()).is_some_and(|found| found == *button)
        };
        self.rows.with_untracked(|rows| rows.iter().position(is_here))
    }

    /// The `tabindex` of an item.
    pub fn stop_at(self, item: &Selection) -> impl Fn() -> &'static str + Send + use<> {
        let item = item.clone();
        move || if self.stop.with(|stop| *stop == item) { "0" } else { "-1" }
    }

    /// Handles the focus of an item.
    pub fn focused(self, item: &Selection) {
        self.last.set(Some(item.clone()));
    }
}

fn is_open(app: AppState, turned: RwSignal<SortedMap<String, bool>>, package: &str) -> bool {
    let turned = turned.with(|turned| turned.get(package).copied());
    turned.unwrap_or_else(|| app.selected.place.with(|place| place.package == package))
}

/// The packages, and the channels of those that are expanded.
fn items(packages: &[PackageSummary], is_open: impl Fn(&str) -> bool) -> Vec<Item> {
    let mut rows = Vec::new();
    for (at, package) in packages.iter().enumerate() {
        rows.push(Item { at, channel: None, name: package.name.clone() });
        let channels = if is_open(&package.name) { &package.channels[..] } else { &[] };
        let channel = |(number, channel): (usize, &ChannelSummary)| Item {
            at,
            channel: Some(number),
            name: channel.name.clone(),
        };
        rows.extend(channels.iter().enumerate().map(channel));
    }
    rows
}

/// Moves from the filter into the list.
pub fn enter(items: Items, event: &web_sys::KeyboardEvent) {
    if event.key() == "ArrowDown" && items.focus(0) {
        event.prevent_default();
    }
}

/// Handles keys on an item.
pub fn keys(items: Items, event: &web_sys::KeyboardEvent) {
    let Some(from) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlElement>().ok()) else { return };
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let Some(at) = items.row_of(&from) else { return };
    let all = items.rows.get_untracked();
    let turn = |is_open: bool| {
        let name = all.get(at).map(|item| item.name.clone()).unwrap_or_default();
        items.turned.update(|turned| _ = turned.insert(name, is_open));
        true
    };
    let is_channel = |row: usize| all.get(row).is_some_and(|item| item.channel.is_some());
    let next = at.saturating_add(1);
    let key = keyboard::key(event);
    let is_done = match (key.as_str(), from.get_attribute("aria-expanded").as_deref()) {
        ("ArrowDown", _) => items.focus(next),
        ("ArrowUp", _) => at.checked_sub(1).is_some_and(|before| items.focus(before)),
        ("Home", _) => items.focus(0),
        ("End", _) => all.len().checked_sub(1).is_some_and(|last| items.focus(last)),
        ("ArrowRight", Some("false")) => turn(true),
        ("ArrowRight", Some(_)) => is_channel(next) && items.focus(next),
        ("ArrowLeft", Some("true")) => turn(false),
        ("ArrowLeft", None) => (0..at).rfind(|row| !is_channel(*row)).is_some_and(|package| items.focus(package)),
        (letter, _) if letter != " " && letter.chars().count() == 1 => {
            let starts = |row: &usize| all.get(*row).is_some_and(|item| lower(&item.name).starts_with(letter));
            (next..all.len()).chain(0..at).find(starts).is_some_and(|row| items.focus(row))
        }
        _ => false,
    };
    if is_done {
        event.prevent_default();
    }
}

fn find(selector: &str) -> Option<web_sys::HtmlElement> {
    let page = web_sys::window()?.document()?;
    page.query_selector(selector).ok()??.dyn_into().ok()
}
