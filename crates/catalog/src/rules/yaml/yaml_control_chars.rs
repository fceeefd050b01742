//! `yaml-control-chars`: A control character that YAML does not allow.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml-control-chars", "YML003", "A control character that YAML does not allow",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "Control characters such as DEL or NUL.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2. It rejects the whole catalog if it cannot read a document.",
    fix: "Remove the character, or write it as an escape sequence in double quotes.",
    source: opm!(),
    bad: [{ "schema: x\nv: \"\u{7f}\"\n" }],
    good: [{ r#"schema: x
v: "😀"
"# }],
}
