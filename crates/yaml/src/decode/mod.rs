//! Go structs as encoding/json fills them from a tree: which keys reach a field, in which order, and its texts for values
//! that do not fit.

mod check;
mod fits;
mod object;
mod types;

pub use check::check;
pub use object::{Object, Text, strings};
pub use types::{Mode, Type};

use crate::base64;
use crate::node::{NodeRef, Value};

/// A value that does not fit.
#[derive(Debug)]
pub struct Misfit<'d> {
    /// The value.
    pub node: NodeRef<'d>,
    /// The field it should fill, as `entries.name`; empty for the whole value.
    pub path: String,
    /// encoding/json's text.
    pub text: String,
    /// The type that it should have, where that is known.
    pub expected: Option<&'static Type>,
}

/// The bytes that encoding/json fills a `[]byte` with: base64, or a list of numbers. Nothing for what it refuses.
#[must_use]
pub fn bytes(node: NodeRef<'_>) -> Vec<u8> {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "encoding/json takes only 0 to 255")]
    let byte = |item: NodeRef<'_>| match item.value() {
        Value::Number(number) => number as u8,
        _ => 0,
    };
    match node.value() {
        Value::Sequence => node.items().map(byte).collect(),
        _ => base64::decode(node.as_str().unwrap_or_default().as_bytes()).unwrap_or_default(),
    }
}

/// The kind of a value in encoding/json's texts.
#[must_use]
pub fn kind(node: NodeRef<'_>) -> &'static str {
    match node.value() {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Mapping => "object",
        Value::Sequence => "array",
    }
}

/// The kind of a value, for messages.
#[must_use]
pub fn kind_in_words(node: NodeRef<'_>) -> &'static str {
    match node.value() {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Mapping => "a mapping",
        Value::Sequence => "a list",
    }
}

/// encoding/json's text for a value of the kind `found` in the field `path` of the struct `owner`. Without a path it is
/// about the whole value.
#[must_use]
pub fn mismatch(found: &str, owner: &str, path: &str, go_type: &str) -> String {
    if path.is_empty() {
        return format!("json: cannot unmarshal {found} into Go value of type {go_type}");
    }
    format!("json: cannot unmarshal {found} into Go struct field {owner}.{path} of type {go_type}")
}
