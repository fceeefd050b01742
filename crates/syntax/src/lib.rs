//! Documents of a catalog file, with positions.
//!
//! A file of a file-based catalog is a stream of documents: YAML documents between `---` lines, or
//! concatenated JSON objects, read exactly as operator-registry reads them (sigs.k8s.io/yaml over
//! go-yaml v2, encoding/json, apimachinery's YAML-or-JSON decoder). [`Reader`] yields them one by
//! one; each is a flat [`Tree`] of nodes with byte ranges, relative to the document, and an optional
//! [`SyntaxError`]. Reading never fails and never panics.

mod chunks;
mod document;
pub mod edit;
mod inside;
mod reader;
mod write;
pub mod yaml;

pub use chunks::{Chunk, Chunks, chunks, is_chunked, is_json, parts};
pub use document::{Document, SYNTAX_RULES, SyntaxError};
pub use inside::inside;
pub use olmkit_float::plain as float_text;
pub use olmkit_tree::{
    Children, Format, Kind, LineIndex, Member, Members, Node, NodeIndex, NodeRef, Position, Properties, Style,
    TextRange, TextSize, Tree, Value, base64, utf16_len,
};
pub use reader::{Reader, read_document};
pub use write::{blob_json, go_bool, go_syntax, go_value, indent_json, quote_json, to_json};
