//! All tests of this crate: one program is built and linked faster than one for each file.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests"
)]

mod api;
mod cases;
mod common;
mod conformance;
mod describe;
mod edges;
mod make;
mod olm_v0;
mod olm_v0_objects;
mod olm_v1;
mod packages;
mod pipelines;
mod registry;
mod render;
mod rules;
mod stored;
mod upstream;
mod upstream_go;
