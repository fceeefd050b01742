//! Checks whether a value fits a Go type.

use std::borrow::Cow;

use olmkit_semver::parse_tolerant;
use olmkit_yaml::{Kind, NodeRef, TextRange, Value, object_json};

use super::scalar::quantity_error;
use super::table::{Field, Type, table};
use super::{Api, Mode};

/// The first value that does not fit its type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mismatch {
    /// Range in the document.
    pub(crate) range: TextRange,
    /// Path of the field, such as `spec.version`.
    pub(crate) path: String,
    /// Describes the mismatch: "a number, but must be a string".
    pub(crate) message: String,
    /// What to do, as a sentence.
    pub(crate) help: Cow<'static, str>,
}

struct Task<'d> {
    node: NodeRef<'d>,
    kind: &'static Type,
    mode: Mode,
    path: String,
}

/// Checks a value against the struct `name` of the newest version of its module. Returns the first value that does not
/// fit.
pub(crate) fn mismatch(root: NodeRef<'_>, name: &'static str, mode: Mode) -> Option<Mismatch> {
    mismatch_of(Api::Newest, root, name, mode)
}

/// Checks a value against the struct `name`. The released operator-framework/api has no `spec.release`.
pub(crate) fn mismatch_of(api: Api, root: NodeRef<'_>, name: &'static str, mode: Mode) -> Option<Mismatch> {
    let (_, fields) = table().get_key_value(name)?;
    let mut tasks = Vec::new();
    if let Err(mismatch) = push_fields(root, fields, mode, "", api, &mut tasks) {
        return Some(mismatch);
    }
    while let Some(task) = tasks.pop() {
        if let Err(mismatch) = step(task, api, &mut tasks) {
            return Some(mismatch);
        }
    }
    None
}

fn step<'d>(task: Task<'d>, api: Api, tasks: &mut Vec<Task<'d>>) -> Result<(), Mismatch> {
    let Task { node, kind, mode, path } = task;
    let value = node.value();
    let inner = if kind.decodes_itself() && mode == Mode::Coerce { Mode::Json } else { mode };
    if value == Value::Null && !(matches!(kind, Type::Version | Type::Release) && mode != Mode::Converter) {
        return Ok(());
    }
    match kind {
        Type::Struct(name) => {
            let Some(fields) = table().get(name) else { return Ok(()) };
            return push_fields(node, fields, inner, &path, api, tasks);
        }
        Type::List(item) => {
            if value != Value::Sequence {
                return Err(wrong(node, &path, "a list"));
            }
            let items: Vec<_> = node.items().enumerate().collect();
            for (at, item_node) in items.into_iter().rev() {
                tasks.push(Task { node: item_node, kind: item, mode: inner, path: format!("{path}[{at}]") });
            }
        }
        Type::Map(item) => {
            if value != Value::Mapping {
                return Err(wrong(node, &path, "a mapping"));
            }
            for member in node.members() {
                tasks.push(Task {
                    node: member.value,
                    kind: item,
                    mode: inner,
                    path: format!("{path}.{}", member.key),
                });
            }
        }
        Type::SchemaOrArray | Type::SchemaOrBool | Type::SchemaOrStrings => {
            return schema_or(node, kind, &path, api, tasks);
        }
        _ => return scalar(node, &value, kind, mode, &path),
    }
    Ok(())
}

fn push_fields<'d>(
    node: NodeRef<'d>,
    fields: &'static [Field],
    mode: Mode,
    path: &str,
    api: Api,
    tasks: &mut Vec<Task<'d>>,
) -> Result<(), Mismatch> {
    match node.value() {
        Value::Mapping => {}
        Value::Null => return Ok(()),
        _ => return Err(wrong(node, path, "a mapping")),
    }
    let from = tasks.len();
    for member in node.members() {
        let Some(field) = fields.iter().find(|field| mode.names(&member.key, field.name)) else { continue };
        if field.kind == Type::Release && api == Api::Released {
            continue;
        }
        let path = if path.is_empty() { field.name.to_owned() } else { format!("{path}.{}", field.name) };
        let mode = if field.embedded && mode == Mode::Coerce { Mode::Json } else { mode };
        tasks.push(Task { node: member.value, kind: &field.kind, mode, path });
    }
    if let Some(new) = tasks.get_mut(from..) {
        new.reverse();
    }
    Ok(())
}

