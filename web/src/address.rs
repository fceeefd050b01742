//! What the address of the page says: the selection. What it asks to open is for the JavaScript (`linked.js`).

use wasm_bindgen::JsValue;

use crate::state::Selection;

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

/// What the address selects.
pub fn read() -> Selection {
    Selection { package: value("package"), channel: value("channel") }
}

/// What stands for the overview of the catalog.
const OVERVIEW: &str = "catalog";

/// Whether a part of the address is a selection.
fn is_selection(pair: &str) -> bool {
    pair == OVERVIEW || pair.starts_with("package=") || pair.starts_with("channel=")
}

/// Whether the address has a selection, be it that of the overview.
pub fn is_written() -> bool {
    hash().split('&').any(is_selection)
}

/// Notes a selection. The first one takes the place of the address that the page came with; "back" goes to the one before.
pub fn write(selection: &Selection) {
    let has_one = is_written();
    if has_one && read() == *selection {
        return;
    }
    let encode = |text: &str| String::from(js_sys::encode_uri_component(text));
    let mut text = if selection.package.is_empty() {
        format!("#{OVERVIEW}")
    } else {
        format!("#package={}&channel={}", encode(&selection.package), encode(&selection.channel))
    };
    for other in hash().split('&').filter(|pair| !pair.is_empty() && !is_selection(pair)) {
        text.push_str(&format!("&{other}"));
    }
    let Some(history) = web_sys::window().and_then(|window| window.history().ok()) else { return };
    let _ = if has_one {
        history.push_state_with_url(&JsValue::NULL, "", Some(&text))
    } else {
        history.replace_state_with_url(&JsValue::NULL, "", Some(&text))
    };
}
