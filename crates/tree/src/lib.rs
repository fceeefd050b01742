//! One document as a flat [`Tree`] of nodes with byte ranges, and what its nodes say: values of scalars, members, places
//! in lines and columns; the JSON reader.
//!
//! The nodes and the reader of what catalogs are mostly written in are in `olmkit-fast`, the exact YAML reader and
//! everything that knows files in `olmkit-syntax`.

pub mod chars;
mod format;
pub mod json;
mod lines;
mod node;
mod scalar;
mod value;

pub use format::Format;
pub use lines::{LineIndex, Position, utf16_len};
pub use node::{Children, NodeRef, Value, span};
pub use olmkit_fast::{Kind, Node, NodeIndex, Properties, Style, Tree, base64, line_with_start};
pub use scalar::{Resolved, resolve, tag_name};
pub use text_size::{TextRange, TextSize};
pub use value::{Member, Members};
