//! `json-depth`: JSON nested deeper than 10,000 levels.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "json-depth", "YML019", "JSON nested deeper than 10,000 levels",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "JSON with more levels of nesting than Go's `encoding/json` reads (10,000).",
    why: "opm cannot read the file and rejects the whole catalog.",
    fix: "Flatten the document.",
    source: opm!(),
    bad: [],
    good: [{ r#"{"schema":"x"}"# }],
}
