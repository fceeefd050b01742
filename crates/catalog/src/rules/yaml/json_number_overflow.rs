//! `json-number-overflow`: A number beyond float64.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "json-number-overflow", "YML020", "A number beyond float64",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "A JSON number such as `1e400` after the second object of a file.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.",
    fix: "Write it as a text.",
    source: opm!(),
    bad: [{ r#"{"schema":"x"}{"schema":"x"}{"schema":"x","v":1e400}"# }],
    good: [{ r#"{"schema":"x","v":1e300}"# }],
}
