//! All tests of this crate: one program is built and linked faster than one for each file.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests"
)]

mod conformance;
mod conformance_templates;
mod explanations;
mod init;
mod list;
mod mirror_configuration;
mod order;
mod templates;
mod yaml;
