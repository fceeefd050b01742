//! `json-number-overflow`: A number outside the range of float64.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "json-number-overflow", "YML020", "A number outside the range of float64",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "A JSON number such as `1e400` after the second JSON object of a file.",
    why: "opm cannot read the file and rejects the whole catalog.",
    fix: "Quote the number to make it a string.",
    source: opm!(),
    bad: [{ r#"{"schema":"x"}{"schema":"x"}{"schema":"x","v":1e400}"# }],
    good: [{ r#"{"schema":"x","v":1e300}"# }],
}
