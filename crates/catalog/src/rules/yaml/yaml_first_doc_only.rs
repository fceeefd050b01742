//! `yaml-first-doc-only`: Content that opm silently drops.

use crate::rules::declare::rule;
use crate::sink::Sink;
use olmkit_diagnostics::TextRange;

rule! {
    RULE, "yaml-first-doc-only", "YML022", "Content that opm silently drops",
    since: "0.1.0",
    catalog: Syntax, Olmkit, Warning,
    finds: "Content after the end of the first YAML document between two `---` lines: after `...`, after a `}` that \
        closes the document, or dedented left of it; also whole JSON objects after a fallback to YAML.",
    why: "opm loads the catalog without it: packages, channels or bundles are missing on clusters, and nobody is told.",
    fix: "Separate the documents by `---`.",
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

/// Reports what opm does not read.
pub(crate) fn report(dropped: TextRange, sink: &mut Sink) {
    let message = "opm reads only the first document between two `---` lines and silently drops this.";
    sink.add(&RULE, dropped, message.to_owned(), "Put a `---` line before it.".to_owned(), None);
}
