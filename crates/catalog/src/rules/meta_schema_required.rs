//! `meta-schema-required`: A document without schema.

use crate::rules::declare::{foo, opm, rule};

rule! {
    "meta-schema-required", "FBC005", "A document without schema",
    Schema, Opm, Error,
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
