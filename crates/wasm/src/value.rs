//! Values across the border.

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

/// A plain JavaScript value: objects, not maps; null, not undefined.
pub(crate) fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}

/// A value of the caller; absent means the default.
pub(crate) fn from_js<T: DeserializeOwned + Default>(value: JsValue) -> Result<T, JsError> {
    if value.is_undefined() || value.is_null() {
        return Ok(T::default());
    }
    Ok(serde_wasm_bindgen::from_value(value)?)
}
