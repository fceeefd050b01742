//! `json-syntax`: JSON that cannot be parsed.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "json-syntax", "YML017", "JSON that cannot be parsed",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "A file that starts with `{` and is neither valid JSON nor valid YAML.",
    why: "opm cannot read the file and rejects the whole catalog.",
    fix: "Correct the syntax error at the reported position.",
    source: opm!(),
    bad: [{ r#"{"schema":"x" "y"}
"# }],
    good: [{ r#"{"schema":"x"}"# }],
}
