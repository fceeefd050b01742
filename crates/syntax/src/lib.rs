//! Documents of a catalog file, with positions.
//!
//! A file of a file-based catalog is a stream of documents: YAML documents between `---` lines, or
//! concatenated JSON objects, read exactly as operator-registry reads them (sigs.k8s.io/yaml over
//! go-yaml v2, encoding/json, apimachinery's YAML-or-JSON decoder). [`Reader`] yields them one by
//! one; each is a flat [`Tree`] of nodes with byte ranges, relative to the document, and an optional
//! [`SyntaxError`]. Reading never fails and never panics.

pub mod base64;
mod chunks;
mod document;
pub mod edit;
mod fast;
mod format;
mod json;
mod lines;
mod reader;
mod scalar;
mod to_json;
mod tree;
mod value;
pub mod yaml;

pub use chunks::{Chunk, Chunks, chunks, is_json};
pub use document::{Document, SYNTAX_RULES, SyntaxError};
pub use format::Format;
pub use lines::{LineIndex, Position, utf16_len};
pub use reader::{Reader, read_document};
pub use scalar::float::plain as float_text;
pub use text_size::{TextRange, TextSize};
pub use to_json::{quote_json, to_json};
pub use tree::{Children, Kind, Node, NodeIndex, NodeRef, Properties, Style, Tree, Value};
pub use value::{Member, Members};
