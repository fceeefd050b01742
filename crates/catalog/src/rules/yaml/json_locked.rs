//! `json-locked`: Not JSON after two JSON objects.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "json-locked", "YML018", "Not JSON after two JSON objects",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "After two JSON objects opm reads the rest as JSON only: comments, trailing commas and `---` are errors \
        there.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.",
    fix: "Write plain JSON, or YAML from the start.",
    source: opm!(),
    bad: [{ r#"{"schema":"a"}{"schema":"b"}
---
{"schema":"c"}
"# }],
    good: [{ r#"{"schema":"a"}
---
{"schema":"b"}
"# }],
}
