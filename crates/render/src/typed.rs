//! Writes documents as operator-registry's structs do (FBC specification 2.1, 3). The tables of the fields are those of
//! decoding (`olmkit_catalog::document_fields`).

use olmkit_catalog::document_fields::{Presence, document, fields, is_bytes};
use olmkit_catalog::schemas::CSV_PROPERTIES;
use olmkit_collections::order;
use olmkit_yaml::decode::{self, Object, Type};
use olmkit_yaml::{NodeRef, Value, base64, blob_json};

/// Formats a document as compact JSON. A document of a known schema has only the fields of the schema. Others are
/// unchanged.
pub(crate) fn json(schema: &str, root: NodeRef<'_>, rendered: bool) -> String {
    let Some(known) = document(schema) else { return blob_json(root) };
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

fn structure(node: NodeRef<'_>, of: &Type, rendered: bool, out: &mut String) {
    out.push('{');
    let object = Object::new(node);
    let mut is_first = true;
    for (name, kind, presence) in fields(of) {
        // In a raw field, null is a value. In other fields, it counts as absent.
        let value = match kind {
            Type::Raw => object.field(name).last(),
            _ => object.last(name),
        };
        let is_omitted = match presence {
            Presence::Always => false,
            Presence::UnlessEmpty => value.is_none_or(is_empty),
            Presence::Never | Presence::KnownOnly => true,
        };
        if is_omitted {
            continue;
        }
        if !std::mem::take(&mut is_first) {
            out.push(',');
        }
        out.push_str(&format!("\"{name}\":"));
        match (kind, value) {
            (Type::List(_, item), Some(value)) => list(name, value, item, rendered, out),
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

fn list(name: &str, node: NodeRef<'_>, item: &Type, rendered: bool, out: &mut String) {
    let mut items: Vec<NodeRef<'_>> = node.items().collect();
    if rendered && name == "relatedImages" {
        order::sort_by_key(&mut items, |item| text(*item, "image").unwrap_or_default());
    }
    if rendered && name == "properties" {
        let is_metadata = |kind: Option<String>| kind.is_some_and(|kind| CSV_PROPERTIES.contains(&kind.as_str()));
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

fn single(node: Option<NodeRef<'_>>, kind: &Type, rendered: bool, out: &mut String) {
    match (kind, node) {
        (Type::Struct(..), Some(node)) => structure(node, kind, rendered, out),
        (Type::Struct(..), None) => empty(kind, out),
        (Type::Text(_), Some(node)) if is_bytes(kind) => bytes(node, out),
        (Type::Text(_), None) if !is_bytes(kind) => out.push_str("\"\""),
        (Type::Text(_), Some(node)) if node.is_null() => out.push_str("\"\""),
        (_, Some(node)) => out.push_str(&blob_json(node)),
        (_, None) => out.push_str("null"),
    }
}

/// Writes a struct of zero values.
fn empty(of: &Type, out: &mut String) {
    out.push('{');
    let written = fields(of).iter().filter(|(_, _, presence)| *presence == Presence::Always);
    for (at, (name, kind, _)) in written.enumerate() {
        out.push_str(&format!("{}\"{name}\":", if at > 0 { "," } else { "" }));
        single(None, kind, false, out);
    }
    out.push('}');
}

/// Writes bytes as base64. Line breaks and unused bits of the last character are not preserved.
fn bytes(node: NodeRef<'_>, out: &mut String) {
    out.push_str(&format!("\"{}\"", base64::encode(&decode::bytes(node))));
}
