//! Types of the values in a document.

use crate::node::NodeRef;

/// The type of a value in the tree.
#[derive(Debug, Clone, Copy)]
pub enum Type {
    /// A string, with the name of its Go type.
    Text(&'static str),
    /// A boolean.
    Bool,
    /// A 32-bit integer.
    Int32,
    /// Any value.
    Raw,
    /// An object with string values.
    TextMap,
    /// A list, with the Go type and the type of its items.
    List(&'static str, &'static Type),
    /// A struct: its Go type, its name in messages about its fields, and its fields.
    Struct(&'static str, &'static str, &'static [(&'static str, Type)]),
    /// A type with its own decoder, whose error stops decoding.
    Own(fn(NodeRef<'_>) -> Option<String>),
}

/// A string of the Go type `string`.
pub(super) static TEXT: Type = Type::Text("string");

/// The decoder that upstream uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// From JSON that upstream marshalled: keys are sorted, unknown keys are ignored.
    Marshalled,
    /// From JSON as written; unknown keys are ignored. YAML is first converted to JSON with sorted keys.
    Json,
    /// Strict, from YAML: unknown keys are errors, scalars become strings where strings are expected.
    StrictYaml,
    /// Strict, from YAML converted to JSON: unknown keys are errors, and a number is not a string. Field names are
    /// prefixed with the embedded struct, as in `Config.packages`; the prefix occurs only in encoding/json's messages.
    Strict,
}

impl Mode {
    /// Whether an unknown key is an error.
    pub(super) fn is_strict(self) -> bool {
        matches!(self, Mode::StrictYaml | Mode::Strict)
    }

    /// The key of a field.
    pub(super) fn key(self, name: &'static str) -> &'static str {
        if self == Mode::Strict { name.rsplit_once('.').map_or(name, |(_, key)| key) } else { name }
    }
}
