//! Writes documents as operator-registry's structs do (FBC specification 2.1, 3).
//!
//! `olmkit_yaml::decode` determines which keys match a field ([`Object`]). The tables here are separate, because they
//! are for encoding: they define the order of fields, and which fields are omitted if empty. Types for decoding have
//! neither.

use olmkit_collections::order;
use olmkit_yaml::decode::{self, Object};
use olmkit_yaml::{NodeRef, Value, base64, blob_json};

/// The fields of a struct in output order: name, type, and whether an empty value is omitted.
type Fields = &'static [(&'static str, Type, bool)];

#[derive(Clone, Copy)]
enum Type {
    Text,
    Raw,
    Bytes,
    List(&'static Type),
    Struct(Fields),
}
use Type::{Bytes, List, Raw, Struct, Text};

const PROPERTIES: Type = List(&Struct(&[("type", Text, false), ("value", Raw, false)]));
const ICON: Type = Struct(&[("base64data", Bytes, false), ("mediatype", Text, false)]);
const PACKAGE: Fields = &[
    ("schema", Text, false),
    ("name", Text, false),
    ("defaultChannel", Text, false),
    ("icon", ICON, true),
    ("description", Text, true),
    ("properties", PROPERTIES, true),
];
const ENTRY: Type =
    Struct(&[("name", Text, false), ("replaces", Text, true), ("skips", List(&Text), true), ("skipRange", Text, true)]);
const CHANNEL: Fields = &[
    ("schema", Text, false),
    ("name", Text, false),
    ("package", Text, false),
    ("entries", List(&ENTRY), false),
    ("properties", PROPERTIES, true),
];
const BUNDLE: Fields = &[
    ("schema", Text, false),
    ("name", Text, true),
    ("package", Text, true),
    ("image", Text, false),
    ("properties", PROPERTIES, true),
    ("relatedImages", List(&Struct(&[("name", Text, false), ("image", Text, false)])), true),
];
const REFERENCE: Type = Struct(&[("schema", Text, true), ("name", Text, true)]);
const DEPRECATIONS: Fields = &[
    ("schema", Text, false),
    ("package", Text, false),
    ("entries", List(&Struct(&[("reference", REFERENCE, false), ("message", Text, false)])), false),
];

/// Formats a document as compact JSON. A document of a known schema has only the fields of the schema. Others are
/// unchanged.
pub(crate) fn json(schema: &str, root: NodeRef<'_>, rendered: bool) -> String {
    let known = match schema {
        "olm.package" => PACKAGE,
        "olm.channel" => CHANNEL,
        "olm.bundle" => BUNDLE,
        "olm.deprecations" => DEPRECATIONS,
        _ => return blob_json(root),
    };
    let mut out = String::new();
    structure(root, known, rendered, &mut out);
    out
}

/// The value of a string field, with encoding/json's matching of keys.
pub(crate) fn text(node: NodeRef<'_>, name: &str) -> Option<String> {
    field(node, name).and_then(|value| value.as_str().map(String::from))
}

/// The value of a field, with encoding/json's matching of keys. `None` if it is null.
pub(crate) fn field<'d>(node: NodeRef<'d>, name: &str) -> Option<NodeRef<'d>> {
    Object::new(node).last(name)
}

/// The object in a property `olm.bundle.object`. `None` if its `data` is missing or not valid base64.
pub(crate) fn object_data(property: NodeRef<'_>) -> Option<Vec<u8>> {
    let data = text(field(property, "value")?, "data")?;
    base64::decode(data.as_bytes()).ok()
}

fn structure(node: NodeRef<'_>, of: Fields, rendered: bool, out: &mut String) {
    out.push('{');
    let object = Object::new(node);
    let mut is_first = true;
    for (name, kind, omit) in of {
        // In a raw field, null is a value. In other fields, it counts as absent.
        let value = match kind {
            Raw => object.field(name).last(),
            _ => object.last(name),
        };
        if *omit && value.is_none_or(is_empty) {
            continue;
        }
        if !std::mem::take(&mut is_first) {
            out.push(',');
        }
        out.push_str(&format!("\"{name}\":"));
        match (*kind, value) {
            (List(item), Some(value)) => list(name, value, *item, rendered, out),
            (kind, value) => single(value, kind, rendered, out),
        }
    }
    out.push('}');
}

fn is_empty(node: NodeRef<'_>) -> bool {
    match node.value() {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Sequence => node.items().next().is_none(),
        _ => false,
    }
}

fn list(name: &str, node: NodeRef<'_>, item: Type, rendered: bool, out: &mut String) {
    let mut items: Vec<NodeRef<'_>> = node.items().collect();
    if rendered && name == "relatedImages" {
        order::sort_by_key(&mut items, |item| text(*item, "image").unwrap_or_default());
    }
    if rendered && name == "properties" {
        let is_metadata = |kind: Option<String>| {
            kind.is_some_and(|kind| matches!(kind.as_str(), "olm.bundle.object" | "olm.csv.metadata"))
        };
        order::sort_by_key(&mut items, |item| is_metadata(text(*item, "type")));
    }
    out.push('[');
    for (at, node) in items.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        single(Some(node), item, rendered, out);
    }
    out.push(']');
}

fn single(node: Option<NodeRef<'_>>, kind: Type, rendered: bool, out: &mut String) {
    match (kind, node) {
        (Struct(of), Some(node)) => structure(node, of, rendered, out),
        (Text, Some(node)) if node.value() == Value::Null => out.push_str("\"\""),
        (Bytes, Some(node)) => bytes(node, out),
        (_, Some(node)) => out.push_str(&blob_json(node)),
        (Text, None) => out.push_str("\"\""),
        (Struct(of), None) => empty(of, out),
        (Raw | Bytes | List(_), None) => out.push_str("null"),
    }
}

/// Writes a struct of zero values.
fn empty(of: Fields, out: &mut String) {
    out.push('{');
    let written = of.iter().filter(|(_, _, omit)| !omit);
    for (at, (name, kind, _)) in written.enumerate() {
        out.push_str(&format!("{}\"{name}\":", if at > 0 { "," } else { "" }));
        single(None, *kind, false, out);
    }
    out.push('}');
}

/// Writes bytes as base64. Line breaks and unused bits of the last character are not preserved.
fn bytes(node: NodeRef<'_>, out: &mut String) {
    out.push_str(&format!("\"{}\"", base64::encode(&decode::bytes(node))));
}
