//! `meta-root-object`: A document that is not a mapping.

use crate::decode::go;
use crate::rules::declare::{foo, opm, rule};
use crate::sink::Sink;
use olmkit_yaml::{Format, NodeRef, indent_json, to_json};

rule! {
    RULE, "meta-root-object", "FBC002", "A document that is not a mapping",
    since: "0.1.0",
    catalog: Schema, Opm, Error,
    finds: "A document that is a list, a text or a number; often a file that is not a catalog at all, such as a README.",
    why: "opm parses every file below the directory, whatever its name.",
    fix: "List the file in `.indexignore`, or write `schema: ...`.",
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
    let message = format!("A document of a catalog must be a mapping; this one is {}.", go::kind_in_words(root));
    let help = "Write `schema: ...` and the other keys, or list the file in .indexignore.".to_owned();
    sink.add(&RULE, root.range(), message, help, Some(not_an_object(root)));
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
