//! Decodes templates as encoding/json does.

use olmkit_catalog::meta_error;
use olmkit_gostd::fold::names_field;
use olmkit_yaml::decode::{self, Mode, Type};
use olmkit_yaml::{Format, Member, NodeRef, read_document, to_json};

use super::error::TemplateError;

/// A catalog document: operator-registry's `Meta`.
pub(super) const DOCUMENT: Type = Type::Own(document_error);

/// Checks a template against its type.
///
/// # Errors
/// Returns the error of encoding/json.
pub(super) fn check(root: NodeRef<'_>, expected: &'static Type, mode: Mode) -> Result<(), TemplateError> {
    decode::check(root, expected, mode).map_err(|mismatch| {
        let offset = mismatch.node.range().start();
        TemplateError::Refused(mismatch.text).at(offset)
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
