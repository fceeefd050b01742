//! Documents of a catalog file, with positions.
//!
//! A file of a file-based catalog is a stream of documents: YAML documents between `---` lines, or concatenated JSON
//! objects. They are read exactly as operator-registry reads them (sigs.k8s.io/yaml over go-yaml v2, encoding/json,
//! apimachinery's YAML-or-JSON decoder). [`Reader`] returns them one by one. Each is a flat [`Tree`] of nodes with byte
//! ranges, relative to the document, and an optional [`SyntaxError`]. Reading never fails and never panics.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the wasm"))]

mod bare;
mod chars;
mod chunks;
pub mod decode;
mod document;
pub mod emit;
pub mod exact;
pub mod fast;
mod format;
mod indent;
mod inside;
mod json;
mod node;
mod reader;
mod scalar;
mod tree;
mod value;
mod write;

pub use chunks::{Chunk, Chunks, chunks, is_chunked, is_json, last_cut, parts};
pub use document::{Document, SyntaxError, SyntaxRule};
pub use format::Format;
pub use indent::{end_of_string, indent_json, indent_json_with};
pub use inside::{Inside, inside};
pub use node::{Children, NodeRef, Value};
pub use olmkit_scan::base64;
pub use olmkit_text::{TextRange, TextSize};
pub use reader::{Reader, read_document, unmarshal_error};
pub use scalar::{is_plain_text, is_text, tag_name};
pub use tree::{Kind, Node, NodeIndex, Properties, Style, Tree};
pub use value::{Member, Members};
pub use write::{blob_json, go_bool, go_syntax, go_value, object_json, quote_json, quote_json_html, to_json};
