//! The types of `olm.csv.metadata`.

use olmkit_yaml::{NodeRef, Value, to_json};

use super::fields::Object;
use super::go;
use super::types::{CSV_METADATA, TEXT, Type};
use Type::{Bool, Int32, List, Named, Property, Raw, Struct, TextMap};

/// A value waiting for its check.
struct Waiting<'d> {
    node: NodeRef<'d>,
    expected: &'static Type,
    /// Go name of the struct the value is a field of, and the path of the field.
    owner: &'static str,
    path: String,
}

/// The first value of the wrong type, encoding/json's text for it, and the type that it should have.
pub(super) fn check(value: NodeRef<'_>) -> Result<(), (NodeRef<'_>, String, &'static Type)> {
    let mut waiting = vec![Waiting { node: value, expected: &CSV_METADATA, owner: "CSVMetadata", path: String::new() }];
    while let Some(Waiting { node, expected, owner, path }) = waiting.pop() {
        let node = node.resolved();
        if matches!(expected, Raw) || matches!(expected, Named(_)) && node.is_string() {
            continue;
        }
        match (expected, node.value()) {
            (_, Value::Null) | (Bool, Value::Bool(_)) => {}
            (Int32, Value::Number(number)) if fits_int32(number) => {}
            (List(_, item), Value::Sequence) => {
                let from = waiting.len();
                let items = node.items();
                waiting.extend(items.map(|node| Waiting { node, expected: item, owner, path: path.clone() }));
                reverse(&mut waiting, from);
            }
            (TextMap, Value::Mapping) => {
                let from = waiting.len();
                let object = Object::new(node);
                let fields = object.iter();
                waiting.extend(fields.map(|f| Waiting { node: f.value, expected: &TEXT, owner, path: path.clone() }));
                reverse(&mut waiting, from);
            }
            (Struct(_, owner, fields), Value::Mapping) => push_fields(node, fields, owner, &path, &mut waiting),
            _ => return Err((node, mismatch(node, expected, owner, &path), expected)),
        }
    }
    Ok(())
}

fn fits_int32(number: f64) -> bool {
    number.fract() == 0.0 && (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&number)
}

fn reverse(waiting: &mut [Waiting<'_>], from: usize) {
    waiting.get_mut(from..).unwrap_or_default().reverse();
}

fn mismatch(node: NodeRef<'_>, expected: &Type, owner: &str, path: &str) -> String {
    let go_type = match expected {
        Named(name) | Struct(name, ..) => (*name).to_owned(),
        Bool => "bool".to_owned(),
        Int32 => "int32".to_owned(),
        TextMap => "map[string]string".to_owned(),
        List(item, _) => format!("[]{item}"),
        Raw | Property => "json.RawMessage".to_owned(),
    };
    let kind = match (expected, node.value()) {
        (Int32, Value::Number(_)) => format!("number {}", to_json(node)),
        _ => go::kind(node).to_owned(),
    };
    if path.is_empty() {
        return format!("json: cannot unmarshal {kind} into Go value of type {go_type}");
    }
    format!("json: cannot unmarshal {kind} into Go struct field {owner}.{path} of type {go_type}")
}

fn push_fields<'d>(
    node: NodeRef<'d>,
    fields: &'static [(&'static str, Type)],
    owner: &'static str,
    path: &str,
    waiting: &mut Vec<Waiting<'d>>,
) {
    let from = waiting.len();
    for field in Object::new(node).iter() {
        let declared = fields.iter().find(|(name, _)| olmkit_gostd::fold::names_field(&field.key, name));
        if let Some((name, expected)) = declared {
            let path = if path.is_empty() { (*name).to_owned() } else { format!("{path}.{name}") };
            waiting.push(Waiting { node: field.value, expected, owner, path });
        }
    }
    reverse(waiting, from);
}
