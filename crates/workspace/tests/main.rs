//! All tests of this crate: one program is built and linked faster than one for each file.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests"
)]

mod addition;
mod bundle_properties;
mod catalogs;
mod causes;
mod changes;
mod common;
mod conformance_index;
mod conformance_mirror;
mod dependencies;
mod discover;
mod editor;
mod fixes;
mod incremental;
mod index;
mod many_fixes;
mod names;
mod package_info;
mod properties;
mod query;
mod released;
mod rules;
mod table;
mod unrelated;
mod upgrade;
