//! All tests of this crate: one program is built and linked faster than one for each file.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "tests"
)]

mod common;
mod conformance_v1;
mod crds;
mod places;
mod report;
mod resolve;
mod rules;
mod scenarios;
mod upstream;
mod upstream_solver;
mod upstream_upgrades;
mod upstream_v1;
mod v1;
