//! `yaml11-tags`: A tag that does not fit.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml11-tags", "YML015", "A tag that does not fit",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "A tag such as `!!int` on something else, an undeclared tag handle, or a value that merely starts with `!`.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.",
    fix: "Quote the value or remove the tag.",
    source: opm!(),
    bad: [{ "\
schema: x
v: !!int abc
" }],
    good: [{ "\
schema: x
v: !!int 1
" }],
}
