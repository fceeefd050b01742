//! Dependencies of operators: which bundles satisfy the requirements of a bundle, and what OLM v0 and OLM v1 would
//! install.
//!
//! A [`Universe`] contains one or more catalogs as OLM lists them. It returns the bundles that satisfy a requirement in
//! OLM's order of preference. [`resolve`] returns what OLM v0 would install for a set of subscriptions.
//! [`v1::resolve_extension`] returns what OLM v1 would install for a ClusterExtension.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the wasm"))]

pub use olmkit_api::resolver as api;
mod aborted;
mod bundle;
mod candidates;
mod files;
mod formula;
mod ids;
mod messages;
mod order;
mod report;
mod reporter;
mod request;
mod requirement;
mod resolve;
pub mod rules;
mod shared_requirement;
mod solve;
mod universe;
pub mod v1;

pub use bundle::{Bundle, OwnVersionError};
pub use files::{CatalogFiles, with_files};
pub use ids::{BundleId, ChannelId, EntryId, Id, List, RequirementId, SourceId};
pub use order::OrderError;
pub use report::{Counts, Dependencies, dependencies};
pub use reporter::DependencyOptions;
pub use request::{Failure, FailureKind, Request, Subscription};
pub use requirement::{Predicate, Requirement, Test};
pub use resolve::resolve;
pub use universe::{Channel, Entry, Source, Universe};
