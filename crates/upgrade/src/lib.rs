//! Upgrade graphs of channels: opm's check, and the upgrades of OLM v0 and OLM v1.
//!
//! [`Graph`] is a channel with its indices. [`v0::answer`] and [`v1::answer`] compute the result of one resolution for
//! every name that may be installed. [`Walk`] follows these steps to their end. [`stranded`] and [`path`] explain the
//! result, and [`fix`] proposes verified edges. [`layout`], [`svg`] and [`dot`] draw the channel; [`rail`](mod@rail) is
//! the layout beside a table.
//!
//! The crate does not depend on catalogs: it works on names, versions and edges.
//!
//! ```
//! use olmkit_upgrade::{Channel, Graph, Node, Semantics, stranded};
//! let node = |name, version, replaces| Node {
//!     name, replaces, version: Some(version), has_bundle: true, ..Node::default()
//! };
//! let nodes = vec![node("foo.v2.0.0", "2.0.0", Some("foo.v1.0.0")), node("foo.v1.0.0", "1.0.0", None)];
//! let channel = Channel { package: "foo", name: "stable", nodes, installed: Vec::new() };
//! let found = stranded::find(&Graph::new(&channel), Semantics::V0);
//! assert!(found.stranded.is_empty());
//! ```

#![cfg_attr(
    not(test),
    deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the engine's wasm")
)]

pub mod candidates;
pub mod chain;
mod channel;
pub mod dot;
mod explain;
pub mod fix;
pub mod groups;
mod ids;
mod intervals;
pub mod layout;
pub mod path;
pub mod rail;
pub mod stranded;
pub mod svg;
pub mod v0;
pub mod v1;
mod walk;

pub use channel::{Channel, Graph, Installed, Named, Node, SkipRange};
pub use ids::{StopId, VersionId};
pub use intervals::{Interval, Matching, matching};
pub use olmkit_api::{EdgeKind, Semantics};
pub use walk::{Steps, Walk};
