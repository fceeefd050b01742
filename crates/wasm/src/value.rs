//! Conversion of results to JavaScript values.

use olmkit_js::{ErrorCode, error, parsed};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// Converts a value to plain JavaScript: objects instead of maps, null instead of undefined.
pub(crate) fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    // Writing to a string fails only for keys that are not strings. serde_json's texts for all its errors, with those of
    // `std::io`, would make the engine 1 KiB larger.
    let written = serde_json::to_string(value);
    parsed(&written.map_err(|_| error(ErrorCode::InternalError, "The answer cannot be written as JSON."))?)
}
