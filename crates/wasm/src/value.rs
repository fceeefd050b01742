//! Conversion of results to JavaScript values.

use olmkit_js::{ErrorCode, error, parsed};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// Converts a value to plain JavaScript: objects instead of maps, null instead of undefined.
pub(crate) fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    parsed(&serde_json::to_string(value).map_err(|reason| error(ErrorCode::InternalError, &reason.to_string()))?)
}
