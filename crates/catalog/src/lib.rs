//! File-based catalogs: loading, model, rules and the verdict of opm.
//!
//! ```
//! use olmkit_catalog::{Catalog, CheckOptions, Input, check, load};
//! let files = load(&[Input { path: "catalog.yaml", content: Ok(b"schema: olm.package\nname: foo\n") }]);
//! let report = check(&Catalog::new(&files), &CheckOptions::default());
//! assert!(!report.verdict.accepted);
//! ```

mod assertions;
pub mod by_name;
mod decode;
pub mod diff;
pub mod dns;
pub mod edits;
pub mod facts;
pub mod fold;
pub mod graph;
pub mod ignore;
pub mod image;
mod load;
mod model;
pub mod release;
mod report;
pub mod rules;
mod upgrade;
mod verdict;

pub use by_name::ByName;
pub use decode::decode;
pub(crate) use decode::go_quote;
pub use load::{Input, LoadedDocument, LoadedFile, documents, ignore_of, is_ignore_file, load, walk_order};
pub use model::{Bundle, Catalog, Doc, Of, Package, entries_by_name};
pub use report::{CheckOptions, Proposal, Report, check};
pub use upgrade::intention_of;
pub use verdict::{Phase, Verdict};
