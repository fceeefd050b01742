//! Decodes struct fields of an object as encoding/json does.

use std::borrow::Cow;

use olmkit_yaml::base64::{self, Base64Error};
pub(crate) use olmkit_yaml::decode::Object;
use olmkit_yaml::{NodeRef, Style, Value, blob_json, decode};

use crate::facts::Text;
use crate::rules::documents::json_type_mismatch::{self, Expected};
use crate::rules::documents::unknown_keys;
use crate::sink::Sink;

/// The position of a value in the Go types, for the error messages of encoding/json.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slot<'a> {
    /// The prefix of the message, such as `parse channel: `.
    pub(crate) prefix: &'a str,
    /// The Go struct that the field belongs to.
    pub(crate) owner: &'a str,
    /// The path of the field from the document's root, such as `entries.name`.
    pub(crate) path: &'a str,
    /// The Go type of the field.
    pub(crate) go_type: &'a str,
}

impl<'a> Slot<'a> {
    /// The name of the field.
    fn name(&self) -> &'a str {
        let dot = self.path.bytes().rposition(|byte| byte == b'.');
        dot.and_then(|dot| self.path.get(dot.saturating_add(1)..)).unwrap_or(self.path)
    }

    /// Returns the message of encoding/json for a value of the wrong kind.
    pub(crate) fn mismatch(&self, node: NodeRef<'_>) -> String {
        self.mismatch_of(decode::kind(node))
    }

    fn mismatch_of(&self, found: &str) -> String {
        let Slot { prefix, owner, path, go_type } = self;
        format!("{prefix}{}", decode::mismatch(found, owner, path, go_type))
    }
}

/// Reports the value of a field that has the wrong type.
fn mismatch(slot: Slot<'_>, expected: Expected, node: NodeRef<'_>, sink: &mut Sink) {
    json_type_mismatch::report(&format!("`{}`", slot.name()), expected, node, slot.mismatch(node), sink);
}

/// Reports an item of a list that has the wrong type. The slot is that of the list, with the type of its items.
pub(crate) fn item_mismatch(slot: Slot<'_>, expected: Expected, node: NodeRef<'_>, sink: &mut Sink) {
    json_type_mismatch::report(&format!("An item of `{}`", slot.name()), expected, node, slot.mismatch(node), sink);
}

/// Decodes a string field. If the field occurs several times, the last string is used.
pub(crate) fn text(object: &Object<'_>, slot: Slot<'_>, sink: &mut Sink) -> Option<Text> {
    let (value, range) = string(object, slot, sink)?;
    Some(Text { value: value.into_owned(), range })
}

/// Like [`text`], but returns the borrowed value and its range.
pub(crate) fn string<'d>(
    object: &Object<'d>,
    slot: Slot<'_>,
    sink: &mut Sink,
) -> Option<(Cow<'d, str>, olmkit_yaml::TextRange)> {
    let name = slot.name();
    let mut found = None;
    for field in object.field(name) {
        match field.value() {
            Value::Null => {}
            Value::String(value) => found = Some((value, field.range())),
            _ => mismatch(slot, Expected::Text, field, sink),
        }
    }
    found
}

/// Decodes a list field. If the field occurs several times, the items of the last list are returned.
pub(crate) fn list<'d>(object: &Object<'d>, slot: Slot<'_>, sink: &mut Sink) -> Option<Vec<NodeRef<'d>>> {
    let name = slot.name();
    let mut found = None;
    for field in object.field(name) {
        match field.value() {
            Value::Null => found = None,
            Value::Sequence => found = Some(field.items().collect()),
            _ => mismatch(slot, Expected::List, field, sink),
        }
    }
    found
}

/// Returns the object for the value of a field. Null is an empty object; other values are reported.
pub(crate) fn object<'d>(node: NodeRef<'d>, slot: Slot<'_>, sink: &mut Sink) -> Option<Object<'d>> {
    object_of(node).or_else(|| {
        mismatch(slot, Expected::Mapping, node, sink);
        None
    })
}

/// Like [`object`], for an item of a list.
pub(crate) fn item<'d>(node: NodeRef<'d>, slot: Slot<'_>, sink: &mut Sink) -> Option<Object<'d>> {
    object_of(node).or_else(|| {
        item_mismatch(slot, Expected::Mapping, node, sink);
        None
    })
}

fn object_of(node: NodeRef<'_>) -> Option<Object<'_>> {
    match node.value() {
        Value::Mapping => Some(Object::new(node)),
        Value::Null => Some(Object::default()),
        _ => None,
    }
}

/// Reports unknown keys of a mapping. Fast in the usual case that all keys are known.
pub(crate) fn unknown_keys(node: NodeRef<'_>, object: &Object<'_>, known: &[&'static str], sink: &mut Sink) {
    if !object.iter().all(|field| known.contains(&field.key.as_ref())) {
        unknown_keys::check(node, known, sink);
    }
}

/// The reason why a bytes field cannot be decoded, in the form of opm's message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BytesError {
    #[error("{prefix}illegal base64 data at input byte {at}")]
    Base64 { prefix: String, at: usize },
    /// A value of another type; contains the message.
    #[error("{0}")]
    Type(String),
}

/// Decodes a bytes field: base64 text, a list of small integers, or null. Returns the first decoded bytes.
pub(crate) fn bytes(node: NodeRef<'_>, slot: Slot<'_>, keep: usize) -> Result<Option<Vec<u8>>, BytesError> {
    if node.is_string() {
        let checked = base64(node, keep);
        let broken = |Base64Error(at)| BytesError::Base64 { prefix: slot.prefix.to_owned(), at };
        return checked.map(Some).map_err(broken);
    }
    let item = Slot { go_type: "uint8", ..slot };
    match node.value() {
        Value::Null => Ok(None),
        Value::Sequence => node.items().map(|node| byte(node, item)).collect::<Result<_, _>>().map(Some),
        _ => Err(BytesError::Type(slot.mismatch(node))),
    }
}

fn byte(node: NodeRef<'_>, slot: Slot<'_>) -> Result<u8, BytesError> {
    match node.value() {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range was just checked")]
        Value::Number(number) if (0.0..=255.0).contains(&number) && number.fract() == 0.0 => Ok(number as u8),
        Value::Null => Ok(0),
        Value::Number(_) => Err(BytesError::Type(slot.mismatch_of(&format!("number {}", blob_json(node))))),
        _ => Err(BytesError::Type(slot.mismatch(node))),
    }
}

/// Decodes a string as base64. Long strings make up most of a catalog, so they are not copied.
fn base64(node: NodeRef<'_>, keep: usize) -> Result<Vec<u8>, Base64Error> {
    let node = node.resolved();
    let raw = node.node();
    if raw.needs_cooking || raw.has_properties {
        return base64::check(node.as_str().unwrap_or_default().as_bytes(), keep);
    }
    let source = node.source();
    let inner = match raw.style {
        Style::Single | Style::Double => source.get(1..source.len().saturating_sub(1)).unwrap_or_default(),
        _ => source,
    };
    base64::check(inner, keep)
}
