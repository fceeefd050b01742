//! Values across the JavaScript border.
//!
//! An argument is read by serde from the JavaScript value itself, so that its shape is declared once, in Rust. What does
//! not fit becomes a `TypeError` that names the argument, the place in it and what was expected.

mod error;
mod file;
mod problem;
mod read;

use js_sys::{Function, JSON, Object, Reflect};
use serde::de::DeserializeOwned;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

use problem::Problem;

pub use error::{ErrorCode, error};
pub use file::{Bytes, CatalogFile, Content, File, Files, Folder, HasPath, Path};

/// The memory of all modules that JavaScript loads: as fast as the standard library's, and 2 KiB smaller.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Reads an argument.
///
/// # Errors
/// A `TypeError` when the value does not have the shape of `T`.
pub fn argument<T: DeserializeOwned>(name: &'static str, value: &JsValue) -> Result<T, JsValue> {
    T::deserialize(read::Value::new(value)).map_err(|problem| problem.thrown(name))
}

/// Reads an argument that may be absent: `undefined` and `null` mean the default.
///
/// # Errors
/// A `TypeError` when the value does not have the shape of `T`.
pub fn optional<T: DeserializeOwned + Default>(name: &'static str, value: &JsValue) -> Result<T, JsValue> {
    if value.is_undefined() || value.is_null() { Ok(T::default()) } else { argument(name, value) }
}

/// The same for an argument with a key that `T` does not have, and that was taken out by [`split`].
///
/// # Errors
/// A `TypeError` when the value does not have the shape of `T`.
pub fn optional_beside<T: DeserializeOwned + Default>(
    name: &'static str,
    value: &JsValue,
    key: &'static str,
) -> Result<T, JsValue> {
    if value.is_undefined() || value.is_null() {
        return Ok(T::default());
    }
    T::deserialize(read::Value::new(value)).map_err(|problem| problem.beside(key).thrown(name))
}

/// The `TypeError` for a value of the right type that is not known. `near` is the value that was probably meant.
#[must_use]
pub fn unknown(place: &str, expected: &str, value: &str, near: Option<&str>) -> JsValue {
    let meant = near.map_or_else(String::new, |near| format!(" Did you mean {near:?}?"));
    error::type_error(&format!("`{place}` must be {expected}, not the string {value:?}.{meant}"), place, expected)
}

/// A function that may be absent.
///
/// # Errors
/// A `TypeError` when the value is something else.
pub fn callback(name: &'static str, value: &JsValue) -> Result<Option<Function>, JsValue> {
    if value.is_undefined() || value.is_null() {
        return Ok(None);
    }
    let function = value.dyn_ref::<Function>().cloned();
    function.map(Some).ok_or_else(|| Problem::unexpected(value, "a function").thrown(name))
}

/// One key of an object, and the object without it: for a key that its shape in Rust does not have.
#[must_use]
pub fn split(value: &JsValue, key: &str) -> (JsValue, JsValue) {
    let part = if value.is_object() { Reflect::get(value, &key.into()).ok() } else { None };
    let Some(part) = part.filter(|part| !part.is_undefined()) else {
        return (JsValue::UNDEFINED, value.clone());
    };
    let rest = Object::assign(&Object::new(), value.unchecked_ref());
    let _ = Reflect::delete_property(&rest, &key.into());
    (part, rest.into())
}

/// JSON text as a value: objects, not maps; null, not undefined.
///
/// # Errors
/// When the text is not JSON.
pub fn parsed(text: &str) -> Result<JsValue, JsValue> {
    JSON::parse(text).map_err(|_| error(ErrorCode::InternalError, "The answer is not valid JSON."))
}
