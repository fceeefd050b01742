//! All tests of this crate: one program is built and linked faster than one for each file.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "tests"
)]

mod conformance_yaml2json;
mod decode;
mod fast;
mod hostile;
mod inside;
mod stream;
mod strings;
mod yaml_hostile;
mod yaml_rules;
