//! The vocabulary of findings: rules and their registry, severities, profiles, diagnostics, fixes and suppressions.
//!
//! The crate does not render, read files or depend on catalogs.

mod diagnostic;
mod fix;
mod hash;
pub mod order;
mod place;
mod profile;
mod registry;
mod rule;
pub mod search;
mod severity;
mod suite;
mod suppression;
mod table;

pub use diagnostic::{Diagnostic, ProposalId, Related, Subject};
pub use fix::{Fix, Safety, TextEdit};
pub use hash::{HashMap, HashSet};
pub use olmkit_text::{TextRange, TextSize};
pub use place::{FileId, Place};
pub use profile::Profile;
pub use registry::Registry;
pub use rule::{Category, Change, Enforcement, Example, ExampleInput, Rule, Scope, docs, examples};
pub use severity::Severity;
pub use suite::{BundleProfile, Said, Suite};
pub use suppression::{Covered, Suppression};
pub use table::Table;
