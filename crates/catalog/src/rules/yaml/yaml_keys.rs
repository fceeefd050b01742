//! `yaml-keys`: A key that JSON cannot represent.

use crate::rules::declare::{foo, opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml-keys", "YML010", "A key that JSON cannot represent",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "A key that is null, a list, a mapping (`{{ template }}`) or a number that needs more than 63 bits.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2. It rejects the whole catalog if it cannot read a document.",
    fix: "Quote the key. Render templates before validating them.",
    source: opm!(),
    bad: [{ foo!(), "\
---
{schema: x, ~: 1}
" }],
    good: [{ foo!(), "\
---
{schema: x, on: 1}
" }],
}
