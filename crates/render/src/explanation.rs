//! Errors of upstream's decoders in plain English, with their positions.

use olmkit_gostd::fold::names_field;
use olmkit_text::suggestion;
use olmkit_yaml::decode::{Mismatch, Type, kind_name};
use olmkit_yaml::{NodeRef, TextSize, Value};

/// The maximum number of known fields in a message.
const MAX_FIELDS: usize = 10;

/// An error in plain English, at its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// Byte offset in the file.
    pub offset: TextSize,
    /// What is wrong, as a sentence.
    pub message: String,
    /// How to fix it, as a sentence. Empty if the message is enough.
    pub help: String,
}

impl Explanation {
    pub(crate) fn at(node: NodeRef<'_>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Explanation { offset: node.range().start(), message: message.into(), help: help.into() }
    }
}

impl std::fmt::Display for Explanation {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Explanation { message, help, .. } = self;
        if help.is_empty() { out.write_str(message) } else { write!(out, "{message} {help}") }
    }
}

/// The fields of a Go struct.
type Fields = &'static [(&'static str, Type)];

/// Explains why the value `root` does not match its type.
pub(crate) fn explain(root: NodeRef<'_>, expected: &'static Type, mismatch: &Mismatch<'_>) -> Explanation {
    let unknown = mismatch.expected.is_none().then_some(mismatch.path.as_str());
    let search = Search { target: mismatch.node, unknown };
    match search.find(root, expected, "") {
        Some(Found::Unknown { key, fields, path }) => unknown_field(key, fields, &path),
        Some(Found::Value(path)) => wrong_type(mismatch, &path),
        None => wrong_type(mismatch, &mismatch.path),
    }
}

/// The search for the value of a mismatch.
struct Search<'d, 's> {
    target: NodeRef<'d>,
    /// The key, if the field is unknown.
    unknown: Option<&'s str>,
}

enum Found<'d> {
    /// The path of a value of the wrong type.
    Value(String),
    /// An unknown key, the fields that its mapping can have, and the path of the mapping.
    Unknown { key: NodeRef<'d>, fields: Fields, path: String },
}

impl<'d> Search<'d, '_> {
    /// The recursion is bounded by the nesting of the types.
    fn find(&self, node: NodeRef<'d>, expected: &'static Type, path: &str) -> Option<Found<'d>> {
        let node = node.resolved();
        if self.unknown.is_none() && node.index() == self.target.index() {
            return Some(Found::Value(path.to_owned()));
        }
        match expected {
            Type::List(_, item) => {
                node.items().enumerate().find_map(|(at, node)| self.find(node, item, &format!("{path}[{at}]")))
            }
            Type::Struct(_, _, fields) => node.members().find_map(|member| {
                let Some((_, expected)) = fields.iter().find(|(name, _)| names_field(&member.key, key_of(name))) else {
                    let is_it =
                        self.unknown == Some(&*member.key) && member.value.index() == self.target.resolved().index();
                    return is_it.then(|| Found::Unknown { key: member.key_node, fields, path: path.to_owned() });
                };
                self.find(member.value, expected, &joined(path, &member.key))
            }),
            _ => None,
        }
    }
}

fn joined(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// The key of a field, which may have the prefix of an embedded struct.
fn key_of(name: &'static str) -> &'static str {
    name.rsplit_once('.').map_or(name, |(_, key)| key)
}

fn unknown_field(key: NodeRef<'_>, fields: Fields, path: &str) -> Explanation {
    let name = key.key();
    let known: Vec<&str> = fields.iter().map(|(name, _)| key_of(name)).collect();
    let within = if path.is_empty() { String::new() } else { format!(" in `{path}`") };
    let hint = suggestion(&name, &known, MAX_FIELDS);
    let message = olmkit_text::sentence(format!("Unknown field `{name}`{within}{hint}"));
    Explanation::at(key, message, "Correct or remove the field: unknown fields are errors.")
}

fn wrong_type(mismatch: &Mismatch<'_>, path: &str) -> Explanation {
    let node = mismatch.node;
    let subject = if path.is_empty() { "The document".to_owned() } else { format!("`{path}`") };
    let (wanted, help) = match mismatch.expected {
        Some(Type::Text(_)) if matches!(node.value(), Value::Bool(_) | Value::Number(_)) => {
            ("a string", format!("Quote it: \"{}\".", node.scalar_text()))
        }
        Some(Type::Text(_)) => ("a string", String::new()),
        Some(Type::Bool) => ("true or false", String::new()),
        Some(Type::Int32 | Type::Own(_)) => ("a whole number", String::new()),
        Some(Type::List(..)) => ("a list", "Start each item with `- `.".to_owned()),
        Some(Type::Struct(..) | Type::TextMap) => ("a mapping", String::new()),
        Some(Type::Raw) | None => ("another type of value", String::new()),
    };
    let given = match node.value() {
        Value::Bool(_) | Value::Number(_) => format!("the value is `{}`, {}", node.scalar_text(), kind_name(node)),
        _ => format!("the value is {}", kind_name(node)),
    };
    Explanation::at(node, format!("{subject} must be {wanted}: {given}."), help)
}
