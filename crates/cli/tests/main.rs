//! All tests of this crate: one program is built and linked faster than one for each file.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests"
)]

mod assertions;
mod base;
mod baseline;
mod build;
mod check;
mod colors;
mod common;
mod compose;
mod config;
mod connections;
mod databases;
mod dependencies;
mod diff;
mod edit;
mod edit_steps;
mod files;
mod fix;
mod found;
mod graph;
mod image_list;
mod image_suite;
mod image_tools;
mod images;
mod index;
mod line_ends;
mod lsp;
mod mirror;
mod opm;
mod query;
mod registries;
mod registry;
mod reporters;
mod rule_pages;
mod schema;
mod serve;
mod serve_hostile;
mod special;
mod usage;
mod watch;
