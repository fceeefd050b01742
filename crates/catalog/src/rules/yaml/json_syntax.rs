//! `json-syntax`: JSON that cannot be parsed.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "json-syntax", "YML017", "JSON that cannot be parsed",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "A file that starts with `{` and is neither JSON nor, from there on, YAML.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.",
    fix: "Correct the text at the place shown.",
    source: opm!(),
    bad: [{ r#"{"schema":"x" "y"}
"# }],
    good: [{ r#"{"schema":"x"}"# }],
}
