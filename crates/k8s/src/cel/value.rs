//! CEL values.

use std::cmp::Ordering;
use std::rc::Rc;

use olmkit_yaml::{NodeRef, Value as Json};

/// A value of an expression.
#[derive(Debug, Clone)]
pub enum Value {
    /// `null`.
    Null,
    /// A boolean.
    Bool(bool),
    /// A signed integer.
    Int(i64),
    /// An unsigned integer.
    Uint(u64),
    /// A JSON number, or a literal with a decimal point.
    Double(f64),
    /// A string.
    String(Rc<str>),
    /// Bytes.
    Bytes(Rc<[u8]>),
    /// A list.
    List(Rc<[Value]>),
    /// A map, in the order of its entries.
    Map(Rc<[(Value, Value)]>),
    /// A timestamp: nanoseconds since 1970 in UTC.
    Timestamp(i128),
    /// A duration in nanoseconds.
    Duration(i64),
    /// A type, by name.
    Type(&'static str),
}

/// JSON values below this nesting depth are read as null.
const MAX_DEPTH: usize = 100;

impl Value {
    /// A string value.
    #[must_use]
    pub fn text(text: &str) -> Value {
        Value::String(text.into())
    }

    /// Converts a JSON value as Go's `any` holds it: every number is a double.
    #[must_use]
    pub fn from_node(node: NodeRef<'_>) -> Value {
        Self::from_node_at(node, 0)
    }

    fn from_node_at(node: NodeRef<'_>, depth: usize) -> Value {
        if depth > MAX_DEPTH {
            return Value::Null;
        }
        let below = depth.saturating_add(1);
        match node.value() {
            Json::Null => Value::Null,
            Json::Bool(value) => Value::Bool(value),
            Json::Number(value) => Value::Double(value),
            Json::String(text) => Value::String(text.as_ref().into()),
            Json::Sequence => Value::List(node.items().map(|item| Self::from_node_at(item, below)).collect()),
            Json::Mapping => {
                let entries = node.sorted_members().into_iter();
                Value::Map(
                    entries.map(|entry| (Value::text(&entry.key), Self::from_node_at(entry.value, below))).collect(),
                )
            }
        }
    }

    /// A property of a bundle in the form that OLM passes to expressions.
    #[must_use]
    pub fn property(kind: &str, value: Value) -> Value {
        Value::Map(Rc::new([(Value::text("type"), Value::text(kind)), (Value::text("value"), value)]))
    }

    /// The name of the type of the value.
    #[must_use]
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Value::Null => "null_type",
            Value::Bool(_) => "bool",
            Value::Int(_) => "int",
            Value::Uint(_) => "uint",
            Value::Double(_) => "double",
            Value::String(_) => "string",
            Value::Bytes(_) => "bytes",
            Value::List(_) => "list",
            Value::Map(_) => "map",
            Value::Timestamp(_) => "google.protobuf.Timestamp",
            Value::Duration(_) => "google.protobuf.Duration",
            Value::Type(_) => "type",
        }
    }

    /// The number of parts of the value, recursively: an upper bound for the cost of a comparison.
    pub(super) fn size(&self) -> usize {
        match self {
            Value::List(items) => items.iter().map(Value::size).fold(1, usize::saturating_add),
            Value::Map(entries) => {
                let sizes = entries.iter().map(|(key, value)| key.size().saturating_add(value.size()));
                // Each key is searched among all entries.
                sizes.fold(entries.len().saturating_mul(entries.len()).saturating_add(1), usize::saturating_add)
            }
            other => other.weight(),
        }
    }

    /// The cost of creating the value, for the budget.
    pub(super) fn weight(&self) -> usize {
        match self {
            Value::String(text) => text.len(),
            Value::Bytes(bytes) => bytes.len(),
            Value::List(items) => items.len(),
            Value::Map(entries) => entries.len(),
            _ => 1,
        }
    }

    /// CEL's equality: numbers compare by value regardless of their types; other values of different types are never
    /// equal.
    pub(super) fn equals(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Null, Value::Null) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::String(a), Value::String(b)) => a == b,
            (Value::Bytes(a), Value::Bytes(b)) => a == b,
            (Value::Timestamp(a), Value::Timestamp(b)) => a == b,
            (Value::Duration(a), Value::Duration(b)) => a == b,
            (Value::Type(a), Value::Type(b)) => a == b,
            (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.equals(b)),
            (Value::Map(a), Value::Map(b)) => {
                a.len() == b.len() && a.iter().all(|(key, value)| find(b, key).is_some_and(|found| found.equals(value)))
            }
            _ => self.is_number() && other.is_number() && self.compare(other) == Some(Ordering::Equal),
        }
    }

    fn is_number(&self) -> bool {
        matches!(self, Value::Int(_) | Value::Uint(_) | Value::Double(_))
    }

    /// The order of two values; `None` if they are not ordered.
    #[allow(clippy::cast_precision_loss, reason = "doubles are compared as cel-go compares them")]
    pub(super) fn compare(&self, other: &Value) -> Option<Ordering> {
        match (self, other) {
            (Value::Bool(a), Value::Bool(b)) => Some(a.cmp(b)),
            (Value::String(a), Value::String(b)) => Some(a.cmp(b)),
            (Value::Bytes(a), Value::Bytes(b)) => Some(a.cmp(b)),
            (Value::Timestamp(a), Value::Timestamp(b)) => Some(a.cmp(b)),
            (Value::Duration(a), Value::Duration(b)) => Some(a.cmp(b)),
            (Value::Double(a), Value::Double(b)) => a.partial_cmp(b),
            (Value::Double(a), Value::Int(b)) => a.partial_cmp(&(*b as f64)),
            (Value::Double(a), Value::Uint(b)) => a.partial_cmp(&(*b as f64)),
            (Value::Int(a), Value::Double(b)) => (*a as f64).partial_cmp(b),
            (Value::Uint(a), Value::Double(b)) => (*a as f64).partial_cmp(b),
            (Value::Int(a), Value::Int(b)) => Some(a.cmp(b)),
            (Value::Uint(a), Value::Uint(b)) => Some(a.cmp(b)),
            (Value::Int(a), Value::Uint(b)) => Some(i128::from(*a).cmp(&i128::from(*b))),
            (Value::Uint(a), Value::Int(b)) => Some(i128::from(*a).cmp(&i128::from(*b))),
            _ => None,
        }
    }

    /// Whether two values can be compared.
    pub(super) fn is_comparable(&self, other: &Value) -> bool {
        self.is_number() && other.is_number() || self.compare(other).is_some()
    }
}

/// Finds the value of a key.
pub(super) fn find<'v>(entries: &'v [(Value, Value)], key: &Value) -> Option<&'v Value> {
    entries.iter().find(|(found, _)| found.equals(key)).map(|(_, value)| value)
}
