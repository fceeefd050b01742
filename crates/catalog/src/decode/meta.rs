//! operator-registry's `Meta`: what every document must be, whatever its schema.

use olmkit_diagnostics::{Table, TextRange, order};
use olmkit_syntax::{Format, NodeRef, Value, blob_json, go_bool, go_value, indent_json, to_json};

use super::fields::Object;
use super::{Sink, go};
use crate::facts::{Facts, Text};
use crate::rules;
use crate::sink::quoting;
use olmkit_gostd::fold;

/// Reads `schema`, `package` and `name`; false when nothing more can be read.
pub(super) fn read(root: NodeRef<'_>, object: &Object<'_>, facts: &mut Facts, sink: &mut Sink) -> bool {
    let readable = read_keys(root, object, facts, sink);
    if !readable {
        return false;
    }
    let missing = facts.schema.as_ref().is_none_or(|schema| schema.value.is_empty());
    if missing && !sink.findings.iter().any(|finding| finding.opm.is_some()) {
        let empty = root.value() == Value::Null;
        // Only JSON hands a null over to `Meta`.
        let blob =
            if empty && root.format() == Format::Yaml { String::new() } else { format!("{}\n", blob_json(root)) };
        missing_schema(sink, root.range(), empty, &blob);
    }
    !missing
}

/// The part that fails while decoding, before the schema is looked at.
pub(super) fn read_keys(root: NodeRef<'_>, object: &Object<'_>, facts: &mut Facts, sink: &mut Sink) -> bool {
    match root.value() {
        Value::Mapping => {}
        Value::Null => return true,
        _ => {
            let message =
                format!("A document of a catalog must be a mapping; this one is {}.", go::kind_in_words(root));
            let help = "Write `schema: ...` and the other keys, or list the file in .indexignore.".to_owned();
            sink.add(&rules::meta_root_object::RULE, root.range(), message, help, Some(not_an_object(root)));
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
            _ => not_a_string(&field.key, field.value, sink),
        }
    }
    true
}

/// opm's text for a root that is not an object: it shows the document, and how far it was read.
fn not_an_object(root: NodeRef<'_>) -> String {
    let json = match root.format() {
        Format::Yaml => to_json(root),
        Format::Json => String::from_utf8_lossy(root.source()).into_owned(),
    };
    let shown = indent_json(&json);
    // Go stops behind the bracket of a list, and behind everything else.
    let (offset, marked) = match shown.strip_prefix('[') {
        Some(rest) => (1, format!("[ <== {rest}")),
        None => (json.len(), format!("{shown} <==")),
    };
    let kind = go::kind(root);
    format!(
        "json: cannot unmarshal {kind} into Go value of type map[string]interface {{}} at offset {offset} (indicated by \
         <==)\n{marked}"
    )
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
    for folded in order {
        let Some(group) = groups.get(&folded).filter(|group| group.len() > 1) else { continue };
        let mut names: Vec<&str> = group.iter().map(|(key, _)| key.as_str()).collect();
        order::sort(&mut names);
        let opm = format!("duplicate keys for key {}: [{}]", go::quote(&folded), names.join(" "));
        let message = format!("The keys {} differ only in case; opm cannot tell which one counts.", names.join(", "));
        let range = group.last().map_or(root.range(), |(_, range)| *range);
        sink.add(&rules::meta_duplicate_folded_keys::RULE, range, message, "Keep one of them.".to_owned(), Some(opm));
    }
}

fn not_a_string(own_key: &str, node: NodeRef<'_>, sink: &mut Sink) {
    let key = fold::full(own_key);
    let shown = node.scalar_text();
    let (message, help) = match node.value() {
        Value::Null => (format!("`{key}` has no value."), format!("Give `{key}` a text, or remove the key.")),
        Value::Bool(_) | Value::Number(_) => (
            format!("`{key}` must be a text, but YAML reads `{shown}` as {}.", go::kind_in_words(node)),
            format!("Quote it: \"{shown}\"."),
        ),
        _ => (
            format!("`{key}` must be a text; here stands {}.", go::kind_in_words(node)),
            format!("Give `{key}` a text."),
        ),
    };
    let (kind, value) = (go_bool(node), go_value(node));
    let opm = format!("expected value for key {} to be a string, got {kind}: {value}", go::quote(own_key));
    sink.add(&rules::meta_key_not_string::RULE, node.range(), message, help, Some(opm));
    if matches!(node.value(), Value::Bool(_) | Value::Number(_)) {
        sink.fix(quoting(node));
    }
}

/// `blob` is the document as opm shows it.
pub(super) fn missing_schema(sink: &mut Sink, range: TextRange, empty: bool, blob: &str) {
    let message = if empty {
        "This document is empty: only blanks, comments or `null`. opm wants a `schema` in every document."
    } else {
        "This document has no `schema`. opm cannot know what it is and refuses the catalog."
    };
    let help = if empty {
        "Remove the empty document and one of the `---` lines around it."
    } else {
        "Add `schema: olm.package`, `olm.channel`, `olm.bundle` or `olm.deprecations`."
    };
    let rule = if empty { &rules::yaml_empty_doc::RULE } else { &rules::meta_schema_required::RULE };
    let opm = format!("object '{blob}' is missing root schema field");
    sink.add(rule, range, message.to_owned(), help.to_owned(), Some(opm));
}
