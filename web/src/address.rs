//! The address of the page: what is selected and how it is shown. What the address asks to open is handled by the
//! JavaScript (`linked.ts`).

use std::cell::RefCell;

use wasm_bindgen::JsValue;

use crate::bridge;
use crate::state::{PackageTab, Pane, Selection, View};

/// The state that a link to the page restores.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Location {
    pub place: Selection,
    pub entry: Option<String>,
    pub view: View,
    /// The tab, if a package is shown.
    pub tab: PackageTab,
    /// The page that is shown instead of the channel.
    pub page: Option<Pane>,
}

fn hash() -> String {
    let text = web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
    text.trim_start_matches('#').to_owned()
}

fn value(name: &str) -> String {
    let hash = hash();
    let pairs = hash.split('&').filter_map(|pair| pair.split_once('='));
    let found = pairs.filter(|(key, _)| *key == name).map(|(_, value)| value).next_back().unwrap_or_default();
    js_sys::decode_uri_component(found).map(String::from).unwrap_or_default()
}

const GRAPH: &str = "graph";
/// The pages with an address of their own.
const PAGES: [(Pane, &str); 3] = [(Pane::Problems, "problems"), (Pane::Review, "review"), (Pane::History, "history")];
/// The tabs of a package that the address names.
const TABS: [(PackageTab, &str); 2] = [(PackageTab::Bundles, "bundles"), (PackageTab::Dependencies, "dependencies")];

/// Whether the address names a view that exists, or none.
fn is_view(name: &str) -> bool {
    let mut names = PAGES.iter().map(|(_, page)| *page).chain(TABS.iter().map(|(_, tab)| *tab));
    matches!(name, "" | GRAPH) || names.any(|known| known == name)
}

/// Reads the selection from the address.
pub fn read() -> Location {
    let view = value("view");
    let place = Selection { package: value("package"), channel: value("channel") };
    let tab = TABS.into_iter().find(|(_, name)| *name == view && place.is_package()).map(|(tab, _)| tab);
    Location {
        place,
        tab: tab.unwrap_or_default(),
        entry: Some(value("entry")).filter(|entry| !entry.is_empty()),
        view: if view == GRAPH { View::Graph } else { View::Table },
        page: PAGES.into_iter().find(|(_, name)| *name == view).map(|(pane, _)| pane),
    }
}

/// The address of the catalog overview.
const OVERVIEW: &str = "catalog";
/// The keys of a selection.
const KEYS: [&str; 4] = ["package", "channel", "entry", "view"];

/// Whether a part of the address belongs to the selection.
fn is_selection(pair: &str) -> bool {
    pair == OVERVIEW || pair.split_once('=').is_some_and(|(key, _)| KEYS.contains(&key))
}

/// Whether the address contains a selection, including that of the overview.
pub fn is_written() -> bool {
    hash().split('&').any(is_selection)
}

thread_local! {
    /// What the page wrote last: the selection, and the other parts of the address.
    static WRITTEN: RefCell<Option<(Location, String)>> = const { RefCell::new(None) };
}

/// Whether the address is the one that the page wrote last. Otherwise it may name something that does not exist.
pub fn is_own() -> bool {
    WRITTEN.with_borrow(|written| written.as_ref().is_some_and(|(location, _)| *location == read()))
}

/// Whether the address is one of the open catalog. Otherwise it asks for another one, which is opened next.
pub fn is_of_catalog() -> bool {
    WRITTEN.with_borrow(|written| written.as_ref().is_some_and(|(_, rest)| *rest == others()))
}

/// The parts of the address that do not belong to the selection.
fn others() -> String {
    let hash = hash();
    hash.split('&').filter(|pair| !pair.is_empty() && !is_selection(pair)).collect::<Vec<_>>().join("&")
}

/// Writes the selection into the address. Unless `replaced`, this adds a step to the browser's history. The first call
/// always replaces the address that the page was opened with.
pub fn write(location: &Location, replaced: bool) {
    WRITTEN.replace(Some((location.clone(), others())));
    let has_one = is_written();
    let is_same = has_one && read() == *location;
    if is_same && is_view(&value("view")) {
        return;
    }
    let Some(window) = web_sys::window() else { return };
    let Some((history, address)) = window.history().ok().zip(window.location().href().ok()) else { return };
    // Not `#…` alone, which would be relative to the base of the document.
    let text = format!("{}#{}", address.split('#').next().unwrap_or_default(), pairs(location).join("&"));
    // The history of a page in another editor is that of the window.
    let _ = if has_one && !replaced && !is_same && !bridge::is_hosted() {
        history.push_state_with_url(&JsValue::NULL, "", Some(&text))
    } else {
        history.replace_state_with_url(&JsValue::NULL, "", Some(&text))
    };
}

/// The parts of the address: the selection, and the parts that do not belong to it.
fn pairs(location: &Location) -> Vec<String> {
    let pair = |key: &str, text: &str| format!("{key}={}", String::from(js_sys::encode_uri_component(text)));
    let mut pairs = if location.place.package.is_empty() {
        vec![OVERVIEW.to_owned()]
    } else {
        let channel = Some(&location.place.channel).filter(|channel| !channel.is_empty());
        let channel = channel.map(|channel| pair("channel", channel));
        [Some(pair("package", &location.place.package)), channel].into_iter().flatten().collect()
    };
    pairs.extend(location.entry.as_ref().map(|entry| pair("entry", entry)));
    let page = PAGES.into_iter().find(|(pane, _)| Some(*pane) == location.page).map(|(_, name)| name);
    let tab = TABS.into_iter().find(|(tab, _)| *tab == location.tab).map(|(_, name)| name);
    let view = page.or(tab).or((location.view == View::Graph).then_some(GRAPH));
    pairs.extend(view.map(|view| pair("view", view)));
    pairs.extend(Some(others()).filter(|others| !others.is_empty()));
    pairs
}
