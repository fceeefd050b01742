//! The editor: a page that uses the engine in a Worker.
//!
//! Text, undo history and drafts belong to the page's JavaScript (`editor/src/store/`). This crate only shows the
//! engine's results and sends intentions.
#![allow(missing_docs, unreachable_pub, reason = "a binary crate")]
#![deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the page's wasm")]

mod address;
mod alternatives;
mod bridge;
mod components;
mod installable;
mod keyboard;
mod latest;
mod live;
mod order;
mod preferences;
mod prelude;
mod search;
mod state;
mod text;

/// Smaller than the allocator of the standard library.
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

fn main() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        bridge::page_failed();
    }));
    if components::gallery::is_asked() {
        leptos::mount::mount_to_body(components::gallery::Gallery);
    } else {
        leptos::mount::mount_to_body(components::shell::app::App);
    }
}
