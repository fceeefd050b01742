//! Inputs whose value is written when they lose the focus.

use crate::prelude::*;
use wasm_bindgen::JsCast;

/// The input that an event is about.
pub fn field_of(event: &web_sys::Event) -> Option<web_sys::HtmlInputElement> {
    event.target()?.dyn_into().ok()
}

/// Resets a field to the value of the text.
pub fn restore(event: &web_sys::Event, value: impl Into<Signal<String>>) -> impl FnOnce() + 'static {
    let (field, value) = (field_of(event), value.into());
    move || {
        if let Some((field, value)) = field.zip(value.try_get_untracked()) {
            field.set_value(&value);
        }
    }
}
