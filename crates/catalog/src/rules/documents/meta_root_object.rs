//! `meta-root-object`: A document that is not a mapping.

use crate::decode::go;
use crate::rules::declare::{foo, opm, rule};
use crate::sink::Sink;
use olmkit_yaml::{Format, NodeRef, indent_json, to_json};

rule! {
    RULE, "meta-root-object", "FBC002", "A document that is not a mapping",
    since: "0.1.0",
    catalog: Schema, Opm, Error,
    finds: "A document that is a list, a string or a number. Often the file is not part of a catalog, such as a \
        README.",
    why: "opm reads every file below the directory, whatever its name, and rejects the catalog.",
    fix: "List the file in `.indexignore`, or write a mapping with a `schema`.",
    source: opm!(),
    bad: [{ foo!(), "\
---
[{schema: x}]
" }],
    good: [{ foo!(), "\
---
{schema: x}
" }],
}

/// Reports a document that is not a mapping.
pub(crate) fn report(root: NodeRef<'_>, sink: &mut Sink) {
    let message = format!("A catalog document must be a mapping; this one is {}.", go::kind_name(root));
    let help = "Write a mapping with a `schema`, or list the file in `.indexignore`.".to_owned();
    sink.add(&RULE, root.range(), message, help, Some(not_an_object(root)));
}

/// Returns opm's error for a root that is not an object. It quotes the document and marks the position where Go stops.
fn not_an_object(root: NodeRef<'_>) -> String {
    let json = match root.format() {
        Format::Yaml => to_json(root),
        Format::Json => String::from_utf8_lossy(root.source()).into_owned(),
    };
    let shown = indent_json(&json);
    // Go stops after the opening bracket of a list, and at the end of any other value.
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
