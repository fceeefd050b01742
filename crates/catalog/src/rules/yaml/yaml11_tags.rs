//! `yaml11-tags`: An invalid tag.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml11-tags", "YML015", "An invalid tag",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "A tag such as `!!int` on a value of another type, an undeclared tag handle, or an unquoted value that \
        starts with `!`.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2. It rejects the whole catalog if it cannot read a document.",
    fix: "Quote the value, or remove the tag.",
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
