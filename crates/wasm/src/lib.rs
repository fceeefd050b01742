//! The wasm-bindgen interface of olmkit. It only converts values and calls the workspace.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the wasm"))]

mod session;
mod value;

use wasm_bindgen::prelude::*;

pub use session::{Session, validate, version};

/// Makes panics readable in the console. The entry points call it once.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    olmkit_api::link_types();
}
