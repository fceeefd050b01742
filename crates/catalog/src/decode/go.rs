//! Values as Go names and prints them.

use olmkit_syntax::{NodeRef, Value};

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

/// A text as `%q` prints it.
pub(crate) fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..='\x1F' | '\x7F' => out.push_str(&format!("\\x{:02x}", u32::from(character))),
            _ => out.push(character),
        }
    }
    out.push('"');
    out
}
