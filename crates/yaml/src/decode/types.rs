//! Types of the values in a document.

use crate::node::NodeRef;

/// Type of a value in the tree.
#[derive(Debug, Clone, Copy)]
pub enum Type {
    /// A string, with the name of its Go type.
    Text(&'static str),
    /// A boolean.
    Bool,
    /// An integer of 32 bits.
    Int32,
    /// Any value.
    Raw,
    /// An object whose values are strings.
    TextMap,
    /// A list, with the Go type of its items.
    List(&'static str, &'static Type),
    /// A struct: its Go type, its name as the owner of a field, and its fields.
    Struct(&'static str, &'static str, &'static [(&'static str, Type)]),
    /// A type that decodes itself: its error ends the decoding.
    Own(fn(NodeRef<'_>) -> Option<String>),
}

/// A plain string.
pub(super) static TEXT: Type = Type::Text("string");

/// How upstream decodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// From JSON that upstream marshalled: keys sorted, unknown ones ignored.
    Marshalled,
    /// From JSON as it is written, unknown keys ignored; YAML becomes JSON with sorted keys first.
    Json,
    /// Strictly, and from YAML: unknown keys are errors, scalars become strings where strings are expected.
    StrictYaml,
    /// Strictly, and from YAML that became JSON: unknown keys are errors, and a number is not a string. Names of fields
    /// have the embedded struct before them, as `Config.packages`, which is part of encoding/json's texts only.
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
