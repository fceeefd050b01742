//! `meta-schema-required`: A document without schema.

use crate::rules::declare::{foo, opm, rule};

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
