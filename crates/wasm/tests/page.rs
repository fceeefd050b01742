//! The engine in a page.
#![cfg(target_arch = "wasm32")]
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

mod common;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

common::suite!();
