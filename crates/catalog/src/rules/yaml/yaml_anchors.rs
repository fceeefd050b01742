//! `yaml-anchors`: An invalid anchor or alias.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml-anchors", "YML007", "An invalid anchor or alias",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "An alias without an anchor, an alias inside its own anchor, or an unquoted value that starts with `*` or \
        `&`.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2. It rejects the whole catalog if it cannot read a document.",
    fix: "Quote the value, or define the anchor before its first use in the same document.",
    source: opm!(),
    bad: [{ "\
schema: x
b: *a
" }],
    good: [{ "\
a: &a 1
schema: x
b: *a
" }],
}
