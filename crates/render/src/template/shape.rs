//! Templates as encoding/json decodes them: the first value that does not fit its type is an error.

use olmkit_catalog::meta_error;
use olmkit_gostd::{fold::names_field, go_quote};
use olmkit_yaml::{Format, Member, NodeRef, Value, read_document, to_json};

use super::error::TemplateError;

/// Type of a part of a template.
pub(super) enum Type {
    /// A string, with its Go type.
    Text(&'static str),
    Flag,
    /// A list, with the Go type of its items.
    List(&'static str, &'static Type),
    /// A struct: its Go type, its name as the owner of a field, and its fields.
    Struct(&'static str, &'static str, &'static [(&'static str, Type)]),
    /// A document of a catalog, operator-registry's `Meta`.
    Document,
}

/// How sigs.k8s.io/yaml and encoding/json decode.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// From JSON, unknown keys ignored.
    Json,
    /// Strictly, and from YAML: scalars become strings where strings are expected.
    StrictYaml,
}

/// Checks a template against its type.
///
/// # Errors
/// What encoding/json reports.
pub(super) fn check(root: NodeRef<'_>, expected: &Type, mode: Mode) -> Result<(), TemplateError> {
    let mut check = Check { mode, first: None };
    check.visit(root, expected, "", "")?;
    check.first.map_or(Ok(()), Err)
}

/// The members of an object in the order of decoding: in YAML they arrive sorted.
pub(super) fn members(node: NodeRef<'_>) -> Vec<Member<'_>> {
    match node.format() {
        Format::Yaml => node.sorted_members(),
        Format::Json => node.members().collect(),
    }
}

/// The values that reach a field, in the order of decoding.
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

struct Check {
    mode: Mode,
    /// What is reported if the rest can be decoded.
    first: Option<TemplateError>,
}

impl Check {
    /// Fails at once where encoding/json stops decoding.
    fn visit(&mut self, node: NodeRef<'_>, expected: &Type, owner: &str, path: &str) -> Result<(), TemplateError> {
        match (expected, node.value()) {
            (_, Value::Null) | (Type::Text(_), Value::String(_)) | (Type::Flag, Value::Bool(_)) => Ok(()),
            (Type::Text(_), Value::Bool(_) | Value::Number(_)) if self.mode == Mode::StrictYaml => Ok(()),
            (Type::Document, _) => document_error(node).map_or(Ok(()), |text| Err(TemplateError::Refused(text))),
            (Type::List(_, item), Value::Sequence) => {
                node.items().try_for_each(|node| self.visit(node, item, owner, path))
            }
            (Type::Struct(_, owner, fields), Value::Mapping) => members(node).iter().try_for_each(|member| {
                let Some((name, expected)) = fields.iter().find(|(name, _)| names_field(&member.key, name)) else {
                    self.unknown(&member.key);
                    return Ok(());
                };
                let path = if path.is_empty() { (*name).to_owned() } else { format!("{path}.{name}") };
                self.visit(member.value, expected, owner, &path)
            }),
            (_, found) => {
                self.save(mismatch(&found, expected, owner, path));
                Ok(())
            }
        }
    }

    fn unknown(&mut self, key: &str) {
        if self.mode == Mode::StrictYaml {
            self.save(format!("json: unknown field {}", go_quote(key)));
        }
    }

    fn save(&mut self, text: String) {
        self.first.get_or_insert(TemplateError::Refused(text));
    }
}

fn mismatch(found: &Value<'_>, expected: &Type, owner: &str, path: &str) -> String {
    let kind = match found {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Mapping => "object",
        Value::Sequence => "array",
    };
    let go_type = match expected {
        Type::Text(name) | Type::Struct(name, ..) => (*name).to_owned(),
        Type::Flag => "bool".to_owned(),
        Type::List(item, _) => format!("[]{item}"),
        Type::Document => "declcfg.Meta".to_owned(),
    };
    if path.is_empty() {
        return format!("json: cannot unmarshal {kind} into Go value of type {go_type}");
    }
    format!("json: cannot unmarshal {kind} into Go struct field {owner}.{path} of type {go_type}")
}

fn document_error(node: NodeRef<'_>) -> Option<String> {
    let json = json(node);
    meta_error(&read_document(json.as_bytes(), Format::Json)).map(|error| error.upstream)
}
