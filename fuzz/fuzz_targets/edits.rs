//! An edit changes what it means and keeps every other byte: the property of `edit_properties`.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[allow(unused_imports, reason = "its test is not built here")]
#[path = "../../crates/yaml-edit/tests/edit_properties.rs"]
mod edit_properties;

fuzz_target!(|data: &[u8]| edit_properties::edits_hold(data));
