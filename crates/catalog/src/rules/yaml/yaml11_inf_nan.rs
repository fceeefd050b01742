//! `yaml11-inf-nan`: An infinite or not-a-number value.

use crate::rules::declare::{foo, opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml11-inf-nan", "YML016", "An infinite or not-a-number value",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "`.inf` and `.nan`, which YAML 1.1 reads as numbers and JSON cannot represent.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2. It rejects the whole catalog if it cannot read a document.",
    fix: "Quote the value.",
    source: opm!(),
    bad: [{ foo!(), "\
---
{schema: x, v: .inf}
" }],
    good: [{ foo!(), r#"---
{schema: x, v: ".inf"}
"# }],
}
