//! Answers across the border.

use olmkit_js::{ErrorCode, error, parsed};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A plain JavaScript value: objects, not maps; null, not undefined.
pub(crate) fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    parsed(&serde_json::to_string(value).map_err(|reason| error(ErrorCode::InternalError, &reason.to_string()))?)
}
