//! One document as a flat [`Tree`] of nodes with byte ranges, and what its nodes say.
//!
//! Here is what every byte of a catalog goes through: the readers of what catalogs are mostly written in ([`fast`] for
//! the plain subset of YAML, [`json`]), the values of scalars, places in lines and columns. It is built for speed where
//! the rest of the engine is built for size (the profiles in the workspace's Cargo.toml), so it is a crate of its own.
//! The exact YAML reader, which stands behind the fast one, and everything that knows files is in `olmkit-syntax`.

pub mod base64;
pub mod chars;
pub mod fast;
mod format;
pub mod json;
mod lines;
mod node;
mod scalar;
mod value;

pub use format::Format;
pub use lines::{LineIndex, Position, line_with_start, utf16_len};
pub use node::{Children, Kind, Node, NodeIndex, NodeRef, Properties, Style, Tree, Value, span};
pub use scalar::{Resolved, resolve, tag_name};
pub use text_size::{TextRange, TextSize};
pub use value::{Member, Members};
