//! Decodes templates as encoding/json does.

use olmkit_catalog::meta_error;
use olmkit_gostd::fold::names_field;
use olmkit_yaml::decode::{self, Mode, Type};
use olmkit_yaml::{Document, Format, Member, NodeRef, TextSize, read_document, to_json};

use super::error::TemplateError;
use crate::explanation::{Explanation, explain};

/// A catalog document: operator-registry's `Meta`.
pub(super) const DOCUMENT: Type = Type::Own(document_error);

/// Checks a template against its type.
///
/// # Errors
/// Returns the error of encoding/json.
pub(super) fn check(root: NodeRef<'_>, expected: &'static Type, mode: Mode) -> Result<(), TemplateError> {
    decode::check(root, expected, mode).map_err(|mismatch| {
        let explanation = match mismatch.expected {
            Some(Type::Own(_)) => document_explanation(mismatch.node),
            _ => Some(explain(root, expected, &mismatch)),
        };
        let offset = mismatch.node.range().start();
        let error = TemplateError::Refused(mismatch.text);
        explanation.map_or(error.clone(), |explanation| error.explained_at(explanation)).at(offset)
    })
}

/// The members of an object in decoding order. In YAML, they are sorted.
fn members(node: NodeRef<'_>) -> Vec<Member<'_>> {
    match node.format() {
        Format::Yaml => node.sorted_members(),
        Format::Json => node.members().collect(),
    }
}

/// The values of a field in decoding order.
pub(super) fn values<'d>(node: NodeRef<'d>, name: &str) -> Vec<NodeRef<'d>> {
    let fields = members(node).into_iter().filter(|member| names_field(&member.key, name));
    fields.map(|member| member.value).collect()
}

/// The position of the last value of a field; without one, of the object.
pub(super) fn place_of(node: NodeRef<'_>, name: &str) -> TextSize {
    values(node, name).last().unwrap_or(&node).range().start()
}

/// A part of a template as JSON.
pub(super) fn json(node: NodeRef<'_>) -> String {
    match node.format() {
        Format::Yaml => to_json(node),
        Format::Json => String::from_utf8_lossy(node.source()).into_owned(),
    }
}

fn document_error(node: NodeRef<'_>) -> Option<String> {
    let json = json(node);
    meta_error(&read_document(json.as_bytes(), Format::Json)).map(|error| error.upstream)
}

fn document_explanation(node: NodeRef<'_>) -> Option<Explanation> {
    let json = json(node);
    let document = read_document(json.as_bytes(), Format::Json);
    let error = meta_error(&document)?;
    Some(Explanation::at(same_value(&document, error.range.start(), node), error.message, ""))
}

/// The innermost value of `node` that is at an offset of its JSON.
pub(super) fn same_value<'d>(json: &Document<'_>, offset: TextSize, node: NodeRef<'d>) -> NodeRef<'d> {
    let (mut at, mut found) = (json.root(), node);
    let is_in = |value: NodeRef<'_>| value.range().contains_inclusive(offset);
    while let Some(json) = at {
        let member = json.members().find(|member| is_in(member.key_node) || is_in(member.value));
        let next = match member {
            Some(member) => found.get(&member.key).map(|value| (member.value, value)),
            None => json.items().zip(found.items()).find(|(json, _)| is_in(*json)),
        };
        at = next.map(|(json, value)| {
            found = value;
            json
        });
    }
    found
}
