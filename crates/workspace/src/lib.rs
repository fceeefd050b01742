//! Many files, incremental checking, edits and queries: the one interface that all hosts use.
//!
//! A [`Workspace`] holds the texts of files and answers queries about them. It does no I/O: a host opens files by path
//! and bytes. The results have the shapes of [`api`], both on the command line and in JavaScript.

#![cfg_attr(
    not(test),
    deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the engine's wasm")
)]

#[cfg(feature = "bundle")]
mod addition;
#[cfg(feature = "bundle")]
mod broken_document;
#[cfg(feature = "bundle")]
pub mod bundle;
#[cfg(feature = "bundle")]
pub mod bundle_fix;
mod candidates;
#[cfg(feature = "bundle")]
pub mod catalogs;
mod check_stage;
mod convert;
mod counts;
#[cfg(feature = "bundle")]
pub mod dependencies;
mod diff;
#[cfg(feature = "bundle")]
pub mod discover;
#[cfg(feature = "bundle")]
mod documents;
mod editor;
#[cfg(feature = "bundle")]
mod empty;
mod file;
mod find;
mod fixes;
mod graph;
#[cfg(feature = "bundle")]
pub mod image_check;
#[cfg(feature = "bundle")]
mod image_rules;
mod images;
mod impact;
mod incomplete;
#[cfg(feature = "bundle")]
mod index;
#[cfg(feature = "bundle")]
mod kept;
mod known;
mod load_problem;
mod matrix;
#[cfg(feature = "bundle")]
mod mirror;
mod names;
mod newest;
mod open_path;
mod options;
mod outline;
mod package_info;
#[cfg(feature = "bundle")]
mod plain;
mod plans;
mod position;
#[cfg(feature = "bundle")]
mod query;
mod query_error;
mod range;
mod release;
#[cfg(feature = "pages")]
mod rule_info;
#[cfg(feature = "pages")]
mod rule_texts;
mod rules;
mod stranded_fixes;
mod suggestion;
mod suppress;
mod table;
#[cfg(feature = "bundle")]
pub mod template;
#[cfg(feature = "bundle")]
mod template_rules;
mod text;
mod unrelated;
mod upgrade;
mod visit;
mod workspace;

#[cfg(feature = "bundle")]
pub use addition::{AdditionError, choose_channels, declared_edge_notes, new_channel_notes};
#[cfg(feature = "bundle")]
pub use broken_document::names_olm_schema;
pub use check_stage::CheckStage;
#[cfg(feature = "bundle")]
pub use documents::documents;
pub use editor::{ChannelNote, DocumentSymbol, Fold, Hint, NameToken, SymbolKind};
pub use file::ReadDocuments;
#[cfg(feature = "bundle")]
pub use index::{IndexOperation, NewBundle, OnError};
#[cfg(feature = "bundle")]
pub use kept::why_kept;
#[cfg(feature = "bundle")]
pub use known::any_has_names;
#[cfg(feature = "bundle")]
pub use mirror::{Mirror, MirrorProblem};
pub use olmkit_api as api;
#[cfg(feature = "bundle")]
pub use olmkit_bundle::bundle_contents;
pub use olmkit_catalog::IGNORE_FILE;
pub use olmkit_catalog::edits::Intention;
pub use open_path::OpenPath;
#[cfg(feature = "pages")]
pub use options::severities;
#[cfg(feature = "bundle")]
pub use options::{ActiveRules, check_options};
pub use options::{Options, OptionsError, Override};
#[cfg(feature = "bundle")]
pub use query::BundleQueryError;
pub use query_error::{NotInCatalog, NotLoaded, QueryError};
#[cfg(feature = "pages")]
pub use rule_texts::{explain, rule_list};
#[cfg(feature = "bundle")]
pub use rules::invalid_configuration;
pub use rules::{RULES, UnknownRule, of_known_rule, rule_id, rule_suggestion};
pub use suggestion::NameSuggestion;
pub use text::ChangeError;
pub use unrelated::excluding;
pub use workspace::{Workspace, sort_files};
