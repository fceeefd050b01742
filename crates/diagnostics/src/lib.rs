//! The vocabulary of findings: rules and their registry, severities, profiles, diagnostics, fixes and suppressions; which
//! findings are the same problem.
//!
//! The crate does not render, read files or depend on catalogs.

#![cfg_attr(
    not(test),
    deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the engine's wasm")
)]

pub mod alike;
mod diagnostic;
mod fix;
mod former;
mod place;
mod profile;
mod registry;
mod rule;
mod severest;
mod suite;
mod suppression;

pub use diagnostic::{Diagnostic, ProposalId, Related, Subject};
pub use fix::{Fix, TextEdit};
pub use former::{FORMER_IDS, current_id};
pub use olmkit_api::{Category, Enforcement, RuleSeverity as Severity, Safety, Scope};
pub use olmkit_text::{TextRange, TextSize};
pub use place::{FileId, Place};
pub use profile::Profile;
pub use registry::Registry;
pub use rule::{Change, Example, ExampleInput, ExamplePath, PREVIEW, Rule, Selection, docs, examples};
pub use severest::most_severe;
pub use suite::{BundleProfile, Suite, ToolReport};
pub use suppression::{Covered, Suppression};
