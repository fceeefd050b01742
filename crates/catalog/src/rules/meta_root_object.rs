//! `meta-root-object`: A document that is not a mapping.

use crate::rules::declare::{foo, opm, rule};

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
