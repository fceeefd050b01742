//! Inputs that are written when they are left.

use crate::prelude::*;
use wasm_bindgen::JsCast;

/// The input of an event.
pub fn field_of(event: &web_sys::Event) -> Option<web_sys::HtmlInputElement> {
    event.target()?.dyn_into().ok()
}

/// Shows the value of the text in a field again.
pub fn restore(event: &web_sys::Event, value: impl Into<Signal<String>>) -> impl FnOnce() + 'static {
    let (field, value) = (field_of(event), value.into());
    move || {
        if let Some((field, value)) = field.zip(value.try_get_untracked()) {
            field.set_value(&value);
        }
    }
}
