//! What a bundle requires and provides, as OLM reads it.
//!
//! Properties (and the entries of `dependencies.yaml`, which have the same values) are decoded with the rules of Go's
//! encoding/json that operator-framework/api and OLM apply: [`Constraint`] for `olm.constraint`, [`strings`] for the
//! flat ones. Everything is read from the nodes of `olmkit-syntax`, so that each problem has a place.
//!
//! ```
//! use olmkit_constraints::{Constraint, Kind};
//! use olmkit_syntax::{Format, read_document};
//! let document = read_document(b"{not: {constraints: [{gvk: {group: g, version: v1, kind: K}}]}}", Format::Yaml);
//! let (constraint, problems) = Constraint::read(document.root().unwrap());
//! assert!(problems.is_empty());
//! assert!(matches!(constraint.root().kind(), Kind::Not(children) if children.len() == 1));
//! ```

pub mod cel;
mod constraint;
mod object;
mod problem;

pub use constraint::{Constraint, Gvk, Kind, MAX_SIZE, Node, PackageRange};
pub use object::{Field, fields, strings};
pub use problem::{Problem, ProblemKind};
