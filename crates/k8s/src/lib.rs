//! Validation of single values by the rules of Kubernetes and OLM: image references, names and labels, custom resource
//! definitions, and the requirements and provided APIs of a bundle.
//!
//! Properties are decoded with the rules of Go's encoding/json that operator-framework/api and OLM apply:
//! [`Constraint`] for `olm.constraint`, [`strings`] for flat values. The entries of `dependencies.yaml` have the same
//! values. All functions read nodes of `olmkit-yaml`, so that each problem has a position.
//!
//! ```
//! use olmkit_k8s::{Constraint, ConstraintKind};
//! use olmkit_yaml::{Format, read_document};
//! let document = read_document(b"{not: {constraints: [{gvk: {group: g, version: v1, kind: K}}]}}", Format::Yaml);
//! let (constraint, problems) = Constraint::read(document.root().unwrap());
//! assert!(problems.is_empty());
//! assert!(matches!(constraint.root().kind(), ConstraintKind::Not(children) if children.len() == 1));
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the wasm"))]

pub mod apimachinery;
pub mod cel;
mod constraint;
pub mod crd;
pub mod image;
mod pattern;
pub mod platform;

pub use constraint::{
    Constraint, ConstraintId, ConstraintKind, Gvk, MAX_SIZE, Node, PackageRange, Problem, ProblemKind, strings,
};
