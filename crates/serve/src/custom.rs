//! Converts documents to `google.protobuf.Struct`.

use olmkit_yaml::{Document, blob_json};
use prost_types::value::Kind;
use prost_types::{ListValue, Struct, Value};

use crate::refusal::Refusal;

/// Converts a document to a struct. Numbers are doubles.
///
/// # Errors
/// Returns an error if the document is nested more deeply than decoders of protocol buffers support.
pub(crate) fn structure(document: &Document<'_>) -> Result<Struct, Refusal> {
    let json = document.root().map(blob_json).unwrap_or_default();
    let value = serde_json::from_str(&json).map_err(|error| Refusal::Internal(error.to_string()))?;
    match convert(value) {
        Value { kind: Some(Kind::StructValue(of)) } => Ok(of),
        _ => Ok(Struct::default()),
    }
}

/// The recursion is bounded, because serde_json rejects more than 128 levels.
fn convert(value: serde_json::Value) -> Value {
    let kind = match value {
        serde_json::Value::Null => Kind::NullValue(0),
        serde_json::Value::Bool(value) => Kind::BoolValue(value),
        serde_json::Value::Number(number) => Kind::NumberValue(number.as_f64().unwrap_or_default()),
        serde_json::Value::String(text) => Kind::StringValue(text),
        serde_json::Value::Array(items) => {
            Kind::ListValue(ListValue { values: items.into_iter().map(convert).collect() })
        }
        serde_json::Value::Object(members) => {
            let fields = members.into_iter().map(|(key, value)| (key, convert(value))).collect();
            Kind::StructValue(Struct { fields })
        }
    };
    Value { kind: Some(kind) }
}
