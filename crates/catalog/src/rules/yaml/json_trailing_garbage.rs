//! `json-trailing-garbage`: Invalid text after a JSON object.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "json-trailing-garbage", "YML023", "Invalid text after a JSON object",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "Text after the first JSON object of a file that is neither a valid JSON object nor valid YAML.",
    why: "opm fails to load the file and rejects the whole catalog.",
    fix: "Remove the text, or separate a YAML document with a `---` line.",
    source: opm!(),
    bad: [{ r#"{"schema":"a"} zzz
"# }],
    good: [{ r#"{"schema":"a"}

"# }],
}
