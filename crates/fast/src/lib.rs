//! What every byte of a catalog goes through: the plain subset of YAML at the speed of a byte search, base64, lines.
//!
//! It is built for speed where the rest of the engine is built for size (the profiles in the workspace's Cargo.toml), so
//! it is a crate of its own, and holds no more than that.

pub mod base64;
mod lines;
mod node;
mod reader;

pub use lines::line_with_start;
pub use node::{Kind, Node, NodeIndex, Properties, Style, Tree};
pub use reader::read;