/// The decoders of these types match keys exactly, whatever decodes the schema that contains them.
fn schema_or<'d>(
    node: NodeRef<'d>,
    kind: &Type,
    path: &str,
    api: Api,
    tasks: &mut Vec<Task<'d>>,
) -> Result<(), Mismatch> {
    let Some(fields) = table().get("Schema") else { return Ok(()) };
    let mode = Mode::Exact;
    match (node.value(), kind) {
        (Value::Mapping, _) => push_fields(node, fields, mode, path, api, tasks),
        (Value::Sequence, Type::SchemaOrArray) => {
            for item in node.items() {
                push_fields(item, fields, mode, path, api, tasks)?;
            }
            Ok(())
        }
        (Value::Sequence, Type::SchemaOrStrings) => {
            for item in node.items() {
                scalar(item, &item.value(), &Type::String, mode, path)?;
            }
            Ok(())
        }
        (Value::Bool(_), _) | (_, Type::SchemaOrArray | Type::SchemaOrStrings) => Ok(()),
        _ => Err(wrong(node, path, "a schema or a boolean")),
    }
}

fn scalar(node: NodeRef<'_>, value: &Value<'_>, kind: &Type, mode: Mode, path: &str) -> Result<(), Mismatch> {
    let coerced = mode == Mode::Coerce && matches!(value, Value::Bool(_) | Value::Number(_));
    let fits = match (kind, value) {
        (Type::Any, _)
        | (Type::String, Value::String(_))
        | (Type::Bool, Value::Bool(_))
        | (Type::Float, Value::Number(_))
        | (Type::IntOrString, Value::String(_)) => true,
        (Type::String, _) if coerced => true,
        // The converter truncates integers instead of returning an error.
        (Type::Int32 | Type::Int64, Value::Number(number)) if mode == Mode::Converter => number.fract() == 0.0,
        (Type::Int32 | Type::IntOrString, Value::Number(number)) => {
            number.fract() == 0.0 && (-2_147_483_648.0..=2_147_483_647.0).contains(number)
        }
        (Type::Int64, Value::Number(_)) => object_json(node).parse::<i64>().is_ok(),
        (Type::Time, Value::String(text)) => is_time(text),
        (Type::Quantity, Value::String(text)) => return quantity(node, text, path),
        (Type::Quantity, Value::Number(_)) => true,
        (Type::Bytes, Value::Sequence) => node.items().all(is_byte),
        (Type::Bytes, Value::String(text)) => olmkit_yaml::base64::decode(text.as_bytes()).is_ok(),
        (Type::Version, Value::String(text)) => {
            return match parse_tolerant(text) {
                Ok(_) => Ok(()),
                Err(error) => Err(at(node, path, format!("not a valid version: {error}"))),
            };
        }
        (Type::Release, Value::String(text)) => {
            return match olmkit_semver::parse_identifiers(text) {
                Ok(_) => Ok(()),
                Err(error) => Err(at(node, path, format!("not a valid release: {error}"))),
            };
        }
        _ => false,
    };
    if fits {
        return Ok(());
    }
    Err(Mismatch { help: help(node, value, kind, path), ..wrong(node, path, name(kind)) })
}

/// What to do about a value that is not of the type `kind`. Quotes would keep an unquoted version such as `1.20`
/// incomplete.
fn help(node: NodeRef<'_>, value: &Value<'_>, kind: &Type, path: &str) -> Cow<'static, str> {
    let is_version = matches!(value, Value::Number(_)) && (*kind == Type::Version || path == "spec.minKubeVersion");
    if let Some(full) = is_version.then(|| parse_tolerant(&node.scalar_text()).ok()).flatten() {
        return format!("Write a full version: `{full}`.").into();
    }
    let is_map = *value == Value::Mapping || node.resolved().kind() == Kind::Mapping;
    let needs_quotes = matches!(kind, Type::String | Type::Version | Type::Release) && !is_map;
    if needs_quotes { "Quote it.".into() } else { CORRECT.into() }
}

