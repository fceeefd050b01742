//! All tests of this crate: one program is built and linked faster than one for each file.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "tests"
)]

mod cel;
mod constraint;
mod crd_compare;
mod crd_formats;
mod crd_validations;
mod upstream_constraints;
mod upstream_crds;
