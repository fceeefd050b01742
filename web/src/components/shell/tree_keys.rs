//! Keys in the list of packages and channels, which is one stop of the Tab key.

use crate::prelude::*;
use olmkit_api::PackageSummary;
use olmkit_collections::SortedMap;
use wasm_bindgen::JsCast;

use crate::keyboard;
use crate::live::{effect, memo};
use crate::state::{AppState, Selection};
use crate::text::lower;

/// Which packages are expanded, and which item the Tab key leads to. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Items {
    app: AppState,
    /// The packages that a key has expanded or collapsed. Of the others, the selected one is expanded.
    turned: RwSignal<SortedMap<String, bool>>,
    /// The item that had the focus last.
    last: RwSignal<Option<Selection>>,
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
        let stop = memo(move |_| {
            let is_there = |item: &Selection| {
                let package = shown.with(|shown| shown.iter().find(|package| package.name == item.package).cloned());
                package.is_some_and(|package| {
                    let has = package.channels.iter().any(|channel| channel.name == item.channel);
                    item.channel.is_empty() || has && is_open(app, turned, &item.package)
                })
            };
            let mut wanted = last.get().into_iter().chain([app.selected.place.get()]);
            wanted.find(is_there).unwrap_or_else(|| {
                let first = shown.with(|shown| shown.first().map(|package| package.name.clone()));
                Selection { package: first.unwrap_or_default(), channel: String::new() }
            })
        });
        Items { app, turned, last, stop }
    }

    pub fn is_open(self, package: &str) -> bool {
        is_open(self.app, self.turned, package)
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

/// Moves from the filter into the list.
pub fn enter(event: &web_sys::KeyboardEvent) {
    if event.key() == "ArrowDown" && focus(all().first()) {
        event.prevent_default();
    }
}

/// Handles keys on an item.
pub fn keys(items: Items, event: &web_sys::KeyboardEvent) {
    let Some(from) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlElement>().ok()) else { return };
    let all = all();
    let Some(at) = all.iter().position(|item| *item == from) else { return };
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let turn = |is_open: bool| {
        items.turned.update(|turned| _ = turned.insert(name_of(&from), is_open));
        true
    };
    let is_channel = |item: &&web_sys::HtmlElement| item.class_list().contains("channel");
    let before = all.get(..at).unwrap_or_default();
    let after = all.get(at.saturating_add(1)..).unwrap_or_default();
    let key = keyboard::key(event);
    let is_done = match (key.as_str(), from.get_attribute("aria-expanded").as_deref()) {
        ("ArrowDown", _) => focus(after.first()),
        ("ArrowUp", _) => focus(before.last()),
        ("Home", _) => focus(all.first()),
        ("End", _) => focus(all.last()),
        ("ArrowRight", Some("false")) => turn(true),
        ("ArrowRight", Some(_)) => focus(after.first().filter(is_channel)),
        ("ArrowLeft", Some("true")) => turn(false),
        ("ArrowLeft", None) => focus(before.iter().rfind(|item| !is_channel(item))),
        (letter, _) if letter != " " && letter.chars().count() == 1 => {
            let starts = |item: &&web_sys::HtmlElement| lower(&name_of(item)).starts_with(letter);
            focus(after.iter().chain(before).find(starts))
        }
        _ => false,
    };
    if is_done {
        event.prevent_default();
    }
}

/// The items in their order on the page.
fn all() -> Vec<web_sys::HtmlElement> {
    let page = web_sys::window().and_then(|window| window.document());
    let Some(list) = page.and_then(|page| page.query_selector(".packages").ok().flatten()) else { return Vec::new() };
    let items = children(&list).flat_map(|package| {
        let channels = package.query_selector(".channels").ok().flatten();
        let own = channels.iter().flat_map(children).collect::<Vec<_>>();
        std::iter::once(package).chain(own)
    });
    items.filter_map(|item| item.first_element_child()?.dyn_into().ok()).collect()
}

fn children(of: &web_sys::Element) -> impl Iterator<Item = web_sys::Element> + use<> {
    std::iter::successors(of.first_element_child(), web_sys::Element::next_element_sibling)
}

/// Focuses an item. Returns whether there is one.
fn focus(item: Option<&web_sys::HtmlElement>) -> bool {
    item.is_some_and(|item| item.focus().is_ok())
}

fn name_of(item: &web_sys::HtmlElement) -> String {
    let name = item.query_selector(".name").ok().flatten();
    name.and_then(|name| name.text_content()).unwrap_or_default()
}
