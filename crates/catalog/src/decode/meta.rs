//! operator-registry's `Meta`: the requirements for every document, whatever its schema.

use olmkit_collections::Table;
use olmkit_diagnostics::TextRange;
use olmkit_yaml::{Format, NodeRef, Value, blob_json};

use super::Sink;
use super::fields::Object;
use crate::facts::{Facts, Text};
use crate::rules::documents::{
    meta_duplicate_folded_keys, meta_key_not_string, meta_root_object, meta_schema_required,
};
use crate::rules::yaml::yaml_empty_doc;
use olmkit_gostd::fold;

/// Reads `schema`, `package` and `name`. Returns false if the document cannot be decoded further.
pub(super) fn read(root: NodeRef<'_>, object: &Object<'_>, facts: &mut Facts, sink: &mut Sink) -> bool {
    let readable = read_keys(root, object, facts, sink);
    if !readable {
        return false;
    }
    let missing = facts.schema.as_ref().is_none_or(|schema| schema.value.is_empty());
    if missing && !sink.findings.iter().any(|finding| finding.opm.is_some()) {
        let empty = root.value() == Value::Null;
        // opm calls `Meta` with null only for JSON.
        let blob =
            if empty && root.format() == Format::Yaml { String::new() } else { format!("{}\n", blob_json(root)) };
        missing_schema(sink, root.range(), empty, &blob);
    }
    !missing
}

/// Reads the keys. Errors here occur while decoding, before the schema is checked.
pub(super) fn read_keys(root: NodeRef<'_>, object: &Object<'_>, facts: &mut Facts, sink: &mut Sink) -> bool {
    match root.value() {
        Value::Mapping => {}
        Value::Null => return true,
        _ => {
            meta_root_object::report(root, sink);
            return false;
        }
    }
    duplicate_keys(root, object, sink);
    for field in object.iter() {
        let slot = match &field.key {
            key if fold::folds_to(key, "schema") => &mut facts.schema,
            key if fold::folds_to(key, "package") => &mut facts.package,
            key if fold::folds_to(key, "name") => &mut facts.name,
            _ => continue,
        };
        match field.value.value() {
            Value::String(value) => *slot = Some(Text { value: value.into_owned(), range: field.value.range() }),
            _ => meta_key_not_string::report(&field.key, field.value, sink),
        }
    }
    true
}

fn duplicate_keys(root: NodeRef<'_>, object: &Object<'_>, sink: &mut Sink) {
    if object.differs_by_more_than_case() {
        return;
    }
    let mut groups: Table<String, Vec<(String, TextRange)>> = Table::default();
    let mut order = Vec::new();
    for member in root.members() {
        let folded = fold::full(&member.key);
        let group = groups.or_insert_with(folded.clone(), Default::default);
        if group.is_empty() {
            order.push(folded);
        }
        if group.iter().all(|(key, _)| *key != member.key) {
            group.push((member.key.into_owned(), member.key_node.range()));
        }
    }
    let before = sink.findings.len();
    for folded in order {
        let Some(group) = groups.get(&folded).filter(|group| group.len() > 1) else { continue };
        meta_duplicate_folded_keys::report(&folded, group, root.range(), sink);
    }
    meta_duplicate_folded_keys::join(sink.findings.get_mut(before..).unwrap_or_default());
}

/// Reports a document without a schema. `blob` is the document as opm prints it.
pub(super) fn missing_schema(sink: &mut Sink, range: TextRange, empty: bool, blob: &str) {
    let upstream = format!("object '{blob}' is missing root schema field");
    if empty {
        yaml_empty_doc::report(range, upstream, sink);
    } else {
        meta_schema_required::report(range, upstream, sink);
    }
}
