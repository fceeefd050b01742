//! Decoding of Go structs as encoding/json does it: which keys reach a field, in which order, and its error messages
//! for mismatches.

mod check;
mod fits;
mod object;
mod types;

pub use check::{check, mismatches};
pub use fits::fits;
pub use object::{Object, Text, strings};
pub use types::{Mode, Type};

use crate::base64;
use crate::node::{NodeRef, Value};

/// A value that does not match its type.
#[derive(Debug)]
pub struct Mismatch<'d> {
    /// The value.
    pub node: NodeRef<'d>,
    /// The field, such as `entries.name`; empty for the whole value.
    pub path: String,
    /// The value, with indices of lists and keys of maps, such as `entries[0].name`; empty for the whole value.
    pub full_path: String,
    /// encoding/json's message.
    pub text: String,
    /// The expected type, if it is known.
    pub expected: Option<&'static Type>,
}

/// The bytes that encoding/json decodes into a `[]byte`: from base64, or from a list of numbers. Empty if it rejects
/// the value.
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

/// The kind of a value, as encoding/json's messages name it.
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

/// The kind of a value, for olmkit's messages.
#[must_use]
pub fn kind_name(node: NodeRef<'_>) -> &'static str {
    match node.value() {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Mapping => "a mapping",
        Value::Sequence => "a list",
    }
}

/// encoding/json's message for a value of the kind `found` in the field `path` of the struct `owner`. An empty path
/// means the whole value.
#[must_use]
pub fn mismatch(found: &str, owner: &str, path: &str, go_type: &str) -> String {
    if path.is_empty() {
        return format!("json: cannot unmarshal {found} into Go value of type {go_type}");
    }
    format!("json: cannot unmarshal {found} into Go struct field {owner}.{path} of type {go_type}")
}
