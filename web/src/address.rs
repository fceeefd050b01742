//! What the address of the page says: the selection, and the sample to open.

use wasm_bindgen::JsValue;

use crate::state::Selection;

fn value(name: &str) -> String {
    let text = web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
    let pairs = text.trim_start_matches('#').split('&').filter_map(|pair| pair.split_once('='));
    let found = pairs.filter(|(key, _)| *key == name).map(|(_, value)| value).next_back().unwrap_or_default();
    js_sys::decode_uri_component(found).map(String::from).unwrap_or_default()
}

/// What the address selects.
pub fn read() -> Selection {
    Selection { package: value("package"), channel: value("channel") }
}

/// The sample that the address asks for.
pub fn sample() -> Option<String> {
    Some(value("sample")).filter(|name| !name.is_empty())
}

/// Notes a selection. The first one takes the place of the address that the page came with; "back" goes to the one before.
pub fn write(selection: &Selection) {
    let encode = |text: &str| String::from(js_sys::encode_uri_component(text));
    let mut text = format!("#package={}&channel={}", encode(&selection.package), encode(&selection.channel));
    if let Some(sample) = sample() {
        text.push_str(&format!("&sample={}", encode(&sample)));
    }
    let before = read();
    if before == *selection {
        return;
    }
    let Some(history) = web_sys::window().and_then(|window| window.history().ok()) else { return };
    let _ = if before.package.is_empty() {
        history.replace_state_with_url(&JsValue::NULL, "", Some(&text))
    } else {
        history.push_state_with_url(&JsValue::NULL, "", Some(&text))
    };
}
