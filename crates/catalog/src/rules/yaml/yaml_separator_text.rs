//! `yaml-separator-text`: Text after a document separator.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml-separator-text", "YML014", "Text after a document separator",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "Anything but blanks and a comment behind `---`.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.",
    fix: "Put the content on the next line.",
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
