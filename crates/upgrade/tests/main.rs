//! All tests of this crate: one program is built and linked faster than one for each file.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests"
)]

mod candidates;
mod conformance_paths;
mod fixes;
mod large;
mod stranded;
mod upstream_v1;
