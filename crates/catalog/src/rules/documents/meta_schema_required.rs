//! `meta-schema-required`: A document without a schema.

use crate::rules::declare::{foo, opm, rule};
use crate::sink::Sink;
use olmkit_diagnostics::TextRange;

rule! {
    RULE, "meta-schema-required", "FBC005", "A document without a schema",
    since: "0.1.0",
    catalog: Schema, Opm, Error,
    finds: "A document whose `schema` is missing or empty.",
    why: "opm cannot tell what the document describes, and rejects the catalog.",
    fix: "Add `schema: olm.package`, `olm.channel`, `olm.bundle` or `olm.deprecations`.",
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

/// Reports a document without a schema. `upstream` is opm's error.
pub(crate) fn report(range: TextRange, upstream: String, sink: &mut Sink) {
    let message = "This document has no `schema`. opm rejects the catalog.";
    let help = "Add `schema: olm.package`, `olm.channel`, `olm.bundle` or `olm.deprecations`.";
    sink.add(&RULE, range, message.to_owned(), help.to_owned(), Some(upstream));
}
