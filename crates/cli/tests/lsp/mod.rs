//! The language server, tested through its standard input and output.
#![cfg(feature = "native")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

mod actions;
mod files;
mod findings;
mod names;
mod protocol;
mod server;
mod views;
