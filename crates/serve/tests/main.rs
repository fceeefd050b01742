//! All tests of this crate: one program is built and linked faster than one for each file.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests"
)]

mod catalogd;
mod grpc;
mod services;
mod support;
