//! The vocabulary of findings: rules, severities, profiles, diagnostics and fixes.
//!
//! Nothing here renders, reads files or knows what a catalog is.

mod diagnostic;
mod hash;
pub mod order;
mod rule;
pub mod search;
mod table;

pub use diagnostic::{Diagnostic, FileId, Fix, Place, Related, Safety, Subject, TextEdit};
pub use hash::{HashMap, HashSet};
pub use rule::{Category, Enforcement, Example, Profile, Rule, Severity, docs, examples};
pub use table::Table;
pub use text_size::{TextRange, TextSize};
