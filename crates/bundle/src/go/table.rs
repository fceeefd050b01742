//! The table of Go types, read from `types.txt`.

use olmkit_collections::HashMap;
use std::sync::OnceLock;

/// The type of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Type {
    String,
    Bool,
    Int32,
    Int64,
    Float,
    /// Raw JSON: accepts any value.
    Any,
    /// Base64 text.
    Bytes,
    Time,
    Quantity,
    IntOrString,
    /// `spec.version`, a version parsed tolerantly.
    Version,
    /// `spec.release`.
    Release,
    /// A schema or a list of schemas.
    SchemaOrArray,
    /// A schema or a boolean.
    SchemaOrBool,
    /// A schema or a list of strings.
    SchemaOrStrings,
    List(Box<Type>),
    Map(Box<Type>),
    Struct(&'static str),
}

impl Type {
    /// Whether the type has its own decoder, so that its contents are not coerced.
    pub(super) fn decodes_itself(&self) -> bool {
        use Type::{Any, IntOrString, Quantity, Release, SchemaOrArray, SchemaOrBool, SchemaOrStrings, Time, Version};
        matches!(
            self,
            Any | Time | Quantity | IntOrString | Version | Release | SchemaOrArray | SchemaOrBool | SchemaOrStrings
        )
    }
}

#[derive(Debug, Clone)]
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) kind: Type,
    /// Whether the field comes from an embedded struct.
    pub(super) embedded: bool,
}

/// The fields of each struct, by struct name.
pub(super) type Table = HashMap<&'static str, Vec<Field>>;

/// The names of the fields of a struct.
pub(crate) fn field_names(of: &str) -> impl Iterator<Item = &'static str> {
    table().get(of).into_iter().flatten().map(|field| field.name)
}

/// The table. It is parsed on first use.
pub(super) fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| read(include_str!("types.txt")))
}

fn read(text: &'static str) -> Table {
    let mut table = Table::default();
    let mut embeds: Vec<(&'static str, &'static str)> = Vec::new();
    let mut name = "";
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        if !line.starts_with(' ') {
            name = words.next().unwrap_or_default();
        }
        let fields = table.entry(name).or_default();
        for word in words {
            match (word.strip_prefix('+'), word.rsplit_once(':')) {
                (Some(other), _) => embeds.push((name, other)),
                (None, Some((field, kind))) => {
                    fields.push(Field { name: field, kind: parse(kind), embedded: false });
                }
                (None, None) => {}
            }
        }
    }
    for (name, other) in embeds {
        let fields = table.get(other).cloned().unwrap_or_default();
        let embedded = fields.into_iter().map(|field| Field { embedded: true, ..field });
        table.entry(name).or_default().extend(embedded);
    }
    table
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
            for field in fields {
                assert!(named(&field.kind).is_none_or(|name| table().contains_key(name)), "{owner}.{}", field.name);
            }
        }
        assert!(table()["Probe"].iter().any(|field| field.name == "httpGet" && field.embedded));
        assert!(table()["EphemeralContainer"].iter().any(|field| field.name == "env"));
    }
}
