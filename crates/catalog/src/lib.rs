//! File-based catalogs: loading, model, rules and the verdict of opm.
//!
//! ```
//! use olmkit_catalog::{Catalog, CheckOptions, Input, check, load};
//! let files = load(&[Input { path: "catalog.yaml", content: Ok(b"schema: olm.package\nname: foo\n") }]);
//! let report = check(&Catalog::new(&files), &CheckOptions::default());
//! assert!(!report.verdict.accepted);
//! ```

#![cfg_attr(
    not(test),
    deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the engine's wasm")
)]

mod assertions;
pub mod by_name;
pub mod channel_graph;
mod check;
mod decode;
pub mod diff;
pub mod document_fields;
pub mod edits;
pub mod facts;
pub mod ignore;
mod load;
mod loaded;
pub mod mermaid;
mod model;
pub mod names;
mod proposal;
pub mod release;
mod reporter;
pub mod rules;
mod same;
pub mod schemas;
mod sink;
mod suppress;
pub mod template_schemas;
mod upgrade;
pub mod upgrade_path;
mod verdict;
mod view;

pub use by_name::ByName;
pub use check::{CheckOptions, Report, check, check_since, repeated_definitions};
pub use decode::suppressions::read as suppressions;
pub use decode::{LoadStep, decode, meta_error, refused_at, syntax_rule};
pub use ignore::FILE_NAME as IGNORE_FILE;
pub use load::{Input, UnreadableIgnoreFile, documents, documents_of, ignore_of, is_ignore_file, load, walk_order};
pub use loaded::{LoadedDocument, LoadedFile};
pub use model::{Bundle, Catalog, Doc, Of, Package};
pub(crate) use olmkit_gostd::go_quote;
pub use proposal::{Proposal, intention_of};
pub use rules::documents::catalog_empty::empty;
pub use rules::documents::file_unreadable::{RULE as FILE_UNREADABLE, unreadable};
pub use rules::documents::others_serve_key::is_key as is_custom_key;
pub use suppress::Suppressed;
pub use verdict::{Phase, Verdict};
