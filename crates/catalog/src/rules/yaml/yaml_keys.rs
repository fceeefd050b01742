//! `yaml-keys`: A key that cannot be a JSON key.

use crate::rules::declare::{foo, opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml-keys", "YML010", "A key that cannot be a JSON key",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "Keys that are null, a list, a mapping (`{{ template }}`) or a number beyond 63 bits.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.",
    fix: "Quote the key; render templates before.",
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
