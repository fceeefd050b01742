//! `yaml-escapes`: An escape sequence that YAML does not support.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml-escapes", "YML005", "An escape sequence that YAML does not support",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "`\\/` and surrogate pairs such as `\\uD83D\\uDE00` in double quotes. They are valid in JSON and an error \
        in YAML.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2. It rejects the whole catalog if it cannot read a document.",
    fix: "Write the character itself instead of the escape sequence.",
    source: opm!(),
    bad: [{ r#"---
{"schema":"a\/b"}
"# }],
    good: [{ r#"{"schema":"a","v":"a\/b"}"# }],
}
