//! Values as Go names and prints them.

pub(crate) use olmkit_gostd::go_quote as quote;
pub(crate) use olmkit_yaml::decode::kind;
use olmkit_yaml::{NodeRef, Value};

/// The kind of a value, for messages.
pub(crate) fn kind_in_words(node: NodeRef<'_>) -> &'static str {
    match node.value() {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Mapping => "a mapping",
        Value::Sequence => "a list",
    }
}
