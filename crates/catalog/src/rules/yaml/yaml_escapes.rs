//! `yaml-escapes`: An escape YAML does not know.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml-escapes", "YML005", "An escape YAML does not know",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "In double quotes `\\/` and surrogate pairs such as `\\uD83D\\uDE00`: fine in JSON, an error in YAML.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.",
    fix: "Write the character itself.",
    source: opm!(),
    bad: [{ r#"---
{"schema":"a\/b"}
"# }],
    good: [{ r#"{"schema":"a","v":"a\/b"}"# }],
}
