//! Dependencies of operators: what meets a bundle's requirements, and what OLM v0 and OLM v1 would install.
//!
//! A [`Universe`] lists one or more catalogs as OLM sees them. It is asked which bundles meet a requirement, in OLM's
//! order of preference, and what would be installed: with [`resolve`] by OLM v0 for a set of subscriptions, with
//! [`v1::resolve_extension`] by OLM v1 for a ClusterExtension.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the wasm"))]

pub use olmkit_api::resolver as api;
mod aborted;
mod asked;
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
mod solve;
mod universe;
pub mod v1;

pub use bundle::{Bundle, OwnVersionError};
pub use files::{CatalogFiles, with_files};
pub use ids::{BundleId, ChannelId, EntryId, Id, List, RequirementId, SourceId};
pub use order::OrderError;
pub use report::{Counts, Dependencies, dependencies};
pub use reporter::DependencyOptions;
pub use request::{Failure, Request, Subscription};
pub use requirement::{Predicate, Requirement, Test};
pub use resolve::resolve;
pub use universe::{Channel, Entry, Source, Universe};
