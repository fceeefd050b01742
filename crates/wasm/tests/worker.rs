//! The engine in a Worker, where the editor runs it.
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

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_dedicated_worker);

common::suite!();
