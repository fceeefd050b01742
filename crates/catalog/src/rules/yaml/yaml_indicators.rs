//! `yaml-indicators`: An unquoted value that starts with an indicator.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml-indicators", "YML006", "An unquoted value that starts with an indicator",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "An unquoted value that starts with `@`, a backquote, `%`, or `>` as in `>=1.0.0`.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2. It rejects the whole catalog if it cannot read a document.",
    fix: "Quote the value.",
    source: opm!(),
    bad: [{ "\
schema: x
v: >=1.0.0
" }],
    good: [{ r#"schema: x
v: "<1.0.0"
"# }],
}
