//! `yaml-separator-text`: Text after a document separator.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml-separator-text", "YML014", "Text after a document separator",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "Content other than whitespace or a comment after `---` on the same line.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2. It rejects the whole catalog if it cannot read a document.",
    fix: "Move the content to the next line.",
    source: opm!(),
    bad: [{ "\
--- c
schema: x
" }],
    good: [{ "\
--- # c
schema: x
" }],
}
