//! `yaml-first-doc-only`: Content that opm silently ignores.

use crate::rules::declare::rule;
use crate::sink::Sink;
use olmkit_diagnostics::TextRange;
use olmkit_text::slice;

rule! {
    RULE, "yaml-first-doc-only", "YML022", "Content that opm silently ignores",
    since: "0.1.0",
    catalog: Syntax, Olmkit, Warning,
    finds: "Content after the end of the first YAML document between two `---` lines: after `...`, after the `}` that \
        closes the document, or indented less than the document. Also JSON objects in a file that opm reads as YAML.",
    why: "opm loads the catalog without this content and without a warning. Packages, channels or bundles are missing \
        on clusters.",
    fix: "Separate the documents with `---`.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ "\
schema: a
...
schema: b
" }],
    good: [{ "\
schema: x
---
schema: x
" }],
}

/// Reports content that opm does not read.
pub(crate) fn report(dropped: TextRange, document: &[u8], sink: &mut Sink) {
    // After a line feed, it would be a separator.
    let is_hidden = slice(document, dropped).is_some_and(|text| text.starts_with(b"---"));
    let help = if is_hidden {
        "opm does not see this `---`, because the line before it does not end with a line feed. Save the file with the line \
         ends LF or CRLF."
    } else {
        "Add a `---` line before it."
    };
    let message = "opm silently ignores this content: it reads only the first document between two `---` lines.";
    sink.add(&RULE, dropped, message.to_owned(), help.to_owned(), None);
}
