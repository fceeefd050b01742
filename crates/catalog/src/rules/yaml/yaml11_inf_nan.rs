//! `yaml11-inf-nan`: A number JSON does not have.

use crate::rules::declare::{foo, opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml11-inf-nan", "YML016", "A number JSON does not have",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "`.inf` and `.nan`, which YAML 1.1 reads as numbers.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.",
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
