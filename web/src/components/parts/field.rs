//! Inputs whose value is written when they lose the focus.

use crate::prelude::*;
use wasm_bindgen::JsCast;

/// The input that an event is about.
pub fn field_of(event: &web_sys::Event) -> Option<web_sys::HtmlInputElement> {
    event.target()?.dyn_into().ok()
}

/// Focuses the first field of a form in `details` that were opened.
pub fn enter(event: web_sys::Event) {
    let details = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let field = details.and_then(|details| details.query_selector("[open] :is(input, textarea)").ok().flatten());
    if let Some(field) = field.and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = field.focus();
    }
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
