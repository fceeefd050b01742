//! `json-depth`: JSON nesting deeper than 10,000.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "json-depth", "YML019", "JSON nesting deeper than 10,000",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "More levels of nesting than encoding/json reads.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.",
    fix: "Flatten the document.",
    source: opm!(),
    bad: [],
    good: [{ r#"{"schema":"x"}"# }],
}
