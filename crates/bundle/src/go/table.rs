//! The table of types, read from `types.txt`.

use std::collections::HashMap;
use std::sync::OnceLock;

/// A type of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Type {
    String,
    Bool,
    Int32,
    Int64,
    Float,
    /// Raw JSON: anything.
    Any,
    /// Base64 text.
    Bytes,
    Time,
    Quantity,
    IntOrString,
    /// `spec.version`: a tolerant version.
    Version,
    /// `spec.release`.
    Release,
    /// A schema, or a list of schemas.
    SchemaOrArray,
    /// A schema, or a boolean.
    SchemaOrBool,
    /// A schema, or a list of strings.
    SchemaOrStrings,
    List(Box<Type>),
    Map(Box<Type>),
    Struct(&'static str),
}

impl Type {
    /// Whether the type decodes itself, so that nothing in it is coerced.
    pub(super) fn decodes_itself(&self) -> bool {
        use Type::{Any, IntOrString, Quantity, Release, SchemaOrArray, SchemaOrBool, SchemaOrStrings, Time, Version};
        matches!(
            self,
            Any | Time | Quantity | IntOrString | Version | Release | SchemaOrArray | SchemaOrBool | SchemaOrStrings
        )
    }
}

/// Fields of every struct, by its name.
pub(super) type Table = HashMap<&'static str, Vec<(&'static str, Type)>>;

/// The table, read once.
pub(super) fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| read(include_str!("types.txt")))
}

fn read(text: &'static str) -> Table {
    let mut table = Table::new();
    let mut name = "";
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        if !line.starts_with(' ') {
            name = words.next().unwrap_or_default();
        }
        let mut fields = table.remove(name).unwrap_or_default();
        for word in words {
            match (word.strip_prefix('+'), word.rsplit_once(':')) {
                (Some(other), _) => fields.extend(table.get(other).cloned().unwrap_or_default()),
                (None, Some((field, kind))) => fields.push((field, parse(kind))),
                (None, None) => {}
            }
        }
        table.insert(name, fields);
    }
    // `+Handler` may stand above the struct it names.
    resolve_late(text, &mut table);
    table
}

/// Includes of structs that come later in the text.
fn resolve_late(text: &'static str, table: &mut Table) {
    for line in text.lines().filter(|line| line.contains(" +") && !line.starts_with([' ', '#'])) {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or_default();
        for other in words.filter_map(|word| word.strip_prefix('+')) {
            let missing = table.get(other).cloned().unwrap_or_default();
            let fields = table.entry(name).or_default();
            let known = |field: &str| fields.iter().any(|(own, _)| *own == field);
            let new: Vec<_> = missing.into_iter().filter(|(field, _)| !known(field)).collect();
            fields.extend(new);
        }
    }
}

fn parse(kind: &'static str) -> Type {
    let inner = |open, close| kind.strip_prefix(open).and_then(|rest: &'static str| rest.strip_suffix(close));
    if let Some(item) = inner('[', ']') {
        return Type::List(Box::new(parse(item)));
    }
    if let Some(value) = inner('{', '}') {
        return Type::Map(Box::new(parse(value)));
    }
    match kind {
        "s" => Type::String,
        "b" => Type::Bool,
        "i32" => Type::Int32,
        "i64" => Type::Int64,
        "f64" => Type::Float,
        "any" => Type::Any,
        "bytes" => Type::Bytes,
        "time" => Type::Time,
        "qty" => Type::Quantity,
        "intstr" => Type::IntOrString,
        "version" => Type::Version,
        "release" => Type::Release,
        "SchemaOrArray" => Type::SchemaOrArray,
        "SchemaOrBool" => Type::SchemaOrBool,
        "SchemaOrStrings" => Type::SchemaOrStrings,
        name => Type::Struct(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_struct_exists() {
        fn named(kind: &Type) -> Option<&'static str> {
            match kind {
                Type::List(inner) | Type::Map(inner) => named(inner),
                Type::Struct(name) => Some(name),
                _ => None,
            }
        }
        for (owner, fields) in table() {
            for (field, kind) in fields {
                assert!(named(kind).is_none_or(|name| table().contains_key(name)), "{owner}.{field}");
            }
        }
        assert!(table()["Probe"].iter().any(|(field, _)| *field == "httpGet"));
        assert!(table()["EphemeralContainer"].iter().any(|(field, _)| *field == "env"));
    }
}
