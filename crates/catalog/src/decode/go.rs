//! Values as Go names and prints them.

pub(crate) use olmkit_gostd::go_quote as quote;
use olmkit_yaml::{NodeRef, Value};

/// The kind of a JSON value in encoding/json's errors.
pub(crate) fn kind(node: NodeRef<'_>) -> &'static str {
    match node.value() {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Mapping => "object",
        Value::Sequence => "array",
    }
}

/// The kind of a value in words for the user.
pub(crate) fn kind_in_words(node: NodeRef<'_>) -> &'static str {
    match node.value() {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Mapping => "a mapping",
        Value::Sequence => "a list",
    }
}
