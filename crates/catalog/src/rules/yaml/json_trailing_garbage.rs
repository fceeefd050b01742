//! `json-trailing-garbage`: Something after a JSON object that is neither JSON nor YAML.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "json-trailing-garbage", "YML023", "Something after a JSON object that is neither JSON nor YAML",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "Text after the first JSON object of a file that is not a valid JSON object and cannot be read as YAML either.",
    why: "opm fails to load the file and rejects the whole catalog.",
    fix: "Remove it, or write a `---` line and a YAML document.",
    source: opm!(),
    bad: [{ r#"{"schema":"a"} zzz
"# }],
    good: [{ r#"{"schema":"a"}

"# }],
}
