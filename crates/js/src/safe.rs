//! Functions of JavaScript that run code of the caller, such as the traps of a proxy, and so can throw. An exception that
//! passes through the wasm would leave it in the middle of a call.

use js_sys::{Array, Reflect};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = Object, js_name = keys)]
    fn try_keys(object: &JsValue) -> Result<Array, JsValue>;
    #[wasm_bindgen(catch, js_namespace = Object, js_name = assign)]
    fn try_assign(target: &JsValue, source: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_namespace = Array, js_name = isArray)]
    fn try_is_array(value: &JsValue) -> Result<bool, JsValue>;
}

/// The names of the keys of an object. `None` if the object throws.
pub(crate) fn keys(object: &JsValue) -> Option<Array> {
    try_keys(object).ok()
}

/// A copy of an object. `None` if the object throws.
pub(crate) fn copy(object: &JsValue) -> Option<JsValue> {
    try_assign(&js_sys::Object::new(), object).ok()
}

/// Whether a value is an array. A revoked proxy is not.
pub(crate) fn is_array(value: &JsValue) -> bool {
    try_is_array(value).unwrap_or_default()
}

/// The length of an array. `None` if the array throws.
pub(crate) fn length(array: &JsValue) -> Option<f64> {
    Reflect::get(array, &"length".into()).ok()?.as_f64()
}
