//! All tests of this crate: one program is built and linked faster than one for each file.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests"
)]

mod assertions;
mod common;
mod conformance_cases;
mod conformance_edges;
mod conformance_mutants;
mod conformance_rule_examples;
mod conformance_stranded;
mod corpus;
mod edits;
mod edits_batch;
mod edits_entries;
mod edits_goldens;
mod edits_refused;
mod edits_repeated;
mod releases;
mod repeated;
mod rules;
mod verdicts;
