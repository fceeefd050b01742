//! Converts values to and from JavaScript.
//!
//! serde reads arguments directly from JavaScript values, so that the shape of an argument is declared once, in Rust. A
//! value that does not match its shape results in a `TypeError` that names the argument, the position in it and the
//! expected type.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the wasm"))]

mod error;
mod file;
mod problem;
mod read;
mod safe;

use js_sys::{Function, JSON, Object, Reflect};
use serde::de::DeserializeOwned;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

use problem::Problem;

pub use error::{ErrorCode, error};
pub use file::{Bytes, CatalogFile, Content, File, Files, Folder, HasPath, Path};

/// The allocator of all wasm modules: as fast as that of the standard library, and 2 KiB smaller.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Reads an argument.
///
/// # Errors
/// A `TypeError` if the value does not have the shape of `T`.
pub fn argument<T: DeserializeOwned>(name: &'static str, value: &JsValue) -> Result<T, JsValue> {
    T::deserialize(read::Value::new(value)).map_err(|problem| problem.thrown(name))
}

/// Reads an optional argument: `undefined` and `null` mean the default.
///
/// # Errors
/// A `TypeError` if the value does not have the shape of `T`.
pub fn optional<T: DeserializeOwned + Default>(name: &'static str, value: &JsValue) -> Result<T, JsValue> {
    if value.is_undefined() || value.is_null() { Ok(T::default()) } else { argument(name, value) }
}

/// Like [`optional`], for an argument from which [`split`] removed a key that `T` does not have.
///
/// # Errors
/// A `TypeError` if the value does not have the shape of `T`.
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

/// Creates the `TypeError` for an unknown value of the right type. `near` is the value that was probably meant.
#[must_use]
pub fn unknown(place: &str, expected: &str, value: &str, near: Option<&str>) -> JsValue {
    let meant = near.map_or_else(String::new, |near| format!(" Did you mean {near:?}?"));
    error::type_error(&format!("`{place}` must be {expected}, not the string {value:?}.{meant}"), place, expected)
}

/// Reads an optional function.
///
/// # Errors
/// A `TypeError` if the value is not a function.
pub fn callback(name: &'static str, value: &JsValue) -> Result<Option<Function>, JsValue> {
    if value.is_undefined() || value.is_null() {
        return Ok(None);
    }
    let function = value.dyn_ref::<Function>().cloned();
    function.map(Some).ok_or_else(|| Problem::unexpected(value, "a function").thrown(name))
}

/// Returns the value of a key of an argument, and the argument without this key, for a key that the shape in Rust does
/// not have.
///
/// # Errors
/// A `TypeError` if the object cannot be read.
pub fn split(name: &'static str, value: &JsValue, key: &str) -> Result<(JsValue, JsValue), JsValue> {
    let throws = || Problem::throws().thrown(name);
    let part =
        if value.is_object() { Reflect::get(value, &key.into()).map_err(|_| throws())? } else { JsValue::UNDEFINED };
    if part.is_undefined() {
        return Ok((part, value.clone()));
    }
    let rest = safe::copy(value).ok_or_else(throws)?;
    let _ = Reflect::delete_property(rest.unchecked_ref::<Object>(), &key.into());
    Ok((part, rest))
}

/// Parses JSON to a JavaScript value, with objects instead of maps, and null instead of undefined.
///
/// # Errors
/// The text is not valid JSON.
pub fn parsed(text: &str) -> Result<JsValue, JsValue> {
    JSON::parse(text).map_err(|_| error(ErrorCode::InternalError, "The answer is not valid JSON."))
}
