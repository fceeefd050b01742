//! `json-locked`: Text that is not JSON after two JSON objects.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "json-locked", "YML018", "Text that is not JSON after two JSON objects",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "Comments, trailing commas, `---` or YAML after two JSON objects. After the second object opm reads the \
        rest of the file as JSON only.",
    why: "opm cannot read the file and rejects the whole catalog.",
    fix: "Write the whole file as JSON, or the whole file as YAML.",
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
