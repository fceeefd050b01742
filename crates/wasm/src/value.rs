//! Values across the border.

use js_sys::JSON;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use olmkit_json as json;

/// A plain JavaScript value: objects, not maps; null, not undefined.
pub(crate) fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    parse(&json::write(value)?)
}

fn parse(text: &str) -> Result<JsValue, JsError> {
    JSON::parse(text).map_err(|_| JsError::new("the answer is not valid JSON"))
}

fn stringify(value: &JsValue) -> Result<String, JsError> {
    // It throws on rings and on integers without end, and has no text for functions.
    let text = JSON::stringify(value).ok().and_then(|text| JsValue::from(text).as_string());
    text.ok_or_else(|| JsError::new("this is not a plain value"))
}

/// A value of the caller.
pub(crate) fn required<T: DeserializeOwned>(value: &JsValue) -> Result<T, JsError> {
    Ok(json::read(&stringify(value)?)?)
}

/// A value of the caller; absent means the default.
pub(crate) fn from_js<T: DeserializeOwned + Default>(value: JsValue) -> Result<T, JsError> {
    if value.is_undefined() || value.is_null() { Ok(T::default()) } else { required(&value) }
}
