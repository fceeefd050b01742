//! `yaml-empty-doc`: An empty document.

use crate::rules::declare::{opm, rule};
use crate::sink::Sink;
use olmkit_diagnostics::TextRange;

rule! {
    RULE, "yaml-empty-doc", "YML021", "An empty document",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "A document that contains only whitespace, comments or `null`: a comment before the first `---`, two \
        consecutive separators at the start, or an empty document at the end.",
    why: "opm requires a `schema` in every document and rejects the whole catalog.",
    fix: "Remove the empty document and one of its separators, or the file if it has no other document. Put license \
        comments after the first `---`.",
    source: opm!(),
    bad: [{ "\
schema: x
---

" }],
    good: [{ "\
schema: x
---
" }],
}

/// Reports an empty document. `upstream` is the message of opm.
pub(crate) fn report(range: TextRange, upstream: String, sink: &mut Sink) {
    let message = "This document is empty. opm requires a `schema` in every document.";
    let help = "Remove this document and one of the `---` lines around it, or the file if it has no other document.";
    sink.add(&RULE, range, message.to_owned(), help.to_owned(), Some(upstream));
}