const CORRECT: &str = "Correct the value.";

fn quantity(node: NodeRef<'_>, text: &str, path: &str) -> Result<(), Mismatch> {
    match quantity_error(text) {
        None => Ok(()),
        Some(error) => Err(at(node, path, format!("not a valid quantity: {error}"))),
    }
}

/// Whether `time.Parse` accepts a text. The hour may have one digit.
fn is_time(text: &str) -> bool {
    let padded = text.split_once('T').filter(|(_, time)| time.get(1..2) == Some(":"));
    let padded = padded.map(|(date, time)| format!("{date}T0{time}"));
    olmkit_gostd::parse_rfc3339(padded.as_deref().unwrap_or(text)).is_some()
}

/// Whether encoding/json decodes an item of a list into a byte.
fn is_byte(node: NodeRef<'_>) -> bool {
    match node.value() {
        Value::Null => true,
        Value::Number(number) => number.fract() == 0.0 && (0.0..=255.0).contains(&number),
        _ => false,
    }
}

fn name(kind: &Type) -> &'static str {
    match kind {
        Type::Bool => "a boolean",
        Type::Int32 | Type::Int64 => "an integer",
        Type::Float => "a number",
        Type::Bytes => "a base64 string",
        Type::Time => "a time like 2006-01-02T15:04:05Z",
        Type::Quantity => "a quantity like 100m or 1Gi",
        Type::IntOrString => "a number or a string",
        _ => "a string",
    }
}

fn wrong(node: NodeRef<'_>, path: &str, wanted: &str) -> Mismatch {
    let found = match (node.value(), node.resolved().kind()) {
        (Value::Mapping, _) | (_, Kind::Mapping) => "a mapping",
        (Value::Sequence, _) => "a list",
        (Value::Null, _) => "nothing",
        (Value::Bool(_), _) => "a boolean",
        (Value::Number(_), _) => "a number",
        (Value::String(_), _) => "a string",
    };
    at(node, path, format!("{found}, but must be {wanted}"))
}

fn at(node: NodeRef<'_>, path: &str, message: String) -> Mismatch {
    Mismatch { range: node.range(), path: path.to_owned(), message, help: CORRECT.into() }
}

/// Whether a value of the struct `name` is its zero value: no field is set.
pub(crate) fn is_zero(root: NodeRef<'_>, name: &'static str, mode: Mode) -> bool {
    let mut waiting = vec![(root, name)];
    while let Some((node, name)) = waiting.pop() {
        let Some(fields) = table().get(name) else { continue };
        for member in node.members() {
            let Some(field) = fields.iter().find(|field| mode.names(&member.key, field.name)) else { continue };
            let is_pointer = POINTERS.contains(&field.name);
            match (&field.kind, member.value.value()) {
                (_, Value::Null) => {}
                (Type::Struct(name), Value::Mapping) if !is_pointer => waiting.push((member.value, name)),
                (Type::String | Type::Version | Type::Release, Value::String(text)) if text.is_empty() => {}
                (Type::Version, Value::String(text)) if is_zero_version(&text) => {}
                (Type::Bool, Value::Bool(false)) => {}
                (Type::Int64, Value::Number(0.0)) if !is_pointer => {}
                _ => return false,
            }
        }
    }
    true
}

/// Fields stored as pointers. An empty mapping and 0 are not their zero value.
const POINTERS: [&str; 2] = ["selector", "deletionGracePeriodSeconds"];

fn is_zero_version(text: &str) -> bool {
    parse_tolerant(text).is_ok_and(|version| version.to_string() == "0.0.0")
}
