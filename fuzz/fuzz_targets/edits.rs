//! An edit has its intended effect and keeps all other bytes: the property in `edit_properties`.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[allow(unused_imports, reason = "its test is not built here")]
#[path = "../../crates/yaml-edit/tests/edit_properties.rs"]
mod edit_properties;

fuzz_target!(|data: &[u8]| edit_properties::edits_hold(data));
