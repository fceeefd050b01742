//! `meta-schema-required`: A document without schema.

use crate::rules::declare::{foo, opm, rule};
use crate::sink::Sink;
use olmkit_diagnostics::TextRange;

rule! {
    RULE, "meta-schema-required", "FBC005", "A document without schema",
    since: "0.1.0",
    catalog: Schema, Opm, Error,
    finds: "A document with no `schema`, or an empty one.",
    why: "opm cannot know what it is.",
    fix: "Add `schema:`.",
    source: opm!(),
    bad: [{ foo!(), "\
---
{name: x}
" }],
    good: [{ foo!(), "\
---
{schema: anything}
" }],
}

/// Reports a document without schema; `upstream` is what opm prints.
pub(crate) fn report(range: TextRange, upstream: String, sink: &mut Sink) {
    let message = "This document has no `schema`. opm cannot know what it is and refuses the catalog.";
    let help = "Add `schema: olm.package`, `olm.channel`, `olm.bundle` or `olm.deprecations`.";
    sink.add(&RULE, range, message.to_owned(), help.to_owned(), Some(upstream));
}
